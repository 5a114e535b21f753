//! What can be told of a finding without a scan.

use crate::findings;
use crate::versions;
use crate::wire::severity::Severity;
use std::cmp::Ordering;
use wasm_bindgen::prelude::*;

/// Whether a `fixed_version` names a version.
#[wasm_bindgen(js_name = isFixable)]
pub fn is_fixable(fixed_version: Option<String>) -> bool {
    findings::is_fixable(fixed_version.as_deref())
}

/// The severity that a word counts as.
#[wasm_bindgen(js_name = severityOf)]
pub fn severity_of(word: &str) -> String {
    Severity::from_word(word).unwrap_or(Severity::Unknown).word().to_owned()
}

/// Whether the JSON text of a `public_exploit` holds something.
#[wasm_bindgen(js_name = isExploitable)]
pub fn is_exploitable(public_exploit: &str) -> bool {
    findings::is_exploitable(public_exploit)
}

/// The probability in the JSON text of `epss_details`, or `undefined`.
#[wasm_bindgen(js_name = epssOf)]
pub fn epss_of(epss_details: &str) -> Option<f64> {
    findings::epss_of(epss_details)
}

/// -1, 0 or 1, or `undefined` if two versions cannot be compared.
#[wasm_bindgen(js_name = compareVersions)]
pub fn compare_versions(a: &str, b: &str, kind: Option<String>) -> Option<i32> {
    versions::compare_versions(a, b, kind.as_deref()).map(|order| match order {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    })
}

/// The address that a link may have, or `undefined`.
#[wasm_bindgen(js_name = safeUrl)]
pub fn safe_url(url: &str) -> Option<String> {
    let url = web_sys::Url::new(findings::safe_url_text(url)?).ok()?;
    let safe = matches!(url.protocol().as_str(), "http:" | "https:");
    let href = url.href();
    // Escaping may have made it longer.
    (safe && url.username().is_empty() && url.password().is_empty() && href.len() <= findings::LONGEST_URL)
        .then_some(href)
}
