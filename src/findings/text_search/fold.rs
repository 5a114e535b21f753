//! The form in which texts are compared without letter case.

use crate::compact::fold_char;

/// Every letter of a text, folded.
pub(super) fn folded(text: &str) -> String {
    text.chars().map(fold_char).collect()
}

/// Whether a text is in that form, its ASCII letters aside.
pub(super) fn is_folded(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii() || fold_char(character) == character)
}
