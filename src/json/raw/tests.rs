use super::*;
use crate::json::parse::{parse, tests::nearly_json};
use proptest::prelude::*;

fn read(text: &str) -> Result<(RawNotes, usize), Fault> {
    let mut lexer = Lexer::new(text.as_bytes(), 0);
    let notes = RawReader::default().read(&mut lexer, &Limits::default(), usize::MAX)?;
    Ok((notes, lexer.at))
}

#[test]
fn b16_a_skipped_value_may_be_a_hundred_thousand_deep() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = open.repeat(100_000) + "1" + &close.repeat(100_000);
        assert_eq!(read(&text), Ok((RawNotes::default(), text.len())));
        assert_eq!(mended(&text).as_ref(), Ok(&text));
    }
}

#[test]
fn b24_proto_members_are_dropped_wherever_they_stand() {
    for (text, kept) in [
        (r#"{"__proto__":1}"#, "{}"),
        (r#"{"a":1, "__proto__":{"b":[1,2]},"c":[{"\u005f_proto__":{}}, 2]}"#, r#"{"a":1,"c":[{},2]}"#),
        (r#"{"__proto__":null,"toString":"x"}"#, r#"{"toString":"x"}"#),
    ] {
        assert!(read(text).unwrap().0.proto);
        assert_eq!(mended(text).as_deref(), Ok(kept));
    }
}

#[test]
fn b14_surrogates_in_raw_values_are_mended() {
    let text = r#"{"\ud800":["\udc00x", "\ud83d\ude00"]}"#;
    assert_eq!(read(text).unwrap().0.repaired, 2);
    assert_eq!(mended(text).unwrap(), "{\"\u{fffd}\":[\"\u{fffd}x\",\"😀\"]}");
}

#[test]
fn b21_duplicate_keys_are_noticed_at_any_depth_and_number() {
    let many: Vec<String> = (0..100).map(|at| format!("\"{}\":1", at % 99)).collect();
    let many = format!("{{{}}}", many.join(","));
    for text in [r#"{"a":1,"a":2}"#, r#"[{"x":{"a":1,"b":1,"\u0061":2}}]"#, &many] {
        assert!(read(text).unwrap().0.duplicates, "{text}");
    }
    for text in [r#"{"a":{"a":1},"b":{"a":1}}"#, r#"[{"a":1},{"a":1}]"#] {
        assert!(!read(text).unwrap().0.duplicates, "{text}");
    }
}

proptest! {
    #[test]
    fn the_reader_accepts_what_the_tree_parser_accepts(text in nearly_json()) {
        // A byte order mark is the whole text's, not a value's.
        let text = text.replace('\u{feff}', "");
        let tree = parse(text.trim_matches([' ', '\n', '\r', '\t']).as_bytes(), &Limits::default());
        let read = read(text.trim_matches([' ', '\n', '\r', '\t']));
        let whole = matches!(&read, Ok((_, at)) if *at == text.trim_matches([' ', '\n', '\r', '\t']).len());
        prop_assert_eq!(tree.is_ok(), whole);
        if let (Ok(tree), Ok((notes, _))) = (tree, read) {
            let again = parse(mended(&text).unwrap().as_bytes(), &Limits::default()).unwrap();
            prop_assert_eq!(again.value, tree.value);
            prop_assert_eq!(!tree.duplicate_keys.is_empty(), notes.duplicates);
        }
    }
}
