//! A pause, as a future. Dropping it clears the timer.

use crate::web::clock;
use crate::web::host::{start_timer, stop_resource};
use crate::web::promised::Ear;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use wasm_bindgen::JsValue;

/// Ready once its milliseconds have passed; never if they are infinite.
pub struct Timer {
    /// Hears when they have.
    ear: Ear,
    ends_ms: f64,
    /// A host that refuses timers cannot wait; whoever waits goes on at once.
    is_refused: bool,
    id: Option<JsValue>,
}

impl Timer {
    /// Starts now. Durations are checked before they come here: above the largest that a timer holds means never.
    pub fn start(ms: f64) -> Timer {
        let ear = Ear::new();
        if ms > f64::from(i32::MAX) {
            return Timer { ear, ends_ms: f64::INFINITY, is_refused: false, id: None };
        }
        let ends_ms = clock::monotonic_ms() + ms;
        let id = start_timer(ear.function(), ms.max(0.0)).ok();
        Timer { ear, ends_ms, is_refused: id.is_none(), id }
    }

    /// How long it still runs, in milliseconds.
    pub fn left(&self, now_ms: f64) -> f64 {
        self.ends_ms - now_ms
    }

    /// Whether it has fired.
    pub fn has_fired(&self) -> bool {
        self.is_refused || self.ear.was_told()
    }

    /// The same, for a caller that polls.
    pub fn poll_fired(&self, context: &Context<'_>) -> bool {
        self.is_refused || self.ear.was_told_or_wakes(context)
    }
}

impl Future for Timer {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.poll_fired(context) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(id) = &self.id
            && !self.ear.was_told()
        {
            stop_resource(id);
        }
    }
}
