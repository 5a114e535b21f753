//! Histories ordered, grouped and summed up twice: by the library, and by plain sorts over moments that are read slowly.

use super::choices::Choices;
use super::summaries;
use super::timestamps::{Moment, slow};
use scanfold::history::{Groups, Order, group, group_by_day, latest, sort, timestamps};

/// The first line chooses what is asked for, each other line is an entry: its timestamp, what it is grouped by, its identifier and
/// its count of files, separated by tabs.
pub fn timelines(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (choices, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let history = History::of(rest);
    let mut choices = Choices(choices.as_bytes());
    let newest = check_order(&history);
    check_groups(&history, &newest);
    check_days(&history, &newest, (choices.next() as i32 - 128) * 15);
    summaries::check(&history, &newest, &mut choices);
}

/// A history by column, with what its timestamps mean.
pub struct History {
    pub texts: Vec<String>,
    moments: Vec<Option<Moment>>,
    pub keys: Vec<u32>,
    pub ids: Vec<u32>,
    pub files: Vec<f64>,
}

impl History {
    fn of(text: &str) -> Self {
        let lines = || text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let cells = |at: usize| lines().map(|cells| cells.get(at).copied().unwrap_or_default().to_owned()).collect();
        let texts: Vec<String> = lines().map(|cells| timestamp(cells[0])).collect();
        History {
            moments: texts.iter().map(|text| slow(text)).collect(),
            keys: numbered(cells(1)),
            ids: numbered(cells(2)),
            files: lines()
                .map(|cells| cells.get(3).and_then(|count| count.parse::<u8>().ok()).map_or(f64::NAN, f64::from))
                .collect(),
            texts,
        }
    }

    /// An empty timestamp is an absent one.
    pub fn timestamps(&self) -> impl Iterator<Item = Option<&str>> + Clone {
        self.texts.iter().map(|text| Some(text.as_str()).filter(|text| !text.is_empty()))
    }

    pub fn len(&self) -> u32 {
        self.texts.len() as u32
    }

    pub fn moment(&self, at: u32) -> Option<&Moment> {
        self.moments[at as usize].as_ref()
    }
}

const DATES: [&str; 12] = [
    "2016-12-31",
    "2017-01-01",
    "2016-06-30",
    "0000-01-01",
    "9999-12-31",
    "1969-12-31",
    "1970-01-01",
    "2024-02-29",
    "2023-02-29",
    "2024-03-01",
    "2024-03-07",
    "2024-03-08",
];
const CLOCKS: [&str; 12] = [
    "",
    "T00:00:00",
    "T23:59:59",
    "T23:59:60",
    "T00:00:60",
    "t12:00:00",
    " 12:00:00",
    "T22:59:60",
    "T04:59:60",
    "T24:00:00",
    "T00:30:00",
    "T12:00",
];
const FRACTIONS: [&str; 10] = [
    "",
    ".0",
    ".5",
    ".50",
    ".000000001",
    ".999999999",
    ".0000000000000000001",
    ".00000000000000000010",
    ".999999999999999999",
    ".",
];
const ZONES: [&str; 12] =
    ["Z", "z", "", "+00:00", "-00:00", "+01:00", "-01:00", "+05:00", "-19:00", "+23:59", "+24:00", "+0100"];

/// A text as it is, or if it begins with `@`, one put together from parts by the characters that follow.
pub fn timestamp(text: &str) -> String {
    let Some(choices) = text.strip_prefix('@') else { return text.to_owned() };
    let mut choices = Choices(choices.as_bytes());
    [choices.of(&DATES), choices.of(&CLOCKS), choices.of(&FRACTIONS), choices.of(&ZONES)].concat()
}

/// A number for each text, from 1, and 0 for the empty one.
fn numbered(texts: Vec<String>) -> Vec<u32> {
    let mut known = vec![String::new()];
    let mut number = |text: String| {
        let place = known.iter().position(|other| *other == text);
        place.unwrap_or_else(|| {
            known.push(text);
            known.len() - 1
        }) as u32
    };
    texts.into_iter().map(&mut number).collect()
}

/// Both orders are those of a stable sort, in which the unreadable are last. Gives the newest first.
fn check_order(history: &History) -> Vec<u32> {
    let all = || 0..history.len();
    let unreadable: Vec<u32> = all().filter(|at| history.moment(*at).is_none()).collect();
    let mut readable: Vec<u32> = all().filter(|at| history.moment(*at).is_some()).collect();
    let key = |at: &u32| history.moment(*at).map(Moment::key);
    readable.sort_by(|a, b| key(a).cmp(&key(b)));
    let oldest = [readable.clone(), unreadable.clone()].concat();
    readable.sort_unstable();
    readable.sort_by(|a, b| key(b).cmp(&key(a)));
    let newest = [readable, unreadable].concat();

    let joined = history.texts.concat();
    let ends: Vec<u32> = history
        .texts
        .iter()
        .scan(0, |end, text| {
            *end += text.len() as u32;
            Some(*end)
        })
        .collect();
    for (order, expected) in [(Order::Oldest, &oldest), (Order::Newest, &newest)] {
        assert_eq!(sort(history.timestamps(), order), *expected, "{order:?} of {:?}", history.texts);
        assert_eq!(sort(timestamps(&joined, &ends), order), *expected, "{order:?} of {:?}, joined", history.texts);
        let again = expected.iter().map(|at| Some(history.texts[*at as usize].as_str()));
        assert!(sort(again, order).into_iter().eq(all()), "sorted, and not in order");
    }
    newest
}

/// Groups in the order of their first entries, each with its entries in order.
fn grouped<K: PartialEq>(newest: &[u32], key: impl Fn(u32) -> K) -> Vec<(K, Vec<u32>)> {
    let mut groups: Vec<(K, Vec<u32>)> = Vec::new();
    for &at in newest {
        match groups.iter_mut().find(|(known, _)| *known == key(at)) {
            Some((_, places)) => places.push(at),
            None => groups.push((key(at), vec![at])),
        }
    }
    groups
}

fn places_of(groups: &Groups) -> Vec<Vec<u32>> {
    groups.iter().map(<[u32]>::to_vec).collect()
}

fn check_groups(history: &History, newest: &[u32]) {
    let expected = grouped(newest, |at| history.keys[at as usize]);
    let groups = places_of(&group(history.timestamps(), &history.keys));
    assert!(groups.iter().eq(expected.iter().map(|(_, places)| places)), "{groups:?}, not {expected:?}");
    let heads: Vec<u32> = expected.iter().map(|(_, places)| places[0]).collect();
    assert_eq!(latest(history.timestamps(), &history.keys), heads);
}

fn check_days(history: &History, newest: &[u32], offset: i32) {
    let day = |at| history.moment(at).map(|moment| moment.day(offset)).unwrap_or_default();
    let (groups, days) = group_by_day(history.timestamps(), offset);
    let told: Vec<_> = days.into_iter().zip(places_of(&groups)).collect();
    assert_eq!(told, grouped(newest, day), "{offset} minutes");
    assert_eq!(told.len(), groups.ends.len());
}
