//! The members of one JSON object, by name.
//!
//! A name given twice is refused: two readers of such a body could disagree about what it asks for. `null` is the same as absent.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::fault::Fault;

const NOT_AN_OBJECT: Fault = Fault::Invalid("the request body must be a JSON object");

/// The members of a request's object.
#[derive(Debug)]
pub struct Fields(BTreeMap<String, Value>);

impl Fields {
    /// Parses a body. Whatever is wrong with its JSON, the text is the same and holds nothing of the body.
    pub fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        serde_json::from_slice(bytes).map_err(|_| NOT_AN_OBJECT)
    }

    /// The text under `name`; `wrong` where it is anything but a string.
    pub fn text(&self, name: &str, wrong: Fault) -> Result<Option<&str>, Fault> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(wrong),
        }
    }

    /// Does the object hold a member that is not in `known`?
    pub fn any_besides(&self, known: &[&str]) -> bool {
        self.0.keys().any(|name| !known.contains(&name.as_str()))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Fields;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut members = BTreeMap::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if members.insert(name, value).is_some() {
                return Err(A::Error::custom("a name is given twice"));
            }
        }
        Ok(Fields(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn j7_only_one_object_with_distinct_names_is_accepted() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(1000), "]".repeat(1000));
        let cases = [
            "",
            " ",
            "null",
            "[]",
            "[{}]",
            "\"text\"",
            "7",
            "{",
            "{}{}",
            "{} x",
            "{'a':1}",
            "{\"a\":1,}",
            "{\"a\":NaN}",
            "{\"a\":1,\"a\":2}",
            "{\"a\":1,\"\\u0061\":2}",
            "\u{feff}{}",
            "{\"a\":\"\u{1}\"}",
            deep.as_str(),
        ];
        for case in cases {
            assert_eq!(Fields::parse(case.as_bytes()).err(), Some(NOT_AN_OBJECT), "{case:.40}");
        }
        assert_eq!(Fields::parse(b"{\"a\":\"\xff\"}").err(), Some(NOT_AN_OBJECT));
        assert!(Fields::parse(b" {\"a\": 1, \"b\": null} ").is_ok());
    }

    #[test]
    fn null_is_absent_and_other_types_are_wrong() {
        let fields = Fields::parse(br#"{"a":null,"b":"x","c":1}"#).unwrap();
        let wrong = Fault::Invalid("c");
        assert_eq!(fields.text("a", wrong), Ok(None));
        assert_eq!(fields.text("z", wrong), Ok(None));
        assert_eq!(fields.text("b", wrong), Ok(Some("x")));
        assert_eq!(fields.text("c", wrong), Err(wrong));
        assert!(fields.any_besides(&["a", "b"]) && !fields.any_besides(&["a", "b", "c"]));
    }
}
