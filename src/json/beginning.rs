//! The beginning of a text that was cut: what is whole in it, and the string that it ends in.

use super::error::Fault;
use super::escapes::resolve;
use super::lex::Lexer;
use super::limits::Limits;
use super::parse::{Parser, keep_last};
use super::value::Value;

/// Members of an object that was cut.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    /// The members that are whole, and the string that was cut, as far as it goes.
    pub members: Value,
    /// The name of the member that was cut, if its string is among them.
    pub cut: Option<String>,
}

/// Reads the members of these names in the beginning of an object; `None` if it is not the beginning of one.
#[cold]
pub fn beginning(bytes: &[u8], names: &[&str]) -> Option<Beginning> {
    let limits = Limits::default();
    let mut parser = Parser::new(bytes, &limits, Some(names));
    parser.lexer.expect(b'{').ok()?;
    let (mut members, mut under_way) = (Vec::new(), None);
    let mut cut = None;
    match (read_members(&mut parser, &mut members, &mut under_way), under_way) {
        (Err(fault), _) if fault != Fault::Truncated && !fault.is_limit() => return None,
        (Err(_), Some((name, start))) if names.contains(&name.as_str()) => {
            // The last of equal keys counts, whatever it would have been.
            members.retain(|(earlier, _)| *earlier != name);
            if let Some(text) = beginning_of_text(bytes.get(start..)?) {
                members.push((name.clone(), Value::String(text)));
                cut = Some(name);
            }
        }
        _ => {}
    }
    keep_last(&mut members).ok()?;
    Some(Beginning { members: Value::Object(members), cut })
}

/// Reads all members. After a fault, `under_way` has the name of the member with the fault, and where its value begins.
fn read_members(
    parser: &mut Parser,
    members: &mut Vec<(String, Value)>,
    under_way: &mut Option<(String, usize)>,
) -> Result<(), Fault> {
    if parser.lexer.peek_token()? == b'}' {
        return Ok(());
    }
    loop {
        let key = parser.begin_member()?;
        let (key, _) = under_way.insert((key, parser.lexer.at));
        let value = parser.member(key, 1)?;
        if matches!(value, Some(Value::Number(_))) && parser.lexer.at == parser.lexer.bytes.len() {
            // More digits may have been cut off.
            return Err(Fault::Truncated);
        }
        members.extend(under_way.take().and_then(|(key, _)| Some((key, value?))));
        parser.path.pop();
        if !parser.lexer.more(b'}')? {
            return Ok(());
        }
    }
}

/// Most bytes read of a string, many times what an error shows. A cut may split a secret, which redacting has to allow for.
const ENOUGH: usize = 64 * 1024;
/// Bytes of the longest character, written as two escapes.
const LONGEST_CHARACTER: usize = 12;

/// The beginning of a string that is long or was cut, from its JSON text.
pub(crate) fn beginning_of_text(json: &[u8]) -> Option<String> {
    let string = json.trim_ascii_start();
    string.starts_with(b"\"").then_some(())?;
    let end = string.len().min(ENOUGH);
    // The last character may be cut.
    (0..=LONGEST_CHARACTER).find_map(|by| closed(string.get(..end.checked_sub(by)?)?))
}

/// The text of a string that lacks only its end.
fn closed(string: &[u8]) -> Option<String> {
    let is_halved = ends_with_high_escape(string);
    let string = [string, b"\""].concat();
    let mut lexer = Lexer::new(&string, 0);
    let span = lexer.rare_string().ok()?;
    let mut text = resolve(lexer.text(span)).ok()?.0.into_owned();
    // Of a character in two escapes the second may be cut off: what stands for the first alone was never said.
    if is_halved && lexer.at == string.len() && text.ends_with('\u{fffd}') {
        text.pop();
    }
    Some(text)
}

/// Whether JSON text ends with the first of the two escapes of a character, or with what looks like it.
fn ends_with_high_escape(json: &[u8]) -> bool {
    matches!(json.last_chunk(), Some([b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B', _, _]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_leaves_what_is_whole_and_the_string_it_ends_in() {
        let whole = r#" {"a":{"e":1},"error":"no é\u00e9 more","trace":[[1],"x"],"status":5,"error":"last"} "#;
        let names = ["error", "status"];
        for end in 0..=whole.len() {
            let found = beginning(&whole.as_bytes()[..end], &names);
            let Some(place) = whole.find('{').filter(|at| *at < end) else {
                assert_eq!(found, None, "{end}");
                continue;
            };
            let text = whole.as_bytes().get(place..end).map(String::from_utf8_lossy).unwrap();
            let Beginning { members, cut } = found.unwrap();
            let error = members.get("error").and_then(Value::as_str);
            // What the last string of that name holds so far.
            let value = text.rfind(r#""error":"#).map(|at| &text[at + 8..]);
            let began = value.and_then(|value| value.strip_prefix('"'));
            let written = began.map(|text| text.split('"').next().unwrap());
            assert_eq!(error.is_some(), written.is_some(), "{text}");
            let is_cut = began.is_some_and(|text| !text.contains('"'));
            assert_eq!(cut.as_deref(), is_cut.then_some("error"), "{text}");
            if let (Some(error), Some(written)) = (error, written) {
                assert!("no éé more".starts_with(error) || "last".starts_with(error), "{text}");
                let near = if is_cut { LONGEST_CHARACTER } else { 0 };
                assert!(error.len() + near >= written.replace("\\u00e9", "é").len(), "{text}: {error}");
            }
            assert_eq!(members.get("status").is_some(), text.contains("status\":5,"), "{text}");
        }
    }

    #[test]
    fn a_character_that_is_cut_between_its_escapes_is_left_out() {
        let whole = r#""no \ud83d\ude00 more""#;
        for end in 1..=whole.len() {
            let found = beginning_of_text(&whole.as_bytes()[..end]).unwrap();
            assert!("no 😀 more".starts_with(&found), "{found:?} of {}", &whole[..end]);
        }
        for (text, read) in [
            (r#""no \ud83d""#, "no \u{fffd}"),
            ("\"no \u{fffd}\"", "no \u{fffd}"),
            ("\"no \u{fffd}", "no \u{fffd}"),
            (r#""no \ufffd"#, "no \u{fffd}"),
            (r#""no \ude00"#, "no \u{fffd}"),
            (r#""no \\ud83d"#, r"no \ud83d"),
            (r#""no \ufffd","\ud83d"#, "no \u{fffd}"),
        ] {
            assert_eq!(beginning_of_text(text.as_bytes()).as_deref(), Some(read), "what is whole stays");
        }
    }

    #[test]
    fn of_a_string_of_any_length_so_much_is_read() {
        let text = |length: usize| ["\"", &"x".repeat(length), "\""].concat();
        for (length, read) in [(9, 9), (ENOUGH - 2, ENOUGH - 2), (ENOUGH - 1, ENOUGH - 1), (9 * ENOUGH, ENOUGH - 1)] {
            let found = beginning_of_text(text(length).as_bytes()).unwrap_or_default();
            assert_eq!(found.len(), read, "{length}");
        }
    }

    #[test]
    fn the_last_of_equal_keys_counts_and_what_others_hold_is_passed_over() {
        let deep = ["[".repeat(200), "]".repeat(200)].concat();
        let text = [r#"{"error":"a","other":"#, &deep, r#","error":"b","other"#].concat();
        let members = Value::Object(vec![("error".to_owned(), "b".into())]);
        assert_eq!(beginning(text.as_bytes(), &["error"]), Some(Beginning { members, cut: None }));
    }

    #[test]
    fn what_is_no_object_has_no_members() {
        for text in ["", " ", "[", "\"error", "5", "}"] {
            assert_eq!(beginning(text.as_bytes(), &["error"]), None, "{text}");
        }
        for text in ["{\"error\":\"no\" oops", "{\"error\":\"no\",}", "{\"error\":\"no\\q", "{\"error\":nil", "{5"] {
            assert_eq!(beginning(text.as_bytes(), &["error"]), None, "{text}");
        }
        let none = Beginning { members: Value::Object(Vec::new()), cut: None };
        for text in [
            "{",
            "{}",
            "{\"error",
            "{\"error\":",
            "{\"error\":{\"error\":\"a",
            "{\"other\":\"a",
            "{\"error\":\"a\",\"error\":{",
            "{\"error\":nu",
            &["{\"error\":", &"[".repeat(200), "] oops"].concat(),
        ] {
            assert_eq!(beginning(text.as_bytes(), &["error"]), Some(none.clone()), "{text}");
        }
    }
}
