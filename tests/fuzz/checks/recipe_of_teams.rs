//! Turns bytes into three states of a team: what two edits start from, and what each makes of it.
//!
//! Three bytes a step: what is done to the state under way, where, and with what.

use serde_json::{Value, json};

const LOGINS: [&str; 12] = ["ann", "Ann", "bob", " bob", "BOB", "carl", "dora/x~y", "ünal", "Ünal", "σ", "ς", ""];
const NAMES: [&str; 6] = ["Ann", "ann", "Bob", "", "Σ", "B\u{202e}b"];
const INSTANTS: [&str; 6] =
    ["2024-01-01", "2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00", "2024-01-02", "soon", "2016-12-31T23:59:60Z"];
const ROLES: [&str; 6] = ["member", "lead", "LEAD", "guest", "", " lead "];
const TEXTS: [&str; 6] = ["", "a", "A", "o/a", "O/A", "b"];
const IDS: [&str; 4] = ["a", "A", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3F2504E0-4F89-41D3-9A0C-0305E82C3301"];
const LISTS: [&str; 3] = ["team_leads", "tags", "repositories"];
const FIELDS: [&str; 12] = [
    "id",
    "name",
    "description",
    "color",
    "created_at",
    "updated_at",
    "created_by",
    "parent_team_id",
    "is_active",
    "x",
    "y/z",
    "role",
];
const MEMBER_FIELDS: [&str; 6] = ["user_name", "joined_at", "role", "x", "color", "id"];

/// Most steps: teams are compared pair by pair.
const STEPS: usize = 150;

pub fn teams(data: &[u8]) -> [Value; 3] {
    let mut state = json!({ "id": "a", "members": [], "team_leads": [], "tags": [], "repositories": [] });
    let mut states = Vec::new();
    for &[action, place, choice] in data.as_chunks::<3>().0.iter().take(STEPS) {
        // Either edit begins with what both start from.
        if action % 16 == 0 && states.len() < 2 {
            states.push(state);
            state = states[0].clone();
        } else {
            step(&mut state, action % 16, place.into(), choice.into());
        }
    }
    states.push(state);
    std::array::from_fn(|at| states.get(at).unwrap_or(&states[0]).clone())
}

fn step(team: &mut Value, action: u8, place: usize, choice: usize) {
    let name = match action {
        ..10 => "members",
        _ => LISTS[place % 3],
    };
    let Some(items) = team[name].as_array_mut() else { return };
    let at = if items.is_empty() { 0 } else { place / 3 % items.len() };
    match action {
        1..4 => items.insert(at, json!({ "user_login": LOGINS[choice % LOGINS.len()] })),
        10 | 11 => items.insert(
            at,
            if name == "team_leads" { LOGINS[choice % LOGINS.len()] } else { TEXTS[choice % TEXTS.len()] }.into(),
        ),
        4 | 12 if !items.is_empty() => drop(items.remove(at)),
        5 | 13 if !items.is_empty() => {
            let other = choice % items.len();
            items.swap(at, other);
        }
        6..10 if !items.is_empty() => {
            set(&mut items[at], MEMBER_FIELDS[choice % MEMBER_FIELDS.len()], choice / MEMBER_FIELDS.len())
        }
        14 | 15 => set(team, FIELDS[place % FIELDS.len()], choice),
        _ => {}
    }
}

/// Gives a field another value, mostly one that the interface allows, or none.
fn set(object: &mut Value, name: &str, choice: usize) {
    let is_member = object.get("user_login").is_some();
    let of = |texts: &[&str]| Value::from(texts[choice % texts.len()]);
    let value = match (name, is_member) {
        _ if choice % 11 == 10 && name != "id" => Value::Null,
        ("id" | "parent_team_id", false) => of(&IDS),
        ("user_name", true) => of(&NAMES),
        ("joined_at", true) | ("created_at" | "updated_at", false) => of(&INSTANTS),
        ("role", true) => of(&ROLES),
        ("created_by", false) => of(&LOGINS),
        ("is_active", false) => Value::from(choice.is_multiple_of(2)),
        ("name" | "description" | "color", false) => of(&TEXTS),
        // Of fields outside of the interface nothing is known.
        _ => [json!("a"), json!("A"), json!([]), json!([1]), json!({ "a": 1, "b": [2] }), json!(7), json!(false)]
            [choice % 7]
            .clone(),
    };
    if let Some(members) = object.as_object_mut() {
        if choice % 11 == 9 && name != "id" {
            members.remove(name);
        } else {
            members.insert(name.to_owned(), value);
        }
    }
}
