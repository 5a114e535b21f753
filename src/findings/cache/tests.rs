use super::*;
use crate::findings::store::Row;
use crate::findings::{DiffOptions, Ingest, Limits, Query, Scan, Sort, SortKey};

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
        let (rows, next) = (SplitRows::default(), 0);
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
        let row = |at: u32| serde_json::json!({ "id": format!("{at:04}"), "uid": if at.is_multiple_of(2) { uid(at) } else { format!("{at:04}") } });
        of((0..count).map(row).collect()).memory_bytes()
    };
    // When a column grows by doubling, and when the first segment of texts is full: of identifiers, and of every other uid.
    for count in [1024, 1364, 2048, 2729] {
        let (before, after) = (bytes(count), bytes(count + 1));
        assert!(after <= before + 200, "{count}: {before} {after}");
    }
}

#[test]
fn a_finding_takes_a_code_in_each_full_column_a_uid_and_a_class() {
    let bytes = |count| of(vec![serde_json::json!({}); count]).memory_bytes();
    let more = bytes(2000) - bytes(1000);
    // A bit for each uid says whether it is packed.
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
    scan.query(&Query { sort: by_id(), ..Query::default() }).unwrap();
    grows_by(1000 * 4, "the order of the identifiers");
    let text = Some("cve-0".to_owned());
    scan.query(&Query { sort: by_id(), filter: Filter { text, ..Filter::default() }, ..Query::default() }).unwrap();
    grows_by(1000 / 8, "the findings that were picked");
    let earlier = self::scan(|at| serde_json::json!({ "uid": uid(at + 500) }));
    scan.diff(&earlier, &DiffOptions::default()).unwrap();
    grows_by(1000 * (4 + 1), "the pairs of a comparison");
}
