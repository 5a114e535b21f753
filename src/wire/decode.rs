//! Takes the members of a JSON object by name; an error says where a type is not the promised one.
//!
//! `null` counts as absent. What is not asked for stays available as the rest. Nothing is copied, however large it is.

use crate::json::{Error, Fault, Value, push_index, push_step};

/// An object under decoding: its members, where it stands, and which names were asked for.
pub struct Fields {
    members: Vec<(String, Value)>,
    pointer: String,
    known: Vec<&'static str>,
}

impl Fields {
    /// Takes an object; any other value is of the wrong type.
    pub fn of(value: Value, pointer: impl Into<String>) -> Result<Self, Error> {
        let pointer = pointer.into();
        match value {
            Value::Object(members) => Ok(Fields { members, pointer, known: Vec::new() }),
            _ => Err(Error::at(Fault::WrongType, pointer)),
        }
    }

    /// The JSON pointer of a member.
    pub fn pointer_to(&self, name: &str) -> String {
        format_pointer(&self.pointer, name)
    }

    /// Takes out a member, unless it is absent or `null`.
    pub fn optional(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        let (_, value) = self.members.iter_mut().find(|(key, _)| key == name)?;
        Some(std::mem::replace(value, Value::Null)).filter(|value| *value != Value::Null)
    }

    /// Whether a member is there and `null`, before it is taken.
    pub fn is_null(&self, name: &str) -> bool {
        self.members.iter().any(|(key, value)| key == name && *value == Value::Null)
    }

    /// A member that the interface promises.
    pub fn required(&mut self, name: &'static str) -> Result<Value, Error> {
        self.optional(name).ok_or_else(|| self.missing(name))
    }

    /// An optional string.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, Error> {
        match self.optional(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.wrong_type(name)),
        }
    }

    /// A string that the interface promises.
    pub fn required_text(&mut self, name: &'static str) -> Result<String, Error> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    /// An optional boolean.
    pub fn flag(&mut self, name: &'static str) -> Result<Option<bool>, Error> {
        match self.optional(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(_) => Err(self.wrong_type(name)),
        }
    }

    /// An optional array.
    pub fn items(&mut self, name: &'static str) -> Result<Option<Vec<Value>>, Error> {
        match self.optional(name) {
            None => Ok(None),
            Some(Value::Array(items)) => Ok(Some(items)),
            Some(_) => Err(self.wrong_type(name)),
        }
    }

    /// An array that the interface promises.
    pub fn required_items(&mut self, name: &'static str) -> Result<Vec<Value>, Error> {
        self.items(name)?.ok_or_else(|| self.missing(name))
    }

    /// An array of strings; empty if it is absent.
    pub fn texts(&mut self, name: &'static str) -> Result<Vec<String>, Error> {
        let items = self.items(name)?.unwrap_or_default();
        let pointer = self.pointer_to(name);
        each(items, &pointer, |item, place| match item {
            Value::String(text) => Ok(text),
            _ => Err(Error::at(Fault::WrongType, place())),
        })
    }

    /// The members that nobody asked for, kept as they came.
    pub fn rest(mut self) -> Vec<(String, Value)> {
        self.members.retain(|(key, _)| !self.known.contains(&key.as_str()));
        self.members
    }

    fn missing(&self, name: &str) -> Error {
        Error::at(Fault::Missing, self.pointer_to(name))
    }

    fn wrong_type(&self, name: &str) -> Error {
        Error::at(Fault::WrongType, self.pointer_to(name))
    }
}

/// Reads each item of an array at a pointer; `read` is given its place.
pub fn each<T>(
    items: Vec<Value>,
    pointer: &str,
    read: impl Fn(Value, &dyn Fn() -> String) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    all.try_reserve_exact(items.len()).map_err(|refused| Error::at(refused.into(), pointer))?;
    for (at, item) in items.into_iter().enumerate() {
        all.push(read(item, &|| pointer_to_item(pointer, at))?);
    }
    Ok(all)
}

/// The JSON pointer of an item of an array.
pub fn pointer_to_item(array: &str, at: usize) -> String {
    let mut pointer = array.to_owned();
    push_index(&mut pointer, at as u64);
    pointer
}

/// Appends one step to a JSON pointer, escaped after RFC 6901.
pub fn format_pointer(parent: &str, name: &str) -> String {
    let mut pointer = String::with_capacity(parent.len() + name.len() + 1);
    pointer.push_str(parent);
    push_step(&mut pointer, name);
    pointer
}
