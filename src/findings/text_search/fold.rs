//! One form for the letters that differ in case alone, by Unicode's simple case folding.

use crate::compact::lowercase_char;

/// Letters of a text in lower case, and where there are two lower cases of one capital, in the usual one.
pub(super) fn folded(text: &str) -> String {
    text.chars().map(fold).collect()
}

/// Whether a text is in that form but for its ASCII letters.
pub(super) fn is_folded(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii() || fold(character) == character)
}

fn fold(character: char) -> char {
    match lowercase_char(character) {
        // Which of the two sigmas it is depends on where a word ends.
        'ς' => 'σ',
        'µ' => 'μ',
        'ſ' => 's',
        'ϐ' => 'β',
        'ϑ' => 'θ',
        'ϕ' => 'φ',
        'ϖ' => 'π',
        'ϰ' => 'κ',
        'ϱ' => 'ρ',
        'ϵ' => 'ε',
        '\u{345}' | '\u{1fbe}' => 'ι',
        'ᲀ' => 'в',
        'ᲁ' => 'д',
        'ᲂ' => 'о',
        'ᲃ' => 'с',
        'ᲄ' | 'ᲅ' => 'т',
        'ᲆ' => 'ъ',
        'ᲇ' => 'ѣ',
        'ᲈ' => 'ꙋ',
        'ẛ' => 'ṡ',
        // Unicode has each of them twice.
        '\u{1fd3}' => '\u{390}',
        '\u{1fe3}' => '\u{3b0}',
        'ﬅ' => 'ﬆ',
        lower => lower,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_and_its_other_case_have_one_form() {
        let single =
            |mut characters: &mut dyn Iterator<Item = char>| match ((&mut characters).next(), characters.next()) {
                (Some(character), None) => Some(character),
                _ => None,
            };
        for character in (0..=0x10_FFFF).filter_map(char::from_u32) {
            // The dotless `ı` is a letter of its own, as it is to a regular expression.
            if let Some(upper) = single(&mut character.to_uppercase()).filter(|_| character != 'ı') {
                assert_eq!(fold(character), fold(upper), "{character:?}");
            }
            if let Some(lower) = single(&mut character.to_lowercase()) {
                assert_eq!(fold(character), fold(lower), "{character:?}");
            }
        }
    }

    #[test]
    fn letters_that_are_written_in_two_ways_have_one_form() {
        // Those of Unicode 15.1, which have no other case.
        for (one, other) in [('\u{1fd3}', '\u{390}'), ('\u{1fe3}', '\u{3b0}'), ('ﬅ', 'ﬆ')] {
            assert_eq!(fold(one), fold(other), "{one:?}");
        }
    }

    #[test]
    fn letters_that_differ_in_more_than_case_stay_apart() {
        for (one, other) in [('ı', 'i'), ('ß', 's'), ('é', 'e'), ('о', 'o'), ('κ', 'k'), ('ﬅ', 's')] {
            assert_ne!(fold(one), fold(other), "{one:?}");
        }
    }
}
