//! Which removed and added members may be one person under a new login.
//!
//! A suggestion needs evidence that is the only one of its kind on both sides, and that nobody who stayed has: two people
//! called the same, or a whole team that joined at one instant, prove nothing. Suggestions are never applied.

use super::identity::fold;
use super::keyed::Keyed;
use crate::history::instant;
use crate::wire::team::Member;
use serde::Serialize;

/// A removed and an added member who look like one person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PossibleRename {
    /// The removed member.
    pub before: Member,
    /// The added member.
    pub after: Member,
    /// What they have in common.
    pub because: Vec<Evidence>,
}

/// What two members have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// The display name, in any letter case.
    UserName,
    /// The instant of joining.
    JoinedAt,
}

/// Pairs in the order of the removed members; strong evidence first decides who is paired with whom. `kept` are those who
/// stayed, as they were and as they are.
pub(super) fn possible_renames(removed: &[Member], added: &[Member], kept: &[&Member]) -> Vec<PossibleRename> {
    let mut partners: Vec<Option<usize>> = vec![None; removed.len()];
    let mut taken = vec![false; added.len()];
    for signature in [name_and_instant, name, joined] as [Signature; 3] {
        let shared = Keyed::of(kept.iter().filter_map(|member| signature(member)));
        let free_removed = (0..).zip(removed).filter(|(at, _)| partners.get(*at) == Some(&None));
        let free_added = (0..).zip(added).filter(|(at, _)| taken.get(*at) == Some(&false));
        for (before, after) in unique_pairs(free_removed, free_added, signature, &shared) {
            if let (Some(partner), Some(taken)) = (partners.get_mut(before), taken.get_mut(after)) {
                *partner = Some(after);
                *taken = true;
            }
        }
    }
    let pairs = removed.iter().zip(&partners).filter_map(|(before, partner)| Some((before, added.get((*partner)?)?)));
    pairs.map(|(before, after)| suggestion(before, after)).collect()
}

/// What may identify a person apart from the login.
type Signature = fn(&Member) -> Option<String>;

/// Places whose signature one removed and one added member have, and nobody else.
fn unique_pairs<'a>(
    removed: impl Iterator<Item = (usize, &'a Member)>,
    added: impl Iterator<Item = (usize, &'a Member)>,
    signature: Signature,
    shared: &Keyed,
) -> Vec<(usize, usize)> {
    let signed = |(at, member): (usize, &Member)| Some((signature(member)?, at));
    let (removed, added): (Vec<_>, Vec<_>) = (removed.filter_map(signed).collect(), added.filter_map(signed).collect());
    let keyed = |signed: &[(String, usize)]| Keyed::of(signed.iter().map(|(signature, _)| signature.clone()));
    let (by_removed, by_added) = (keyed(&removed), keyed(&added));
    let mut pairs = Vec::new();
    for (signature, places) in by_removed.iter() {
        if let (&[before], &[after]) = (places, by_added.places(signature))
            && !shared.has(signature)
            && let (Some((_, before)), Some((_, after))) = (removed.get(before), added.get(after))
        {
            pairs.push((*before, *after));
        }
    }
    pairs
}

fn suggestion(before: &Member, after: &Member) -> PossibleRename {
    let is_common = |signature: Signature| signature(before).is_some_and(|it| signature(after) == Some(it));
    let all = [(Evidence::UserName, is_common(name)), (Evidence::JoinedAt, is_common(joined))];
    let because = all.into_iter().filter(|(_, is_common)| *is_common).map(|(evidence, _)| evidence).collect();
    PossibleRename { before: before.clone(), after: after.clone(), because }
}

fn name_and_instant(member: &Member) -> Option<String> {
    // An instant has no space, so nothing of a name passes for its digits.
    Some([&*joined(member)?, " ", &*name(member)?].concat())
}

fn name(member: &Member) -> Option<String> {
    let name = fold(member.user_name.as_deref()?);
    (!name.is_empty()).then_some(name)
}

/// The instant of joining as text that only equal instants share.
fn joined(member: &Member) -> Option<String> {
    Some(instant::parse(member.joined_at.as_deref()?)?.signature())
}

#[cfg(test)]
mod tests;
