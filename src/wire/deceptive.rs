//! Characters that make a text look like another.

/// Whether a character controls, hides or turns the text around it: controls, line separators, marks of direction, and what
/// takes no room, which Unicode lists as `Default_Ignorable_Code_Point`.
pub fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// The same, except the joiners and variation selectors that some scripts and emoji are written with.
pub fn is_deceptive_in_words(character: char) -> bool {
    is_deceptive(character) && !is_selector(character) && !matches!(character, '\u{200c}' | '\u{200d}')
}

/// Whether a character only chooses a form of the one before it.
pub fn is_selector(character: char) -> bool {
    matches!(
        character,
        '\u{34f}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// A character for a text that must not fool its reader: a space in place of a deceptive one.
pub fn plain(character: char) -> char {
    if is_deceptive(character) && !is_selector(character) { ' ' } else { character }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_turns_text_is_deceptive_and_what_scripts_need_is_not_in_words() {
        for character in
            "\0\n\u{7f}\u{9b}\u{ad}\u{61c}\u{200b}\u{200e}\u{2028}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}\u{e0041}"
                .chars()
        {
            assert!(is_deceptive(character) && is_deceptive_in_words(character), "{character:?}");
        }
        for writing in ['\u{200c}', '\u{200d}', '\u{34f}', '\u{180b}', '\u{fe0f}', '\u{e0100}'] {
            assert!(is_deceptive(writing) && !is_deceptive_in_words(writing));
        }
        assert!(!" aé\u{a0}ا字😀".chars().any(is_deceptive));
    }
}
