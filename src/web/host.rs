//! What the host offers: the functions and classes of JavaScript that the module uses.
//!
//! All are the package's own (`./lib/host.js`). What callers and services bring comes through them too, as plain values and
//! promises of the platform's: what a strange object throws would go through the module's frames and end the instance.

use js_sys::{Array, Function, JsString, Object, Promise, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./lib/host.js")]
extern "C" {
    /// Makes a `ScanfoldError` from its fields.
    #[wasm_bindgen(js_name = makeError)]
    pub fn make_error(fields: &Object, cause: &JsValue) -> JsValue;

    /// Milliseconds that only ever go up.
    #[wasm_bindgen(js_name = steadyNow)]
    pub fn steady_now() -> f64;

    /// Milliseconds since 1970.
    #[wasm_bindgen(js_name = dateNow)]
    pub fn date_now() -> f64;

    /// A number from 0 to 1.
    pub fn chance() -> f64;

    /// A promise, and what settles it.
    pub type Owed;

    /// Makes one.
    #[wasm_bindgen(js_name = newPromise)]
    pub fn new_promise() -> Owed;

    /// The promise.
    #[wasm_bindgen(method, getter)]
    pub fn promise(this: &Owed) -> Promise;

    /// Fulfils it.
    #[wasm_bindgen(method)]
    pub fn resolve(this: &Owed, value: &JsValue);

    /// Rejects it.
    #[wasm_bindgen(method)]
    pub fn reject(this: &Owed, reason: &JsValue);

    /// Resolves in a later turn of the event loop, so that the page can draw and answer.
    #[wasm_bindgen(js_name = laterTurn)]
    pub fn later_turn() -> Promise;

    /// Resolves when the page is visible and online; at once if there is no page. `stop_resource` ends that.
    #[wasm_bindgen(js_name = whenAwake)]
    pub fn when_awake() -> Promise;

    /// Starts a timer; `stop_resource` stops it.
    #[wasm_bindgen(js_name = startTimer, catch)]
    pub fn start_timer(told: &Function, ms: f64) -> Result<JsValue, JsValue>;

    /// Makes an `AbortController` for a request; `stop_resource` cancels the request, `untrack_resource` says that it has ended.
    #[wasm_bindgen(js_name = newController, catch)]
    pub fn new_controller() -> Result<web_sys::AbortController, JsValue>;

    /// Whether a value is a signal, of whatever realm or library.
    #[wasm_bindgen(js_name = isSignal)]
    pub fn is_signal(value: &JsValue) -> bool;

    /// Calls `handler` with the reason when a signal aborts, once, and at once if it has; `stop_resource` ends that. Throws if a
    /// caller's own kind of signal does.
    #[wasm_bindgen(catch)]
    pub fn listen(signal: &JsValue, handler: &Function) -> Result<JsValue, JsValue>;

    /// Calls `told` with whether a promise was fulfilled, and with what it settled; `stop_resource` ends that.
    pub fn hear(promise: &Promise, told: &Function) -> JsValue;

    /// The JSON text of a caller's plain data; nothing for `undefined`. Throws for what JSON cannot hold.
    #[wasm_bindgen(js_name = jsonOfBody, catch)]
    pub fn json_of_body(value: &JsValue) -> Result<Option<String>, JsValue>;

    /// A text for the caller. Throws if the platform cannot hold it; the module's copy is freed all the same, which that of a text
    /// returned by an export would not be.
    #[wasm_bindgen(js_name = textOf, catch)]
    pub fn text_of(text: &str) -> Result<JsString, JsValue>;

    /// The items of a list in a copy of a caller's arguments; `None` for anything else. A symbol stands for what cannot be read.
    #[wasm_bindgen(js_name = itemsIn)]
    pub fn items_in(value: &JsValue) -> Option<Array>;

    /// The names and values, in turn, of an object in such a copy; `None` for anything else.
    #[wasm_bindgen(js_name = membersIn)]
    pub fn members_in(value: &JsValue) -> Option<Array>;

    /// Appends the items of one array to another.
    pub fn append(array: &Array, items: &Array);

    /// Calls a function of a caller's, such as one for a token. Settles as its answer does.
    pub fn called(function: &JsValue, given: &JsValue) -> Promise;

    /// Calls a fetch. Settles as its answer does; an answer that comes after the request was cancelled is let go of.
    pub fn send(fetch: &Function, request: &web_sys::Request) -> Promise;

    /// What a response says; throws if it is none.
    #[wasm_bindgen(js_name = answerOf, catch)]
    pub fn answer_of(response: &JsValue) -> Result<Answer, JsValue>;

    /// Reads chunks from anything that reads like a stream.
    #[wasm_bindgen(js_name = chunksOf)]
    pub fn chunks_of(reader: &JsValue) -> Reader;

    /// Fills `to` with the bytes of a chunk from `from` on; throws if they were taken away.
    #[wasm_bindgen(js_name = copyBytes, catch)]
    pub fn copy_bytes(chunk: &Uint8Array, from: u32, to: &mut [u8]) -> Result<(), JsValue>;

    /// Says that a timer, request or reader has come to its end.
    #[wasm_bindgen(js_name = untrackResource)]
    pub fn untrack_resource(thing: &JsValue);

    /// Stops a timer, request, reader or listener that has not come to its end.
    #[wasm_bindgen(js_name = stopResource)]
    pub fn stop_resource(thing: &JsValue);

    /// Says that the instance is about to trap.
    #[wasm_bindgen(js_name = instanceDied)]
    pub fn instance_died();

    /// `false` only if the browser knows that it is offline.
    #[wasm_bindgen(js_name = isOnline)]
    pub fn is_online() -> bool;

    /// Origin of the page that runs this, if there is one.
    #[wasm_bindgen(js_name = pageOrigin)]
    pub fn page_origin() -> Option<String>;
}

#[wasm_bindgen]
extern "C" {
    /// A response, its head read and checked.
    pub type Answer;

    /// Whether it is a redirect that the browser hides.
    #[wasm_bindgen(method, getter, js_name = isRedirect)]
    pub fn is_redirect(this: &Answer) -> bool;

    /// Whether nothing can be read of it.
    #[wasm_bindgen(method, getter, js_name = isHidden)]
    pub fn is_hidden(this: &Answer) -> bool;

    /// HTTP status; 0 if it is hidden.
    #[wasm_bindgen(method, getter)]
    pub fn status(this: &Answer) -> u16;

    /// `Content-Type`
    #[wasm_bindgen(method, getter, js_name = contentType)]
    pub fn content_type(this: &Answer) -> Option<String>;

    /// `Retry-After`
    #[wasm_bindgen(method, getter, js_name = retryAfter)]
    pub fn retry_after(this: &Answer) -> Option<String>;

    /// `Date`
    #[wasm_bindgen(method, getter)]
    pub fn date(this: &Answer) -> Option<String>;

    /// `X-Request-Id`
    #[wasm_bindgen(method, getter, js_name = requestId)]
    pub fn request_id(this: &Answer) -> Option<String>;

    /// The announced length, if nothing is known to be compressed.
    #[wasm_bindgen(method, getter, js_name = contentLength)]
    pub fn content_length(this: &Answer) -> Option<f64>;

    /// The length of the decoded body, if it is announced and nothing was compressed.
    #[wasm_bindgen(method, getter, js_name = announcedBytes)]
    pub fn announced_bytes(this: &Answer) -> Option<f64>;

    /// A reader of the body, if there is one; throws if somebody else reads it.
    #[wasm_bindgen(method, catch)]
    pub fn reader(this: &Answer) -> Result<Option<Reader>, JsValue>;

    /// A file as it is written.
    pub type GrowingFile;

    /// Appends bytes, which are copied; throws if there is no room for them.
    #[wasm_bindgen(method, catch)]
    pub fn write(this: &GrowingFile, bytes: &[u8]) -> Result<(), JsValue>;

    /// A reader of chunks.
    pub type Reader;

    /// Has `told` called for each chunk that `next` asks for: with whether reading it went well, and with its bytes (a
    /// `Uint8Array`), `undefined` at the end, `null` for a chunk that is not bytes, or the error. `stop_resource` ends that, and
    /// cancels the source.
    #[wasm_bindgen(method)]
    pub fn listen(this: &Reader, told: &Function);

    /// Asks for the next chunk.
    #[wasm_bindgen(method)]
    pub fn next(this: &Reader);
}
