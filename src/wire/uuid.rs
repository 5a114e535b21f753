//! The text form of a UUID (RFC 4122), in any letter case.

/// Whether `text` is a UUID: 8-4-4-4-12 hexadecimal digits.
pub fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::is_uuid;

    #[test]
    fn c17_uuids_are_taken_in_any_case_and_in_text_form_only() {
        for (text, expected) in [
            ("3f2504e0-4f89-41d3-9a0c-0305e82c3301", true),
            ("3F2504E0-4F89-41D3-9A0C-0305E82C3301", true),
            ("00000000-0000-0000-0000-000000000000", true),
            ("{3f2504e0-4f89-41d3-9a0c-0305e82c3301}", false),
            ("3f2504e04f8941d39a0c0305e82c3301", false),
            ("3f2504e0-4f89-41d3-9a0c-0305e82c330g", false),
            ("3f2504e0-4f89-41d3-9a0c-0305e82c3301 ", false),
            ("3f2504e0-4f89-41d3-9a0c-0305e82c33011", false),
            ("", false),
        ] {
            assert_eq!(is_uuid(text), expected, "{text}");
        }
    }
}
