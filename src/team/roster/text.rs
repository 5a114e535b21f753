//! Logins from text as people have it: one a line, several in one line, or a table.
//!
//! Of a table the first column is taken, or the one that its first row, where others follow or it has one cell, calls by a name
//! for logins. Columns are split by comma, semicolon or tab, and a cell may be quoted; a quoted cell ends with its line. A
//! leading `@` is dropped.

const COLUMN_NAMES: [&str; 5] = ["user_login", "login", "username", "email", "user"];

/// The logins, in the order of the text, repeated ones included.
pub fn read_logins(text: &str) -> Vec<String> {
    let lines = text.trim_start_matches('\u{FEFF}').lines().filter(|line| !line.trim().is_empty());
    let rows: Vec<_> = lines.map(cells).collect();
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

/// Cells of one line, trimmed, without their quotation marks.
fn cells(line: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let (mut cell, mut is_quoted) = (String::new(), false);
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            ',' | ';' | '\t' if !is_quoted => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            blank if cell.is_empty() && blank.is_whitespace() => {}
            other => cell.push(other),
        }
    }
    cells.push(cell.trim().to_owned());
    cells
}
