//! What a summary says of a history, and what it leaves unsaid.

use super::*;
use proptest::prelude::*;

/// An entry, as far as a summary reads it.
#[derive(Clone, Debug, Default)]
struct AgentScan {
    repo_name: Option<String>,
    branch: Option<String>,
    scan_id: Option<String>,
    prompt: Option<String>,
    timestamp: Option<String>,
    num_files: Option<u64>,
}

/// Numbers texts in order of first occurrence, from 1; an empty text is none.
fn numbered(texts: impl Iterator<Item = String>) -> Vec<u32> {
    let mut known = vec![String::new()];
    let number = |text: String| {
        let found = known.iter().position(|other| *other == text);
        found.unwrap_or_else(|| {
            known.push(text);
            known.len() - 1
        }) as u32
    };
    texts.map(number).collect()
}

/// Sums up entries as the service answers them.
fn summarize(scans: &[AgentScan], options: &SummaryOptions<'_>) -> HistorySummary {
    let ids = numbered(scans.iter().map(|scan| scan.scan_id.clone().unwrap_or_default()));
    let line = |scan: &AgentScan| format!("{:?}", (&scan.repo_name, &scan.branch, &scan.prompt));
    let lines = numbered(scans.iter().map(line));
    let files: Vec<f64> = scans.iter().map(|scan| scan.num_files.map_or(f64::NAN, |files| files as f64)).collect();
    let timestamps = scans.iter().map(|scan| scan.timestamp.as_deref()).collect();
    super::summarize(&Entries { timestamps, ids: &ids, lines: &lines, files: &files }, options)
}

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

fn scan(id: &str, timestamp: &str) -> AgentScan {
    AgentScan { scan_id: Some(id.to_owned()), timestamp: Some(timestamp.to_owned()), ..AgentScan::default() }
}

fn read(id: &str, timestamp: &str, branch: &str, num_files: u64) -> AgentScan {
    AgentScan { branch: Some(branch.to_owned()), num_files: Some(num_files), ..scan(id, timestamp) }
}

fn at(now: &str) -> SummaryOptions<'_> {
    SummaryOptions::at(instant::parse(now).unwrap())
}

#[test]
fn a_history_is_summed_up() {
    let scans = [
        scan("d", "2024-01-20T00:00:00Z"),
        scan("c", "2024-01-03T00:00:00Z"),
        scan("b", "2024-01-02T00:00:00Z"),
        scan("a", "2024-01-01T02:00:00+02:00"),
    ];
    let summary = summarize(&scans, &at("2024-01-22T12:00:00Z"));
    let expected = HistorySummary {
        scans: 4,
        first_at: Some(3),
        last_at: Some(0),
        median_interval_ms: Some(DAY as f64),
        gaps: vec![Gap { from: 1, to: 0, ms: 17 * DAY }],
        since_last_ms: Some(60 * HOUR),
        stale: false,
        out_of_order: vec![],
        duplicates: vec![],
        invalid_timestamps: vec![],
        without_zone: vec![],
        coverage_drops: vec![],
    };
    assert_eq!(summary, expected);
}

#[test]
fn a_history_without_a_readable_scan_is_stale_and_has_no_figures() {
    let summary = summarize(&[], &at("2024-01-01"));
    assert_eq!(
        (summary.scans, summary.stale, summary.since_last_ms, summary.median_interval_ms),
        (0, true, None, None)
    );
    assert_eq!((summary.first_at, summary.last_at), (None, None));
    let summary = summarize(&[scan("a", "unreadable"), AgentScan::default()], &at("2024-01-01"));
    assert_eq!((summary.scans, summary.stale, summary.last_at), (2, true, None));
    assert_eq!(summary.invalid_timestamps, [0, 1]);
}

#[test]
fn stale_is_longer_ago_than_asked() {
    let stale = |now: &'static str| summarize(&[scan("a", "2024-01-01")], &at(now)).stale;
    assert!(!stale("2024-01-08T00:00:00Z"));
    assert!(stale("2024-01-08T00:00:00.001Z"));
    let options = SummaryOptions { stale_ms: HOUR, ..at("2024-01-01T02:00:00Z") };
    assert!(summarize(&[scan("a", "2024-01-01")], &options).stale);
}

#[test]
fn c14_a_scan_of_the_future_is_not_stale_and_its_distance_is_negative() {
    let summary = summarize(&[scan("a", "2024-01-02")], &at("2024-01-01"));
    assert_eq!((summary.since_last_ms, summary.stale), (Some(-DAY), false));
    assert!(!summarize(&[scan("a", "2024-03-02")], &at("2024-01-01")).stale, "however far ahead");
}

#[test]
fn the_median_of_two_middle_pauses_is_their_mean() {
    let times = ["2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.004Z", "2024-01-01T00:00:00.009Z"];
    let median = |times: &[&str]| summarize(&times.map_scans(), &at("2024-01-02")).median_interval_ms;
    assert_eq!(median(&times), Some(4.5));
    assert_eq!(median(&times[..2]), Some(4.0));
    assert_eq!(median(&["2024-01-01", "2024-01-02", "2024-01-05"]), Some(2.0 * DAY as f64));
    assert_eq!(median(&times[..1]), None);
    let uneven = ["2024-01-05", "2024-01-01", "2024-01-02", "2024-01-02", "2024-01-04"];
    assert_eq!(median(&uneven), Some(DAY as f64), "pauses of 0, 1, 1 and 2 days");
    assert_eq!(median(&["2024-01-01", "2024-01-11", "2024-01-12", "2024-01-14"]), Some(2.0 * DAY as f64));
}

#[test]
fn no_pause_is_negative_not_even_that_after_a_leap_second() {
    let times = ["2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00Z"];
    assert_eq!(summarize(&times.map_scans(), &at("2024-01-02")).median_interval_ms, Some(0.0));
}

trait MapScans {
    fn map_scans(&self) -> Vec<AgentScan>;
}

impl MapScans for [&str] {
    fn map_scans(&self) -> Vec<AgentScan> {
        self.iter().map(|time| scan("", time)).collect()
    }
}

#[test]
fn gaps_are_longer_than_asked_longest_first_and_of_equal_ones_the_latest_first() {
    let times = ["2024-03-01", "2024-02-20", "2024-02-10", "2024-01-20", "2024-01-13"];
    let gaps = summarize(&times.map_scans(), &at("2024-03-01")).gaps;
    let plain: Vec<_> = gaps.iter().map(|gap| (gap.from, gap.to, gap.ms / DAY)).collect();
    assert_eq!(plain, [(3, 2, 21), (1, 0, 10), (2, 1, 10)]);
    let options = SummaryOptions { gap_ms: 7 * DAY - 1, ..at("2024-03-01") };
    assert_eq!(summarize(&times.map_scans(), &options).gaps.len(), 4);
}

#[test]
fn i7_places_where_the_given_order_breaks_are_named() {
    let times = ["2024-01-05", "2024-01-06", "unreadable", "2024-01-03", "2024-01-03", "2024-01-04"];
    let summary = summarize(&times.map_scans(), &at("2024-01-07"));
    assert_eq!(summary.out_of_order, [1, 5]);
    assert_eq!(summary.invalid_timestamps, [2]);
}

#[test]
fn i7_an_entry_is_compared_with_the_readable_one_before_it() {
    let times = ["2024-01-05", "unreadable", "2024-01-06"];
    assert_eq!(summarize(&times.map_scans(), &at("2024-01-07")).out_of_order, [2]);
}

#[test]
fn repeated_scan_ids_are_named_once_in_order_of_appearance() {
    let ids = ["z", "a", "", "z", "b", "a", "z", ""];
    let mut scans: Vec<_> = ids.iter().map(|id| scan(id, "2024-01-01")).collect();
    scans.extend([AgentScan::default(), AgentScan::default()]);
    assert_eq!(summarize(&scans, &at("2024-01-01")).duplicates, [0, 1]);
}

#[test]
fn c13_timestamps_without_a_zone_are_utc_and_noted() {
    let times = ["2024-01-03T00:00:00", "2024-01-02T00:00:00Z", "2024-01-01", "?"];
    let summary = summarize(&times.map_scans(), &at("2024-01-03T06:00:00Z"));
    assert_eq!(summary.without_zone, [0, 2]);
    assert_eq!(summary.since_last_ms, Some(6 * HOUR));
    assert_eq!(summary.last_at, Some(0));
}

#[test]
fn a_coverage_drop_is_a_loss_of_the_share_asked_for() {
    let scans = [read("b", "2024-01-02", "main", 70), read("a", "2024-01-01", "main", 100)];
    let drops = |share| {
        let options = SummaryOptions { coverage_drop: share, ..at("2024-01-03") };
        summarize(&scans, &options).coverage_drops
    };
    assert_eq!(drops(0.3), [CoverageDrop { at: 0, from: 100.0, to: 70.0 }]);
    assert_eq!(drops(0.31), []);
    assert_eq!(drops(0.0).len(), 1);
    let half = [read("b", "2024-01-02", "main", 50), read("a", "2024-01-01", "main", 100)];
    assert_eq!(summarize(&half, &at("2024-01-03")).coverage_drops.len(), 1, "half of the files by default");
}

#[test]
fn growing_and_steady_coverage_is_no_drop() {
    let scans =
        [read("c", "2024-01-03", "main", 9), read("b", "2024-01-02", "main", 5), read("a", "2024-01-01", "main", 5)];
    let options = SummaryOptions { coverage_drop: 0.0, ..at("2024-01-04") };
    assert_eq!(summarize(&scans, &options).coverage_drops, []);
}

#[test]
fn coverage_is_compared_on_the_same_repository_branch_and_prompt_only() {
    let with = |scan: AgentScan, repository: &str, prompt: &str| AgentScan {
        repo_name: Some(repository.to_owned()),
        prompt: Some(prompt.to_owned()),
        ..scan
    };
    let scans = [
        with(read("late", "2024-01-06", "main", 1), "o/a", "p"),
        with(read("other branch", "2024-01-05", "topic", 2), "o/a", "p"),
        with(read("other prompt", "2024-01-04", "main", 3), "o/a", "q"),
        with(read("other repository", "2024-01-03", "main", 4), "o/b", "p"),
        with(AgentScan { num_files: None, ..read("uncounted", "2024-01-02", "main", 0) }, "o/a", "p"),
        with(read("unreadable", "?", "main", 1), "o/a", "p"),
        with(read("first", "2024-01-01", "main", 100), "o/a", "p"),
    ];
    let drops = summarize(&scans, &at("2024-01-07")).coverage_drops;
    assert_eq!(drops, [CoverageDrop { at: 0, from: 100.0, to: 1.0 }]);
}

#[test]
fn numbers_that_stand_for_nothing_are_no_duplicates_and_no_line() {
    let days = ["2024-01-02", "2024-01-01"].map(Some).to_vec();
    for odd in [0, 3, u32::MAX] {
        let numbers = [odd, odd];
        let entries = Entries { timestamps: days.clone(), ids: &numbers, lines: &numbers, files: &[1.0, 100.0] };
        let summary = super::summarize(&entries, &at("2024-01-03"));
        assert_eq!((summary.duplicates, summary.coverage_drops), (vec![], vec![]));
    }
    let bare = Entries { timestamps: days, ..Entries::default() };
    assert_eq!(super::summarize(&bare, &at("2024-01-03")).scans, 2);
}

#[test]
fn drops_stand_in_the_order_of_time() {
    let scans = [
        read("d", "2024-01-04", "b", 1),
        read("c", "2024-01-03", "a", 1),
        read("b", "2024-01-02", "b", 10),
        read("a", "2024-01-01", "a", 10),
    ];
    let drops = summarize(&scans, &at("2024-01-07")).coverage_drops;
    assert_eq!(drops.iter().map(|drop| drop.at).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn of_equal_instants_the_one_given_first_is_the_later() {
    let scans = [read("second", "2024-01-01", "main", 1), read("first", "2024-01-01", "main", 100)];
    assert_eq!(summarize(&scans, &at("2024-01-01")).coverage_drops.len(), 1);
}

#[test]
fn i14_counts_and_distances_are_exact_in_javascript() {
    let most = 9_007_199_254_740_991;
    let scans = [read("b", "9999-12-31", "m", 0), read("a", "0000-01-01", "m", most)];
    let summary = summarize(&scans, &at("0000-01-01"));
    let numbers = [summary.gaps[0].ms, summary.since_last_ms.unwrap(), summary.median_interval_ms.unwrap() as i64];
    assert!(numbers.iter().all(|number| number.unsigned_abs() <= most));
    assert_eq!(summary.coverage_drops[0].from, most as f64);
}

#[test]
fn a_summary_crosses_the_border_under_the_names_of_the_interface() {
    let scans = [read("b", "2024-02-01", "main", 1), read("a", "2024-01-01", "main", 10)];
    let expected = serde_json::json!({
        "scans": 2, "firstAt": 1, "lastAt": 0, "medianIntervalMs": 31.0 * DAY as f64,
        "gaps": [{ "from": 1, "to": 0, "ms": 31 * DAY }],
        "sinceLastMs": 0, "stale": false, "outOfOrder": [], "duplicates": [], "invalidTimestamps": [],
        "withoutZone": [0, 1], "coverageDrops": [{ "at": 0, "from": 10.0, "to": 1.0 }],
    });
    assert_eq!(serde_json::to_value(summarize(&scans, &at("2024-02-01"))).unwrap(), expected);
}

proptest! {
    #[test]
    fn figures_do_not_depend_on_the_given_order(days in proptest::collection::vec(1_u32..29, 1..20), turn in 0_usize..20) {
        let scans: Vec<_> = days.iter().enumerate().map(|(at, day)| scan(&at.to_string(), &format!("2024-02-{day:02}"))).collect();
        let mut turned = scans.clone();
        turned.rotate_left(turn % scans.len());
        let (a, b) = (summarize(&scans, &at("2024-03-01")), summarize(&turned, &at("2024-03-01")));
        let lengths = |it: &HistorySummary| it.gaps.iter().map(|gap| gap.ms).collect::<Vec<_>>();
        prop_assert_eq!((a.median_interval_ms, a.since_last_ms, lengths(&a)), (b.median_interval_ms, b.since_last_ms, lengths(&b)));
        let day = |it: &HistorySummary, scans: &[AgentScan]| [it.first_at, it.last_at].map(|at| scans[at.unwrap() as usize].timestamp.clone());
        prop_assert_eq!(day(&a, &scans), day(&b, &turned));
    }
}
