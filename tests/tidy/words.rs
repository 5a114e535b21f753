//! Words that have a place, and words that have none.

use crate::sources::{has_word, none, sources};

/// Words that may occur under some folders only.
struct Confined {
    words: &'static [&'static str],
    among: &'static [&'static str],
    /// Files or folders; empty if the words may occur nowhere.
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
        only: &["src/web/clock.rs", "pkg/lib/clock.js"],
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
