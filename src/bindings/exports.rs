//! Results out: small ones as plain objects.

use crate::bindings::error::internal;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A result as plain data: objects without surprises, `null` for what is not known.
pub fn plain<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(internal)
}

/// JSON text of ours as a value.
pub fn parsed(text: &str) -> Result<JsValue, JsValue> {
    js_sys::JSON::parse(text).map_err(internal)
}
