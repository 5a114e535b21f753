//! The place of the value under way, as a JSON pointer (RFC 6901) that is written only when somebody asks.

use super::escapes::resolve;
use super::lex::{Lexer, Span};

/// Keys can be of any length; a pointer names a place and need not repeat a megabyte.
const KEY_SHOWN: usize = 64;

enum Step {
    Key(Span),
    Index(usize),
}

/// Steps from the root to a value; keys stay where they are in the text.
#[derive(Default)]
pub(crate) struct Path(Vec<Step>);

impl Path {
    pub fn push_key(&mut self, key: Span) {
        self.0.push(Step::Key(key));
    }

    pub fn push_index(&mut self, index: usize) {
        self.0.push(Step::Index(index));
    }

    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// The pointer into the text of `lexer`; keys longer than 64 bytes are cut.
    pub fn pointer(&self, lexer: &Lexer) -> String {
        let mut pointer = String::new();
        for step in &self.0 {
            match step {
                Step::Key(key) => push_written(&mut pointer, lexer.text(*key)),
                Step::Index(index) => push_index(&mut pointer, *index as u64),
            }
        }
        pointer
    }
}

/// The beginning of a text, at most so many bytes and no part of a character.
pub fn beginning_of(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or_default()
}

/// Appends a key's step to a pointer; a long one is cut.
pub(crate) fn push_key(pointer: &mut String, key: &str) {
    push_step(pointer, beginning_of(key, KEY_SHOWN));
}

/// Appends a step to a pointer, escaped and whole.
pub fn push_step(pointer: &mut String, name: &str) {
    pointer.push('/');
    for character in name.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Appends the step of a key as it is written, escapes and all.
pub(crate) fn push_written(pointer: &mut String, key: &str) {
    match resolve(key) {
        Ok((key, _)) => push_key(pointer, &key),
        // A place with escapes in it is better than none.
        Err(_) => push_key(pointer, key),
    }
}

/// Appends an index's step to a pointer.
pub fn push_index(pointer: &mut String, index: u64) {
    pointer.push('/');
    super::decimal::write(index, pointer);
}

/// The pointer of a member of the root.
pub(crate) fn pointer_to(key: &str) -> String {
    let mut pointer = String::new();
    push_key(&mut pointer, key);
    pointer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_key_is_cut_between_characters() {
        for (key, shown) in [("x".repeat(64), 64), ("x".repeat(65), 64), (["x", &"é".repeat(600)].concat(), 63)] {
            assert_eq!(pointer_to(&key), ["/", &key[..shown]].concat());
        }
        assert_eq!(pointer_to("a/b~c"), "/a~1b~0c");
    }
}
