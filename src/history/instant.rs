//! Points in time, read from the date-times that services write.
//!
//! Accepted: RFC 3339 with any offset and any number of fraction digits, `t` and `z` in lower case, a space for `T`,
//! the leap second `:60` where one can be, a date alone, and no zone at all, which is UTC because the interface says
//! so. Only days that the calendar has. Everything else is unreadable, and never an error. No clock is read.

const DAY: i64 = 86_400;
pub(super) const NANOS_PER_SECOND: u32 = 1_000_000_000;
const NANOS_PER_MILLISECOND: u32 = 1_000_000;

/// A point in time. Orders exactly, however long the fraction is as written.
///
/// A leap second lies after the second before it and before the midnight that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant<'a> {
    /// Seconds since 1970 in UTC; a leap second has the number of the second before it.
    pub(super) seconds: i64,
    /// Nanoseconds; from 10⁹ on within a leap second.
    pub(super) nanos: u32,
    /// The next nine digits of the fraction. Numbers of 32 bits, because wide divisions are slow in WebAssembly.
    pub(super) attos: u32,
    /// Further digits of the fraction without zeros at the end, so that comparing text compares numbers.
    pub(super) finer: &'a [u8],
}

/// An instant, and whether the text said in which zone it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading<'a> {
    /// The point in time.
    pub instant: Instant<'a>,
    /// False for a date alone and for a time without an offset: both were read as UTC.
    pub has_zone: bool,
}

/// Reads a date-time; `None` if it is unreadable.
pub fn parse(text: &str) -> Option<Instant<'_>> {
    read(text.as_bytes()).map(|reading| reading.instant)
}

/// Reads a date-time from bytes, and whether it had a zone.
#[inline(never)]
pub fn read(text: &[u8]) -> Option<Reading<'_>> {
    let (date, rest) = text.split_at_checked(10)?;
    let midnight = read_date(date)? * DAY;
    let [b'T' | b't' | b' ', rest @ ..] = rest else {
        let instant = Instant { seconds: midnight, nanos: 0, attos: 0, finer: &[] };
        return rest.is_empty().then_some(Reading { instant, has_zone: false });
    };
    let (clock, rest) = rest.split_at_checked(8)?;
    let clock = read_clock(clock)?;
    let (fraction, rest) = read_fraction(rest)?;
    let offset = read_offset(rest)?;
    let seconds = midnight + clock.seconds - offset.unwrap_or(0);
    if clock.is_leap && !may_end_in_leap_second(seconds) {
        return None;
    }
    let nanos = fraction.nanos + if clock.is_leap { NANOS_PER_SECOND } else { 0 };
    let instant = Instant { seconds, nanos, attos: fraction.attos, finer: fraction.finer };
    Some(Reading { instant, has_zone: offset.is_some() })
}

impl Instant<'_> {
    /// The instant of a JavaScript `Date`.
    #[cfg(test)]
    pub fn from_unix_ms(ms: i64) -> Instant<'static> {
        let nanos = ms.rem_euclid(1_000) as u32 * NANOS_PER_MILLISECOND;
        Instant { seconds: ms.div_euclid(1_000), nanos, attos: 0, finer: &[] }
    }

    /// Milliseconds since 1970, rounded down, as a JavaScript `Date` counts them; throughout a leap second those of the midnight
    /// that follows, so that they never contradict the order.
    pub fn unix_ms(&self) -> i64 {
        self.seconds * 1_000 + i64::from(self.nanos.min(NANOS_PER_SECOND) / NANOS_PER_MILLISECOND)
    }

    /// A text that equal instants share and no others.
    pub(crate) fn signature(&self) -> String {
        let mut text = String::new();
        text.push(if self.seconds < 0 { '-' } else { '+' });
        push_digits(&mut text, self.seconds.unsigned_abs(), 1);
        text.push('.');
        // Ten digits: in a leap second they count on from 10⁹.
        push_digits(&mut text, u64::from(self.nanos), 10);
        push_digits(&mut text, u64::from(self.attos), 9);
        text.extend(self.finer.iter().map(|digit| char::from(*digit)));
        text
    }

    /// The day that a clock at this offset from UTC shows.
    pub fn day(&self, utc_offset_minutes: i32) -> Day {
        Day((self.seconds + i64::from(utc_offset_minutes) * 60).div_euclid(DAY))
    }
}

/// A day of the calendar, counted from 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day(i64);

impl Day {
    /// As `YYYY-MM-DD`.
    pub fn text(self) -> String {
        let (year, month, day) = civil(self.0);
        let mut text = String::with_capacity(10);
        if year < 0 {
            text.push('-');
        }
        push_digits(&mut text, year.unsigned_abs(), 4);
        text.push('-');
        push_digits(&mut text, u64::from(month), 2);
        text.push('-');
        push_digits(&mut text, u64::from(day), 2);
        text
    }
}

struct Fraction<'a> {
    nanos: u32,
    attos: u32,
    finer: &'a [u8],
}

struct Clock {
    seconds: i64,
    is_leap: bool,
}

/// `YYYY-MM-DD` as days since 1970.
fn read_date(text: &[u8]) -> Option<i64> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
    let year = two_digits(y1, y2)? * 100 + two_digits(y3, y4)?;
    let (month, day) = (two_digits(m1, m2)?, two_digits(d1, d2)?);
    let exists = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    exists.then(|| days_since_1970(year, month, day))
}

/// `hh:mm:ss`; a leap second is reported as the second before it.
fn read_clock(text: &[u8]) -> Option<Clock> {
    let &[h1, h2, b':', m1, m2, b':', s1, s2] = text else { return None };
    let (hour, minute, second) = (two_digits(h1, h2)?, two_digits(m1, m2)?, two_digits(s1, s2)?);
    let seconds = hour * 3_600 + minute * 60 + second.min(59);
    (hour < 24 && minute < 60 && second <= 60).then_some(Clock { seconds, is_leap: second == 60 })
}

/// `.` and at least one digit, or nothing; and what follows.
fn read_fraction(text: &[u8]) -> Option<(Fraction<'_>, &[u8])> {
    let [b'.', digits @ ..] = text else { return Some((Fraction { nanos: 0, attos: 0, finer: &[] }, text)) };
    let (nanos, rest) = nine_digits(digits);
    let (attos, rest) = nine_digits(rest);
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (mut finer, rest) = rest.split_at_checked(length)?;
    while let [before @ .., b'0'] = finer {
        finer = before;
    }
    (rest.len() < digits.len()).then_some((Fraction { nanos, attos, finer }, rest))
}

/// Up to nine digits as billionths, and what follows them.
fn nine_digits(text: &[u8]) -> (u32, &[u8]) {
    let (mut number, mut unit, mut rest) = (0, NANOS_PER_SECOND, text);
    while let [digit @ b'0'..=b'9', after @ ..] = rest
        && unit > 1
    {
        unit /= 10;
        number += u32::from(digit - b'0') * unit;
        rest = after;
    }
    (number, rest)
}

/// `Z`, `±hh:mm` or nothing: seconds east of UTC, `None` inside if no zone is given.
fn read_offset(text: &[u8]) -> Option<Option<i64>> {
    match *text {
        [] => Some(None),
        [b'Z' | b'z'] => Some(Some(0)),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (two_digits(h1, h2)?, two_digits(m1, m2)?);
            let seconds = hours * 3_600 + minutes * 60;
            let seconds = if sign == b'-' { -seconds } else { seconds };
            (hours < 24 && minutes < 60).then_some(Some(seconds))
        }
        _ => None,
    }
}

/// Leap seconds are put at the end of a month in UTC and nowhere else.
fn may_end_in_leap_second(seconds: i64) -> bool {
    let next = seconds + 1;
    next.rem_euclid(DAY) == 0 && civil(next.div_euclid(DAY)).2 == 1
}

fn two_digits(tens: u8, ones: u8) -> Option<i64> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens < 10 && ones < 10).then(|| i64::from(tens * 10 + ones))
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Proleptic Gregorian calendar; years are counted from March, so that the leap day is the last of its year. 400 years have
/// 146,097 days, the month `m` months after March begins (153 m + 2) / 5 days after it, and from 1 March of the year 0 to 1970 it
/// is 719,468 days; `day` counts from 1.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    era * 146_097 + year * 365 + year / 4 - year / 100 + (153 * month + 2) / 5 + day - 719_469
}

/// Year, month and day of a day counted from 1970: the inverse of `days_since_1970`.
fn civil(days: i64) -> (i64, u8, u8) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    (era * 400 + year, month as u8, day as u8)
}

/// Decimal digits, at least `width` of them.
fn push_digits(text: &mut String, number: u64, width: u32) {
    if width > 1 || number > 9 {
        push_digits(text, number / 10, width.saturating_sub(1));
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests;
