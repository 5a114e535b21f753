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

/// `2026-03-14T09:00:00.000Z`: UTC, milliseconds. Times before the year 0000 and after what jiff can write become the nearest one
/// that is an RFC 3339 date-time.
pub fn text(millis: i64) -> String {
    let instant = Timestamp::from_millisecond(millis.max(YEAR_0 * 1000)).unwrap_or(Timestamp::MAX);
    instant.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// What a text has to be for [`micros_of`], [`millis_of`] and [`utc`].
pub const RULE: &str =
    "an RFC 3339 date-time with an offset, from the year 0000 in UTC and before 9999-12-30T22:00:01Z";

/// The instant of an RFC 3339 date-time with any offset, in microseconds since 1970; `None` if there is no such instant,
/// before the year 0000 in UTC, and from 9999-12-30T22:00:01Z on, which jiff cannot write.
///
/// A leap second has the number of the second after it: this count has none for it.
pub fn micros_of(text: &str) -> Option<i64> {
    let Stamp { second, is_leap, fraction } = Stamp::read(text)?;
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(6);
    let micros = digits.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    Some((second.as_second() + i64::from(is_leap)) * 1_000_000 + micros)
}

/// The same in milliseconds, rounded down, as a [`Clock`] counts.
pub fn millis_of(text: &str) -> Option<i64> {
    micros_of(text).map(|micros| micros.div_euclid(1000))
}

/// An RFC 3339 date-time in UTC, as precise as it is given; `None` as for [`micros_of`].
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
    /// The form is checked here: jiff reads much else, such as `20260314T09Z` and `2026-03-14T09:00:00+00[UTC]`, and takes second
    /// 60 of any minute for second 59.
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
mod tests;
