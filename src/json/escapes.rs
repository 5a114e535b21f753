//! Resolves the escapes of a string that the lexer has checked.
//!
//! An unpaired surrogate becomes one U+FFFD, as `toWellFormed` would have it, and is counted.

use super::error::Fault;
use std::borrow::Cow;

/// The text that `raw` stands for, and how many unpaired surrogates were replaced in it.
#[inline(never)]
pub(crate) fn resolve(raw: &str) -> Result<(Cow<'_, str>, u64), Fault> {
    if !raw.contains('\\') {
        return Ok((Cow::Borrowed(raw), 0));
    }
    let mut text = String::new();
    let repaired = resolve_into(raw, &mut text)?;
    Ok((Cow::Owned(text), repaired))
}

/// Appends the text that `raw` stands for; returns the number of replaced surrogates.
#[inline(never)]
pub(crate) fn resolve_into(raw: &str, text: &mut String) -> Result<u64, Fault> {
    // No escape is shorter than what it stands for.
    text.try_reserve(raw.len())?;
    let mut repaired = 0;
    let mut rest = raw;
    while let Some((plain, tail)) = rest.split_once('\\') {
        text.push_str(plain);
        let mut letters = tail.chars();
        match letters.next() {
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('t') => text.push('\t'),
            Some('u') => {
                let (character, length) = unit(tail);
                text.push(character.unwrap_or('\u{fffd}'));
                repaired += u64::from(character.is_none());
                rest = tail.get(length..).unwrap_or_default();
                continue;
            }
            Some(itself) => text.push(itself),
            None => {}
        }
        rest = letters.as_str();
    }
    text.push_str(rest);
    Ok(repaired)
}

/// Reads `uXXXX`, with the second half of a surrogate pair if there is one. Returns the character, `None` for an unpaired
/// surrogate, and the length read.
fn unit(text: &str) -> (Option<char>, usize) {
    let code = hex(text);
    if !(0xD800..0xDC00).contains(&code) {
        return (char::from_u32(code), 5);
    }
    let second = match text.get(5..) {
        Some(tail) if tail.starts_with("\\u") => hex(tail.get(1..).unwrap_or_default()),
        _ => 0,
    };
    if !(0xDC00..0xE000).contains(&second) {
        return (None, 5);
    }
    (char::from_u32(0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00)), 11)
}

fn hex(text: &str) -> u32 {
    text.get(1..5).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b14_lone_surrogates_become_one_replacement_each() {
        for (raw, text, repaired) in [
            (r"\ud800", "\u{fffd}", 1),
            (r"\udc00", "\u{fffd}", 1),
            (r"\udc00\ud800", "\u{fffd}\u{fffd}", 2),
            (r"\udc00\udc00", "\u{fffd}\u{fffd}", 2),
            (r"\ud83d\ude00", "😀", 0),
            (r"\ud800\udc00", "\u{10000}", 0),
            (r"\udbff\udfff", "\u{10ffff}", 0),
            (r"\ud83d\ud83d\ude00", "\u{fffd}😀", 1),
            (r"\ud83dx\n", "\u{fffd}x\n", 1),
            (r"\ud83d\u0041", "\u{fffd}A", 1),
            (r"\ud83d\udbff", "\u{fffd}\u{fffd}", 2),
            (r"\ud83d\udfff", "\u{1f7ff}", 0),
            (r"\ud83d\ue000", "\u{fffd}\u{e000}", 1),
            (r"\ud83d\ndc00", "\u{fffd}\ndc00", 1),
            (r"\ud83dxudc00", "\u{fffd}xudc00", 1),
        ] {
            assert_eq!(resolve(raw), Ok((Cow::Borrowed(text), repaired)), "{raw}");
        }
    }

    #[test]
    fn every_escape_of_the_grammar_is_resolved() {
        assert_eq!(resolve(r#"\"\\\/\b\f\n\r\té"#).unwrap().0, "\"\\/\u{8}\u{c}\n\r\té");
        assert_eq!(resolve(r"\u0000\u00e9").unwrap().0, "\0é");
    }
}
