//! What a client knows of the teams that it asked for: what a removal is compared with.
//!
//! Calls overlap, and answers come in any order. So a state is as old as the request that it answers, whenever it arrives, and
//! what the client itself removed after that request is no collateral of another removal.

use crate::wire::team::Team;
use std::rc::Rc;

/// Most teams that are remembered.
const MOST_TEAMS: usize = 64;

/// Most removals that are remembered after they have ended.
const MOST_REMOVALS: usize = 1024;

/// When something happened, in the order of one client's requests and ends of removals.
pub type LogicalTime = u64;

/// The teams of one client, and what it removed from any team.
#[derive(Default)]
pub struct KnownTeams {
    /// The latest last, one of each team.
    seen: Vec<Seen>,
    removals: Vec<RemovalRecord>,
    begun: u64,
}

/// A team as a request found it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What was answered.
    pub team: Rc<Team>,
    /// When that request was sent.
    pub asked: LogicalTime,
    /// The removal whose answer this is, if it is one's: whom that took is not in the team any more.
    left_by: Option<Ticket>,
}

/// A removal that began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

/// A login that the client removed, or is about to.
struct RemovalRecord {
    ticket: Ticket,
    team_id: String,
    login: String,
    /// `None` while it is under way.
    ended: Option<LogicalTime>,
}

impl KnownTeams {
    /// Learns what a team is, from the answer to a request that was sent at this moment.
    pub fn learn(&mut self, team: &Rc<Team>, asked: LogicalTime) {
        self.remember(Seen { team: Rc::clone(team), asked, left_by: None });
    }

    /// Learns what a removal left, if the team was asked for before.
    pub fn learn_what_is_left(&mut self, team: &Rc<Team>, asked: LogicalTime, removal: Ticket) {
        if self.seen(&team.id).is_some() {
            self.remember(Seen { team: Rc::clone(team), asked, left_by: Some(removal) });
        }
    }

    /// Keeps the newer of what is known of a team and this.
    fn remember(&mut self, seen: Seen) {
        let known = self.seen.iter().position(|known| is_same(&known.team.id, &seen.team.id));
        let known = known.map(|at| self.seen.remove(at)).filter(|known| known.asked > seen.asked);
        if self.seen.len() >= MOST_TEAMS {
            self.seen.remove(0);
        }
        self.seen.push(known.unwrap_or(seen));
    }

    /// A team as far as it is known.
    pub fn seen(&self, team_id: &str) -> Option<&Seen> {
        self.seen.iter().find(|known| is_same(&known.team.id, team_id))
    }

    /// Begins a removal.
    pub fn begin_removal(&mut self, team_id: &str, user_login: &str) -> Ticket {
        self.begun += 1;
        let ticket = Ticket(self.begun);
        let (team_id, login) = (team_id.to_owned(), user_login.to_owned());
        self.removals.push(RemovalRecord { ticket, team_id, login, ended: None });
        ticket
    }

    /// Ends a removal, and remembers one that took the member, or may have: any other has nothing to do with who goes later.
    pub fn end_removal(&mut self, ticket: Ticket, may_have_taken: bool, now: LogicalTime) {
        let Some(at) = self.removals.iter().position(|removal| removal.ticket == ticket) else { return };
        let removal = self.removals.remove(at);
        if !may_have_taken {
            return;
        }
        let is_ended = |removal: &RemovalRecord| removal.ended.is_some();
        if self.removals.iter().filter(|removal| is_ended(removal)).count() >= MOST_REMOVALS
            && let Some(oldest) = self.removals.iter().position(is_ended)
        {
            self.removals.remove(oldest);
        }
        self.removals.push(RemovalRecord { ended: Some(now), ..removal });
    }

    /// The logins, as they were given, that other removals of this client may have taken from a team since it was like this.
    pub fn others_removed_since(&self, own: Ticket, seen: &Seen) -> Vec<String> {
        let others =
            self.removals.iter().filter(|removal| removal.ticket != own && Some(removal.ticket) != seen.left_by);
        let of_team = others.filter(|removal| is_same(&removal.team_id, &seen.team.id));
        let since = of_team.filter(|removal| removal.ended.is_none_or(|ended| ended > seen.asked));
        since.map(|removal| removal.login.clone()).collect()
    }
}

/// Letter case does not count in a UUID.
fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

#[cfg(test)]
mod tests;
