//! Writes an object of the wire member by member, leaving out what is absent.

use crate::json::Value;

/// Members of an object under construction.
#[derive(Default)]
pub struct Members(Vec<(String, Value)>);

impl Members {
    /// Adds a member.
    pub fn push(&mut self, name: &str, value: Value) {
        self.0.push((name.to_owned(), value));
    }

    /// Adds a string, where there is one.
    pub fn text(&mut self, name: &str, text: Option<&String>) {
        if let Some(text) = text {
            self.push(name, Value::from(text.as_str()));
        }
    }

    /// Adds an array of strings.
    pub fn texts(&mut self, name: &str, texts: &[String]) {
        self.push(name, Value::Array(texts.iter().map(|text| Value::from(text.as_str())).collect()));
    }

    /// Ends the object with the fields that the interface does not name.
    pub fn with(mut self, extra: &[(String, Value)]) -> Value {
        self.0.extend(extra.iter().cloned());
        Value::Object(self.0)
    }
}
