//! One line a request on the error stream, and the id that ties it to its answer.
//!
//! Method, path, status, milliseconds and id: no header, no query, no body, so no token either. Nothing is written until
//! the program calls [`start`]: a library is silent.

use std::fmt;
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::clock;

/// The header that carries the id.
pub const REQUEST_ID: &str = "x-request-id";

/// Longest part of a path that is written, in bytes; a path is ASCII.
const PATH_BYTES: usize = 120;

static STARTED: AtomicBool = AtomicBool::new(false);

/// From now on, lines are written.
pub fn start() {
    STARTED.store(true, Ordering::Relaxed);
}

/// Gives a request its id, and writes its line when the answer begins.
pub async fn request(request: Request, next: Next) -> Response {
    let id = next_id();
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static(REQUEST_ID), value);
    }
    let path = path.get(..PATH_BYTES).unwrap_or(&path);
    let millis = began.elapsed().as_millis();
    line(format_args!("{method} {path} {} {millis}ms {id}", response.status().as_u16()));
    response
}

/// Writes one line. A closed error stream is not a reason to stop serving.
pub fn line(text: fmt::Arguments<'_>) {
    if !STARTED.load(Ordering::Relaxed) {
        return;
    }
    let now = clock::system()();
    let line = format!("{} {text}\n", clock::text(now));
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Unique in a process, and random enough between processes.
fn next_id() -> String {
    static PROCESS: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let process = PROCESS.get_or_init(|| getrandom::u64().unwrap_or_default());
    format!("{:012x}-{:06x}", process & 0xffff_ffff_ffff, COUNT.fetch_add(1, Ordering::Relaxed))
}
