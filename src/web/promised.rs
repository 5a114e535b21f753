//! A promise as a future. Dropping it takes back what the promise holds of the module, so one that never settles keeps nothing.

use crate::web::host::{hear, stop_resource};
use js_sys::{Function, Promise};
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::*;

/// Hears how something settled: one thing, or one after another.
pub struct Ear {
    state: Rc<RefCell<State>>,
    told: Closure<dyn FnMut(bool, JsValue)>,
}

#[derive(Default)]
struct State {
    has_settled: bool,
    result: Option<Result<JsValue, JsValue>>,
    waker: Option<Waker>,
}

impl Ear {
    /// One that was told nothing yet.
    pub fn new() -> Ear {
        let state = Rc::new(RefCell::new(State::default()));
        let shared = Rc::clone(&state);
        let told = Closure::new(move |is_fulfilled, value| {
            let mut state = shared.borrow_mut();
            state.has_settled = true;
            state.result = Some(if is_fulfilled { Ok(value) } else { Err(value) });
            let waker = state.waker.take();
            drop(state);
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        Ear { state, told }
    }

    /// The function to call when it settles: with whether it was fulfilled, and with its value.
    pub fn function(&self) -> &Function {
        self.told.as_ref().unchecked_ref()
    }

    /// What was told since the last time.
    pub fn poll(&self, context: &Context<'_>) -> Poll<Result<JsValue, JsValue>> {
        let mut state = self.state.borrow_mut();
        match state.result.take() {
            Some(result) => Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Whether it was told anything yet.
    pub fn was_told(&self) -> bool {
        self.state.borrow().has_settled
    }

    /// The same; if not, the caller is woken when it is.
    pub fn was_told_or_wakes(&self, context: &Context<'_>) -> bool {
        let mut state = self.state.borrow_mut();
        if !state.has_settled {
            state.waker = Some(context.waker().clone());
        }
        state.has_settled
    }
}

/// Ready with what a promise of the platform's own settles with.
pub struct Promised {
    ear: Ear,
    hearing: JsValue,
}

impl Promised {
    /// Listens from now on.
    pub fn of(promise: &Promise) -> Promised {
        let ear = Ear::new();
        let hearing = hear(promise, ear.function());
        Promised { ear, hearing }
    }
}

impl Future for Promised {
    type Output = Result<JsValue, JsValue>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.ear.poll(context)
    }
}

impl Drop for Promised {
    fn drop(&mut self) {
        if !self.ear.was_told() {
            stop_resource(&self.hearing);
        }
    }
}
