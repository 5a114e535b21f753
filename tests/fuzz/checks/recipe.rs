//! Turns bytes into findings that are nearly alike: what an engine that learns from rows must not be misled by.
//!
//! Two bytes a step: one says what to do with the row under way, the other with what.

/// Pieces of a row, most of them legal in their places.
const PIECES: [&str; 40] = [
    "\"uid\":\"123e4567-e89b-12d3-a456-426614174000\"",
    "\"uid\":\"odd\"",
    "\"image\":\"alpine:3.10\"",
    "\"image\":\"debian\"",
    "\"kind\":\"os-pkgs/alpine\"",
    "\"kind\":\"npm\"",
    "\"target\":\"usr/lib\"",
    "\"target\":\"@x\"",
    "\"id\":\"CVE-1\"",
    "\"id\":\"CVE-2\"",
    "\"id\":\"\"",
    "\"package\":\"openssl\"",
    "\"package\":\"@scope/name\"",
    "\"severity\":\"high\"",
    "\"severity\":\"odd\"",
    "\"severity\":null",
    "\"installed_version\":\"1.0.0\"",
    "\"installed_version\":\"-1.2\"",
    "\"fixed_version\":\"1.0.1, 0.9\"",
    "\"fixed_version\":\"\"",
    "\"title\":\"a \\\"b\\\" \\u00e9\"",
    "\"title\":\"=1+1\"",
    "\"title\":\"\\ud800\"",
    "\"title\":\"é\\n|<x>\"",
    "\"primary_url\":\"https://a.example/1\"",
    "\"epss_details\":{\"epss\":0.5,\"n\":12}",
    "\"epss_details\":[{\"epss\":0.5},{\"score\":\"0.7\"}]",
    "\"epss_details\":{\"a\":1,\"a\":2}",
    "\"public_exploit\":{}",
    "\"public_exploit\":{\"__proto__\":1,\"x\":\"\\udc00\"}",
    "\"extra\":12",
    "\"extra\":123",
    "\"extra\":{\"deep\":[[[]]]}",
    "\"\\u0069d\":\"CVE-1\"",
    "\"__proto__\":1",
    "\"title\":null",
    " ",
    "\n",
    "}",
    "\"",
];

/// Most rows of one recipe, and most pieces of one row.
const ROWS: usize = 24;
const LENGTH: usize = 20;

pub fn rows(data: &[u8]) -> Vec<String> {
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    for step in data.as_chunks::<2>().0 {
        let [action, choice] = step.map(usize::from);
        let piece = PIECES[choice % PIECES.len()];
        let count = rows.len();
        let Some(row) = rows.last_mut() else { break };
        let at = if row.is_empty() { 0 } else { choice % row.len() };
        match action % 8 {
            0..3 if row.len() < LENGTH => row.push(piece.to_owned()),
            3 if !row.is_empty() => row[at] = piece.to_owned(),
            4 if !row.is_empty() => drop(row.remove(at)),
            5 if !row.is_empty() => {
                // One character of a piece becomes another.
                let changed: Vec<char> = row[at].chars().collect();
                let place = action / 8 * 7 % changed.len().max(1);
                let other = ['0', '"', '}', ' ', '\\', ',', 'é', ':'][action / 8 % 8];
                row[at] = changed.iter().enumerate().map(|(at, c)| if at == place { other } else { *c }).collect();
            }
            _ if count < ROWS => {
                let copy = row.clone();
                rows.push(copy);
            }
            _ => {}
        }
    }
    rows.into_iter().map(|row| ["{", &row.join(","), "}"].concat()).collect()
}
