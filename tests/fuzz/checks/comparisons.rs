//! Comparisons of two scans with few texts, made twice: by the library, and by a model that pairs as the tiers are defined.

use super::pairs_by_tiers::{Class, Model, TEXTS, class};
use super::plain_findings::{Plain, scan_of};
use scanfold::findings::{DiffOptions, MatchedBy, Scan, ScanDiff};
use scanfold::wire::severity::Severity;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Most findings of a scan.
const ROWS: usize = 200;

/// A finding for each line, one character a text; those of the later scan follow a line that begins with `=`.
pub fn comparisons(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut sides = [Vec::new(), Vec::new()];
    let mut side = 0;
    for line in text.lines() {
        match line.chars().next() {
            Some('=') => side = 1,
            Some('*') => repeat(&mut sides[side], line),
            _ => sides[side].push(row_of(line)),
        }
    }
    sides.iter_mut().for_each(|rows| rows.truncate(ROWS));
    let seed = data.iter().fold(1, |seed: u32, byte| seed.wrapping_mul(31).wrapping_add((*byte).into()));
    let turned = [shuffled(&sides[0], seed), shuffled(&sides[1], seed / 7)];
    let (scans, turned) = (Scans::of(&sides), Scans::of(&turned));
    for ignore_image in [false, true] {
        assert_eq!(turned.check(ignore_image), scans.check(ignore_image), "the order of findings matters");
        let same = diff(&scans.both[0], &turned.both[0], ignore_image);
        assert_eq!((same.added.len(), same.resolved.len(), same.severity_changed.len()), (0, 0, 0), "{same:?}");
    }
}

/// What each character of a line is a text of.
const NAMES: [&str; 9] =
    ["uid", "image", "target", "id", "package", "installed_version", "severity", "fixed_version", "public_exploit"];

/// A point is an absent text, a digit of the uid stands for a UUID, and letters for severities.
fn row_of(line: &str) -> Value {
    let mut row = Map::new();
    for (name, letter) in NAMES.into_iter().zip(line.chars()).filter(|(_, letter)| *letter != '.') {
        let value: Value = match (name, letter) {
            ("public_exploit", '_') => Map::new().into(),
            (_, '_') => "".into(),
            ("uid", '0'..='9') => format!("123e4567-e89b-12d3-a456-00000000000{letter}").into(),
            ("severity", 'c') => "critical".into(),
            ("severity", 'h') => "high".into(),
            ("severity", 'm') => "medium".into(),
            ("severity", 'l') => "low".into(),
            ("public_exploit", letter) => vec![letter.to_string()].into(),
            (_, letter) => letter.to_string().into(),
        };
        row.insert(name.to_owned(), value);
    }
    Value::Object(row)
}

/// Repeats the last finding as often as the character after the star says.
fn repeat(rows: &mut Vec<Value>, line: &str) {
    let count = line.chars().nth(1).map_or(0, |count| count as usize % 16);
    let last = rows.last().cloned();
    rows.extend(last.into_iter().cycle().take(count));
}

fn shuffled(rows: &[Value], mut seed: u32) -> Vec<Value> {
    let mut rows = rows.to_vec();
    for at in (1..rows.len()).rev() {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        rows.swap(at, (seed >> 8) as usize % (at + 1));
    }
    rows
}

fn diff(before: &Scan, after: &Scan, ignore_image: bool) -> ScanDiff {
    after
        .diff(before, &DiffOptions { ignore_image, ..DiffOptions::default() })
        .expect("there is memory")
        .expect("both are complete")
}

/// What a comparison says, in words that do not depend on the order of findings.
#[derive(Debug, PartialEq)]
struct Told {
    added: Vec<String>,
    resolved: Vec<String>,
    severity_changed: Vec<(String, String)>,
    became_fixable: Vec<(String, String)>,
    exploit_became_known: Vec<(String, String)>,
    matched_by: MatchedBy,
}

/// The scans that are compared, the earlier first, and what their findings mean.
struct Scans<'a> {
    both: [Scan; 2],
    plain: [Vec<Plain<'a>>; 2],
}

impl<'a> Scans<'a> {
    fn of(sides: &'a [Vec<Value>; 2]) -> Self {
        Scans { both: [0, 1].map(|side| scan_of(&sides[side])), plain: [0, 1].map(|side| Plain::all(&sides[side])) }
    }

    /// A comparison is the model's, and backwards its mirror.
    fn check(&self, ignore_image: bool) -> Told {
        let [before, after] = &self.both;
        let (forth, back) = (diff(before, after, ignore_image), diff(after, before, ignore_image));
        let told = told(&self.plain, &forth);
        assert_eq!(told, told_by(&Model::of(&self.plain, ignore_image)), "ignoring images: {ignore_image}");
        check_mirror(&forth, &back);
        self.check_counts(&forth);
        told
    }

    /// Every finding is in a pair or a list, and severities are counted in the lists.
    fn check_counts(&self, diff: &ScanDiff) {
        let lists = [&diff.resolved, &diff.added];
        let all = lists.map(|list| list.len() + diff.persisting as usize);
        assert_eq!(all, [0, 1].map(|side| self.plain[side].len()));
        assert!(lists.iter().all(|list| list.is_sorted()), "in the order of the responses");
        let count = |side: usize, severity| {
            lists[side].iter().filter(|row| self.plain[side][**row as usize].severity == severity).count() as i64
        };
        assert_eq!(diff.delta.in_order(), Severity::ALL.map(|severity| count(1, severity) - count(0, severity)));
    }
}

fn check_mirror(forth: &ScanDiff, back: &ScanDiff) {
    assert_eq!((&back.added, &back.resolved), (&forth.resolved, &forth.added));
    assert_eq!((back.persisting, back.matched_by), (forth.persisting, forth.matched_by));
    let mirrored: BTreeSet<_> = back.severity_changed.iter().map(|&(one, other)| (other, one)).collect();
    assert_eq!(mirrored, forth.severity_changed.iter().copied().collect());
    assert_eq!(back.delta.in_order().map(|count| -count), forth.delta.in_order());
}

fn told(plain: &[Vec<Plain>; 2], diff: &ScanDiff) -> Told {
    let alone = |side: usize, rows: &[u32]| sorted(rows.iter().map(|row| words(&plain[side][*row as usize])).collect());
    let both = |&(row, other): &(u32, u32)| (words(&plain[0][row as usize]), words(&plain[1][other as usize]));
    let pairs = |pairs: &[(u32, u32)]| sorted(pairs.iter().map(both).collect());
    Told {
        added: alone(1, &diff.added),
        resolved: alone(0, &diff.resolved),
        severity_changed: pairs(&diff.severity_changed),
        became_fixable: pairs(&diff.became_fixable),
        exploit_became_known: pairs(&diff.exploit_became_known),
        matched_by: diff.matched_by,
    }
}

/// What the model says.
fn told_by(model: &Model) -> Told {
    let alone = |side: usize| sorted(model.alone[side].iter().map(|single| words(&single.finding)).collect());
    let changed = |is_it: fn(Class, Class) -> bool| {
        let changed = model.pairs.iter().filter(|[was, is]| is_it(was.class, is.class));
        sorted(changed.map(|[was, is]| (words(&was.finding), words(&is.finding))).collect())
    };
    Told {
        added: alone(1),
        resolved: alone(0),
        severity_changed: changed(|was, is| was.0 != is.0),
        became_fixable: changed(|was, is| !was.1 && is.1),
        exploit_became_known: changed(|was, is| !was.2 && is.2),
        matched_by: model.matched_by,
    }
}

/// A finding without its uid: of findings that differ in nothing else, any may be left.
fn words(finding: &Plain) -> String {
    let texts: [&str; 5] = std::array::from_fn(|at| finding.text(TEXTS[at + 1]));
    format!("{texts:?} {:?}", class(finding))
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}
