//! Who is who in a team, and who leads, plainly.

use super::logins::folded;
use scanfold::wire::team::{Member, Team};
use std::collections::BTreeMap;

/// What a login is compared by.
pub type Key = fn(&str) -> String;

/// Trimmed and without letter case.
pub fn folded_text(text: &str) -> String {
    text.trim().chars().map(folded).collect()
}

/// UUIDs in any letter case, others exactly.
pub fn is_same_team(a: &str, b: &str) -> bool {
    let is_uuid = |text: &str| {
        let parts: Vec<&str> = text.split('-').collect();
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        lengths == [8, 4, 4, 4, 12] && parts.concat().bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    a == b || is_uuid(a) && is_uuid(b) && a.eq_ignore_ascii_case(b)
}

/// The role that counts: `member` if none is named.
pub fn role(member: &Member) -> &str {
    member.role.as_deref().map(str::trim).filter(|role| !role.is_empty()).unwrap_or("member")
}

pub fn has_lead_role(member: &Member) -> bool {
    role(member).eq_ignore_ascii_case("lead")
}

/// People by key: of several entries the first that leads, else the first.
pub fn people(team: &Team, key: Key) -> BTreeMap<String, &Member> {
    let mut people = BTreeMap::new();
    for member in team.members.iter().filter(|member| has_lead_role(member)).chain(&team.members) {
        people.entry(key(&member.user_login)).or_insert(member);
    }
    people
}
