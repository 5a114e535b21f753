//! What a client knows of the teams that it asked for: what a removal is compared with.
//!
//! Calls overlap, and answers come in any order. So a state is as old as the request that it answers, not as its arrival, and
//! what the client itself removed after that request is no surprise to another removal.

use crate::client::removal::key;
use crate::history::keyed::Keyed;
use crate::wire::team::Team;
use std::collections::VecDeque;
use std::rc::Rc;

/// Teams that are known at the same time.
const MOST: usize = 64;

/// When something happened, in the order of one client's requests and ends of removals.
pub type Moment = u64;

/// The teams of one client, the latest last.
#[derive(Default)]
pub struct KnownTeams(VecDeque<Known>);

struct Known {
    id: String,
    /// With the moment of the request that it answers.
    state: Option<(Rc<Team>, Moment)>,
    removals: Vec<Removal>,
}

/// A login that the client removed, or tried to.
struct Removal {
    login: String,
    under_way: u32,
    ended: Moment,
}

impl KnownTeams {
    /// Learns what a team is, from the answer to a request that was sent at this moment.
    pub fn learn(&mut self, team: &Team, asked: Moment) {
        self.make_latest(&team.id).learn(team, asked);
    }

    /// Learns what a removal left, where the team was asked for before.
    pub fn learn_what_is_left(&mut self, team: &Team, asked: Moment) {
        if let Some(known) = self.find(&team.id).filter(|known| known.state.is_some()) {
            known.learn(team, asked);
        }
    }

    /// Begins a removal, and says what the team was before it, as far as that is known.
    pub fn begin_removal(&mut self, team_id: &str, user_login: &str) -> Option<Rc<Team>> {
        let known = self.make_latest(team_id);
        let login = key(user_login);
        match known.removals.iter_mut().find(|removal| removal.login == login) {
            Some(removal) => removal.under_way += 1,
            None => known.removals.push(Removal { login, under_way: 1, ended: 0 }),
        }
        known.state.as_ref().map(|(team, _)| Rc::clone(team))
    }

    /// Ends a removal, whatever came of it, and names all logins that may have gone since the team was last asked for because this
    /// client removed them.
    pub fn end_removal(&mut self, team_id: &str, user_login: &str, now: Moment) -> Vec<String> {
        let Some(known) = self.find(team_id) else { return vec![key(user_login)] };
        let login = key(user_login);
        for removal in known.removals.iter_mut().filter(|removal| removal.login == login) {
            removal.under_way = removal.under_way.saturating_sub(1);
            removal.ended = now;
        }
        known.removals.iter().map(|removal| removal.login.clone()).collect()
    }

    fn find(&mut self, team_id: &str) -> Option<&mut Known> {
        self.0.iter_mut().find(|known| known.id.eq_ignore_ascii_case(team_id))
    }

    fn make_latest(&mut self, team_id: &str) -> &mut Known {
        let at = self.0.iter().position(|known| known.id.eq_ignore_ascii_case(team_id));
        let known = at.and_then(|at| self.0.remove(at));
        if self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back_mut(known.unwrap_or_else(|| Known {
            id: team_id.to_owned(),
            state: None,
            removals: Vec::new(),
        }))
    }
}

impl Known {
    fn learn(&mut self, team: &Team, asked: Moment) {
        if self.state.as_ref().is_some_and(|(_, latest)| *latest > asked) {
            return;
        }
        let members = Keyed::of(team.members.iter().map(|member| key(&member.user_login)));
        // Another removal under way may be compared with an older state. Who was removed and is there has joined again, or the
        // removal took nobody.
        let is_quiet = self.removals.iter().all(|it| it.under_way == 0);
        let matters = |it: &Removal| it.ended > asked || !(is_quiet || members.has(&it.login));
        self.removals.retain(|it| it.under_way > 0 || matters(it));
        self.state = Some((Rc::new(team.clone()), asked));
    }
}

#[cfg(test)]
mod tests;
