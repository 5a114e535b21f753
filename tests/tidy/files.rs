//! What each file owes: a header, tests of a bearable length, a reader for a fixture.

use std::fs;

use crate::sources::{Source, none, root, sources};

#[test]
fn every_module_opens_with_its_header() {
    let mut breaches = Vec::new();
    // `foo/tests.rs` belongs to `foo`, which has the header.
    for source in sources().iter().filter(|source| !source.path.ends_with("/tests.rs")) {
        let opening = if source.ends(&[".rs"]) {
            "//!"
        } else if source.ends(&[".js", ".mjs", ".ts"]) {
            "/**"
        } else {
            continue;
        };
        let first =
            source.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!")).unwrap_or_default();
        if !first.starts_with(opening) {
            breaches.push(format!("{}:1: opens with `{opening}`: what it is, relies on, does not do", source.path));
        }
    }
    none(breaches);
}

/// Lines of tests that a file may end with.
const TESTS_IN_A_FILE: usize = 100;

#[test]
fn long_tests_have_a_file_of_their_own() {
    let mut breaches = Vec::new();
    for source in sources().iter().filter(|source| source.ends(&[".rs"])) {
        let begin = source.lines().find(|(_, line)| *line == "mod tests {").map(|(number, _)| number);
        let length = begin.map_or(0, |begin| source.lines().skip(begin).take_while(|(_, line)| *line != "}").count());
        if length > TESTS_IN_A_FILE {
            breaches.push(format!("{}:{}: {length} lines of tests: see CONTRIBUTING.md", source.path, begin.unwrap()));
        }
    }
    none(breaches);
}

#[test]
fn every_fixture_is_read_by_a_test() {
    let sources = sources();
    let is_reader = |source: &&Source| source.ends(&[".rs", ".mjs", ".ts"]);
    let unread: Vec<String> = fs::read_dir(root().join("tests/fixtures"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "README.md")
        .filter(|name| !sources.iter().filter(is_reader).any(|source| source.text.contains(name.as_str())))
        .map(|name| format!("tests/fixtures/{name}:1: no test names it"))
        .collect();
    none(unread);
}
