//! The kinds of errors are the same where the module makes them, where JavaScript knows them, and in the types.

use std::collections::BTreeSet;
use std::fs;

use scanfold::client::failure::ErrorKind;

use crate::sources::root;

/// The only kind that there is without the module.
const WITHOUT_MODULE: &str = "init_failed";

/// What a file says from `begin` to `end`, without the comments at the ends of lines.
fn part(file: &str, begin: &str, end: &str) -> String {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let found = text.split_once(begin).and_then(|(_, rest)| rest.split_once(end));
    let (found, _) = found.ok_or_else(|| format!("{file} has no `{begin}`")).unwrap();
    found.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The words in quotes.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

#[test]
fn kinds_of_errors_are_the_modules_and_init_failed() {
    let rows = part("src/client/failure.rs", "const fn row(self)", "impl Outcome");
    let words = rows.split("(\"").skip(1).filter_map(|row| row.split('"').next());
    let mut kinds: BTreeSet<&str> = words.collect();
    assert!(kinds.contains(ErrorKind::Timeout.word()), "the rows of kinds are read wrongly: {kinds:?}");
    assert!(kinds.insert(WITHOUT_MODULE), "{WITHOUT_MODULE} is JavaScript's alone");

    let known = part("pkg/lib/error.js", "const KINDS = new Set([", "])");
    assert_eq!(quoted(&known), kinds, "KINDS of pkg/lib/error.js, and the kinds of src/client/failure.rs");
    let declared = part("pkg/index.d.ts", "export type ErrorKind =", ";");
    assert_eq!(quoted(&declared), kinds, "ErrorKind of pkg/index.d.ts, and the kinds of src/client/failure.rs");
}
