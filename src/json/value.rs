//! A JSON value as a small tree, for answers and arguments that are not scans.
//!
//! Numbers stay as written, so nothing is rounded before somebody asks. Object members keep their order; the last of
//! equal keys wins, as in `JSON.parse`. A member named `__proto__` is never kept.

use super::error::Fault;
use super::room::{append, append_string, copy};
use crate::compact::parse_number;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// One JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as written.
    Number(Number),
    /// A string; unpaired surrogates were replaced by U+FFFD.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object's members in order, keys unique.
    Object(Vec<(String, Value)>),
}

/// A number as the text has it: a legal JSON number.
#[derive(Clone, Debug, PartialEq)]
pub struct Number(Box<str>);

/// The largest integer that JavaScript holds exactly.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

impl Number {
    /// Takes text that is known to be a legal JSON number.
    pub(crate) fn from_text(text: &str) -> Result<Self, Fault> {
        Ok(Number(copy(text)?.into_boxed_str()))
    }

    /// The text as written.
    pub fn as_text(&self) -> &str {
        &self.0
    }

    /// The nearest double; infinite if the number is beyond their range.
    pub fn as_f64(&self) -> f64 {
        parse_number(&self.0)
    }

    /// The number as a count: integral, not negative, exact in JavaScript. `3.0` and `1e2` are counts, `-0` is zero.
    pub fn as_count(&self) -> Option<u64> {
        let number = self.as_f64();
        // A long fraction may round to an integer, so the digits decide.
        let is_count = (0.0..=MAX_SAFE_INTEGER).contains(&number) && self.is_integral_as_written();
        is_count.then_some(number as u64)
    }

    fn is_integral_as_written(&self) -> bool {
        let (mantissa, exponent) = match self.0.split_once(['e', 'E']) {
            // An exponent beyond an `i64` makes the double infinite, which never gets here, or zero, which depends on the digits
            // alone: as with the least exponent.
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().unwrap_or(i64::MIN)),
            None => (&*self.0, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        if exponent >= 0 {
            return fraction.len() as u64 <= exponent.unsigned_abs();
        }
        let whole = whole.trim_start_matches('-');
        let zeros = whole.len() - whole.trim_end_matches('0').len();
        let is_zero = whole.bytes().all(|digit| digit == b'0') && fraction.is_empty();
        is_zero || (fraction.is_empty() && zeros as u64 >= exponent.unsigned_abs())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Value::Number(Number(number.to_string().into()))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::String(text.to_owned())
    }
}

impl Value {
    /// The member of an object; `None` for other values.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items of an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(String, Value)]> {
        match self {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Appends the value as JSON text, if there is memory for it.
    pub fn write(&self, out: &mut String) -> Result<(), Fault> {
        match self {
            Value::Null => append(out, "null"),
            Value::Bool(true) => append(out, "true"),
            Value::Bool(false) => append(out, "false"),
            Value::Number(number) => append(out, number.as_text()),
            Value::String(text) => append_string(out, text),
            Value::Array(items) => {
                append(out, "[")?;
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        append(out, ",")?;
                    }
                    item.write(out)?;
                }
                append(out, "]")
            }
            Value::Object(members) => {
                append(out, "{")?;
                for (at, (key, value)) in members.iter().enumerate() {
                    if at > 0 {
                        append(out, ",")?;
                    }
                    append_string(out, key)?;
                    append(out, ":")?;
                    value.write(out)?;
                }
                append(out, "}")
            }
        }
    }

    /// The value as JSON text.
    pub fn to_json(&self) -> Result<String, Fault> {
        let mut out = String::new();
        self.write(&mut out).map(|()| out)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => serializer.serialize_f64(number.as_f64()),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(item)?;
                }
                sequence.end()
            }
            Value::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in members {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Option<u64> {
        Number::from_text(text).unwrap().as_count()
    }

    #[test]
    fn integral_numbers_are_counts_however_they_are_written() {
        for (text, expected) in [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("-0e-5", Some(0)),
            ("3.0", Some(3)),
            ("1e2", Some(100)),
            ("1200e-2", Some(12)),
            ("0e-9", Some(0)),
            ("0e-99999999999999999999", Some(0)),
            ("0.00e99999999999999999999", Some(0)),
            ("9007199254740991", Some(9_007_199_254_740_991)),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_that_would_be_rounded_are_not_counts() {
        for text in [
            "-1",
            "1.5",
            "9007199254740992",
            "1e400",
            "15e-1",
            "1.00000000000000000001",
            "9007199254740990.5",
            "900719925474099.05e1",
            "3.5e-99999999999999999999",
            "3.5e99999999999999999999",
            "30000000000000000001e-19",
            "10.00000000000000000001e-1",
            "0.5e-400",
        ] {
            assert_eq!(count(text), None, "{text}");
        }
    }
}
