//! A promise as a future. Dropping it takes back what the promise holds of the module, so one that never settles keeps nothing.

use crate::web::host::{hear, stopped};
use js_sys::Promise;
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::*;

/// Ready with what a promise of the platform's own settles with.
pub struct Promised {
    state: Rc<RefCell<State>>,
    ear: JsValue,
    _told: Closure<dyn FnMut(bool, JsValue)>,
}

#[derive(Default)]
struct State {
    has_settled: bool,
    result: Option<Result<JsValue, JsValue>>,
    waker: Option<Waker>,
}

impl Promised {
    /// Listens from now on.
    pub fn of(promise: &Promise) -> Promised {
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
        let ear = hear(promise, told.as_ref().unchecked_ref());
        Promised { state, ear, _told: told }
    }
}

impl Future for Promised {
    type Output = Result<JsValue, JsValue>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.state.borrow_mut();
        match state.result.take() {
            Some(result) => Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Promised {
    fn drop(&mut self) {
        if !self.state.borrow().has_settled {
            stopped(&self.ear);
        }
    }
}
