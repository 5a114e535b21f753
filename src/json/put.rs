//! Appends text to text: one function for all writers, because inlined copies would be a good part of their code.

use super::scan::plain_run;

/// Appends `text`.
#[inline(never)]
pub(crate) fn put(out: &mut String, text: &str) {
    out.push_str(text);
}

/// Appends `text` as a JSON string, with the escapes that JSON requires and no others.
pub fn write_string(text: &str, out: &mut String) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    put(out, "\"");
    let mut rest = text;
    loop {
        let (plain, tail) = rest.split_at_checked(plain_run(rest.as_bytes(), 0).end).unwrap_or((rest, ""));
        put(out, plain);
        let mut characters = tail.chars();
        match characters.next() {
            Some('"') => put(out, "\\\""),
            Some('\\') => put(out, "\\\\"),
            Some('\n') => put(out, "\\n"),
            Some('\r') => put(out, "\\r"),
            Some('\t') => put(out, "\\t"),
            Some(control) => {
                let code = control as usize;
                put(out, "\\u00");
                out.extend(HEX.get(code >> 4 & 15));
                out.extend(HEX.get(code & 15));
            }
            None => break,
        }
        rest = characters.as_str();
    }
    put(out, "\"");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_strings_hold_only_the_escapes_json_requires() {
        let mut out = String::new();
        write_string("a\"b\\c\n\r\t\u{1}\u{1f} /\u{7f}é", &mut out);
        assert_eq!(out, "\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u001f /\u{7f}é\"");
    }
}
