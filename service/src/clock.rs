//! Time as a value that is handed in, and the one text form the service writes: UTC.
//!
//! Everything that needs to know the time gets a [`Clock`], so that a test can set it back. Only [`system`] asks the machine.

use std::sync::Arc;

use jiff::Timestamp;

/// Says what time it is, in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The machine's own clock.
pub fn system() -> Clock {
    Arc::new(|| Timestamp::now().as_millisecond())
}

/// `2026-03-14T09:00:00.000Z`: UTC, milliseconds. Times outside jiff's range become the nearest one it can write.
pub fn text(millis: i64) -> String {
    let instant =
        Timestamp::from_millisecond(millis).unwrap_or(if millis < 0 { Timestamp::MIN } else { Timestamp::MAX });
    instant.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// The instant of an RFC 3339 date-time with any offset, in microseconds since 1970; `None` where there is no such instant,
/// and from 9999-12-30T22:00:01Z on, where jiff ends.
///
/// A leap second has the number of the second after it: this count has none for it.
pub fn instant(text: &str) -> Option<i64> {
    let Stamp { second, is_leap, fraction } = Stamp::read(text)?;
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(6);
    let micros = digits.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    Some((second.as_second() + i64::from(is_leap)) * 1_000_000 + micros)
}

/// An RFC 3339 date-time in UTC, as precise as it is given; `None` as for [`instant`].
pub fn utc(text: &str) -> Option<String> {
    let Stamp { second, is_leap, fraction } = Stamp::read(text)?;
    let form = if is_leap { "%Y-%m-%dT%H:%M:60" } else { "%Y-%m-%dT%H:%M:%S" };
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{}{point}{fraction}Z", second.strftime(form)))
}

/// An RFC 3339 date-time: the second, and the digits that divide it. For a leap second, the one before it.
struct Stamp<'a> {
    second: Timestamp,
    is_leap: bool,
    fraction: &'a str,
}

impl<'a> Stamp<'a> {
    /// The form is checked here: jiff reads much else, such as `20260314T09Z` and `2026-03-14T09:00:00+00[UTC]`, and takes second 60
    /// of any minute for second 59.
    fn read(text: &'a str) -> Option<Self> {
        let (civil, rest) = text.split_at_checked(CIVIL.len())?;
        let (fraction, zone) = match rest.strip_prefix('.') {
            Some(rest) => rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).filter(|count| *count > 0)?),
            None => ("", rest),
        };
        let is_zone = has_form(zone, "Z") || has_form(zone, "+00:00") || has_form(zone, "-00:00");
        if !has_form(civil, CIVIL) || !is_zone || zone.get(1..3).is_some_and(|hours| hours > "23") {
            return None;
        }
        let second: Timestamp = format!("{civil}{zone}").parse().ok()?;
        let is_leap = civil.ends_with(":60");
        if is_leap && !ends_a_month(second) {
            return None;
        }
        // An offset leads from the first day of the first year into one that cannot be written.
        (second.as_second() >= YEAR_0).then_some(Self { second, is_leap, fraction })
    }
}

/// Leap seconds are put at the end of a month in UTC and nowhere else.
fn ends_a_month(second: Timestamp) -> bool {
    let next = Timestamp::from_second(second.as_second() + 1);
    next.is_ok_and(|next| next.strftime("%dT%H:%M:%S").to_string() == "01T00:00:00")
}

const CIVIL: &str = "0000-00-00T00:00:00";
/// The first second of the year 0000.
const YEAR_0: i64 = -62_167_219_200;

/// Whether a text is the form with any digit for each 0; letter case does not count.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(byte, wanted): (u8, u8)| match wanted {
        b'0' => byte.is_ascii_digit(),
        _ => byte.eq_ignore_ascii_case(&wanted),
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_fractions_name_the_same_instant() {
        let zulu = instant("2026-03-14T05:30:00Z");
        assert!(zulu.is_some());
        assert_eq!(zulu, instant("2026-03-14T07:30:00+02:00"));
        assert_eq!(zulu.map(|t| t + 250_000), instant("2026-03-14T00:30:00.250-05:00"));
    }

    #[test]
    fn every_form_of_rfc_3339_is_read_until_jiff_ends() {
        let zulu = instant("2026-03-14T05:30:00Z");
        for same in ["2026-03-14t05:30:00z", "2026-03-14T05:30:00-00:00", "2026-03-15T05:29:00+23:59"] {
            assert_eq!(instant(same), zulu, "{same}");
        }
        assert_eq!(instant("2026-03-14T05:30:00.0000019999999Z"), zulu.map(|t| t + 1), "more digits than are counted");
        assert_eq!(instant("1969-12-31T23:59:59.75Z"), Some(-250_000));
        assert_eq!(instant("0000-01-01T00:00:00Z"), Some(YEAR_0 * 1_000_000));
        assert!(instant("9999-12-30T22:00:00.999Z").is_some());
        assert_eq!(instant("9999-12-30T22:00:01Z"), None);
    }

    #[test]
    fn a_leap_second_is_one_where_it_can_be_and_stays_one() {
        let midnight = instant("2017-01-01T00:00:00Z").unwrap();
        for (given, written, after) in [
            ("2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z", 0),
            ("2017-01-01T00:59:60+01:00", "2016-12-31T23:59:60Z", 0),
            ("2016-12-31T15:59:60.50-08:00", "2016-12-31T23:59:60.50Z", 500_000),
            ("2016-12-31T23:59:60.5Z", "2016-12-31T23:59:60.5Z", 500_000),
        ] {
            assert_eq!(utc(given).as_deref(), Some(written));
            assert_eq!((instant(given), instant(written)), (Some(midnight + after), Some(midnight + after)), "{given}");
        }
        assert!(instant("2016-12-31T23:59:59.9999999Z") < instant("2016-12-31T23:59:60Z"));
        assert_eq!(utc("2024-02-29T23:59:60Z").as_deref(), Some("2024-02-29T23:59:60Z"));
        for nowhere in [
            "2026-03-14T05:30:60Z",
            "2026-03-14T23:59:60Z",
            "2024-02-28T23:59:60Z",
            "2016-12-31T22:59:60Z",
            "2016-12-31T23:59:60+01:00",
            "2016-12-31T23:59:61Z",
        ] {
            assert_eq!((instant(nowhere), utc(nowhere)), (None, None), "{nowhere}");
        }
    }

    #[test]
    fn what_is_no_instant_is_none() {
        for text in [
            "",
            "yesterday",
            "2026-02-30T00:00:00Z",
            "2026-03-14",
            "2026-03-14T05:30:00",
            "2026-03-14T24:00:00Z",
            "2026-03-14T05:30Z",
            "2026-03-14T05Z",
            "2026-03-14 05:30:00Z",
            "2026-03-14T05:30:00.Z",
            "2026-03-14T05:30:00,5Z",
            "2026-03-14T05:30:00.5.5Z",
            "2026-03-14T05:30:00.5",
            "2026-03-14T05:30:00+02",
            "2026-03-14T05:30:00+0200",
            "2026-03-14T05:30:00+02:00:00",
            "2026-03-14T05:30:00+24:00",
            "2026-03-14T05:30:00+02:60",
            "2026-03-14T05:30:00\u{2212}02:00",
            "2026-03-14T05:30:00Z[UTC]",
            "2026-03-14T05:30:00+02:00[Europe/Berlin]",
            "20260314T053000Z",
            "+002026-03-14T05:30:00Z",
            "-002026-03-14T05:30:00Z",
            "0000-01-01T00:00:00+02:00",
            " 2026-03-14T05:30:00Z",
            "2026-03-14T05:30:00Z ",
            "2026-03-14T05:30:0\u{e9}Z",
            "\u{661}026-03-14T05:30:00Z",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
    }

    #[test]
    fn utc_is_the_same_instant_as_precise_as_it_was() {
        for (given, written) in [
            ("2026-03-14T05:30:00Z", "2026-03-14T05:30:00Z"),
            ("2026-03-14t05:30:00.10z", "2026-03-14T05:30:00.10Z"),
            ("2026-03-14T07:30:00+02:00", "2026-03-14T05:30:00Z"),
            ("2026-03-13T20:00:00.1234567890-09:30", "2026-03-14T05:30:00.1234567890Z"),
            ("1970-01-01T00:30:00.75+01:00", "1969-12-31T23:30:00.75Z"),
            ("0000-01-01T00:00:00-00:00", "0000-01-01T00:00:00Z"),
        ] {
            assert_eq!(utc(given).as_deref(), Some(written));
            assert_eq!(instant(given), instant(written));
        }
        assert_eq!(utc("2026-03-14T05:30:00"), None);
    }

    #[test]
    fn text_is_utc_with_milliseconds() {
        assert_eq!(text(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(text(1_773_478_800_007), "2026-03-14T09:00:00.007Z");
        assert!(text(i64::MAX).ends_with('Z'));
    }
}
