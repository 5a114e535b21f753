//! What did not fit the interface and was kept or counted rather than dropped.

use super::cache::Cache;
use super::ingest::{Envelope, Notes, of_findings};
use super::store::Store;
use super::store::column::Column;
use super::store::dictionary::ABSENT;
use crate::compact::sort_copies;
use crate::memory::{OutOfMemory, ask_for};
use crate::wire::severity::Severity;
use serde::Serialize;

/// What was odd about a scan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostics {
    /// Severity words outside the interface with their counts, most frequent first; at most 1,000.
    pub unknown_severities: Vec<(String, u32)>,
    /// Names of members that the interface does not have; at most 64.
    pub unknown_fields: Vec<String>,
    /// Unpaired surrogates that became U+FFFD.
    pub repaired_strings: u64,
    /// What contradicts the interface or itself, a sentence each.
    pub inconsistent: Vec<String>,
}

/// How many unknown severity words are listed.
const SEVERITIES_LISTED: usize = 1000;

pub(crate) fn diagnose(
    envelope: &Envelope,
    store: Option<&Store>,
    cache: &Cache,
    notes: &Notes,
) -> Result<Diagnostics, OutOfMemory> {
    let mut inconsistent = Vec::new();
    let completed = envelope.status.as_deref() == Some(super::scan::COMPLETED);
    match (completed, store.is_some()) {
        (true, false) => inconsistent.push("the status is completed, but there is no list of findings".to_owned()),
        (false, true) => inconsistent.push("there are findings although the status is not completed".to_owned()),
        _ => {}
    }
    inconsistent.extend(notes.sentences());
    let repeated = store.map_or(Ok(0), |store| cache.repeated_uids(store))?;
    if repeated > 0 {
        inconsistent.push(of_findings(repeated) + " with a uid that an earlier finding has");
    }
    Ok(Diagnostics {
        unknown_severities: store.map_or_else(|| Ok(Vec::new()), unknown_severities)?,
        unknown_fields: notes.unknown_fields.clone(),
        repaired_strings: notes.repaired_strings,
        inconsistent,
    })
}

fn unknown_severities(store: &Store) -> Result<Vec<(String, u32)>, OutOfMemory> {
    let words = store.code_count(Column::Severity);
    let most = words.min(SEVERITIES_LISTED * 2);
    ask_for(&[words * size_of::<u32>(), most * 2 * size_of::<(&str, u32)>()])?;
    let mut counts = vec![0u32; words];
    let codes = store.codes(Column::Severity);
    for row in 0..store.len() {
        if let Some(count) = counts.get_mut(codes.get(row) as usize) {
            *count += 1;
        }
    }
    let counted = (0u32..).zip(counts).filter(|&(code, count)| code != ABSENT && count > 0);
    let words = counted.map(|(code, count)| (store.text_of(Column::Severity, code), count));
    let mut unknown: Vec<(&str, u32)> = Vec::with_capacity(most);
    for word in words.filter(|(word, _)| Severity::from_word(word).is_none()) {
        // There may be as many as findings: those that are listed are all that is kept.
        if unknown.len() == SEVERITIES_LISTED * 2 {
            cut(&mut unknown);
        }
        unknown.push(word);
    }
    cut(&mut unknown);
    let texts = unknown.iter().map(|(word, _)| word.len() + size_of::<(String, u32)>()).sum();
    ask_for(&[texts])?;
    Ok(unknown.into_iter().map(|(word, count)| (word.to_owned(), count)).collect())
}

/// Keeps the most frequent, sorted.
#[inline(never)]
fn cut(words: &mut Vec<(&str, u32)>) {
    sort_copies(words, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    words.truncate(SEVERITIES_LISTED);
}
