//! What is a date-time, which instant it names, and how instants order.

use super::*;
use proptest::prelude::*;

/// Seconds since 1970 and units of 10⁻¹⁸ s.
fn point(text: &str) -> Option<(i64, u64)> {
    parse(text).map(|instant| (instant.seconds, attos(instant)))
}

fn attos(instant: Instant<'_>) -> u64 {
    u64::from(instant.nanos) * 1_000_000_000 + u64::from(instant.attos)
}

const SECOND: u64 = 1_000_000_000_000_000_000;
const MILLI: u64 = SECOND / 1_000;

#[test]
fn c13_readable_date_times_name_their_instant() {
    for (text, seconds, attos) in [
        ("1970-01-01T00:00:00Z", 0, 0),
        ("2024-02-29T12:34:56Z", 1_709_210_096, 0),
        ("2024-02-29t12:34:56z", 1_709_210_096, 0),
        ("2024-02-29 12:34:56Z", 1_709_210_096, 0),
        ("2024-02-29T12:34:56", 1_709_210_096, 0),
        ("2024-02-29", 1_709_164_800, 0),
        ("2024-02-29T12:34:56.5Z", 1_709_210_096, 500 * MILLI),
        ("2024-02-29T12:34:56.123456789+00:00", 1_709_210_096, 123_456_789_000_000_000),
        ("2024-02-29T12:34:56-00:00", 1_709_210_096, 0),
        ("2024-02-29T12:34:56+05:30", 1_709_190_296, 0),
        ("2024-02-29T12:34:56-23:59", 1_709_296_436, 0),
        ("2024-02-29T23:59:59.999999999999999999Z", 1_709_251_199, 999_999_999_999_999_999),
        ("2000-02-29T00:00:00Z", 951_782_400, 0),
        ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
        ("0000-02-29T00:00:00Z", -62_162_121_600, 0),
        ("0000-03-01T00:00:00Z", -62_162_035_200, 0),
        ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
        ("1969-12-31T23:59:59Z", -1, 0),
        ("2016-12-31T23:59:60Z", 1_483_228_799, SECOND),
        ("2016-12-31T15:59:60.25-08:00", 1_483_228_799, SECOND + 250 * MILLI),
        ("2015-07-01T09:29:60+09:30", 1_435_708_799, SECOND),
    ] {
        assert_eq!(point(text), Some((seconds, attos)), "{text}");
    }
}

#[test]
fn c13_what_is_not_a_date_time_is_unreadable() {
    for text in [
        "",
        "yesterday",
        "1709210096",
        "1709210096000",
        "+00:00",
        "2024-02-30T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "2024-04-31",
        "2024-06-31",
        "2024-09-31",
        "2024-11-31",
        "2024-01-32",
        "2024-00-10",
        "2024-13-10",
        "2024-01-00",
        "10000-01-01T00:00:00Z",
        "+002024-01-01T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "24-01-01T00:00:00Z",
        "2024-1-1",
        "2024/01/01",
        "2024-01-01T",
        "2024-01-01Z",
        "2024-01-01T10:00Z",
        "2024-01-01T24:00:00Z",
        "2024-01-01T23:60:00Z",
        "2024-01-01T23:59:61Z",
        "2024-01-01T12:00:60Z",
        "2024-01-30T23:59:60Z",
        "2024-01-31T22:59:60Z",
        "2024-01-02T00:00:60+00:01",
        "2024-01-01T10:00:00.",
        "2024-01-01T10:00:00.Z",
        "2024-01-01T10:00:00,5Z",
        "2024-01-01T10:00:00.5.5Z",
        "2024-01-01T10:00:00ZZ",
        "2024-01-01T10:00:00 Z",
        "2024-01-01T10:00:00 UTC",
        "2024-01-01T10:00:00+0100",
        "2024-01-01T10:00:00+01",
        "2024-01-01T10:00:00+24:00",
        "2024-01-01T10:00:00+01:60",
        "2024-01-01T10:00:00*01:00",
        "2024-01-01T10:00:00+1a:00",
        "2024-01-01  10:00:00Z",
        "2024-01-01_10:00:00Z",
        " 2024-01-01T10:00:00Z",
        "2024-01-01T10:00:00Z ",
        "2024-01-01T10-00-00Z",
        "2024-01-01T1٢:00:00Z",
        "２０２４-01-01",
        "2024-01-0:",
        "20:4-01-01",
        "2024-01-0/",
    ] {
        assert_eq!(point(text), None, "{text}");
    }
}

#[test]
fn a_reading_says_whether_the_text_names_a_zone() {
    for (text, has_zone) in [
        ("2024-01-01T10:00:00Z", true),
        ("2024-01-01T10:00:00z", true),
        ("2024-01-01T10:00:00-00:00", true),
        ("2024-01-01T10:00:00.5", false),
        ("2024-01-01 10:00:00", false),
        ("2024-01-01", false),
    ] {
        assert_eq!(read(text.as_bytes()).map(|reading| reading.has_zone), Some(has_zone), "{text}");
    }
}

#[test]
fn c15_offsets_do_not_matter_and_text_order_does_not_either() {
    let (west, east) = ("2024-01-01T01:00:00-05:00", "2024-01-01T02:00:00+09:00");
    assert!(west < east && parse(west) > parse(east));
    assert_eq!(parse("2024-01-01T00:30:00+01:00"), parse("2023-12-31T23:30:00Z"));
}

#[test]
fn fractions_of_any_length_order_as_numbers() {
    let texts = [
        "2024-01-01T00:00:00Z",
        "2024-01-01T00:00:00.0000000000000000000000001Z",
        "2024-01-01T00:00:00.1234567890123456789Z",
        "2024-01-01T00:00:00.12345678901234567891Z",
        "2024-01-01T00:00:00.123456789012345679Z",
        "2024-01-01T00:00:00.2Z",
        "2024-01-01T00:00:01Z",
    ];
    assert!(texts.is_sorted_by(|a, b| parse(a) < parse(b)));
    assert_eq!(parse("2024-01-01T00:00:00.50"), parse("2024-01-01T00:00:00.5000000000000000000000Z"));
}

#[test]
fn a_leap_second_lies_between_its_neighbours() {
    let texts = ["2016-12-31T23:59:59.999Z", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.9Z", "2017-01-01T00:00:00Z"];
    assert!(texts.is_sorted_by(|a, b| parse(a) < parse(b)));
}

#[test]
fn milliseconds_are_those_of_a_javascript_date() {
    for (text, ms) in [
        ("2024-02-29T12:34:56.789Z", 1_709_210_096_789),
        ("1969-12-31T23:59:59.999Z", -1),
        ("1969-12-31T23:59:59.9999Z", -1),
        ("2016-12-31T23:59:60.5Z", 1_483_228_800_000),
    ] {
        assert_eq!(parse(text).map(|instant| instant.unix_ms()), Some(ms), "{text}");
    }
    assert_eq!(Some(Instant::from_unix_ms(1_709_210_096_789)), parse("2024-02-29T12:34:56.789Z"));
    assert_eq!(Some(Instant::from_unix_ms(-1)), parse("1969-12-31T23:59:59.999Z"));
}

#[test]
fn a_day_is_the_one_a_local_clock_shows() {
    let day = |text: &str, offset| parse(text).map(|instant| instant.day(offset).text()).unwrap();
    assert_eq!(day("2024-03-01T00:30:00Z", 0), "2024-03-01");
    assert_eq!(day("2024-03-01T00:30:00Z", -31), "2024-02-29");
    assert_eq!(day("2024-12-31T23:30:00Z", 30), "2025-01-01");
    assert_eq!(day("2024-12-31T23:30:00Z", 29), "2024-12-31");
    assert_eq!(day("2024-01-01T00:00:00+14:00", 14 * 60), "2024-01-01");
    assert_eq!(day("2024-12-31T12:00:00Z", 719), "2024-12-31");
    assert_eq!(day("2024-12-31T12:00:00Z", 720), "2025-01-01");
    assert_eq!(day("0000-01-01T00:00:00Z", -1), "-0001-12-31");
    assert_eq!(day("0987-06-05", 0), "0987-06-05");
    assert_eq!(day("0000-06-05", 0), "0000-06-05");
    assert_eq!(day("9999-12-31T23:59:59Z", 1), "10000-01-01");
}

#[test]
fn signatures_are_shared_by_equal_instants_alone() {
    let texts = [
        "2016-12-31T23:59:59Z",
        "2016-12-31T23:59:60Z",
        "2017-01-01T00:00:00Z",
        "2017-01-01T00:00:00.1Z",
        "2017-01-01T00:00:00.01Z",
        "2017-01-01T00:00:00.0000000000000000001Z",
        "2016-12-31T23:59:60.500000000000000001Z",
        "2016-12-31T23:59:59.1500000000000000001Z",
        "1970-01-01T00:00:07Z",
        "1969-12-31T23:59:53Z",
    ];
    let signatures: Vec<_> = texts.iter().map(|text| parse(text).unwrap().signature()).collect();
    for (at, signature) in signatures.iter().enumerate() {
        assert_eq!(signatures.iter().position(|other| other == signature), Some(at), "{}", texts[at]);
    }
    let (a, b) = (parse("2017-01-01T00:00:00.10Z").unwrap(), parse("2017-01-01T01:00:00.1+01:00").unwrap());
    assert_eq!(a.signature(), b.signature());
    assert_eq!(a.signature(), "+1483228800.0100000000000000000");
    assert_eq!(parse("1970-01-01T00:00:09Z").unwrap().signature(), "+9.0000000000000000000");
    assert_eq!(parse("1970-01-01").unwrap().signature(), "+0.0000000000000000000");
    assert_eq!(parse("1969-12-31").unwrap().signature(), "-86400.0000000000000000000");
}

/// Days since 1970 by counting, the slow twin of the formula.
fn counted_days(year: i64, month: i64, day: i64) -> i64 {
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |year| if leap(year) { 366 } else { 365 };
    let years: i64 = if year >= 1970 { (1970..year).map(length).sum() } else { -(year..1970).map(length).sum::<i64>() };
    let months = [31, if leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    years + months[..month as usize - 1].iter().sum::<i64>() + day - 1
}

#[test]
fn every_day_of_nine_centuries_is_found_again() {
    let (first, last) = (days_since_1970(1599, 12, 31), days_since_1970(2500, 1, 1));
    assert_eq!(last - first, counted_days(2500, 1, 1) - counted_days(1599, 12, 31));
    for day in first..=last {
        let (year, month, of_month) = civil(day);
        assert_eq!(days_since_1970(year, i64::from(month), i64::from(of_month)), day);
        assert!((1..=days_in_month(year, i64::from(month))).contains(&i64::from(of_month)));
    }
}

proptest! {
    #[test]
    fn days_of_the_calendar_are_counted_without_a_hole(year in 0_i64..10_000, month in 1_i64..13, day in 1_i64..29) {
        let days = days_since_1970(year, month, day);
        prop_assert_eq!(days, counted_days(year, month, day));
        prop_assert_eq!(civil(days), (year, month as u8, day as u8));
        let next = civil(days + 31);
        prop_assert_eq!(days_since_1970(next.0, i64::from(next.1), i64::from(next.2)), days + 31);
    }

    #[test]
    fn an_instant_is_the_same_written_in_any_zone(seconds in -60_000_000_000_i64..250_000_000_000, offset in -1_439_i64..1_440, fraction in "[0-9]{1,30}") {
        let local = seconds + offset * 60;
        let (year, month, day) = civil(local.div_euclid(DAY));
        let clock = local.rem_euclid(DAY);
        let sign = if offset < 0 { '-' } else { '+' };
        let text = format!(
            "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{fraction}{sign}{:02}:{:02}",
            clock / 3_600, clock / 60 % 60, clock % 60, offset.abs() / 60, offset.abs() % 60,
        );
        let padded = format!("{fraction:0<30}");
        let expected = (seconds, padded[..18].parse::<u64>().unwrap(), padded[18..].trim_end_matches('0').to_owned());
        let read = parse(&text).map(|it| (it.seconds, attos(it), String::from_utf8(it.finer.to_vec()).unwrap()));
        prop_assert_eq!(read, Some(expected), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}|[0-9TZtz:.+ -]{0,40}") {
        if let Some(instant) = parse(&text) {
            prop_assert!(attos(instant) < 2 * SECOND && text.len() >= 10);
        }
    }
}
