//! What has changed in a team besides what removals took from it.

use super::{RemovalTarget, folded, is_one_of_several};
use crate::team::keyed::Keyed;
use crate::team::{DiffOptions, InconsistentIn, LoginMatching, TeamDiff, diff};
use crate::wire::team::Team;

/// What differs from the team before, other than by this removal and by those that this client made meanwhile.
pub fn collateral(before: &Team, after: &Team, target: &RemovalTarget, others: &[String]) -> TeamDiff {
    let was_there = Keyed::of(before.members.iter().map(|member| folded(&member.user_login)));
    let taken = Taken::by(before, after, target, others);
    let options = DiffOptions { case_sensitive_logins: target.is_exact };
    let mut collateral = diff(&taken.less(before, after, options.logins()), after, &options);
    for (found, state) in collateral.inconsistencies.iter().zip(&mut collateral.inconsistent_in) {
        if taken.has(&found.user_login) && was_there.has(&folded(&found.user_login)) {
            // `less` took this member out and kept a lead who is still listed, which makes an inconsistency of a state in which
            // the lead was a member: it is new.
            *state = InconsistentIn::After;
        }
    }
    collateral
}

/// Whom removals took from a team. Each means one spelling of a login or all of them, as [`RemovalTarget`] does.
struct Taken {
    /// Logins of which nobody is left, without letter case.
    whole: Keyed,
    /// Single spellings.
    spelled: Keyed,
}

impl Taken {
    fn by(before: &Team, after: &Team, target: &RemovalTarget, others: &[String]) -> Self {
        let is_there = |login: &str| after.members.iter().any(|member| member.user_login == login);
        let is_left = Keyed::of(after.members.iter().map(|member| folded(&member.user_login)));
        let was_there = Keyed::of(before.members.iter().map(|member| folded(&member.user_login)));
        let alike = |login: &str| was_there.places(&folded(login)).iter().filter_map(|&at| before.members.get(at));
        let (exact, all): (Vec<&String>, Vec<&String>) =
            others.iter().partition(|login| is_one_of_several(login, || alike(login)));
        let own = target.is_gone(after).then_some(target);
        let own_spelling = own.filter(|own| own.is_exact).map(|own| own.login.to_owned());
        let own_key = own.filter(|own| !own.is_exact).map(|own| own.key.clone());
        let spelled = Keyed::of(exact.into_iter().filter(|login| !is_there(login)).cloned().chain(own_spelling));
        let whole = all.into_iter().map(|login| folded(login)).filter(|login| !is_left.has(login)).chain(own_key);
        // With its last spelling, all of a login is gone.
        let is_spelled = |at: &usize| before.members.get(*at).is_some_and(|member| spelled.has(&member.user_login));
        let by_spelling = was_there.iter().filter(|(_, places)| places.iter().all(is_spelled));
        let whole = Keyed::of(whole.chain(by_spelling.map(|(key, _)| key.to_owned())));
        Taken { whole, spelled }
    }

    fn has(&self, login: &str) -> bool {
        self.whole.has(&folded(login)) || self.spelled.has(login)
    }

    /// The team without them. A lead who is still listed stays, as whoever compares the leads will see it.
    fn less(&self, before: &Team, after: &Team, logins: LoginMatching) -> Team {
        let listed = Keyed::of(after.team_leads.iter().map(|lead| logins.key(lead)));
        let mut team = before.clone();
        team.members.retain(|member| !self.has(&member.user_login));
        team.team_leads.retain(|lead| !self.has(lead) || listed.has(&logins.key(lead)));
        team
    }
}

#[cfg(test)]
mod tests;
