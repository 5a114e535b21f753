//! Results out: small ones as plain objects, later ones as promises.

use crate::bindings::error::internal;
use crate::web::host;
use js_sys::Promise;
use serde::Serialize;
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

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
///
/// It is not begun inside `new Promise`, as `future_to_promise` does: that makes a rejection of whatever is thrown there, so nobody
/// would learn of an instance that ran out of stack.
pub fn promise(task: impl Future<Output = Result<JsValue, JsValue>> + 'static) -> Promise {
    let task: Task = Box::pin(task);
    let owed = host::new_promise();
    let promise = owed.promise();
    spawn_local(async move {
        match task.await {
            Ok(value) => owed.resolve(&value),
            Err(reason) => owed.reject(&reason),
        }
    });
    promise
}
