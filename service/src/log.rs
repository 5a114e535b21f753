//! One line a request on the error stream, and the id that ties it to its answer.
//!
//! Time, method, path, status, milliseconds and id: no header, no query, no body, so no token either. Nothing is written until
//! the program calls [`start`]: a library is silent.

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::clock;

/// The header that carries the id.
pub const REQUEST_ID: &str = "x-request-id";

/// Longest part of a path, or of a method, that is written.
const SHOWN_CHARS: usize = 120;

/// Most lines that wait to be written. If nobody reads the error stream, later ones are left out instead of holding up answers.
const WAITING: usize = 4096;

struct Writer {
    lines: SyncSender<String>,
    /// Lines handed over and not written yet.
    waiting: Arc<AtomicUsize>,
    left_out: Arc<AtomicUsize>,
}

static WRITER: OnceLock<Writer> = OnceLock::new();

/// From now on, lines are written, by a thread of their own.
pub fn start() {
    WRITER.get_or_init(|| {
        let (lines, received) = sync_channel::<String>(WAITING);
        let writer = Writer { lines, waiting: Arc::default(), left_out: Arc::default() };
        let (waiting, left_out) = (Arc::clone(&writer.waiting), Arc::clone(&writer.left_out));
        thread::spawn(move || {
            for line in received {
                // A closed error stream is not a reason to stop serving.
                let _ = std::io::stderr().write_all(line.as_bytes());
                let missing = left_out.swap(0, Ordering::Relaxed);
                if missing > 0 {
                    let text = format_args!("{missing} lines were left out: nobody read them in time");
                    let _ = std::io::stderr().write_all(stamped(text).as_bytes());
                }
                waiting.fetch_sub(1, Ordering::Release);
            }
        });
        writer
    });
}

/// Waits until all lines are written, but no longer than `most`.
pub fn finish(most: Duration) {
    let Some(writer) = WRITER.get() else { return };
    let began = Instant::now();
    while writer.waiting.load(Ordering::Acquire) > 0 && began.elapsed() < most {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Gives a request its id, and writes its line when the answer begins.
pub async fn request(request: Request, next: Next) -> Response {
    let id = next_id();
    let began = Instant::now();
    let method = shown(request.method().as_str());
    let path = shown(request.uri().path());
    let mut line = Line { text: format!("{method} {path}"), status: None, began, id: id.clone() };
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static(REQUEST_ID), value);
    }
    line.status = Some(response.status().as_u16());
    response
}

/// The line of a request, written when its answer begins, or when the client has gone: what it asked for may have been done all
/// the same.
struct Line {
    text: String,
    status: Option<u16>,
    began: Instant,
    id: String,
}

impl Drop for Line {
    fn drop(&mut self) {
        let status = self.status.map_or_else(|| "gone".to_owned(), |status| status.to_string());
        line(format_args!("{} {status} {}ms {}", self.text, self.began.elapsed().as_millis(), self.id));
    }
}

/// The beginning of a path or method, without what a terminal would not show as it is. A target that is only `host:port` has no
/// path: it gets a `-`, so that every line has as many fields.
fn shown(text: &str) -> String {
    let text = if text.is_empty() { "-" } else { text };
    text.chars().take(SHOWN_CHARS).map(|c| if c.is_ascii_graphic() { c } else { '?' }).collect()
}

/// Writes one line, soon.
pub fn line(text: fmt::Arguments<'_>) {
    let Some(writer) = WRITER.get() else { return };
    writer.waiting.fetch_add(1, Ordering::Relaxed);
    if writer.lines.try_send(stamped(text)).is_err() {
        writer.waiting.fetch_sub(1, Ordering::Relaxed);
        writer.left_out.fetch_add(1, Ordering::Relaxed);
    }
}

/// A whole line: the time, and a text.
fn stamped(text: fmt::Arguments<'_>) -> String {
    format!("{} {text}\n", clock::text(clock::system()()))
}

/// Unique in a process, and random enough between processes.
fn next_id() -> String {
    static PROCESS: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let process = PROCESS.get_or_init(|| getrandom::u64().unwrap_or_default());
    format!("{:012x}-{:06x}", process & 0xffff_ffff_ffff, COUNT.fetch_add(1, Ordering::Relaxed))
}
