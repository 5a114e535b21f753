//! The kinds of errors are the same where the module makes them, where JavaScript knows them, and in the types.

use std::collections::BTreeSet;

use scanfold::client::failure::ErrorKind;

use crate::sources::{part, quoted};

/// The only kind that there is without the module.
const WITHOUT_MODULE: &str = "init_failed";

fn set(list: &str) -> BTreeSet<&str> {
    quoted(list).into_iter().collect()
}

#[test]
fn kinds_of_errors_are_the_modules_and_init_failed() {
    let rows = part("src/client/failure.rs", "const fn row(self)", "impl Outcome");
    let words = rows.split("(\"").skip(1).filter_map(|row| row.split('"').next());
    let mut kinds: BTreeSet<&str> = words.collect();
    assert!(kinds.contains(ErrorKind::Timeout.word()), "the rows of kinds are read wrongly: {kinds:?}");
    assert!(kinds.insert(WITHOUT_MODULE), "{WITHOUT_MODULE} is JavaScript's alone");

    let known = part("pkg/lib/error.js", "const KINDS = new Set([", "])");
    assert_eq!(set(&known), kinds, "KINDS of pkg/lib/error.js, and the kinds of src/client/failure.rs");
    let declared = part("pkg/index.d.ts", "export type ErrorKind =", ";");
    assert_eq!(set(&declared), kinds, "ErrorKind of pkg/index.d.ts, and the kinds of src/client/failure.rs");
}
