//! What the host offers: the functions and classes of JavaScript that the module uses.
//!
//! Those of `./lib/host.js` are the package's own; the rest are the platform's. Each is bound so that what it throws is
//! caught.

use js_sys::{Function, Object, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./lib/host.js")]
extern "C" {
    /// Makes a `ScanfoldError` from its fields.
    #[wasm_bindgen(js_name = makeError)]
    pub fn make_error(fields: &Object, cause: &JsValue) -> JsValue;

    /// Resolves in a later turn of the event loop, so that the page can draw and answer.
    #[wasm_bindgen(js_name = laterTurn)]
    pub fn later_turn() -> Promise;

    /// Resolves when the page is visible and online; at once where there is no page.
    #[wasm_bindgen(js_name = whenAwake)]
    pub fn when_awake(signal: &web_sys::AbortSignal) -> Promise;

    /// Starts a timer; `stopped` stops it.
    #[wasm_bindgen(js_name = startTimer, catch)]
    pub fn start_timer(handler: &Function, ms: f64) -> Result<JsValue, JsValue>;

    /// Makes what cancels a request; `stopped` cancels it, `ended` says that there is nothing to cancel any more.
    #[wasm_bindgen(js_name = newController, catch)]
    pub fn new_controller() -> Result<web_sys::AbortController, JsValue>;

    /// Reads a body, which was fetched or written by somebody; throws where somebody else reads it.
    #[wasm_bindgen(js_name = bodyReader, catch)]
    pub fn body_reader(stream: &web_sys::ReadableStream, is_fetched: bool) -> Result<Reader, JsValue>;

    /// Says that a timer or request has come to its end.
    pub fn ended(thing: &JsValue);

    /// Stops a timer or request that has not come to its end.
    pub fn stopped(thing: &JsValue);

    /// Says that the instance is about to trap.
    #[wasm_bindgen(js_name = instanceDied)]
    pub fn instance_died();

    /// `false` only where the browser knows that it is offline.
    #[wasm_bindgen(js_name = isOnline)]
    pub fn is_online() -> bool;

    /// Origin of the page that runs this, where there is one.
    #[wasm_bindgen(js_name = pageOrigin)]
    pub fn page_origin() -> Option<String>;
}

#[wasm_bindgen]
extern "C" {
    /// A fetch: the platform's, or the caller's in its place.
    pub type Fetch;

    #[wasm_bindgen(method, js_name = call, catch)]
    pub fn send(this: &Fetch, receiver: &JsValue, request: &web_sys::Request) -> Result<JsValue, JsValue>;

    /// The reader of a stream of bytes, or anything that reads like one.
    pub type Reader;

    #[wasm_bindgen(method, catch)]
    pub fn read(this: &Reader) -> Result<Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub fn cancel(this: &Reader) -> Result<JsValue, JsValue>;

    /// What a read resolves to.
    pub type Chunk;

    #[wasm_bindgen(method, getter)]
    pub fn done(this: &Chunk) -> Option<bool>;

    #[wasm_bindgen(method, getter)]
    pub fn value(this: &Chunk) -> JsValue;
}
