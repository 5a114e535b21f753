//! What is wrong with the JSON of a file, in words that hold nothing of it.

/// The parser puts the value that is wrong before what it expected.
pub(crate) fn without_value(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(", expected ").map(|(_, rest)| format!("expected {rest}")).unwrap_or(text)
}
