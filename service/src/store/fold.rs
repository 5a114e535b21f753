//! One form of logins that differ in letter case alone: the one that the client compares them by, one character at a time.

/// A login without letter case.
pub(super) fn without_case(login: &str) -> String {
    login.chars().map(fold).collect()
}

/// By way of the capital, which the forms of one letter share: which small sigma it is depends on where a word ends.
fn fold(letter: char) -> char {
    match letter {
        // A letter of its own, whose capital is that of `i`.
        'ı' => 'ı',
        // Unicode has each of them twice, and no capital of them.
        '\u{1fd3}' => '\u{390}',
        '\u{1fe3}' => '\u{3b0}',
        'ﬅ' => 'ﬆ',
        letter => {
            let capital = single(letter.to_uppercase()).unwrap_or(letter);
            single(capital.to_lowercase()).unwrap_or(capital)
        }
    }
}

fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|_| letters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_and_its_other_case_have_one_form() {
        for letter in (0..=0x10_FFFF).filter_map(char::from_u32) {
            if let Some(upper) = single(letter.to_uppercase()).filter(|_| letter != 'ı') {
                assert_eq!(fold(letter), fold(upper), "{letter:?}");
            }
            if let Some(lower) = single(letter.to_lowercase()) {
                assert_eq!(fold(letter), fold(lower), "{letter:?}");
            }
        }
    }

    #[test]
    fn letters_that_are_written_in_two_ways_have_one_form() {
        for (one, other) in
            [('\u{1fd3}', '\u{390}'), ('\u{1fe3}', '\u{3b0}'), ('ﬅ', 'ﬆ'), ('ϐ', 'β'), ('\u{212a}', 'k')]
        {
            assert_eq!(fold(one), fold(other), "{one:?}");
        }
    }

    #[test]
    fn letters_that_differ_in_more_than_case_stay_apart() {
        for (one, other) in [("ı", "i"), ("İ", "i"), ("ß", "ss"), ("é", "e"), ("о", "o"), ("ﬅ", "st")] {
            assert_ne!(without_case(one), without_case(other), "{one}");
        }
    }
}
