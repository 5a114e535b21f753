//! Characters that make a text look like another.

/// Whether a character controls, hides or turns the text around it: controls, line separators, marks of direction, and what
/// takes no room.
pub fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// The same, but for the joiners that letters of some scripts and emoji are written with.
pub fn is_deceptive_in_words(character: char) -> bool {
    is_deceptive(character) && !matches!(character, '\u{200c}' | '\u{200d}')
}

/// A character as a text that is not to fool its reader has it: a space in place of a deceptive one.
pub fn plain(character: char) -> char {
    if is_deceptive(character) { ' ' } else { character }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_turns_text_is_deceptive_and_joiners_are_not_in_words() {
        for character in
            "\0\n\u{7f}\u{9b}\u{ad}\u{61c}\u{200b}\u{200e}\u{2028}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}\u{e0041}"
                .chars()
        {
            assert!(is_deceptive(character) && is_deceptive_in_words(character), "{character:?}");
        }
        for joiner in ['\u{200c}', '\u{200d}'] {
            assert!(is_deceptive(joiner) && !is_deceptive_in_words(joiner));
        }
        assert!(!" aé\u{a0}ا字😀".chars().any(is_deceptive));
    }
}
