//! `Retry-After` read twice: by the library, and plainly after RFC 9110; and what the client does with it.

use super::timestamps::{date_of, days_before, exists};
use scanfold::client::failure::{ErrorKind, Failure};
use scanfold::client::operation::Repeat;
use scanfold::client::retry::{Attempts, Budget, Next};
use scanfold::client::retry_after::parse;

/// When an answer is read, unless something else is said.
pub const NOW: f64 = 1_773_532_800_000.0;
/// Largest answer: the end of the year 9999, counted from 1970.
const MOST: f64 = 253_402_300_800_000.0;
/// A date with a year of two digits that seems to be further ahead is one of the past.
const FIFTY_YEARS: f64 = 18_262.5 * 86_400_000.0;

/// Two numbers that stand for time left and chance, and three lines: the header, the answer's `Date`, and the time by the clock.
/// Dates may be given by number in them: see [`with_dates`].
pub fn retry_after(data: &[u8]) {
    let &[left, chance, ref texts @ ..] = data else { return };
    let (texts, dates) = with_dates(texts);
    let texts = String::from_utf8_lossy(&texts);
    let mut lines = texts.splitn(3, '\n');
    let [value, date, clock] = std::array::from_fn(|_| lines.next());
    let value = value.unwrap_or_default();
    let now = clock.and_then(|clock| http_date(clock, NOW)).unwrap_or(NOW);
    for date in dates {
        let (text, at) = (date.text(), date.seconds as f64 * 1_000.0);
        // No other century has that day on that weekday.
        let is_read = date.form != Form::Obsolete || at <= now + FIFTY_YEARS;
        assert_eq!(parse(&text, None, now), is_read.then_some((at - now).max(0.0)), "{text} at {now}");
        assert_eq!(parse(&text, Some(&text), now), is_read.then_some(0.0), "{text} at {now}");
    }
    let asked = parse(value, date, now);
    assert_eq!(asked, plain(value, date, now), "{texts:?}");
    let Some(asked) = asked else { return };
    assert!((0.0..=MOST).contains(&asked), "{asked}");

    let left = f64::from(left) * 500.0;
    let failure = Failure { status: Some(503), retry_after_ms: Some(asked), ..Failure::new(ErrorKind::ServerError) };
    let mut attempts = Attempts::new(Repeat::Reads, 1, false);
    let next = attempts.after(&failure, left, f64::from(chance) / 255.0, &mut Budget::new());
    match next {
        Next::TooLongToWait => assert!(asked > 60_000.0 || asked > 0.0 && asked >= left),
        Next::Again { pause_ms } => {
            assert!(pause_ms >= asked && pause_ms <= asked * 1.1 + 1e-6, "{pause_ms} for {asked}");
            assert!(pause_ms < left && pause_ms <= 66_000.0);
        }
        // Nothing is shortened to fit: the addition may be what no longer fits. If no wait is asked for, none was too long.
        Next::Settle => assert!(asked * 1.1 >= left && (asked < left || asked == 0.0)),
        Next::Refresh => panic!("nobody spoke of tokens"),
    }
}

/// The forms of an HTTP-date.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Fixed,
    Obsolete,
    Asctime,
}

/// A moment of the years 1970 to 2199, and how it is written.
pub struct Written {
    form: Form,
    seconds: i64,
}

impl Written {
    fn text(&self) -> String {
        let (days, second) = (self.seconds.div_euclid(86_400), self.seconds.rem_euclid(86_400));
        let (year, month, day) = date_of(days);
        let weekday = DAYS[(days + 3).rem_euclid(7) as usize];
        let (short, month) = (&weekday[..3], MONTHS[month as usize - 1]);
        let clock = format!("{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60);
        match self.form {
            Form::Fixed => format!("{short}, {day:02} {month} {year} {clock} GMT"),
            Form::Obsolete => format!("{weekday}, {day:02}-{month}-{:02} {clock} GMT", year % 100),
            Form::Asctime => format!("{short} {month} {day:2} {clock} {year}"),
        }
    }
}

/// A text in which each of the bytes 1, 2 and 3, with the four after it, has become the date that they give by its number, in one
/// of the three forms; and those dates.
pub fn with_dates(text: &[u8]) -> (Vec<u8>, Vec<Written>) {
    let (mut out, mut dates, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        let form = [Form::Fixed, Form::Obsolete, Form::Asctime].get(usize::from(first).wrapping_sub(1));
        if let (Some(form), Some((number, after))) = (form, after.split_first_chunk()) {
            // To the beginning of the year 2200.
            let seconds = i64::from(u32::from_be_bytes(*number)) * 2 % 7_258_118_400;
            let date = Written { form: *form, seconds };
            out.extend(date.text().bytes());
            dates.push(date);
            rest = after;
        } else {
            out.push(first);
        }
    }
    (out, dates)
}

/// What `Retry-After` asks for, if the answer has this `Date` and comes at this time.
pub fn plain(value: &str, date: Option<&str>, now: f64) -> Option<f64> {
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.chars().all(|digit| digit.is_ascii_digit()) {
        let number = value.trim_start_matches('0');
        let seconds = if number.len() > 10 { u64::MAX } else { number.parse().unwrap_or(0) };
        return Some(seconds.min(u64::from(u32::MAX)) as f64 * 1_000.0);
    }
    let from = date.and_then(|date| http_date(date.trim_matches([' ', '\t']), now)).unwrap_or(now);
    Some((http_date(value, from)? - from).max(0.0))
}

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// One of the three forms, in milliseconds since 1970, as it is read at a time.
fn http_date(text: &str, now: f64) -> Option<f64> {
    let parts: Vec<&str> = text.split(' ').collect();
    match parts.as_slice() {
        [weekday, day, month, year, clock, "GMT"] => {
            moment(short_day(weekday.strip_suffix(',')?)?, two(day)?, month, digits(year, 4)?, clock)
        }
        [weekday, date, clock, "GMT"] => {
            let weekday = DAYS.iter().position(|day| Some(*day) == weekday.strip_suffix(','))?;
            let [day, month, year]: [&str; 3] = date.split('-').collect::<Vec<_>>().try_into().ok()?;
            let (day, year) = (two(day)?, two(year)?);
            // Of the years that end so the latest, but what seems to be more than 50 years ahead is of the past.
            let years = (1970..2200).rev().filter(|any| any % 100 == year);
            years
                .filter_map(|year| moment(weekday, day, month, year, clock))
                .find(|moment| *moment <= now + FIFTY_YEARS)
        }
        [weekday, month, "", day, clock, year] => {
            moment(short_day(weekday)?, digits(day, 1)?, month, digits(year, 4)?, clock)
        }
        [weekday, month, day, clock, year] => moment(short_day(weekday)?, two(day)?, month, digits(year, 4)?, clock),
        _ => None,
    }
}

/// Milliseconds since 1970, if there is such a moment on such a weekday.
fn moment(weekday: usize, day: i64, month: &str, year: i64, clock: &str) -> Option<f64> {
    let month = MONTHS.iter().position(|name| *name == month)? as i64 + 1;
    let [hour, minute, second] = clock.split(':').collect::<Vec<_>>().try_into().ok()?;
    let (hour, minute, second) = (two(hour)?, two(minute)?, two(second)?);
    let legal = year >= 1970 && exists(year, month, day) && hour < 24 && minute < 60 && second < 60;
    // 1970 began with a Thursday.
    let days = legal.then(|| days_before(year, month, day))?;
    let right_weekday = (days + 3).rem_euclid(7) == weekday as i64;
    right_weekday.then_some((days * 86_400 + hour * 3_600 + minute * 60 + second) as f64 * 1_000.0)
}

fn short_day(text: &str) -> Option<usize> {
    DAYS.iter().position(|day| &day[..3] == text)
}

fn two(text: &str) -> Option<i64> {
    digits(text, 2)
}

fn digits(text: &str, count: usize) -> Option<i64> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}
