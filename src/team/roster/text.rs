//! Logins from text as people have it: one a line, several in one line, or a table.
//!
//! In a table, the login column is the first whose heading is a known name (of several, the one naming most members), else the
//! first column. The separator is comma, semicolon or tab, preferably the one that separates the headings. A member's login is
//! never a heading, and a single line of several cells has none. A cell may be quoted, over several lines too; one that is not
//! closed, or goes on after its closing quotation mark, ends with its line. A leading `@` is dropped.

use crate::team::identity::LoginMatching;
use crate::team::keyed::Keyed;
use crate::wire::team::Team;

/// Of columns that name as many members, the first of these is taken.
const COLUMN_NAMES: [&str; 5] = ["user_login", "login", "username", "email", "user"];
/// Names as people write them, without the spaces and `_` that may part their words: those above too, after a provider's.
const FREE_NAMES: [&str; 7] = ["userlogin", "login", "username", "handle", "email", "e-mail", "emailaddress"];
/// May stand before such a name, as in `GitHub username`.
const PROVIDERS: [&str; 3] = ["github", "gitlab", "bitbucket"];
const SEPARATORS: &str = ",;\t";

/// The logins, in the order of the text, repeated ones included.
pub fn read_logins(text: &str, team: &Team) -> Vec<String> {
    let text = text.trim_start_matches('\u{FEFF}');
    let members = Keyed::of(team.members.iter().map(|member| LoginMatching::Folded.key(&member.user_login)));
    // A name may be `Doe, Jane`, unquoted where columns are parted by another sign.
    let own = ["\t", ";", ","].into_iter().find(|own| {
        let mut rows = rows(text, own);
        rows.next().is_some_and(|row| row.len() > 1 && !login_columns(&row, &members).is_empty())
            && rows.next().is_some()
    });
    let rows: Vec<Vec<String>> = rows(text, own.unwrap_or(SEPARATORS)).collect();
    // A single line of several cells has no heading: a cell called `email` in it is somebody's login.
    let first = rows.first().filter(|row| rows.len() > 1 || row.len() == 1);
    let header = first.and_then(|row| column_of_members(&rows, login_columns(row, &members), &members));
    let logins: Vec<&str> = match (header, rows.as_slice()) {
        (Some(column), [_, rows @ ..]) => logins_in(rows, column).collect(),
        (None, [line]) => line.iter().map(|cell| login_of(cell)).collect(),
        _ => logins_in(&rows, 0).collect(),
    };
    logins.into_iter().filter(|login| !login.is_empty()).map(str::to_owned).collect()
}

/// The columns that a row calls by a name for logins, in the order of those names.
fn login_columns(row: &[String], members: &Keyed) -> Vec<usize> {
    let is_heading = |cell: &str| !members.has(&LoginMatching::Folded.key(login_of(cell)));
    // A cell alone in its line that could be a login is one, whatever else it may mean.
    let is_free = |cell: &str| row.len() > 1 || cell.contains(' ');
    let named = |name: &&str| row.iter().position(|cell| cell.eq_ignore_ascii_case(name) && is_heading(cell));
    let called = |name: &&str| row.iter().position(|cell| is_free(cell) && is_called(cell, name) && is_heading(cell));
    COLUMN_NAMES.iter().filter_map(named).chain(FREE_NAMES.iter().filter_map(called)).collect()
}

/// Whether a heading is a name for logins as people write it.
fn is_called(cell: &str, name: &str) -> bool {
    let own = match cell.split_once([' ', '_']) {
        Some((first, rest)) if PROVIDERS.iter().any(|provider| first.eq_ignore_ascii_case(provider)) => rest,
        _ => cell,
    };
    own.bytes().filter(|byte| !matches!(byte, b' ' | b'_')).map(|byte| byte.to_ascii_lowercase()).eq(name.bytes())
}

/// Of these columns the first that names most members.
fn column_of_members(rows: &[Vec<String>], columns: Vec<usize>, members: &Keyed) -> Option<usize> {
    if columns.len() < 2 {
        return columns.first().copied();
    }
    let named =
        |column: usize| logins_in(rows, column).filter(|login| members.has(&LoginMatching::Folded.key(login))).count();
    columns.into_iter().rev().max_by_key(|&column| named(column))
}

fn logins_in(rows: &[Vec<String>], column: usize) -> impl Iterator<Item = &str> {
    rows.iter().filter_map(move |row| row.get(column)).map(|cell| login_of(cell))
}

fn login_of(cell: &str) -> &str {
    cell.strip_prefix('@').unwrap_or(cell).trim()
}

/// The rows that say something. A line ends as anywhere: with a line feed, a carriage return, or both.
fn rows<'a>(text: &'a str, separators: &'a str) -> impl Iterator<Item = Vec<String>> + 'a {
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let (row, length) = row(rest, separators);
            let (own, next) = rest.split_at_checked(length).unwrap_or((rest, ""));
            rest = next;
            if !own.trim().is_empty() {
                return Some(row);
            }
        }
        None
    })
}

/// The cells of the first row, trimmed, without their quotation marks; and how long it is, with its line's end.
fn row(text: &str, separators: &str) -> (Vec<String>, usize) {
    let mut cells = Vec::new();
    let (mut cell, mut is_quoted, mut goes_on) = (String::new(), false, false);
    let mut characters = text.char_indices().peekable();
    let mut length = text.len();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        match character {
            '"' if is_quoted && next == Some('"') => cell.extend(characters.next().map(|(_, mark)| mark)),
            '"' if is_quoted || cell.is_empty() => {
                is_quoted = !is_quoted;
                goes_on = is_quoted && is_closed(text.get(at + 1..).unwrap_or_default(), separators);
            }
            '\n' | '\r' if !(is_quoted && goes_on) => {
                length = at + if character == '\r' && next == Some('\n') { 2 } else { 1 };
                break;
            }
            separator if !is_quoted && separators.contains(separator) => {
                cells.push(std::mem::take(&mut cell).trim().to_owned())
            }
            blank if cell.is_empty() && blank.is_whitespace() => {}
            other => cell.push(other),
        }
    }
    cells.push(cell.trim().to_owned());
    (cells, length)
}

/// Whether a quoted text reaches a closing quotation mark that ends the cell.
fn is_closed(inside: &str, separators: &str) -> bool {
    let mut rest = inside;
    while let Some((_, after)) = rest.split_once('"') {
        let Some(doubled) = after.strip_prefix('"') else {
            let next = after.trim_start_matches(' ').chars().next();
            return next.is_none_or(|next| separators.contains(next) || matches!(next, '\r' | '\n'));
        };
        rest = doubled;
    }
    false
}
