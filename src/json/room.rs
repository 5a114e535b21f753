//! Growth that may be refused: memory that is not there is a fault, never a crash.
//!
//! For whatever grows with an answer. What is bounded, such as a pointer, grows in the ordinary way.

use super::error::Fault;
use super::put::write_string;
use std::borrow::Cow;

/// Appends a text.
#[inline(never)]
pub fn append(out: &mut String, text: &str) -> Result<(), Fault> {
    out.try_reserve(text.len())?;
    out.push_str(text);
    Ok(())
}

/// Appends a text as a JSON string.
#[inline(never)]
pub fn append_string(out: &mut String, text: &str) -> Result<(), Fault> {
    let room = |byte| match byte {
        b'\0'..b' ' => 6,
        b'"' | b'\\' => 2,
        _ => 1,
    };
    out.try_reserve(text.bytes().map(room).sum::<usize>() + 2)?;
    write_string(text, out);
    Ok(())
}

/// A copy of a text, if there is memory for it.
#[inline(never)]
pub fn copy(text: &str) -> Result<String, Fault> {
    let mut own = String::new();
    own.try_reserve_exact(text.len())?;
    own.push_str(text);
    Ok(own)
}

/// An owned text; a borrowed one is copied, if there is memory for it.
#[inline(never)]
pub(crate) fn own(text: Cow<'_, str>) -> Result<String, Fault> {
    match text {
        Cow::Borrowed(text) => copy(text),
        Cow::Owned(text) => Ok(text),
    }
}
