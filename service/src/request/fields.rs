//! The members of one JSON object, by name.
//!
//! A name given twice is refused: two readers of such a body could disagree about what it asks for. `null` is the same as absent.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::fault::Fault;

const NOT_JSON: Fault = Fault::Invalid("the request body cannot be read as JSON");
const NOT_AN_OBJECT: Fault = Fault::Invalid("the request body must be a JSON object");
const TWICE: Fault = Fault::Invalid("the request body gives a name twice");

/// The members of a request's object.
#[derive(Debug)]
pub struct Fields(BTreeMap<String, Value>);

impl Fields {
    /// Parses a body. The fault of a wrong one holds no part of it.
    pub fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        match serde_json::from_slice(bytes) {
            Ok(Members::Distinct(members)) => Ok(Self(members)),
            Ok(Members::Repeated) => Err(TWICE),
            Err(error) if error.is_data() => Err(NOT_AN_OBJECT),
            Err(_) => Err(NOT_JSON),
        }
    }

    /// The text under `name`; `wrong` if it is anything but a string.
    pub fn text(&self, name: &str, wrong: Fault) -> Result<Option<&str>, Fault> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(wrong),
        }
    }

    /// Refuses an object that holds a member whose name is in none of the lists: who misspells a name is told.
    pub fn only(&self, known: &[&[&str]], wrong: Fault) -> Result<(), Fault> {
        let is_known = |name: &String| known.iter().any(|names| names.contains(&name.as_str()));
        if self.0.keys().all(is_known) { Ok(()) } else { Err(wrong) }
    }
}

/// The members of any object, read to its end.
enum Members {
    Distinct(BTreeMap<String, Value>),
    Repeated,
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Members;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = BTreeMap::new();
        let mut repeated = false;
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            repeated |= members.insert(name, value).is_some();
        }
        Ok(if repeated { Members::Repeated } else { Members::Distinct(members) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn j7_only_one_object_with_distinct_names_is_accepted() {
        let nested = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
        let deep = nested(128);
        let not_json = [
            "",
            " ",
            "{",
            "{}{}",
            "{} x",
            "{'a':1}",
            "{\"a\":1,}",
            "{\"a\":NaN}",
            "{\"a\":\"\\ud800\"}",
            "{\"a\":1,\"a\":2",
            "\u{feff}{}",
            "{\"a\":\"\u{1}\"}",
            deep.as_str(),
        ];
        for case in not_json {
            assert_eq!(Fields::parse(case.as_bytes()).err(), Some(NOT_JSON), "{case:.40}");
        }
        assert_eq!(Fields::parse(b"{\"a\":\"\xff\"}").err(), Some(NOT_JSON));
        for case in ["null", "[]", "[", "[{}]", "\"text\"", "7", "true"] {
            assert_eq!(Fields::parse(case.as_bytes()).err(), Some(NOT_AN_OBJECT), "{case}");
        }
        for case in ["{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{\"a\":1,\"b\":2,\"a\":null}"] {
            assert_eq!(Fields::parse(case.as_bytes()).err(), Some(TWICE), "{case}");
        }
        assert!(Fields::parse(b" {\"a\": 1, \"b\": null} ").is_ok());
        assert!(Fields::parse(nested(127).as_bytes()).is_ok());
    }

    #[test]
    fn null_is_absent_and_other_types_are_wrong() {
        let fields = Fields::parse(br#"{"a":null,"b":"x","c":1}"#).unwrap();
        let wrong = Fault::Invalid("c");
        assert_eq!(fields.text("a", wrong), Ok(None));
        assert_eq!(fields.text("z", wrong), Ok(None));
        assert_eq!(fields.text("b", wrong), Ok(Some("x")));
        assert_eq!(fields.text("c", wrong), Err(wrong));
        let only = |known: &[&[&str]]| fields.only(known, Fault::MissingRepo).is_ok();
        assert!(!only(&[&["a", "b"]]) && only(&[&["a"], &["b", "c"]]));
    }
}
