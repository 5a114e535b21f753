//! Simple case folding, one character at a time and without a locale.

use super::lower::lowercase_char;

/// One form for the letters that differ in case alone, by Unicode's simple case folding: lower case, and the usual one if a capital
/// has two. (`İ` stays as it is.)
pub fn fold_char(character: char) -> char {
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
                assert_eq!(fold_char(character), fold_char(upper), "{character:?}");
            }
            if let Some(lower) = single(&mut character.to_lowercase()) {
                assert_eq!(fold_char(character), fold_char(lower), "{character:?}");
            }
        }
    }

    #[test]
    fn letters_that_are_written_in_two_ways_have_one_form() {
        // Those of Unicode 15.1, which have no other case.
        for (one, other) in [('\u{1fd3}', '\u{390}'), ('\u{1fe3}', '\u{3b0}'), ('ﬅ', 'ﬆ')] {
            assert_eq!(fold_char(one), fold_char(other), "{one:?}");
        }
    }

    #[test]
    fn letters_that_differ_in_more_than_case_stay_apart() {
        for (one, other) in [('ı', 'i'), ('ß', 's'), ('é', 'e'), ('о', 'o'), ('κ', 'k'), ('ﬅ', 's')] {
            assert_ne!(fold_char(one), fold_char(other), "{one:?}");
        }
    }
}
