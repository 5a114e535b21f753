//! How long `Retry-After` asks to wait: seconds or an HTTP-date, in a strict grammar, with no falling through.

use std::time::UNIX_EPOCH;

/// Milliseconds to wait, or `None` if the header says nothing usable.
///
/// Digits alone are seconds and saturate. Anything else must be an HTTP-date in one of its three forms; the delay counts
/// from the answer's own `Date` if that is readable, else from `now_ms` (milliseconds since 1970). A date that has passed means
/// no wait.
pub fn parse(value: &str, date: Option<&str>, now_ms: f64) -> Option<f64> {
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        let seconds = value.parse::<u32>().unwrap_or(u32::MAX);
        return Some(f64::from(seconds) * 1000.0);
    }
    let until = http_date(value)?;
    let from = date.and_then(|date| http_date(date.trim_matches([' ', '\t']))).unwrap_or(now_ms);
    Some((until - from).max(0.0))
}

/// Milliseconds since 1970 of an HTTP-date.
fn http_date(text: &str) -> Option<f64> {
    // The parser takes any character between date and time of the second form, and white space around all three.
    if text.matches(' ').count() < 3 || text.bytes().any(|byte| byte.is_ascii_control()) {
        return None;
    }
    let time = httpdate::parse_http_date(text).ok()?;
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Some(since.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: f64 = 784_111_777_000.0;
    const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

    #[test]
    fn e9_digits_are_seconds() {
        for (text, ms) in [("0", 0.0), ("120", 120_000.0), ("\t2 ", 2_000.0), ("007", 7_000.0)] {
            assert_eq!(parse(text, None, NOW), Some(ms), "{text}");
        }
        assert_eq!(parse(&"9".repeat(30), None, NOW), Some(f64::from(u32::MAX) * 1000.0));
    }

    #[test]
    fn e10_dates_come_in_three_forms_and_junk_is_ignored() {
        for (text, ms) in [
            ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60_000.0)),
            ("Sunday, 06-Nov-94 08:50:37 GMT", Some(60_000.0)),
            ("Sun Nov  6 08:50:37 1994", Some(60_000.0)),
            ("Sun, 06 Nov 1994 08:40:37 GMT", Some(0.0)),
            ("", None),
            ("-5", None),
            ("1.5", None),
            ("²", None),
            ("10s", None),
            ("soon", None),
            ("120, 240", None),
            ("1994-11-06T08:50:37Z", None),
            ("Sun, 31 Feb 1994 08:50:37 PST", None),
            ("Sunday, 06-Nov-94$08:50:37 GMT", None),
            ("\r\nSun, 06 Nov 1994 08:50:37 GMT", None),
            ("\u{b}  Sun, 06 Nov 1994 08:50:37 GMT", None),
        ] {
            assert_eq!(parse(text, None, NOW), ms, "{text}");
        }
    }

    #[test]
    fn e11_the_answers_own_date_outweighs_a_wrong_clock() {
        let year = 365.0 * 86_400_000.0;
        for wrong in [NOW - year, NOW + year] {
            for date in [DATE, &[" ", DATE, "\t"].concat()] {
                assert_eq!(parse("Sun, 06 Nov 1994 08:50:37 GMT", Some(date), wrong), Some(60_000.0));
            }
        }
    }
}
