//! Text of the service in a line for people: one line, readable in its own order, and not too long.

use crate::wire::deceptive::is_deceptive_in_words;

/// Longer texts are cut: a line is for reading.
const LONGEST: usize = 80;

/// A line under construction.
pub(super) struct Line(String);

impl Line {
    pub fn of(text: &str) -> Self {
        Line(String::new()).then(text)
    }

    /// Appends text.
    #[inline(never)]
    pub fn then(mut self, text: &str) -> Self {
        self.0.push_str(&clean(text));
        self
    }

    /// Appends text in quotation marks.
    #[inline(never)]
    pub fn quoted(mut self, text: &str) -> Self {
        self.0.push('"');
        self.0.push_str(&clean(text));
        self.0.push('"');
        self
    }

    pub fn end(self) -> String {
        self.0
    }
}

/// Without control characters and marks that turn the direction of text, cut at a length that a line can hold.
pub(super) fn clean(text: &str) -> String {
    let mut cleaned: String =
        text.chars().take(LONGEST).map(|c| if is_deceptive_in_words(c) { '\u{FFFD}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        cleaned.push('…');
    }
    cleaned
}
