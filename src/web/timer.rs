//! A pause, as a future. Dropping it clears the timer.

use crate::web::clock;
use crate::web::host::{start_timer, stopped};
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::*;

/// Ready once its milliseconds have passed; never, where they are infinite.
pub struct Timer {
    state: Rc<RefCell<State>>,
    ends_ms: f64,
    id: Option<JsValue>,
    _handler: Option<Closure<dyn FnMut()>>,
}

#[derive(Default)]
struct State {
    fired: bool,
    waker: Option<Waker>,
}

impl Timer {
    /// Starts now. Durations are checked before they come here: above the largest that a timer holds means never.
    pub fn start(ms: f64) -> Timer {
        let state = Rc::new(RefCell::new(State::default()));
        if ms > f64::from(i32::MAX) {
            return Timer { state, ends_ms: f64::INFINITY, id: None, _handler: None };
        }
        let ends_ms = clock::monotonic_ms() + ms;
        let shared = Rc::clone(&state);
        let handler = Closure::new(move || {
            let mut state = shared.borrow_mut();
            state.fired = true;
            let waker = state.waker.take();
            drop(state);
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        let id = start_timer(handler.as_ref().unchecked_ref(), ms.max(0.0)).ok();
        // A host that refuses timers cannot wait; whoever waits goes on at once.
        state.borrow_mut().fired = id.is_none();
        Timer { state, ends_ms, id, _handler: Some(handler) }
    }

    /// How long it runs yet.
    pub fn left(&self, now_ms: f64) -> f64 {
        self.ends_ms - now_ms
    }

    /// Whether it has fired.
    pub fn has_fired(&self) -> bool {
        self.state.borrow().fired
    }

    /// The same, for whoever polls by itself.
    pub fn poll_fired(&self, context: &Context<'_>) -> bool {
        let mut state = self.state.borrow_mut();
        if !state.fired {
            state.waker = Some(context.waker().clone());
        }
        state.fired
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
            && !self.state.borrow().fired
        {
            stopped(id);
        }
    }
}
