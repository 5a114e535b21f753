//! Logins from text as people have it: one a line, several in one line, or a table.
//!
//! Of a table the first column is taken, or the one that its first row, where others follow or it has one cell, calls by a name
//! for logins. Columns are split by comma, semicolon or tab, and a cell may be quoted, over several lines too; one that is
//! not closed, or goes on behind its quotation mark, ends with its line. A leading `@` is dropped.

const COLUMN_NAMES: [&str; 5] = ["user_login", "login", "username", "email", "user"];

/// The logins, in the order of the text, repeated ones included.
pub fn read_logins(text: &str) -> Vec<String> {
    let rows = rows(text.trim_start_matches('\u{FEFF}'));
    // A row of a table has others below it; in a list of one line such a name is somebody's login.
    let first = rows.first().filter(|row| rows.len() > 1 || row.len() == 1);
    let header = first.and_then(|row| {
        COLUMN_NAMES.iter().find_map(|name| row.iter().position(|cell| cell.eq_ignore_ascii_case(name)))
    });
    let logins: Vec<String> = match (header, rows.as_slice()) {
        (Some(column), [_, rows @ ..]) => rows.iter().filter_map(|row| row.get(column)).cloned().collect(),
        (None, [line]) => line.clone(),
        _ => rows.iter().filter_map(|row| row.first()).cloned().collect(),
    };
    let logins = logins.iter().map(|login| login.strip_prefix('@').unwrap_or(login).trim());
    logins.filter(|login| !login.is_empty()).map(str::to_owned).collect()
}

/// The rows that say something. A line ends as anywhere: with a line feed, a carriage return, or both.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (row, length) = row(rest);
        let (own, next) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if !own.trim().is_empty() {
            rows.push(row);
        }
        rest = next;
    }
    rows
}

/// The cells of the first row, trimmed, without their quotation marks; and how long it is, with its line's end.
fn row(text: &str) -> (Vec<String>, usize) {
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
                goes_on = is_quoted && is_closed(text.get(at + 1..).unwrap_or_default());
            }
            '\n' | '\r' if !(is_quoted && goes_on) => {
                length = at + if character == '\r' && next == Some('\n') { 2 } else { 1 };
                break;
            }
            ',' | ';' | '\t' if !is_quoted => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            blank if cell.is_empty() && blank.is_whitespace() => {}
            other => cell.push(other),
        }
    }
    cells.push(cell.trim().to_owned());
    (cells, length)
}

/// Whether what is inside a quotation mark comes to another one that ends the cell.
fn is_closed(inside: &str) -> bool {
    let mut rest = inside;
    while let Some((_, behind)) = rest.split_once('"') {
        let Some(doubled) = behind.strip_prefix('"') else {
            return behind.trim_start_matches(' ').chars().next().is_none_or(|next| ",;\t\r\n".contains(next));
        };
        rest = doubled;
    }
    false
}
