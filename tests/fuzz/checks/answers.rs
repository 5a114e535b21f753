//! Answers of the history and team operations, read twice: by the library, and plainly from serde_json's tree.
//!
//! A table says what each object promises; the plain reading walks it and lists every place that breaks a promise.

use super::exact;
use super::{Refusal, oracle};
use scanfold::client::failure::{ErrorKind, Failure};
use scanfold::client::removal::{RemovalTarget, collateral};
use scanfold::json::{Error, Fault, Items, Limits, Part, Value as Tree, parse as parse_tree};
use scanfold::team::{DiffOptions, LoginMatching, diff};
use scanfold::wire::deceptive::{is_deceptive, is_selector};
use scanfold::wire::envelope::{MEMBERS, check_list, decode_team_answer, error_of, refusal};
use scanfold::wire::history::{FLAT, LIST, write_entry};
use scanfold::wire::team::Team;
use serde_json::{Map, Value};

/// What the interface promises about a member, besides that `null` is the same as absent.
#[derive(Clone, Copy, PartialEq)]
enum Promise {
    Text,
    /// A string or `null`, which are handed on.
    TextOrNull,
    RequiredText,
    /// A string that is empty if it is absent.
    Name,
    Texts,
    Flag,
    Count,
}

const ENTRY: [(&str, Promise); 8] = [
    ("service", Promise::Text),
    ("repo_name", Promise::Text),
    ("branch", Promise::Text),
    ("commit_id", Promise::Text),
    ("scan_id", Promise::Text),
    ("prompt", Promise::Text),
    ("timestamp", Promise::Text),
    ("num_files", Promise::Count),
];
const TEAM: [(&str, Promise); 12] = [
    ("id", Promise::RequiredText),
    ("name", Promise::Name),
    ("description", Promise::Text),
    ("color", Promise::Text),
    ("created_at", Promise::Text),
    ("updated_at", Promise::Text),
    ("created_by", Promise::Text),
    ("team_leads", Promise::Texts),
    ("tags", Promise::Texts),
    ("parent_team_id", Promise::TextOrNull),
    ("repositories", Promise::Texts),
    ("is_active", Promise::Flag),
];
const MEMBER: [(&str, Promise); 4] = [
    ("user_login", Promise::RequiredText),
    ("user_name", Promise::Text),
    ("joined_at", Promise::Text),
    ("role", Promise::Text),
];

/// A history is read as the tables say, is refused only where it breaks them, and reads back.
pub fn history(data: &[u8]) {
    let Some((tree, mut plain)) = both(data) else { return };
    let mut faults = Vec::new();
    let scans = plain.get_mut("scans").and_then(Value::as_array_mut).into_iter().flatten();
    for (at, scan) in scans.enumerate() {
        // serde_json has rounded numbers already, so their text is asked.
        if let (Some(number), Some(exact)) = (scan.get_mut("num_files"), number_of_files(&tree, at)) {
            *number = exact;
        }
    }
    let expected = plain_items(&plain, "scans", "", &ENTRY, &mut faults);
    match agree(entries(data), &faults, &plain) {
        Some(written) => {
            assert_eq!(serde_json::from_str::<Value>(&written).expect("what is written is JSON"), expected)
        }
        None => assert!(!faults.is_empty()),
    }
}

/// Digits of the greatest count, which may be written with fewer characters.
const LONGEST_COUNT: usize = 16;

/// The entries of a history as the client reads and writes them: one by one.
fn entries(data: &[u8]) -> Result<String, Error> {
    let limits = Limits::default();
    let mut reader = Items::new(data, &limits, &MEMBERS, LIST, FLAT);
    let mut written: Vec<Result<String, Error>> = Vec::new();
    loop {
        match reader.next_part()?.expect("nothing is after the end") {
            Part::List => written.clear(),
            Part::Flat(text) => written.push(Ok(text.to_owned())),
            Part::Item(item, length) => {
                let mut entry = String::new();
                let done = write_entry(&item, written.len(), &mut entry);
                assert!(entry.len() <= length + LONGEST_COUNT, "{length} bytes became {entry}");
                written.push(done.map(|()| entry));
            }
            Part::End(answer) => {
                check_list(&answer, LIST)?;
                let entries: Vec<String> = written.into_iter().collect::<Result<_, _>>()?;
                return Ok(["[", &entries.join(","), "]"].concat());
            }
        }
    }
}

/// A team answer is read as the tables say, is refused only where it breaks them, and reads back.
pub fn team(data: &[u8]) {
    let Some((tree, plain)) = both(data) else { return };
    let wanted = plain.pointer("/team/id").and_then(Value::as_str).unwrap_or_default();
    let other = decode_team_answer(tree.clone(), "another");
    assert!(wanted.eq_ignore_ascii_case("another") || other.is_err(), "a team that was not asked for");

    let mut faults = Vec::new();
    let mut envelope = plain.clone();
    check(&mut envelope, &[("status", Promise::RequiredText), ("message", Promise::Text)], "", &mut faults);
    let mut expected = plain.get("team").cloned().unwrap_or(Value::Null);
    if plain.is_object() && expected.is_null() {
        faults.push("/team".to_owned());
    } else if plain.is_object() {
        check(&mut expected, &TEAM, "/team", &mut faults);
        let members = plain_items(&plain["team"], "members", "/team", &MEMBER, &mut faults);
        if let Some(team) = expected.as_object_mut() {
            team.insert("members".to_owned(), members);
        }
    }
    let Some(answer) = agree(decode_team_answer(tree.clone(), &wanted.to_ascii_uppercase()), &faults, &plain) else {
        return;
    };
    assert_eq!(read_back(&answer.team.to_value()), expected);
    assert_eq!(Team::decode(answer.team.to_value(), "").as_ref(), Ok(&answer.team));
    assert_eq!(answer.message.as_deref(), plain["message"].as_str());
}

/// What is concluded from a removal's answer follows from the logins in it.
pub fn removal(data: &[u8]) {
    let Some((&choice, body)) = data.split_first() else { return };
    let Some((tree, plain)) = both(body) else { return };
    let status = plain.get("status").filter(|status| !status.is_null());
    let refused = status.is_some_and(|status| status != "success");
    let message = plain["message"].as_str();
    assert_eq!(refusal(&tree).map(|refusal| refusal.words), refused.then_some(message));
    let failed = !plain["error"].is_null();
    let words = plain["error"].as_str().filter(|words| !words.trim().is_empty());
    assert_eq!(error_of(&tree).map(|refusal| refusal.words), failed.then_some(words));

    let wanted = plain.pointer("/team/id").and_then(Value::as_str).unwrap_or_default();
    let Ok(answer) = decode_team_answer(tree.clone(), wanted) else { return };
    let team = answer.team;
    let logins: Vec<&String> = team.members.iter().map(|member| &member.user_login).chain(&team.team_leads).collect();
    let Some(login) = logins.get(usize::from(choice) % logins.len().max(1)) else { return };
    let alike = |other: &String| LoginMatching::Folded.key(other) == LoginMatching::Folded.key(login);
    let spellings = |own: bool| {
        team.members.iter().any(|member| alike(&member.user_login) && (member.user_login == **login) == own)
    };
    // Of several spellings the one that is asked for is meant.
    let is_exact = spellings(true) && spellings(false);
    let same = |other: &String| if is_exact { other == *login } else { alike(other) };
    let target = RemovalTarget::of(login, Some(&team));
    assert_eq!(target.is_gone(&team), !team.members.iter().any(|member| same(&member.user_login)));

    let (gone, stayed): (Vec<_>, Vec<_>) = team.members.iter().cloned().partition(|member| same(&member.user_login));
    let team_leads = team.team_leads.iter().filter(|lead| !same(lead)).cloned().collect();
    let left = Team { members: stayed, team_leads, ..team.clone() };
    assert!(target.is_gone(&left));
    for after in [&left, &team] {
        let nothing = collateral(&team, after, &target, &[]);
        assert!(nothing.unchanged, "{nothing:?}");
    }
    // Of two removals that overlap each may answer what both left.
    let other = logins.get(usize::from(choice / 7) % logins.len()).copied().unwrap_or(login).clone();
    let nothing = collateral(&team, &left, &RemovalTarget::of(&other, Some(&team)), std::slice::from_ref(login));
    assert!(is_exact || nothing.unchanged, "{nothing:?}");
    let unchanged = diff(&left, &left, &DiffOptions::default());
    assert!(unchanged.unchanged, "{unchanged:?}");
    let change = diff(&team, &left, &DiffOptions::default());
    assert!(is_exact || change.members.removed.is_empty() == gone.is_empty());
    assert!(change.members.added.is_empty() && change.leads.added.is_empty() && change.fields.is_empty());
}

/// Both trees of a body. A body that is no JSON for the library becomes a failure that says where, and nothing else.
fn both(data: &[u8]) -> Option<(Tree, Value)> {
    let plain = oracle(data);
    match parse_tree(data, &Limits::default()) {
        Ok(value) => plain.ok().map(|plain| (value, plain)),
        Err(error) => {
            assert_ne!(plain.err(), None, "refused, {error:?}");
            check_failure(&error);
            None
        }
    }
}

/// The library's reading if no promise is broken; if one is, its refusal names such a place.
fn agree<T>(ours: Result<T, Error>, faults: &[String], plain: &Value) -> Option<T> {
    match ours {
        Ok(value) => {
            assert_eq!(faults, [""; 0], "accepted");
            Some(value)
        }
        Err(error) => {
            assert!(faults.contains(&error.pointer), "{error:?} is none of {faults:?}");
            let found = plain.pointer(&error.pointer);
            let absent = found.is_none_or(Value::is_null);
            assert!(if error.fault == Fault::Missing { absent } else { found.is_some() }, "{error:?}");
            check_failure(&error);
            None
        }
    }
}

/// A failure says its place, without what could fool a reader, and a fixed sentence.
fn check_failure(error: &Error) {
    let failure = Failure::from(error.clone());
    assert!(matches!(failure.kind, ErrorKind::Decode | ErrorKind::TooLarge));
    assert_eq!(failure.message(), failure.kind.sentence());
    assert_eq!(failure.hint.as_deref(), Some(error.fault.message()));
    // A selector changes the form of the character before it, and hides nothing.
    let fools = |c: char| is_deceptive(c) && !is_selector(c);
    let shown: String = error.pointer.chars().map(|c| if fools(c) { ' ' } else { c }).collect();
    assert_eq!(failure.path, Some(shown));
    assert_eq!((failure.server_message, failure.request_id, failure.last_status), (None, None, None));
}

/// The items of a promised array, as they should read back.
fn plain_items(parent: &Value, name: &str, at: &str, promises: &[(&str, Promise)], faults: &mut Vec<String>) -> Value {
    let at_items = [at, "/", name].concat();
    let Some(members) = parent.as_object() else {
        faults.push(at.to_owned());
        return Value::Null;
    };
    let Some(Value::Array(items)) = members.get(name) else {
        faults.push(at_items);
        return Value::Null;
    };
    let mut items = items.clone();
    for (number, item) in items.iter_mut().enumerate() {
        check(item, promises, &format!("{at_items}/{number}"), faults);
    }
    Value::Array(items)
}

/// Lists the places of an object that break a promise, and makes it what it should read back as.
fn check(object: &mut Value, promises: &[(&str, Promise)], at: &str, faults: &mut Vec<String>) {
    let Some(members) = object.as_object_mut() else {
        faults.push(at.to_owned());
        return;
    };
    for (name, promise) in promises {
        members.retain(|key, value| key != name || !value.is_null() || *promise == Promise::TextOrNull);
        let here = [at, "/", name].concat();
        match (promise, members.get(*name)) {
            (Promise::RequiredText, None) => faults.push(here),
            (Promise::Name, None) => drop(members.insert((*name).to_owned(), Value::from(""))),
            (Promise::Texts, None) => drop(members.insert((*name).to_owned(), Value::Array(Vec::new()))),
            (Promise::Texts, Some(Value::Array(items))) => {
                let wrong = items.iter().enumerate().filter(|(_, item)| !item.is_string());
                faults.extend(wrong.map(|(number, _)| format!("{here}/{number}")));
            }
            (_, None)
            | (Promise::TextOrNull, Some(Value::Null))
            | (Promise::Text | Promise::TextOrNull | Promise::RequiredText | Promise::Name, Some(Value::String(_)))
            | (Promise::Flag, Some(Value::Bool(_)))
            | (Promise::Count, Some(Value::Number(_))) => {}
            _ => faults.push(here),
        }
    }
}

/// The `num_files` of an entry: the count that its text says, or words if it says none.
fn number_of_files(tree: &Tree, at: usize) -> Option<Value> {
    match tree.get("scans")?.as_array()?.get(at)?.get("num_files")? {
        Tree::Number(number) => Some(exact::count(number.as_text()).map_or(Value::from("no count"), Value::from)),
        _ => None,
    }
}

fn read_back(tree: &Tree) -> Value {
    let text = tree.to_json().expect("there is memory for it");
    let again = parse_tree(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    assert_eq!(again, *tree);
    serde_json::from_str::<Map<String, Value>>(&text).map(Value::Object).expect("what is written is JSON")
}
