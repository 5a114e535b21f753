//! What can be wrong with a JSON text, and where.
//!
//! An error carries a place, never the text found there: answers of the service can hold anything.

use crate::memory::OutOfMemory;
use std::collections::TryReserveError;

/// What is wrong, without saying what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text ends before the value does.
    Truncated,
    /// A byte that JSON does not allow here.
    Syntax,
    /// Something other than white space after the value.
    TrailingData,
    /// Bytes that are not UTF-8.
    Utf8,
    /// Deeper than the limit allows.
    TooDeep,
    /// A string longer than the limit allows.
    TooLong,
    /// More rows or bytes than the limit allows.
    TooLarge,
    /// More members in an object than are read.
    TooMany,
    /// Memory for the value was refused.
    OutOfMemory,
    /// A value of another type than the interface promises.
    WrongType,
    /// A field that the interface promises is absent.
    Missing,
    /// A number outside the range of its field.
    OutOfRange,
    /// The answer belongs to another request than the one made.
    Mismatch,
}

impl Fault {
    /// Whether JSON that is right as far as it was read holds more than a limit allows.
    pub const fn is_limit(self) -> bool {
        matches!(self, Fault::TooDeep | Fault::TooLong | Fault::TooLarge | Fault::TooMany)
    }

    /// One fixed sentence; it never echoes input.
    pub const fn message(self) -> &'static str {
        match self {
            Fault::Truncated => "the text ends before the JSON value does",
            Fault::Syntax => "the text is not JSON",
            Fault::TrailingData => "there is more text after the JSON value",
            Fault::Utf8 => "the text is not UTF-8",
            Fault::TooDeep => "values are nested too deeply",
            Fault::TooLong => "a string is too long",
            Fault::TooLarge => "the text holds more than the limit allows",
            Fault::TooMany => {
                "the result has more than 4,096 top-level fields, or more than 64 KiB of their names; raising a limit of bytes does not help"
            }
            Fault::OutOfMemory => "memory: there is not enough memory for it; dispose of scans that are not needed",
            Fault::WrongType => "a value has another type than the interface promises",
            Fault::Missing => "a field that the interface promises is missing",
            Fault::OutOfRange => "a number is outside the range of its field",
            Fault::Mismatch => "the answer belongs to another request: a cache or proxy may have mixed up two answers",
        }
    }

    /// Whether this is a matter of size rather than of form.
    pub const fn is_size(self) -> bool {
        matches!(self, Fault::TooLong | Fault::TooLarge | Fault::TooMany | Fault::OutOfMemory)
    }
}

impl From<OutOfMemory> for Fault {
    fn from(_: OutOfMemory) -> Self {
        Fault::OutOfMemory
    }
}

impl From<TryReserveError> for Fault {
    fn from(_: TryReserveError) -> Self {
        Fault::OutOfMemory
    }
}

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub fault: Fault,
    /// JSON pointer (RFC 6901) of the value concerned; empty for the whole text.
    pub pointer: String,
    /// Byte offset in the text, if one is known.
    pub offset: Option<u64>,
}

impl Error {
    /// A fault at a pointer, found after parsing.
    pub fn at(fault: Fault, pointer: impl Into<String>) -> Self {
        Error { fault, pointer: pointer.into(), offset: None }
    }

    /// Whether it is in this member of the outermost object.
    pub fn is_in(&self, member: &str) -> bool {
        self.pointer.split('/').nth(1) == Some(member)
    }
}

#[cfg(test)]
mod tests {
    use super::Fault;
    use crate::json::{MOST_MEMBERS, MOST_NAME_BYTES};

    #[test]
    fn too_many_members_says_the_limits() {
        let message = Fault::TooMany.message();
        let members = format!("{},{:03}", MOST_MEMBERS / 1000, MOST_MEMBERS % 1000);
        assert!(message.contains(&format!("more than {members} top-level fields")), "{message}");
        assert!(message.contains(&format!("more than {} KiB of their names", MOST_NAME_BYTES / 1024)), "{message}");
    }
}
