use super::*;
use crate::json::parse::{parse, tests::nearly_json};
use proptest::prelude::*;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

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
        (r#"[{"\u005f_proto__":1}]"#, "[{}]"),
        (r#"{"__proto__":null,"toString":"x"}"#, r#"{"toString":"x"}"#),
        (r#"[true,false,null,-1.5e3,{"__proto__":true}]"#, "[true,false,null,-1.5e3,{}]"),
    ] {
        assert!(read(text).unwrap().0.proto);
        assert_eq!(mended(text).as_deref(), Ok(kept));
    }
}

#[test]
fn b14_surrogates_in_raw_values_are_mended() {
    let text = r#"{"\ud800":["\udc00x\udc00", "\ud83d\ude00"]}"#;
    assert_eq!(read(text).unwrap().0.repaired, 3);
    assert_eq!(mended(text).unwrap(), "{\"\u{fffd}\":[\"\u{fffd}x\u{fffd}\",\"😀\"]}");
}

#[test]
fn b21_duplicate_keys_are_noticed_at_any_depth_and_number() {
    let many: Vec<String> = (0..100).map(|at| format!("\"{}\":1", at % 99)).collect();
    let many = format!("{{{}}}", many.join(","));
    for text in [r#"{"a":1,"a":2}"#, r#"{"a":[1],"a":2}"#, r#"[{"x":{"a":1,"b":1,"\u0061":2}}]"#, &many] {
        assert!(read(text).unwrap().0.duplicates, "{text}");
    }
    let unlike: Vec<String> = (0..100).map(|at| format!("\"{at}\":1")).collect();
    let unlike = format!("{{{}}}", unlike.join(","));
    for text in [r#"{"a":{"a":1},"b":{"a":1}}"#, r#"[{"a":1},{"a":1}]"#, r#"{"\u0061":1,"b":2,"\u0062b":3}"#, &unlike] {
        assert!(!read(text).unwrap().0.duplicates, "{text}");
    }
}

/// Whether an object in a text has a key twice, as another reader sees it.
struct Repeats(bool);

impl<'de> Deserialize<'de> for Repeats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Repeats(false))
    }
}

impl<'de> Visitor<'de> for Repeats {
    type Value = Repeats;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Self, A::Error> {
        while let Some(item) = items.next_element::<Repeats>()? {
            self.0 |= item.0;
        }
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Self, A::Error> {
        let mut keys = BTreeSet::new();
        while let Some((key, value)) = members.next_entry::<String, Repeats>()? {
            self.0 |= value.0 | !keys.insert(key);
        }
        Ok(self)
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
            prop_assert_eq!(again, tree);
            prop_assert_eq!(serde_json::from_str::<Repeats>(&text).unwrap().0, notes.duplicates);
        }
    }
}
