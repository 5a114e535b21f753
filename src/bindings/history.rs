//! Order, groups and summary of histories. Timestamps come as one text and the end of each.

use crate::bindings::arguments::Own;
use crate::bindings::error::error;
use crate::bindings::exports::plain;
use crate::history::{self, Entries, Instant, Order, SummaryOptions, timestamps};
use crate::wire::arguments::{Arguments, Invalid, one_of};
use js_sys::{Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// What a history is grouped by: its fields, and last its days.
const KEYS: [&str; 6] = ["branch", "prompt", "commit_id", "service", "repo_name", "day"];

/// Milliseconds since 1970, or nothing where the text is no timestamp.
#[wasm_bindgen(js_name = instantOf)]
pub fn instant_of(timestamp: &str) -> Option<f64> {
    history::instant::parse(timestamp).map(|instant| instant.unix_ms() as f64)
}

/// The places of the entries, in order.
#[wasm_bindgen(js_name = sortHistory)]
pub fn sort_history(text: &str, ends: &[u32], options: &JsValue) -> Result<Vec<u32>, JsValue> {
    let own = Own::optional(options);
    let options = Arguments::of(&own.argument, "", "options", &["order"]).map_err(error)?;
    let order = match options.word("order", &["newest", "oldest"]).map_err(error)? {
        Some("oldest") => Order::Oldest,
        _ => Order::Newest,
    };
    Ok(history::sort(timestamps(text, ends), order))
}

/// Groups by the caller's keys, which are numbers from 0 on, or by the days of the timestamps: the places of all, group after group,
/// where each ends, and the days.
#[wasm_bindgen(js_name = groupHistory)]
pub fn group_history(text: &str, ends: &[u32], keys: &[u32], options: &JsValue) -> Result<Array, JsValue> {
    let own = Own::optional(options);
    let options = Arguments::of(&own.argument, "", "options", &["by", "utcOffsetMinutes"]).map_err(error)?;
    let by = options.word("by", &KEYS).map_err(error)?;
    let by = by.ok_or_else(|| error(options.invalid("by", "is missing")))?;
    let offset = options.number("utcOffsetMinutes").map_err(error)?.unwrap_or(0.0);
    if offset.fract() != 0.0 || offset.abs() > 1_440.0 {
        return Err(error(options.invalid("utcOffsetMinutes", "must be whole minutes, at most a day either way")));
    }
    let timestamps = timestamps(text, ends);
    let (groups, days) = match by {
        "day" => history::group_by_day(timestamps, offset as i32),
        _ => (history::group(timestamps, keys), Vec::new()),
    };
    let [places, ends] = [&groups.places, &groups.ends].map(|numbers| Uint32Array::from(&**numbers));
    Ok(Array::of3(&places, &ends, &days.into_iter().map(JsValue::from).collect::<Array>()))
}

/// The place of the latest entry for each of the caller's keys, which are numbers from 0 on.
#[wasm_bindgen(js_name = latestBy)]
pub fn latest_by(text: &str, ends: &[u32], keys: &[u32], by: &JsValue) -> Result<Vec<u32>, JsValue> {
    let [fields @ .., _] = &KEYS;
    if by.as_string().is_none_or(|name| !fields.contains(&name.as_str())) {
        return Err(error(Invalid::new("by", one_of(fields))));
    }
    Ok(history::latest(timestamps(text, ends), keys))
}

/// The figures of a history, given by column.
#[wasm_bindgen(js_name = summarizeHistory)]
pub fn summarize_history(
    text: &str,
    ends: &[u32],
    ids: &[u32],
    lines: &[u32],
    files: &[f64],
    options: &JsValue,
) -> Result<JsValue, JsValue> {
    let own = Own::optional(options);
    let known = ["now", "gapMs", "staleMs", "coverageDrop"];
    let options = Arguments::of(&own.argument, "", "options", &known).map_err(error)?;
    let missing = || error(options.invalid("now", "is missing"));
    let unreadable = || error(options.invalid("now", "must be a date and time after RFC 3339, or a Date"));
    let now = options.text("now").map_err(|_| unreadable())?.ok_or_else(missing)?;
    let now: Instant<'_> = history::instant::parse(now).ok_or_else(unreadable)?;
    let mut figures = SummaryOptions::at(now);
    if let Some(ms) = options.span("gapMs").map_err(error)? {
        figures.gap_ms = ms as i64;
    }
    if let Some(ms) = options.span("staleMs").map_err(error)? {
        figures.stale_ms = ms as i64;
    }
    if let Some(share) = options.number("coverageDrop").map_err(error)? {
        if !(0.0..=1.0).contains(&share) {
            return Err(error(options.invalid("coverageDrop", "must be a share from 0 to 1")));
        }
        figures.coverage_drop = share;
    }
    let entries = Entries { timestamps: timestamps(text, ends).collect(), ids, lines, files };
    plain(&history::summarize(&entries, &figures))
}
