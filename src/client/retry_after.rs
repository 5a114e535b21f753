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
    let from = date.and_then(|date| http_date(date.trim_matches([' ', '\t']), now_ms)).unwrap_or(now_ms);
    let until = http_date(value, from)?;
    Some((until - from).max(0.0))
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// A date with a year of two digits that seems to be further ahead is one of the past.
const FIFTY_YEARS_MS: f64 = 50.0 * 365.25 * 86_400_000.0;

/// Milliseconds since 1970 of an HTTP-date, read at this time.
fn http_date(text: &str, now_ms: f64) -> Option<f64> {
    // The parser takes white space around a date.
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        return None;
    }
    // Of its forms only the second has a hyphen.
    if text.contains('-') { date_of_two_digits(text, now_ms) } else { full_date(text) }
}

/// The same for `Sunday, 06-Nov-94 08:49:37 GMT`: the year is the latest that ends so and has that day on that weekday, but at most
/// 50 years ahead (RFC 9110, section 5.6.7). The parser takes it for one of 1970 to 2069, whatever the time.
fn date_of_two_digits(text: &str, now_ms: f64) -> Option<f64> {
    let (weekday, rest) = text.split_once(',')?;
    let rest = rest.strip_prefix(' ')?;
    let weekday = WEEKDAYS.iter().find(|name| **name == weekday)?.get(..3)?;
    let (day, rest) = rest.split_once('-')?;
    let (month, rest) = rest.split_once('-')?;
    // Put together anew, the parts of what is no date could be a date.
    if day.len() != 2 || month.len() != 3 {
        return None;
    }
    let mut dates = ["21", "20", "19"]
        .into_iter()
        .filter_map(|century| full_date(&[weekday, ", ", day, " ", month, " ", century, rest].concat()));
    dates.find(|date| *date <= now_ms + FIFTY_YEARS_MS)
}

fn full_date(text: &str) -> Option<f64> {
    let time = httpdate::parse_http_date(text).ok()?;
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Some(since.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: f64 = 784_111_777_000.0;
    const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    const NOW_OF_2026: f64 = 1_773_532_800_000.0;

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

    #[test]
    fn e10_a_year_of_two_digits_is_at_most_50_years_ahead() {
        for (text, at_ms) in [
            ("Thursday, 06-Nov-70 08:49:37 GMT", Some(3_182_489_377_000.0)),
            ("Saturday, 14-Mar-76 12:00:00 GMT", Some(NOW_OF_2026 + FIFTY_YEARS_MS)),
            ("Saturday, 14-Mar-76 12:00:01 GMT", None),
            ("Saturday, 06-Nov-77 08:49:37 GMT", None),
            // Their weekdays say that they are of the last century.
            ("Thursday, 01-Jan-70 00:00:00 GMT", Some(0.0)),
            ("Sunday, 06-Nov-77 08:49:37 GMT", Some(247_654_177_000.0)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(NOW)),
            ("Sun, 06-Nov-94 08:49:37 GMT", None),
            ("Sunday, 06-Nov-1994 08:49:37 GMT", None),
            ("Sunday, 06-Nov-4 08:49:37 GMT", None),
            ("Sunday, 6-Nov-94 08:49:37 GMT", None),
            ("Sunday,  06-Nov-94 08:49:37 GMT", None),
            ("Sunday, 06 Nov-1994-:49:37 GMT", None),
            ("Sunday, 06-Nov 1994-:49:37 GMT", None),
            ("Sunday, 06-Nov 19-94 08:49:37 GMT", None),
        ] {
            assert_eq!(http_date(text, NOW_OF_2026), at_ms, "{text}");
        }
        // What an answer's `Date` says is the time from which its other date is read.
        let asked = parse("Thursday, 06-Nov-70 08:49:37 GMT", Some("Thu, 06 Nov 2070 08:48:37 GMT"), NOW);
        assert_eq!(asked, Some(60_000.0));
    }
}
