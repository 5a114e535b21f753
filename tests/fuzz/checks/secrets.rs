//! A token as texts may spell it, and texts as errors may repeat them: without the token, and without what fools a reader.

/// How many ways there are of [`spelled`].
pub const WAYS: usize = 5;

/// A token written in one way throughout: as it is, percent-encoded once or twice, or escaped as in JSON in two ways.
pub fn spelled(token: &str, way: usize) -> String {
    token.chars().map(|c| ways_of(c).swap_remove(way % WAYS)).collect()
}

/// How a character of a token may be written; a form has a space for a plus.
fn ways_of(c: char) -> Vec<String> {
    let code = u32::from(c);
    let plain = c.to_string();
    let mut ways =
        vec![plain, format!("%{code:02X}"), format!("%25{code:02x}"), format!("\\u{code:04x}"), format!("\\{c}")];
    if c == '+' {
        ways.push(" ".to_owned());
    }
    ways
}

/// Where a text goes on after a character of a token that it begins with.
fn after(text: &str, c: char) -> Option<&str> {
    let is_here = |way: &String| match text.get(..way.len()) {
        // The digits of a code may be capitals, the `u` before them may not.
        Some(here) if way.len() > 2 => here.eq_ignore_ascii_case(way) && !here.starts_with("\\U"),
        here => here == Some(way),
    };
    ways_of(c).iter().find(|way| is_here(way)).and_then(|way| text.get(way.len()..))
}

/// How many characters of a token a text begins with, however each is written, and what follows them.
fn common<'a>(text: &'a str, token: &str) -> (usize, &'a str) {
    let (mut count, mut rest) = (0, text);
    for c in token.chars() {
        let Some(next) = after(rest, c) else { break };
        (count, rest) = (count + 1, next);
    }
    (count, rest)
}

/// The first `most` characters, or some more, of a text in which `[redacted]` stands for a token of at least eight characters,
/// with any part of its padding.
pub fn redacted(text: &str, token: &str, most: usize) -> String {
    let length = token.trim_end_matches('=').len();
    let first = ways_of(token.chars().next().expect("a token has characters"));
    let (mut out, mut count, mut rest) = (String::new(), 0, text);
    while let Some(c) = rest.chars().next()
        && count <= most
    {
        let may_begin = first.iter().any(|way| way.starts_with(c));
        let (same, next) = if may_begin { common(rest, token) } else { (0, rest) };
        if same >= length {
            out.push_str("[redacted]");
            (count, rest) = (count + 10, next);
        } else {
            out.push(c);
            (count, rest) = (count + 1, &rest[c.len_utf8()..]);
        }
    }
    out
}

/// Whether a text ends with at least eight characters that a token begins with, however they are written.
pub fn ends_with_beginning(text: &str, token: &str) -> bool {
    text.char_indices().any(|(at, _)| matches!(common(&text[at..], token), (8.., "")))
}

/// Words as an error may repeat them: at most so many bytes.
pub fn shown(words: &str, token: Option<&str>, most: usize) -> String {
    // What becomes a space may stand for a plus.
    let words: String = words.chars().map(|c| if unsafe_to_show(c) { ' ' } else { c }).collect();
    let words = token.map_or_else(|| words.clone(), |token| redacted(&words, token, most));
    let mut cleaned = String::new();
    for c in words.chars() {
        if cleaned.len() + c.len_utf8() > most {
            break;
        }
        cleaned.push(c);
    }
    cleaned.trim().to_owned()
}

/// Control characters, and those that are not seen or turn the direction of the text around them.
pub fn unsafe_to_show(c: char) -> bool {
    // Of Unicode's default ignorables those that choose no form of a character, its separators of lines, and annotations.
    let ranges: [(u32, u32); 18] = [
        (0x7F, 0x9F),
        (0xAD, 0xAD),
        (0x61C, 0x61C),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180E, 0x180E),
        (0x200B, 0x200F),
        (0x2028, 0x202E),
        (0x2060, 0x206F),
        (0x3164, 0x3164),
        (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFF8),
        (0xFFF9, 0xFFFB),
        (0x1BCA0, 0x1BCA3),
        (0x1D173, 0x1D17A),
        (0xE0000, 0xE00FF),
        (0xE01F0, 0xE0FFF),
    ];
    c < ' ' || ranges.iter().any(|&(first, last)| (first..=last).contains(&c.into()))
}
