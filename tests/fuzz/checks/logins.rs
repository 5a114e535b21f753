//! Lists of logins: a list written as a table is read back, and a list and a team are compared without loss.

use scanfold::team::{diff_roster, read_logins};
use scanfold::wire::team::{Member, Team};

/// The first byte chooses how the table is written; the rest is a text, and its pieces between `|` are the cells.
pub fn logins(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let nobody = Team::default();
    let read = read_logins(&text, &nobody);
    assert!(read.iter().all(|login| !login.is_empty() && login.trim() == login), "{read:?}");

    let cells: Vec<&str> = text.split('|').map(str::trim).collect();
    let written = table(&cells, choice);
    let expected: Vec<&str> = cells
        .iter()
        .map(|cell| cell.strip_prefix('@').unwrap_or(cell).trim())
        .filter(|login| !login.is_empty())
        .collect();
    assert_eq!(read_logins(&written, &nobody), expected, "{written:?}");

    compared(&read, &cells);
}

/// A table of two columns whose second one is called by a name for logins, each cell of it quoted.
fn table(cells: &[&str], choice: u8) -> String {
    let separator = [",", ";", "\t"][usize::from(choice) % 3];
    let end = ["\n", "\r\n", "\r"][usize::from(choice / 3) % 3];
    let name =
        ["user_login", "login", "Username", "EMAIL", "user", "GitHub user name", "E-mail"][usize::from(choice / 9) % 7];
    let mut text = ["team", separator, name, end].concat();
    for cell in cells {
        text.push_str(&["core", separator, "\"", &cell.replace('"', "\"\""), "\"", end].concat());
    }
    text
}

/// Unicode's simple case folding by way of the capital, which letters that differ in case alone share.
pub fn folded(letter: char) -> char {
    fn single(mut letters: impl Iterator<Item = char>, otherwise: char) -> char {
        letters.next().filter(|_| letters.next().is_none()).unwrap_or(otherwise)
    }
    match letter {
        // Its capital is that of `i`, whose fold it does not share.
        'ı' => letter,
        // Twice in Unicode, with capitals of several letters.
        '\u{1fd3}' => '\u{390}',
        '\u{1fe3}' => '\u{3b0}',
        '\u{fb05}' => '\u{fb06}',
        _ => {
            let capital = single(letter.to_uppercase(), letter);
            single(capital.to_lowercase(), capital)
        }
    }
}

/// Everybody on the list is missing, matched or ambiguous; everybody in the team is matched, ambiguous or unexpected.
fn compared(listed: &[String], members: &[&str]) {
    let member = |login: &&str| Member { user_login: (*login).to_owned(), ..Member::default() };
    let team = Team { members: members.iter().map(member).collect(), ..Team::default() };
    let diff = diff_roster(&team, listed);
    let key = |login: &str| -> String { login.trim().chars().map(folded).collect() };
    let keys = |logins: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        let mut keys: Vec<String> = logins.map(key).collect();
        keys.sort();
        keys.dedup();
        keys
    };
    let ambiguous = || diff.ambiguous.iter().map(|entry| entry.login.as_str());
    let matched = || diff.matched.iter().map(|member| member.user_login.as_str());
    let unexpected = || diff.unexpected.iter().map(|member| member.user_login.as_str());
    let missing = || diff.missing.iter().map(String::as_str);
    assert_eq!(
        keys(&mut missing().chain(matched()).chain(ambiguous())),
        keys(&mut listed.iter().map(String::as_str)),
        "{diff:?}"
    );
    assert_eq!(
        keys(&mut unexpected().chain(matched()).chain(ambiguous())),
        keys(&mut members.iter().copied()),
        "{diff:?}"
    );
    let counts = diff.missing.len() + diff.matched.len() + diff.ambiguous.len();
    assert_eq!(counts, keys(&mut listed.iter().map(String::as_str)).len(), "{diff:?}");
}
