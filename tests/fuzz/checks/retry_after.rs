//! `Retry-After` read twice: by the library, and plainly after RFC 9110; and what the client does with it.

use super::timestamps::{days_before, exists};
use scanfold::client::failure::{ErrorKind, Failure};
use scanfold::client::operation::Repeat;
use scanfold::client::retry::{Attempts, Budget, Next};
use scanfold::client::retry_after::parse;

const NOW: f64 = 1_773_532_800_000.0;
/// Largest answer: the end of the year 9999, counted from 1970.
const MOST: f64 = 253_402_300_800_000.0;

/// The header, the answer's `Date` after a line feed, and two numbers that stand for time left and chance.
pub fn retry_after(data: &[u8]) {
    let &[left, chance, ref texts @ ..] = data else { return };
    let texts = String::from_utf8_lossy(texts);
    let (value, date) = texts.split_once('\n').map_or((&*texts, None), |(value, date)| (value, Some(date)));
    let asked = parse(value, date, NOW);
    assert_eq!(asked, plain(value, date), "{texts:?}");
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

fn plain(value: &str, date: Option<&str>) -> Option<f64> {
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.chars().all(|digit| digit.is_ascii_digit()) {
        let number = value.trim_start_matches('0');
        let seconds = if number.len() > 10 { u64::MAX } else { number.parse().unwrap_or(0) };
        return Some(seconds.min(u64::from(u32::MAX)) as f64 * 1_000.0);
    }
    let until = http_date(value)?;
    let from = date.and_then(|date| http_date(date.trim_matches([' ', '\t'])));
    Some((until - from.unwrap_or(NOW)).max(0.0))
}

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// One of the three forms, in milliseconds since 1970.
fn http_date(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(' ').collect();
    let (weekday, day, month, year, clock) = match parts.as_slice() {
        [weekday, day, month, year, clock, "GMT"] => {
            (short_day(weekday.strip_suffix(',')?)?, two(day)?, *month, digits(year, 4)?, *clock)
        }
        [weekday, date, clock, "GMT"] => {
            let weekday = DAYS.iter().position(|day| Some(*day) == weekday.strip_suffix(','))?;
            let [day, month, year]: [&str; 3] = date.split('-').collect::<Vec<_>>().try_into().ok()?;
            let year = two(year)?;
            (weekday, two(day)?, month, if year < 70 { 2000 + year } else { 1900 + year }, *clock)
        }
        [weekday, month, "", day, clock, year] => {
            (short_day(weekday)?, digits(day, 1)?, *month, digits(year, 4)?, *clock)
        }
        [weekday, month, day, clock, year] => (short_day(weekday)?, two(day)?, *month, digits(year, 4)?, *clock),
        _ => return None,
    };
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
