//! Appends text to text: one function for all writers, for inlined copies of it would be a good part of their code.

/// Appends `text`.
#[inline(never)]
pub(crate) fn put(out: &mut String, text: &str) {
    out.push_str(text);
}
