//! What the types declare is what the entries of the package export.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::manifests::json;
use crate::sources::{none, root};

/// The names that a line such as `export function openScan(` or `export { a, b as c } from "…"` makes public.
fn exported(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for statement in text.split("export ").skip(1) {
        let statement = statement.trim_start_matches("declare ").trim_start_matches("async ");
        if let Some(list) =
            statement.trim_start_matches("const ").strip_prefix('{').and_then(|rest| rest.split('}').next())
        {
            names.extend(list.split(',').filter_map(|item| item.split_whitespace().next_back()).map(str::to_owned));
        } else {
            for word in ["function ", "class ", "const ", "let "] {
                if let Some(rest) = statement.strip_prefix(word) {
                    names.insert(rest.chars().take_while(|c| c.is_alphanumeric() || "_$".contains(*c)).collect());
                }
            }
        }
    }
    names
}

#[test]
fn types_and_entries_export_the_same_names() {
    let read = |types: &str| exported(&without_comments(&fs::read_to_string(root().join("pkg").join(types)).unwrap()));
    let main = read("index.d.ts");
    assert!(main.contains("createClient"), "index.d.ts is read wrongly: {main:?}");
    let manifest = json("pkg/package.json");
    let mut breaches = Vec::new();
    for conditions in manifest["exports"].as_object().unwrap().values().filter_map(serde_json::Value::as_object) {
        let types = conditions["types"].as_str().unwrap();
        let declared = read(types);
        for entry in conditions.values().filter_map(serde_json::Value::as_str).filter(|entry| entry.ends_with(".js")) {
            for name in declared.symmetric_difference(&reachable(&root().join("pkg").join(entry))) {
                let side = if declared.contains(name) { "is in the types only" } else { "is not in the types" };
                breaches.push(format!("pkg/{entry}:1: `{name}` {side}, {types}"));
            }
        }
    }
    none(breaches);
}

/// What a JavaScript file exports, through its `export * from "…"` too.
fn reachable(path: &Path) -> BTreeSet<String> {
    let text = without_comments(&fs::read_to_string(path).unwrap());
    let mut names = exported(&text);
    for from in text.split("export * from \"").skip(1) {
        let from = from.split('"').next().unwrap_or_default();
        names.extend(reachable(&path.parent().unwrap().join(from)));
    }
    names
}

fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut code = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        code.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    code.push_str(rest);
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}
