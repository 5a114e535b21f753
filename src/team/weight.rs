//! How much memory comparing teams takes, so that it can be asked for before. Bytes, at most.

use crate::json::Value;
use crate::wire::team::{Member, Team};

/// For an entry of a list, which stands in several ordered maps, and in what is found.
const OF_AN_ENTRY: usize = 280;
/// For a byte of the text that is the entry's key.
const OF_A_KEY: usize = 8;
/// For a byte of any other text: copies in what is found, and in what is said of it.
const OF_A_BYTE: usize = 4;
/// For a value that the interface does not name: the value, and the block of its text or its list.
const OF_A_VALUE: usize = 64;
/// For a cell of a table, or a line of one cell: the row, its cells, and the login.
const OF_A_CELL: usize = 200;

/// What a comparison takes for one of its teams.
pub fn of_team(team: &Team) -> usize {
    let fields =
        [&team.description, &team.color, &team.created_at, &team.updated_at, &team.created_by, &team.parent_team_id];
    let lists = [&team.team_leads, &team.tags, &team.repositories];
    OF_A_BYTE * (team.id.len() + team.name.len())
        + fields.map(of_optional).iter().sum::<usize>()
        + lists.map(|texts| of_texts(texts)).iter().sum::<usize>()
        + team.members.iter().map(of_member).sum::<usize>()
        + of_members(&team.extra)
}

/// What a comparison takes for these logins.
pub fn of_texts(texts: &[String]) -> usize {
    texts.iter().map(|text| OF_AN_ENTRY + OF_A_KEY * text.len()).sum()
}

/// What reading logins out of a text takes.
pub fn of_table(text: &str) -> usize {
    let ends = text.bytes().filter(|byte| matches!(byte, b'\n' | b'\r' | b',' | b';' | b'\t')).count();
    (1 + ends) * OF_A_CELL + OF_A_BYTE * text.len()
}

fn of_member(member: &Member) -> usize {
    let others = [&member.user_name, &member.joined_at, &member.role].map(of_optional);
    OF_AN_ENTRY + OF_A_KEY * member.user_login.len() + others.iter().sum::<usize>() + of_members(&member.extra)
}

fn of_optional(text: &Option<String>) -> usize {
    OF_A_BYTE * text.as_ref().map_or(0, String::len)
}

fn of_members(members: &[(String, Value)]) -> usize {
    members.iter().map(|(name, value)| OF_A_VALUE + OF_A_BYTE * name.len() + of_value(value)).sum()
}

fn of_value(value: &Value) -> usize {
    OF_A_VALUE
        + match value {
            Value::Null | Value::Bool(_) => 0,
            Value::Number(number) => OF_A_BYTE * number.as_text().len(),
            Value::String(text) => OF_A_BYTE * text.len(),
            Value::Array(items) => items.iter().map(of_value).sum(),
            Value::Object(members) => of_members(members),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_team_holds_adds_to_its_weight() {
        let light = of_team(&Team::default());
        let some = || "a text of its own".to_owned();
        let extra =
            || vec![(some(), Value::Array(vec![Value::String(some()), Value::Object(vec![(some(), Value::Null)])]))];
        let member = Member { user_login: some(), ..Member::default() };
        let heavier = [
            Team { id: some(), ..Team::default() },
            Team { name: some(), ..Team::default() },
            Team { description: Some(some()), ..Team::default() },
            Team { created_by: Some(some()), ..Team::default() },
            Team { team_leads: vec![String::new()], ..Team::default() },
            Team { tags: vec![some()], ..Team::default() },
            Team { repositories: vec![some()], ..Team::default() },
            Team { extra: extra(), ..Team::default() },
            Team { members: vec![member.clone()], ..Team::default() },
        ];
        for team in heavier {
            assert!(of_team(&team) > light, "{team:?}");
        }
        let of = |member: Member| of_team(&Team { members: vec![member], ..Team::default() });
        let plain = of(member.clone());
        assert!(of(Member { extra: extra(), ..member.clone() }) > plain + 4 * OF_A_VALUE);
        assert!(of(Member { user_name: Some(some()), ..member.clone() }) > plain);
        assert!(of(Member { role: Some(some()), ..member }) > plain);
        assert!(of_table("a\nb;c") > of_table("a\nb c"));
        assert!(of_texts(&[some(), some()]) > of_texts(&[some()]));
    }
}
