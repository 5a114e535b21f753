//! The policy of the page (CSP) is the same wherever it is written.

use std::fs;

use crate::sources::{none, root};

const POLICIES: [&str; 4] = ["www/vite.config.ts", "www/README.md", "xtask/src/demo/site.rs", "tests/harness/site.mjs"];
/// Each file names its own places to connect to, and `frame-ancestors` works in a header only.
const ALIKE: &[&str] = &[
    "default-src",
    "script-src",
    "style-src",
    "img-src",
    "base-uri",
    "form-action",
    "require-trusted-types-for",
    "trusted-types",
];

/// What the first text that begins like this directive allows.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let begins = |at: &usize| !text[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '-');
    let at = text.match_indices(&format!("{name} ")).map(|(at, _)| at).find(begins)?;
    text[at + name.len()..].split([';', '"', '\n']).next().map(str::trim)
}

#[test]
fn the_pages_policy_is_one() {
    let texts = POLICIES.map(|path| (path, fs::read_to_string(root().join(path)).unwrap()));
    let differing = ALIKE.iter().filter_map(|name| {
        let said: Vec<_> = texts.iter().map(|(path, text)| (path, directive(text, name))).collect();
        let alike = said.iter().all(|(_, value)| value.is_some() && *value == said[0].1);
        (!alike).then(|| format!("{name}: {said:?}"))
    });
    none(differing.collect());
}
