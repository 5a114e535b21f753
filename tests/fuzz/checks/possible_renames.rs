//! Which removed and added members look like one person, by looking at all pairs.

use super::logins_of_teams::folded_text;
use super::timestamps::slow;
use scanfold::team::TeamDiff;
use scanfold::wire::team::Member;
use serde_json::{Value, json};

/// What may identify a person besides the login, as text: the name, and the instant of joining.
fn evidence(member: &Member) -> [Option<String>; 2] {
    let instant = member.joined_at.as_deref().and_then(slow).map(|moment| format!("{:?}", moment.key()));
    [member.user_name.as_deref().map(folded_text).filter(|name| !name.is_empty()), instant]
}

/// Pairs by name and instant, then by the name, then by the instant: of what nobody else has who is not yet paired or who stayed.
pub fn check(told: &TeamDiff, stayed: &[&Member]) {
    let (removed, added) = (&told.members.removed, &told.members.added);
    let signatures: [fn(&Member) -> Option<String>; 3] = [
        |member| {
            let [name, instant] = evidence(member);
            Some(format!("{:?}", (name?, instant?)))
        },
        |member| evidence(member)[0].clone(),
        |member| evidence(member)[1].clone(),
    ];
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for signature in signatures {
        let paired = pairs.clone();
        let free = |members: &[Member], is_paired: &dyn Fn(usize) -> bool, wanted: &str| -> Vec<usize> {
            let of_it = |at: &usize| !is_paired(*at) && signature(&members[*at]).as_deref() == Some(wanted);
            (0..members.len()).filter(of_it).collect()
        };
        for (at, member) in removed.iter().enumerate() {
            let Some(wanted) = signature(member) else { continue };
            let one = free(removed, &|at| paired.iter().any(|pair| pair.0 == at), &wanted);
            let other = free(added, &|at| paired.iter().any(|pair| pair.1 == at), &wanted);
            let has_stayed = stayed.iter().any(|member| signature(member).as_deref() == Some(&*wanted));
            if one == [at] && other.len() == 1 && !has_stayed {
                pairs.push((at, other[0]));
            }
        }
    }
    pairs.sort_unstable();
    let expected: Vec<Value> = pairs
        .into_iter()
        .map(|(one, other)| {
            let [before, after] = [&removed[one], &added[other]];
            let common = evidence(before).into_iter().zip(evidence(after)).map(|(a, b)| a.is_some() && a == b);
            let because: Vec<&str> = common
                .zip(["user_name", "joined_at"])
                .filter(|(is_common, _)| *is_common)
                .map(|(_, name)| name)
                .collect();
            json!([before.user_login, after.user_login, because])
        })
        .collect();
    let suggested: Vec<Value> = told
        .members
        .possible_renames
        .iter()
        .map(|it| json!([it.before.user_login, it.after.user_login, it.because]))
        .collect();
    assert_eq!(suggested, expected);
}
