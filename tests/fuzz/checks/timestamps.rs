//! Date-times read twice: by the library, and slowly after RFC 3339, a character at a time, with days counted one by one.

use scanfold::history::instant::{parse, read};
use std::cmp::Ordering;

/// Two texts, separated by a line feed, read as they should be and order as they should; days are those of the calendar.
pub fn timestamp(data: &[u8]) {
    let Some((&offset, texts)) = data.split_first() else { return };
    let offset = (i32::from(offset) - 128) * 15;
    let texts = String::from_utf8_lossy(texts);
    let mut moments = Vec::new();
    for text in texts.splitn(2, '\n') {
        let plain = slow(text);
        let ours = parse(text);
        assert_eq!(ours.is_some(), plain.is_some(), "{text:?}");
        let (Some(ours), Some(plain)) = (ours, plain) else { continue };
        assert_eq!(read(text.as_bytes()).map(|reading| reading.has_zone), Some(plain.has_zone), "{text:?}");
        assert_eq!(ours.unix_ms(), plain.unix_ms(), "{text:?}");
        assert_eq!(ours.day(offset).text(), plain.day(offset), "{text:?}");
        moments.push((ours, plain));
    }
    if let [(a, plain_a), (b, plain_b)] = moments.as_slice() {
        let expected = plain_a.key().cmp(&plain_b.key());
        assert_eq!(a.cmp(b), expected, "{texts:?}");
        assert_eq!(a == b, expected == Ordering::Equal);
    }
}

pub struct Moment {
    /// Since 1970; a leap second has the number of the second before it.
    seconds: i64,
    leap: bool,
    /// Digits after the point, without zeros at the end.
    fraction: String,
    pub has_zone: bool,
}

impl Moment {
    pub fn key(&self) -> (i64, bool, &str) {
        (self.seconds, self.leap, &self.fraction)
    }

    pub fn unix_ms(&self) -> i64 {
        if self.leap {
            return (self.seconds + 1) * 1_000;
        }
        let milliseconds: String = self.fraction.chars().chain("000".chars()).take(3).collect();
        self.seconds * 1_000 + milliseconds.parse::<i64>().expect("three digits")
    }

    pub fn day(&self, offset_minutes: i32) -> String {
        let days = (self.seconds + i64::from(offset_minutes) * 60).div_euclid(86_400);
        let (year, month, day) = date_of(days);
        let sign = if year < 0 { "-" } else { "" };
        format!("{sign}{:04}-{month:02}-{day:02}", year.abs())
    }
}

/// Takes a text apart from left to right.
pub fn slow(text: &str) -> Option<Moment> {
    let mut rest: Vec<char> = text.chars().rev().collect();
    let year = digits(&mut rest, 4)?;
    expect(&mut rest, &['-'])?;
    let month = digits(&mut rest, 2)?;
    expect(&mut rest, &['-'])?;
    let day = digits(&mut rest, 2)?;
    if !(1..=12).contains(&month) || day < 1 || day > days_of_month(year, month) {
        return None;
    }
    let mut seconds = days_before(year, month, day) * 86_400;
    if rest.is_empty() {
        return Some(Moment { seconds, leap: false, fraction: String::new(), has_zone: false });
    }
    expect(&mut rest, &['T', 't', ' '])?;
    let hour = digits(&mut rest, 2)?;
    expect(&mut rest, &[':'])?;
    let minute = digits(&mut rest, 2)?;
    expect(&mut rest, &[':'])?;
    let second = digits(&mut rest, 2)?;
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut fraction = String::new();
    if rest.last() == Some(&'.') {
        rest.pop();
        while let Some(digit) = rest.pop_if(|next| next.is_ascii_digit()) {
            fraction.push(digit);
        }
        if fraction.is_empty() {
            return None;
        }
    }
    let leap = second == 60;
    seconds += hour * 3_600 + minute * 60 + if leap { 59 } else { second };
    let has_zone = !rest.is_empty();
    if has_zone {
        let sign = expect(&mut rest, &['Z', 'z', '+', '-'])?;
        if sign == '+' || sign == '-' {
            let hours = digits(&mut rest, 2)?;
            expect(&mut rest, &[':'])?;
            let minutes = digits(&mut rest, 2)?;
            if hours > 23 || minutes > 59 {
                return None;
            }
            let east = hours * 3_600 + minutes * 60;
            seconds -= if sign == '-' { -east } else { east };
        }
    }
    let fraction = fraction.trim_end_matches('0').to_owned();
    let moment = Moment { seconds, leap, fraction, has_zone };
    // Leap seconds end a month in UTC.
    let ends_month = seconds.rem_euclid(86_400) == 86_399
        && Moment { seconds: seconds + 1, leap: false, fraction: String::new(), has_zone }.day(0).ends_with("-01");
    (rest.is_empty() && (!leap || ends_month)).then_some(moment)
}

fn digits(rest: &mut Vec<char>, count: usize) -> Option<i64> {
    let mut number = 0;
    for _ in 0..count {
        number = number * 10 + i64::from(rest.pop()?.to_digit(10)?);
    }
    Some(number)
}

fn expect(rest: &mut Vec<char>, any: &[char]) -> Option<char> {
    rest.pop().filter(|next| any.contains(next))
}

fn is_leap_year(year: i64) -> bool {
    year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
}

fn days_of_year(year: i64) -> i64 {
    if is_leap_year(year) { 366 } else { 365 }
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970 to a date.
pub fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let years: i64 = (1970..year).map(days_of_year).sum::<i64>() - (year..1970).map(days_of_year).sum::<i64>();
    years + (1..month).map(|month| days_of_month(year, month)).sum::<i64>() + day - 1
}

/// Year, month and day of the date so many days after the beginning of 1970.
pub fn date_of(mut days: i64) -> (i64, i64, i64) {
    let mut year = 1970;
    while days < 0 {
        year -= 1;
        days += days_of_year(year);
    }
    while days >= days_of_year(year) {
        days -= days_of_year(year);
        year += 1;
    }
    let mut month = 1;
    while days >= days_of_month(year, month) {
        days -= days_of_month(year, month);
        month += 1;
    }
    (year, month, days + 1)
}

/// Whether the calendar has a day.
pub fn exists(year: i64, month: i64, day: i64) -> bool {
    (1..=12).contains(&month) && (1..=days_of_month(year, month)).contains(&day)
}
