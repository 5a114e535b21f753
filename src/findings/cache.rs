//! What a scan works out once and keeps: ranks of dictionaries, the last selection, and the orders that were last read.

use super::filter::Filter;
use super::order::{Parts, Sort};
use super::ranks::Ranks;
use super::repeated_uids::repeated_uids;
use super::selection::Selection;
use super::store::Store;
use super::store::column::{COLUMNS, Column};
use super::store::uids::Uid;
use super::uid_index::UidIndex;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

/// All rows in an order.
pub(crate) struct Whole {
    pub sort: Vec<Sort>,
    pub rows: Parts,
}

/// The rows of a selection in an order, as far as they were looked for.
pub(crate) struct Picked {
    pub selection: Rc<Selection>,
    pub sort: Vec<Sort>,
    pub rows: Parts,
    /// The part of the whole to look through next.
    pub next: usize,
}

#[derive(Default)]
pub(crate) struct Cache {
    ranks: [OnceCell<Ranks>; COLUMNS],
    epss: OnceCell<Ranks>,
    all: OnceCell<Rc<Selection>>,
    /// The last but that of all findings: questions come in groups under one filter.
    selection: RefCell<Option<Rc<Selection>>>,
    /// All rows in the last order that asked for them.
    pub whole: RefCell<Option<Whole>>,
    /// What the last query read: scrolling is a slice of it.
    pub picked: RefCell<Option<Picked>>,
    repeated_uids: OnceCell<u32>,
    uids: OnceCell<UidIndex>,
    lookups: Cell<u32>,
}

/// So many uids are looked for row by row: a table of all is worth its memory to whoever asks more often.
const FEW_LOOKUPS: u32 = 32;

impl Cache {
    /// Ranks of a column's texts.
    pub fn ranks(&self, store: &Store, column: Column) -> &Ranks {
        let [first, ..] = &self.ranks;
        self.ranks.get(column as usize).unwrap_or(first).get_or_init(|| Ranks::new(store, column))
    }

    /// Ranks of probabilities by code of `epss_details`: 0 for none, then least first.
    pub fn epss_ranks(&self, store: &Store) -> &Ranks {
        // None is less than any.
        let probability = |code: u32| store.epss_of(code).unwrap_or(-1.0);
        self.epss.get_or_init(|| {
            Ranks::by(store, Column::EpssDetails, &mut |a, b| {
                probability(a).partial_cmp(&probability(b)).unwrap_or(Ordering::Equal)
            })
        })
    }

    /// How many rows have a uid that an earlier row has.
    pub fn repeated_uids(&self, store: &Store) -> u32 {
        *self.repeated_uids.get_or_init(|| repeated_uids(store))
    }

    /// The first row with a uid.
    pub fn find(&self, store: &Store, uid: &str) -> Option<u32> {
        let lookups = self.lookups.get().saturating_add(1);
        self.lookups.set(lookups);
        match lookups <= FEW_LOOKUPS {
            true => store.uids.find(uid),
            false => self.uids.get_or_init(|| UidIndex::of(store)).find(store, Uid::of(uid)),
        }
    }

    /// All findings.
    pub fn all(&self, store: &Store) -> &Rc<Selection> {
        self.all.get_or_init(|| Rc::new(Selection::new(store, &Filter::default())))
    }

    /// The findings that a filter means.
    pub fn selection(&self, store: &Store, filter: &Filter) -> Rc<Selection> {
        if *filter == Filter::default() {
            return self.all(store).clone();
        }
        let mut kept = self.selection.borrow_mut();
        match &*kept {
            Some(selection) if selection.filter == *filter => selection.clone(),
            _ => {
                let selection = Rc::new(Selection::new(store, filter));
                *kept = Some(selection.clone());
                selection
            }
        }
    }

    pub fn memory_bytes(&self) -> usize {
        let ranks: usize =
            self.ranks.iter().chain([&self.epss]).filter_map(OnceCell::get).map(|ranks| ranks.of.len() * 4).sum();
        let kept = self.selection.borrow();
        let picked = self.picked.borrow();
        let whole = self.whole.borrow();
        // What was picked from may be one of the others.
        let mut selections: Vec<&Rc<Selection>> = Vec::new();
        for selection in self.all.get().into_iter().chain(&*kept).chain(picked.as_ref().map(|picked| &picked.selection))
        {
            if !selections.iter().any(|known| Rc::ptr_eq(known, selection)) {
                selections.push(selection);
            }
        }
        let selections: usize = selections.into_iter().map(|selection| selection.memory_bytes()).sum();
        let whole = whole.as_ref().map_or(0, |whole| whole.rows.memory_bytes());
        let picked = picked.as_ref().map_or(0, |picked| picked.rows.memory_bytes());
        let uids = self.uids.get().map_or(0, UidIndex::memory_bytes);
        ranks + selections + whole + picked + uids
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::store::Row;
    use crate::findings::{Ingest, Limits, Query, Scan, Sort, SortKey};

    #[test]
    fn a_question_about_all_findings_does_not_cost_the_selection_that_is_kept() {
        let (store, cache) = (Store::new(), Cache::default());
        let some = Filter { fixable: Some(true), ..Filter::default() };
        let kept = cache.selection(&store, &some);
        let all = cache.selection(&store, &Filter::default());
        assert!(Rc::ptr_eq(&all, cache.all(&store)));
        assert!(Rc::ptr_eq(&kept, &cache.selection(&store, &some)));
    }

    #[test]
    fn what_is_kept_in_two_places_is_counted_once() {
        let (mut store, cache) = (Store::new(), Cache::default());
        for _ in 0..100 {
            store.push(&Row { uid: Uid::Absent, codes: [0; COLUMNS] }).unwrap();
        }
        let selection = cache.selection(&store, &Filter { fixable: Some(true), ..Filter::default() });
        let all = cache.all(&store);
        selection.counts(&store, all, Column::Id);
        all.counts(&store, all, Column::Id);
        let before = cache.memory_bytes();
        assert!(selection.memory_bytes() > 100 && all.memory_bytes() > 0);
        for kept in [all.clone(), selection] {
            let (rows, next) = (Parts::default(), 0);
            *cache.picked.borrow_mut() = Some(Picked { selection: kept, sort: Vec::new(), rows, next });
            assert_eq!(cache.memory_bytes(), before);
        }
    }

    /// A scan of a thousand findings, each with what `more` makes of its number.
    fn scan(more: fn(u32) -> serde_json::Value) -> Scan {
        of((0..1000).map(more).collect())
    }

    fn of(rows: Vec<serde_json::Value>) -> Scan {
        let mut ingest = Ingest::rows(Limits::default());
        ingest.push(&serde_json::to_vec(&rows).unwrap()).unwrap();
        ingest.finish().unwrap()
    }

    fn uid(at: u32) -> String {
        format!("{at:08x}-0000-4000-8000-000000000000")
    }

    #[test]
    fn a_finished_scan_keeps_no_room_for_further_findings() {
        let bytes = |count: u32| {
            let row = |at: u32| serde_json::json!({ "id": format!("{at:04}"), "uid": if at % 2 == 0 { uid(at) } else { format!("{at:04}") } });
            of((0..count).map(row).collect()).memory_bytes()
        };
        // Where a column grows by doubling, and where a first segment of texts is full: of identifiers, and of every other uid.
        for count in [1024, 1364, 2048, 2729] {
            let (before, after) = (bytes(count), bytes(count + 1));
            assert!(after <= before + 200, "{count}: {before} {after}");
        }
    }

    #[test]
    fn a_finding_takes_a_code_in_each_full_column_a_uid_and_a_class() {
        let bytes = |count| of(vec![serde_json::json!({}); count]).memory_bytes();
        let more = bytes(2000) - bytes(1000);
        // Which uids are packed takes a bit each, in words.
        let least = 1000 * (11 * 2 + 16 + 1) + 1000 / 8;
        assert!((least..least + 100).contains(&more), "{more}");
    }

    #[test]
    fn memory_is_that_of_texts_and_uids_and_of_what_questions_left_behind() {
        let bytes = |more| scan(more).memory_bytes();
        let plain = bytes(|_| serde_json::json!({}));
        let named = bytes(|at| serde_json::json!({ "id": format!("{at:04}") }));
        let long = bytes(|at| serde_json::json!({ "id": format!("{at:0104}") }));
        let fixed = bytes(|at| serde_json::json!({ "id": format!("{at:04}"), "fixed_version": format!("{at:04}") }));
        let known = bytes(|at| serde_json::json!({ "uid": format!("row-{at:0100}") }));
        // A code, its place, the text with its head, and a slot of the table.
        assert!(named >= plain + 1000 * (2 + 4 + 12 + 8) && long >= named + 1000 * 100, "{plain} {named} {long}");
        assert!(
            fixed >= named + 1000 * (4 + 2) && known >= plain + 1000 * 100 && plain >= 1000 * 16,
            "{plain} {fixed} {known}"
        );

        let scan = scan(|at| serde_json::json!({ "uid": uid(at), "id": format!("CVE-{at:04}") }));
        let mut held = scan.memory_bytes();
        let mut grows_by = |least: usize, question: &str| {
            let now = scan.memory_bytes();
            assert!(now >= held + least, "{question}: {held} {now}");
            held = now;
        };
        for at in 0..1000 {
            assert_eq!(scan.find(&uid(at)), Some(at));
        }
        grows_by(1000 * 4, "the index of uids");
        let by_id = || vec![Sort { by: SortKey::Id, descending: false }];
        scan.query(&Query { sort: by_id(), ..Query::default() });
        grows_by(1000 * 4, "the order of the identifiers");
        let text = Some("cve-0".to_owned());
        scan.query(&Query { sort: by_id(), filter: Filter { text, ..Filter::default() }, ..Query::default() });
        grows_by(1000 / 8, "the findings that were picked");
    }
}
