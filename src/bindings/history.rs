//! Order, groups and summary of histories. Timestamps come as one text and the end of each.

use crate::bindings::arguments::Own;
use crate::bindings::error::error;
use crate::bindings::exports::plain;
use crate::client::history_options::{self, Grouping};
use crate::history::{self, Entries, timestamps};
use js_sys::{Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// Milliseconds since 1970, or `undefined` if the text is no timestamp.
#[wasm_bindgen(js_name = instantOf)]
pub fn instant_of(timestamp: &str) -> Option<f64> {
    history::instant::parse(timestamp).map(|instant| instant.unix_ms() as f64)
}

/// The places of the entries, in order.
#[wasm_bindgen(js_name = sortHistory)]
pub fn sort_history(text: &str, ends: &[u32], options: &JsValue) -> Result<Vec<u32>, JsValue> {
    let order = history_options::order(&Own::optional(options).argument).map_err(error)?;
    Ok(history::sort(timestamps(text, ends), order))
}

/// Groups by the caller's keys, which are numbers from 0 on, or by the days of the timestamps: the places of all, group after group,
/// where each ends, and the days.
#[wasm_bindgen(js_name = groupHistory)]
pub fn group_history(text: &str, ends: &[u32], keys: &[u32], options: &JsValue) -> Result<Array, JsValue> {
    let grouping = history_options::grouping(&Own::optional(options).argument).map_err(error)?;
    let timestamps = timestamps(text, ends);
    let (groups, days) = match grouping {
        Grouping::Day(minutes) => history::group_by_day(timestamps, minutes),
        Grouping::Field => (history::group(timestamps, keys), Vec::new()),
    };
    let [places, ends] = [&groups.places, &groups.ends].map(|numbers| Uint32Array::from(&**numbers));
    Ok(Array::of3(&places, &ends, &days.into_iter().map(JsValue::from).collect::<Array>()))
}

/// The place of the latest entry for each of the caller's keys, which are numbers from 0 on.
#[wasm_bindgen(js_name = latestBy)]
pub fn latest_by(text: &str, ends: &[u32], keys: &[u32], by: &JsValue) -> Result<Vec<u32>, JsValue> {
    history_options::check_field(by.as_string().as_deref()).map_err(error)?;
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
    let figures = history_options::summary(&own.argument).map_err(error)?;
    let entries = Entries { timestamps: timestamps(text, ends).collect(), ids, lines, files };
    plain(&history::summarize(&entries, &figures))
}
