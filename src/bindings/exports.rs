//! Results out: small ones as plain objects, later ones as promises.

use crate::bindings::error::internal;
use js_sys::Promise;
use serde::Serialize;
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::future_to_promise;

/// A result as plain data: objects without surprises, `null` for what is not known.
pub fn plain<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(internal)
}

/// JSON text of ours as a value.
pub fn parsed(text: &str) -> Result<JsValue, JsValue> {
    js_sys::JSON::parse(text).map_err(internal)
}

/// What a promise of ours runs.
type Task = Pin<Box<dyn Future<Output = Result<JsValue, JsValue>>>>;

/// Runs a task, and promises its result. Boxed, so that the machinery of promises is in the module once.
pub fn promise(task: impl Future<Output = Result<JsValue, JsValue>> + 'static) -> Promise {
    let task: Task = Box::pin(task);
    future_to_promise(task)
}
