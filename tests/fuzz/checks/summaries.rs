//! What a history is summed up as, told once more by the guide's table of figures.

use super::choices::Choices;
use super::timelines::{History, timestamp};
use super::timestamps::{Moment, slow};
use scanfold::history::instant::parse;
use scanfold::history::{CoverageDrop, Entries, Gap, HistorySummary, SummaryOptions, summarize};

const PAUSES: [i64; 8] = [604_800_000, 0, 1, 999, 1_000, 3_600_000, 86_400_000, i64::MAX];

pub fn check(history: &History, newest: &[u32], choices: &mut Choices) {
    let now = timestamp(&["@", &String::from_utf8_lossy(choices.0.get(..4).unwrap_or_default())].concat());
    choices.0 = choices.0.get(4..).unwrap_or_default();
    let (Some(present), Some(now)) = (parse(&now), slow(&now)) else { return };
    let [gap_ms, stale_ms] = [(); 2].map(|()| choices.of(&PAUSES));
    let quarters = choices.next() % 5;
    let options = SummaryOptions { now: present, gap_ms, stale_ms, coverage_drop: quarters as f64 / 4.0 };
    let entries = Entries {
        timestamps: history.timestamps().collect(),
        ids: &history.ids,
        lines: &history.keys,
        files: &history.files,
    };
    // Of equal instants the one given first is the later.
    let timeline: Vec<u32> = newest.iter().rev().copied().filter(|at| history.moment(*at).is_some()).collect();
    let ms = |at: u32| history.moment(at).map_or(0, Moment::unix_ms);
    let pauses: Vec<Gap> =
        timeline.windows(2).map(|pair| Gap { from: pair[0], to: pair[1], ms: ms(pair[1]) - ms(pair[0]) }).collect();
    let since_last_ms = timeline.last().map(|last| now.unix_ms() - ms(*last));
    let places = |holds: &dyn Fn(u32) -> bool| (0..history.len()).filter(|at| holds(*at)).collect::<Vec<u32>>();
    let expected = HistorySummary {
        scans: history.len(),
        first_at: timeline.first().copied(),
        last_at: timeline.last().copied(),
        median_interval_ms: median(pauses.iter().map(|pause| pause.ms).collect()),
        gaps: gaps(&pauses, gap_ms),
        since_last_ms,
        stale: since_last_ms.is_none_or(|ms| ms > stale_ms),
        out_of_order: places(&|at| is_out_of_order(history, at)),
        duplicates: places(&|at| is_first_of_many(&history.ids, at as usize)),
        invalid_timestamps: places(&|at| history.moment(at).is_none()),
        without_zone: places(&|at| history.moment(at).is_some_and(|moment| !moment.has_zone)),
        coverage_drops: drops(history, &timeline, quarters as f64),
    };
    assert_eq!(summarize(&entries, &options), expected, "{:?}", history.texts);
}

fn median(mut lengths: Vec<i64>) -> Option<f64> {
    lengths.sort_unstable();
    let (lower, upper) = (lengths.get(lengths.len().saturating_sub(1) / 2)?, lengths.get(lengths.len() / 2)?);
    Some((lower + upper) as f64 / 2.0)
}

/// The longest first, of equal ones the latest.
fn gaps(pauses: &[Gap], least: i64) -> Vec<Gap> {
    let mut gaps: Vec<Gap> = pauses.iter().rev().filter(|pause| pause.ms > least).cloned().collect();
    gaps.sort_by_key(|gap| -gap.ms);
    gaps
}

/// Whether an entry is later than the readable one before it.
fn is_out_of_order(history: &History, at: u32) -> bool {
    let before = (0..at).rev().find_map(|before| history.moment(before));
    before.zip(history.moment(at)).is_some_and(|(before, moment)| moment.key() > before.key())
}

fn is_first_of_many(ids: &[u32], at: usize) -> bool {
    ids[at] != 0 && !ids[..at].contains(&ids[at]) && ids[at + 1..].contains(&ids[at])
}

/// Scans of one group that read fewer files than the one before, by so many quarters of them or more.
fn drops(history: &History, timeline: &[u32], quarters: f64) -> Vec<CoverageDrop> {
    let counts = |at: &&u32| history.keys[**at as usize] != 0 && !history.files[**at as usize].is_nan();
    let counted: Vec<u32> = timeline.iter().filter(counts).copied().collect();
    let mut drops = Vec::new();
    for (place, &at) in counted.iter().enumerate() {
        let is_of_group = |other: &&u32| history.keys[**other as usize] == history.keys[at as usize];
        let Some(before) = counted[..place].iter().rev().find(is_of_group) else { continue };
        let [from, to] = [*before, at].map(|at| history.files[at as usize]);
        if to < from && (from - to) * 4.0 >= quarters * from {
            drops.push(CoverageDrop { at, from, to });
        }
    }
    drops
}
