//! Date-times that are read, and what each is in UTC.

use super::*;

#[test]
fn offsets_and_fractions_name_the_same_instant() {
    let zulu = micros_of("2026-03-14T05:30:00Z");
    assert!(zulu.is_some());
    assert_eq!(zulu, micros_of("2026-03-14T07:30:00+02:00"));
    assert_eq!(zulu.map(|t| t + 250_000), micros_of("2026-03-14T00:30:00.250-05:00"));
}

#[test]
fn every_form_of_rfc_3339_is_read_until_jiff_ends() {
    let zulu = micros_of("2026-03-14T05:30:00Z");
    for same in ["2026-03-14t05:30:00z", "2026-03-14T05:30:00-00:00", "2026-03-15T05:29:00+23:59"] {
        assert_eq!(micros_of(same), zulu, "{same}");
    }
    assert_eq!(micros_of("2026-03-14T05:30:00.0000019999999Z"), zulu.map(|t| t + 1), "more digits than are counted");
    assert_eq!(micros_of("1969-12-31T23:59:59.75Z"), Some(-250_000));
    assert_eq!(micros_of("0000-01-01T00:00:00Z"), Some(YEAR_0 * 1_000_000));
    assert!(micros_of("9999-12-30T22:00:00.999Z").is_some());
    assert_eq!(micros_of("9999-12-30T22:00:01Z"), None);
}

#[test]
fn a_leap_second_is_one_where_it_can_be_and_stays_one() {
    let midnight = micros_of("2017-01-01T00:00:00Z").unwrap();
    for (given, written, after) in [
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z", 0),
        ("2017-01-01T00:59:60+01:00", "2016-12-31T23:59:60Z", 0),
        ("2016-12-31T15:59:60.50-08:00", "2016-12-31T23:59:60.50Z", 500_000),
        ("2016-12-31T23:59:60.5Z", "2016-12-31T23:59:60.5Z", 500_000),
    ] {
        assert_eq!(utc(given).as_deref(), Some(written));
        assert_eq!((micros_of(given), micros_of(written)), (Some(midnight + after), Some(midnight + after)), "{given}");
    }
    assert!(micros_of("2016-12-31T23:59:59.9999999Z") < micros_of("2016-12-31T23:59:60Z"));
    assert_eq!(utc("2024-02-29T23:59:60Z").as_deref(), Some("2024-02-29T23:59:60Z"));
    for nowhere in [
        "2026-03-14T05:30:60Z",
        "2026-03-14T23:59:60Z",
        "2024-02-28T23:59:60Z",
        "2016-12-31T22:59:60Z",
        "2016-12-31T23:59:60+01:00",
        "2016-12-31T23:59:61Z",
    ] {
        assert_eq!((micros_of(nowhere), utc(nowhere)), (None, None), "{nowhere}");
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
        assert_eq!(micros_of(text), None, "{text}");
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
        assert_eq!(micros_of(given), micros_of(written));
    }
    assert_eq!(utc("2026-03-14T05:30:00"), None);
}

#[test]
fn text_is_utc_with_milliseconds() {
    assert_eq!(text(0), "1970-01-01T00:00:00.000Z");
    assert_eq!(text(1_773_478_800_007), "2026-03-14T09:00:00.007Z");
    assert!(text(i64::MAX).ends_with('Z'));
    for early in [i64::MIN, YEAR_0 * 1000 - 1, YEAR_0 * 1000] {
        assert_eq!(text(early), "0000-01-01T00:00:00.000Z", "{early}");
    }
}
