//! Lower case of any text, by Unicode's simple mappings.

use super::lower_table::RANGES;

/// The lower-case form of a character. `İ`, whose lower case is two characters, stays as it is.
pub(super) fn lowercase_char(character: char) -> char {
    if character.is_ascii() {
        return character.to_ascii_lowercase();
    }
    // In these ranges, which hold most text of East Asia, every letter is its own lower case.
    let code = character as u32;
    if matches!(code, 0x2E80..0xA640 | 0xA800..0xFF21) {
        return character;
    }
    let after = RANGES.partition_point(|range| range.start <= code);
    let range = after.checked_sub(1).and_then(|at| RANGES.get(at));
    match range {
        Some(range) if range.holds(code) => char::from_u32(code.wrapping_add_signed(range.delta)).unwrap_or(character),
        _ => character,
    }
}

/// Characters at equal steps whose lower-case form is equally far away.
pub(super) struct Range {
    pub start: u32,
    pub count: u8,
    pub step: u8,
    pub delta: i32,
}

impl Range {
    fn holds(&self, code: u32) -> bool {
        let (step, along) = (u32::from(self.step), code - self.start);
        along % step == 0 && along / step < u32::from(self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_the_standard_librarys_lower_case() {
        for character in (0..=0x10_FFFF).filter_map(char::from_u32).filter(|character| *character != 'İ') {
            assert_eq!(character.to_lowercase().collect::<Vec<_>>(), [lowercase_char(character)], "{character:?}");
        }
        assert_eq!(lowercase_char('İ'), 'İ');
    }

    #[test]
    fn texts_are_lowered_letter_by_letter() {
        assert_eq!("ÀB-Żółw ΣΑΣ".chars().map(lowercase_char).collect::<String>(), "àb-żółw σασ");
    }
}
