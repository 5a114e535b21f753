//! Replays the corpus of the fuzz targets: what they once found worth keeping holds with every build.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a check that does not hold fails its test"
)]

#[path = "checks/mod.rs"]
mod checks;

use std::path::Path;

fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut count = 0;
    for file in files {
        let path = file.expect("the corpus can be read").path();
        let bytes = std::fs::read(&path).expect("the corpus can be read");
        let held = std::panic::catch_unwind(|| check(&bytes));
        assert!(held.is_ok(), "{target} does not hold for {}", path.display());
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}

#[test]
fn b12_the_tree_parser_agrees_with_serde_json_on_the_corpus() {
    replay("parse", checks::parse);
}

#[test]
fn b27_any_cut_of_the_corpus_gives_the_same_scan() {
    replay("ingest", checks::ingest);
}

#[test]
fn rows_of_the_corpus_are_read_as_they_are_alone() {
    replay("rows", checks::rows);
}

#[test]
fn exports_of_the_corpus_read_back() {
    replay("exports", checks::exports);
}

#[test]
fn c12_histories_of_the_corpus_are_read_as_their_tables_say() {
    replay("history", checks::history);
}

#[test]
fn c10_teams_of_the_corpus_are_read_as_their_tables_say() {
    replay("team", checks::team);
}

#[test]
fn c21_removals_of_the_corpus_are_judged_by_the_logins_in_them() {
    replay("removal", checks::removal);
}

#[test]
fn c27_errors_of_the_corpus_are_judged_by_the_tables_and_hold_no_secret() {
    replay("errors", checks::errors);
}

#[test]
fn c28_long_errors_of_the_corpus_are_told_as_far_as_they_are_read_and_hold_no_secret() {
    replay("long_errors", checks::long_errors);
}

#[test]
fn g8_addresses_of_the_corpus_are_used_as_they_read() {
    replay("base_url", |data| drop(checks::base_url(data)));
}

#[test]
fn e10_waits_of_the_corpus_are_those_of_the_grammar() {
    replay("retry_after", checks::retry_after);
}

#[test]
fn c13_timestamps_of_the_corpus_are_read_as_slowly_as_possible() {
    replay("timestamp", checks::timestamp);
}

#[test]
fn g3_arguments_of_the_corpus_are_sent_as_given_or_refused_by_name() {
    replay("arguments", checks::arguments);
}

#[test]
fn versions_of_the_corpus_are_ordered_without_contradiction() {
    replay("versions", checks::versions);
}

#[test]
fn lists_of_logins_of_the_corpus_are_read_as_they_are_written() {
    replay("logins", checks::logins);
}

#[test]
fn c25_links_of_the_corpus_are_accepted_by_the_rules_as_they_are_written_down() {
    replay("links", |data| drop(checks::links(data)));
}

#[test]
fn probabilities_of_the_corpus_are_those_that_the_json_names() {
    replay("probabilities", checks::probabilities);
}

#[test]
fn i9_edits_of_the_corpus_are_merged_and_compared_key_by_key() {
    replay("edits", checks::edits);
}

#[test]
fn i6_histories_of_the_corpus_are_ordered_and_summed_up_as_by_plain_sorts() {
    replay("timelines", checks::timelines);
}

#[test]
fn pages_of_the_corpus_are_those_of_plain_filters_and_sorts() {
    replay("pages", checks::pages);
}

#[test]
fn i2_counts_of_the_corpus_are_those_of_adding_up() {
    replay("counts", checks::counts);
}

#[test]
fn i9_comparisons_of_the_corpus_pair_as_the_tiers_are_defined() {
    replay("comparisons", checks::comparisons);
}
