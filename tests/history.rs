//! Histories on real timestamps: commit times with offsets, which sort wrongly as text.
//!
//! The records are found by `SCANFOLD_DATA`, else beside the repository; if they are absent these tests say so. What
//! is right comes from another reader of dates, `httpdate`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a record of another form fails its test")]

use scanfold::history::{Entries, Order, SummaryOptions, instant, sort, summarize};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Timestamps of all records, or `None` if the data is absent.
fn timestamps() -> Option<Vec<String>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let root = std::env::var_os("SCANFOLD_DATA").map_or_else(beside, PathBuf::from);
    let mut found = Vec::new();
    for file in ["transitions.json", "three-way.json"] {
        let Ok(text) = std::fs::read_to_string(root.join("teams").join(file)) else {
            eprintln!("skipped: no teams/{file} in SCANFOLD_DATA or beside the repository");
            return None;
        };
        let records: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        found.extend(records.iter().map(|record| record["date"].as_str().unwrap().to_owned()));
    }
    Some(found)
}

/// `YYYY-MM-DDThh:mm:ss±hh:mm`, read by way of the date of an HTTP header.
fn by_http_date(text: &str) -> SystemTime {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = MONTHS[text[5..7].parse::<usize>().unwrap() - 1];
    let rest = format!("{} {month} {} {} GMT", &text[8..10], &text[..4], &text[11..19]);
    // Only the right day of the week is taken.
    let mut headers = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].iter().map(|day| format!("{day}, {rest}"));
    let local = headers.find_map(|header| httpdate::parse_http_date(&header).ok()).unwrap();
    let zone = &text[19..];
    if zone == "Z" {
        return local;
    }
    let offset = zone[1..3].parse::<u64>().unwrap() * 3_600 + zone[4..6].parse::<u64>().unwrap() * 60;
    if zone.starts_with('+') { local - Duration::from_secs(offset) } else { local + Duration::from_secs(offset) }
}

/// Places in order.
fn newest_first(texts: &[String]) -> Vec<u32> {
    sort(texts.iter().map(|text| Some(text.as_str())), Order::Newest)
}

#[test]
fn c15_real_timestamps_name_the_instants_that_another_reader_finds() {
    let Some(texts) = timestamps() else { return };
    assert_eq!(texts.len(), 522);
    for text in &texts {
        let expected = by_http_date(text).duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
        assert_eq!(instant::parse(text).map(|instant| instant.unix_ms()), Some(expected), "{text}");
    }
}

#[test]
fn i6_real_histories_sort_as_their_instants_do_and_not_as_text() {
    let Some(texts) = timestamps() else { return };
    let mut expected: Vec<u32> = (0..texts.len() as u32).collect();
    expected.sort_by_key(|&at| std::cmp::Reverse(by_http_date(&texts[at as usize])));
    assert_eq!(newest_first(&texts), expected);

    let mut by_text = expected.clone();
    by_text.sort_by_key(|&at| std::cmp::Reverse(&texts[at as usize]));
    let inversions = by_text
        .windows(2)
        .filter(|pair| by_http_date(&texts[pair[0] as usize]) < by_http_date(&texts[pair[1] as usize]));
    let inversions = inversions.count();
    println!("{} timestamps, {inversions} neighbours out of order when sorted as text", texts.len());
    assert!(inversions > 0);
}

#[test]
fn i7_a_real_history_that_is_sorted_has_no_places_out_of_order() {
    let Some(texts) = timestamps() else { return };
    let entries = |texts| Entries { timestamps: texts, ..Entries::default() };
    let sorted = newest_first(&texts);
    let in_order = entries(sorted.iter().map(|&at| Some(texts[at as usize].as_str())).collect());
    let options = SummaryOptions::at(instant::parse("2026-12-01").unwrap());
    let summary = summarize(&in_order, &options);
    assert_eq!((summary.out_of_order.len(), summary.invalid_timestamps.len()), (0, 0));
    assert_eq!(summary.last_at, Some(0));
    let given = summarize(&entries(texts.iter().map(|text| Some(text.as_str())).collect()), &options);
    assert!(!given.out_of_order.is_empty());
    assert_eq!((given.median_interval_ms, given.since_last_ms), (summary.median_interval_ms, summary.since_last_ms));
}
