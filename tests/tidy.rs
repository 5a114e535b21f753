//! The invariants of `ARCHITECTURE.md`, held by a test.
//!
//! Each rule is data and a check that knows nothing else; a breach is reported as `file:line: what is wrong`.
//! Text is searched, not parsed: that is crude, quick, and so far enough. Made files and `node_modules` are not looked at.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails its test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its path from the root, with `/`, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Lines with their numbers.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// Lines without comments that have a line of their own. A trailing comment stays: none of the words is wanted there either.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().filter(|(_, line)| {
            let line = line.trim_start();
            !["//", "/*", "*"].iter().any(|mark| line.starts_with(mark))
        })
    }

    /// The code before the file's tests. What else is for tests alone may stand among the rest, and is looked at like it.
    fn shipped(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut lines = self.code().peekable();
        std::iter::from_fn(move || {
            let line = lines.next()?;
            let are_tests_next = lines.peek().is_some_and(|(_, next)| next.contains("mod tests"));
            (line.1.trim() != "#[cfg(test)]" || !are_tests_next).then_some(line)
        })
    }

    fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    fn under(&self, folder: &str) -> bool {
        self.path == folder || self.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }

    fn ends(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }
}

const MADE: &[&str] = &["node_modules", "target", "dist", ".git", "pkg/scanfold.js", "pkg/inline.data.js", "pkg/docs"];
const TEXT: &[&str] = &[
    ".rs", ".toml", ".js", ".mjs", ".ts", ".json", ".md", ".css", ".html", ".yaml", ".yml", ".py", ".sh", ".svg",
    ".sql", ".ci/run",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every text file of the project.
fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = below_root(&path);
            if MADE.iter().any(|made| name == *made || name.ends_with(&format!("/{made}"))) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if TEXT.iter().any(|ending| name.ends_with(ending)) {
                found.push(Source { path: name, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn below_root(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

fn none(breaches: Vec<String>) {
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

/// Whether a word occurs in a line as a word: `eval(` does not occur in `interval(`.
fn has_word(line: &str, word: &str) -> bool {
    let part_of_name = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let begins_earlier = word.starts_with(part_of_name) && before.is_some_and(part_of_name);
        let ends_later = word.ends_with(part_of_name) && after.is_some_and(part_of_name);
        !begins_earlier && !ends_later
    })
}

// ------------------------------------------------------------------------------------------ words and their places

/// Words that may occur under some folders only.
struct Confined {
    words: &'static [&'static str],
    among: &'static [&'static str],
    /// Files or folders; empty where the words are wanted nowhere.
    only: &'static [&'static str],
    because: &'static str,
}

const CONFINED: &[Confined] = &[
    Confined {
        words: &["wasm_bindgen", "wasm_bindgen_futures", "serde_wasm_bindgen", "js_sys", "web_sys", "gloo_net"],
        among: &["src"],
        only: &["src/web", "src/bindings"],
        because: "the browser is known to src/web and src/bindings only",
    },
    Confined {
        words: &[
            "SystemTime::now",
            "Instant::now",
            "Date::now",
            "Date::new_0",
            "Date.now",
            "performance.now",
            "new Date()",
        ],
        among: &["src", "pkg"],
        only: &["src/web/clock.rs"],
        because: "one place asks for the time",
    },
    Confined {
        words: &[
            "gloo_net",
            "RequestBuilder",
            "XMLHttpRequest",
            "XmlHttpRequest",
            "sendBeacon",
            "WebSocket",
            "EventSource",
        ],
        among: &["src", "pkg"],
        only: &["src/web/fetch.rs"],
        because: "one place sends requests to the service",
    },
    Confined {
        words: &["fetch(", "= fetch)", "= fetch;", "globalThis.fetch", "fetch_with_str", "fetch_with_request"],
        among: &["src", "pkg"],
        // Where the module is, and nothing else, is fetched without the client.
        only: &["pkg/lib/loader.js", "pkg/node.js"],
        because: "requests to the service go through src/web/fetch.rs, and nothing but the module is fetched elsewhere",
    },
    Confined {
        words: &[".expose("],
        among: &["src"],
        only: &["src/web/fetch.rs", "src/client/token.rs"],
        because: "a token is read where its request is sent, and by its own file",
    },
    Confined {
        words: &[
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "createContextualFragment",
            "setHTMLUnsafe",
            "parseFromString",
            "srcdoc",
            "unsafeHTML",
            "unsafeSVG",
            "unsafeStatic",
            "dangerouslySetInnerHTML",
            "eval(",
            "new Function",
        ],
        among: &["pkg", "www"],
        only: &[],
        because: "findings are hostile text: no HTML sink, no code from text",
    },
];

#[test]
fn words_stay_in_their_places() {
    let sources = sources();
    let mut breaches = Vec::new();
    for rule in CONFINED {
        for source in sources.iter().filter(|source| rule.among.iter().any(|folder| source.under(folder))) {
            if rule.only.iter().any(|place| source.under(place)) || source.is_test() || source.ends(&[".md", ".d.ts"]) {
                continue;
            }
            for (number, line) in source.shipped() {
                for word in rule.words.iter().filter(|word| has_word(line, word)) {
                    breaches.push(format!("{}:{number}: `{word}`: {}", source.path, rule.because));
                }
            }
        }
    }
    none(breaches);
}

/// Wanted nowhere at all. Written in two halves, so that this file does not contain them.
const NOWHERE: &[(&str, &str, &str)] = &[
    ("TO", "DO", "finish it, or leave it out"),
    ("FIX", "ME", "mend it"),
    ("XX", "X", "say what is meant"),
    ("/wo", "rk/", "a path of one machine"),
    ("/ro", "ot/", "a path of one machine"),
    ("/ho", "me/", "a path of one machine"),
    ("C:\\Us", "ers", "a path of one machine"),
    ("/tmp/ta", "rget", "a path of one machine"),
];

/// Reads the first word in what Node's test runner writes.
const READS_TAP: &str = "tests/failures/report.mjs";

#[test]
fn no_machine_is_named_and_nothing_is_left_for_later() {
    let mut breaches = Vec::new();
    for source in sources().iter().filter(|source| !source.under("LICENSE-APACHE")) {
        for (number, line) in source.lines() {
            for (first, second, because) in NOWHERE {
                let word = format!("{first}{second}");
                if has_word(line, &word) && !(source.path == READS_TAP && line.contains("SKIP|")) {
                    breaches.push(format!("{}:{number}: `{word}`: {because}", source.path));
                }
            }
        }
    }
    none(breaches);
}

#[test]
fn lock_files_name_public_registries_only() {
    let mut breaches = Vec::new();
    for (file, mark, allowed) in [
        ("package-lock.json", "\"resolved\": \"http", "\"resolved\": \"https://registry.npmjs.org/"),
        ("Cargo.lock", "source = \"", "source = \"registry+https://github.com/rust-lang/crates.io-index\""),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        for (number, line) in text.lines().enumerate() {
            if line.contains(mark) && !line.contains(allowed) {
                breaches.push(format!("{file}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    none(breaches);
}

// ------------------------------------------------------------------------------------------ layers

/// From the lowest up. A layer may use those on lines below its own, and itself.
const LAYERS: &[&[&str]] = &[
    &["compact", "versions"],
    &["json"],
    &["wire"],
    &["findings", "history", "team"],
    &["client"],
    &["web"],
    &["bindings"],
];

/// Neighbours on one line do not know each other, but for these: a list with keys and an instant are the same for both.
const NEIGHBOURS: &[(&str, &str)] = &[("team", "history")];

fn height(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|line| line.contains(&layer))
}

#[test]
fn layers_point_down() {
    let mut breaches = Vec::new();
    for source in sources().iter().filter(|source| source.under("src") && source.ends(&[".rs"])) {
        let layer = source.path.split('/').nth(1).unwrap_or_default().trim_end_matches(".rs").to_owned();
        let Some(own) = height(&layer) else { continue };
        for (number, line) in source.code() {
            // A list of layers could go on over lines. `versions` is a crate of its own.
            if line.contains("crate::{") && layer != "versions" {
                breaches.push(format!("{}:{number}: a line for each layer that is used", source.path));
            }
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if used != layer
                    && !NEIGHBOURS.contains(&(&layer, &used))
                    && height(&used).is_some_and(|used| used >= own)
                {
                    breaches.push(format!("{}:{number}: {layer} must not use {used}", source.path));
                }
            }
        }
    }
    none(breaches);
}

/// The page's folders, likewise; the shell is above them.
const ROOMS: &[&[&str]] = &[&["state"], &["parts"], &["scan", "history", "team"]];

#[test]
fn rooms_of_the_page_point_down() {
    let height = |room: &str| ROOMS.iter().position(|line| line.contains(&room));
    let mut breaches = Vec::new();
    for source in sources().iter().filter(|source| source.under("www/src") && source.ends(&[".ts"])) {
        let Some((room, _)) = source.path["www/src/".len()..].split_once('/') else { continue };
        let own = height(room);
        if own.is_none() {
            breaches.push(format!("{}:1: `{room}` has no place among the rooms of the page", source.path));
        }
        for (number, line) in source.code() {
            let Some((_, used)) = line.split_once(" \"../") else { continue };
            let used = used.split(['/', '"']).next().unwrap_or_default();
            if height(used).is_none_or(|used| Some(used) >= own) {
                breaches.push(format!("{}:{number}: {room} must not use {used}", source.path));
            }
        }
    }
    none(breaches);
}

#[test]
fn every_layer_is_known_here() {
    let unknown: Vec<String> = fs::read_dir(root().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| {
            !["lib.rs", "engine.rs"].contains(&name.as_str()) && height(name.trim_end_matches(".rs")).is_none()
        })
        .map(|name| format!("src/{name}: a folder of src is a layer, and this one has no place among them"))
        .collect();
    none(unknown);
}

// ------------------------------------------------------------------------------------------ files

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

// ------------------------------------------------------------------------------------------ names and versions

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

fn json(file: &str) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(root().join(file)).unwrap()).unwrap()
}

#[test]
fn versions_agree() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(json("pkg/package.json")["version"], version, "pkg/package.json");
    assert_eq!(json("package-lock.json")["packages"]["pkg"]["version"], version, "package-lock.json");
    let changes = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    assert!(
        newest.split([' ', '[', ']']).any(|word| word == version),
        "CHANGELOG.md opens with {newest}, not {version}"
    );
}

// ------------------------------------------------------------------------------------------ the page's policy

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
