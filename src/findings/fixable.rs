//! Whether a fix is known: `fixed_version` names a version, and is not empty or a word for "none".

/// Words that services write where no fix is known, in lower case.
const NONE: [&str; 6] = ["none", "n/a", "-", "not fixed", "won't fix", "wont-fix"];

/// Whether a fixed version names a version.
pub fn is_fixable(fixed_version: Option<&str>) -> bool {
    // White space as JavaScript trims it.
    let is_space = |c: char| (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}';
    let version = fixed_version.unwrap_or_default().trim_matches(is_space);
    !version.is_empty() && !NONE.iter().any(|none| none.eq_ignore_ascii_case(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_none_are_not_fixes() {
        for version in ["", " ", "none", "None", "N/A", "-", "not fixed", "Won't Fix", " wont-fix\t", "\u{feff} "] {
            assert!(!is_fixable(Some(version)), "{version}");
        }
        assert!(!is_fixable(None));
        for version in ["1.2.3", "0", "10.2.1, 9.0.6", ">=4.17.11", "-1", "none-1"] {
            assert!(is_fixable(Some(version)), "{version}");
        }
    }
}
