//! What can end a call from outside: the caller's signal, the client's disposal, a deadline.
//!
//! A call is ended once; the first cause wins. Causes are judged by this state, never by the names of errors that
//! engines reject with.

use crate::arguments::Invalid;
use crate::client::failure::ErrorKind;
use crate::web::fault::CallFault;
use crate::web::host;
use crate::web::timer::Timer;
use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

/// Ends one call.
#[derive(Default)]
pub struct Stop {
    cause: RefCell<Option<CallFault>>,
    waker: RefCell<Option<Waker>>,
}

impl Stop {
    /// Ends the call, unless it has ended already.
    pub fn end(&self, cause: CallFault) {
        if self.cause.borrow().is_some() {
            return;
        }
        *self.cause.borrow_mut() = Some(cause);
        let waker = self.waker.borrow_mut().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Fails with the cause, once there is one.
    pub fn check(&self) -> Result<(), CallFault> {
        match &*self.cause.borrow() {
            Some(cause) => Err(cause.clone()),
            None => Ok(()),
        }
    }

    /// Waits for `future`, as long as the call goes on and no deadline passes.
    pub async fn guard<T>(&self, future: impl Future<Output = T>, deadlines: &Deadlines) -> Result<T, CallFault> {
        let mut future = pin!(future);
        poll_fn(|context| {
            if let Err(cause) = self.check() {
                return Poll::Ready(Err(cause));
            }
            if let Poll::Ready(value) = future.as_mut().poll(context) {
                return Poll::Ready(Ok(value));
            }
            if deadlines.passed(context) {
                return Poll::Ready(Err(CallFault::of(ErrorKind::Timeout)));
            }
            *self.waker.borrow_mut() = Some(context.waker().clone());
            // What ran inside `poll` may have ended the call.
            match self.check() {
                Err(cause) => Poll::Ready(Err(cause)),
                Ok(()) => Poll::Pending,
            }
        })
        .await
    }
}

/// The timers that bound what is waited for: of the call, and of the attempt.
#[derive(Clone)]
pub struct Deadlines(Vec<Rc<Timer>>);

impl Deadlines {
    /// Bounded by one timer.
    pub fn of(timer: Timer) -> Deadlines {
        Deadlines(vec![Rc::new(timer)])
    }

    /// Not bounded by the clock.
    pub fn never() -> Deadlines {
        Deadlines(Vec::new())
    }

    /// Bounded by others too.
    pub fn and(&self, others: &Deadlines) -> Deadlines {
        Deadlines(self.0.iter().chain(&others.0).cloned().collect())
    }

    /// How long is left until the first of them.
    pub fn left(&self, now_ms: f64) -> f64 {
        self.0.iter().map(|timer| timer.left(now_ms)).fold(f64::INFINITY, f64::min)
    }

    /// Whether one of them has passed.
    pub fn have_passed(&self) -> bool {
        self.0.iter().any(|timer| timer.has_fired())
    }

    fn passed(&self, context: &std::task::Context<'_>) -> bool {
        // Each timer has to see the waker, so all are asked.
        self.0.iter().filter(|timer| timer.poll_fired(context)).count() > 0
    }
}

/// What may end one wait of a call.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// From outside.
    pub stop: &'a Stop,
    /// By the clock.
    pub deadlines: &'a Deadlines,
}

impl Bounds<'_> {
    /// Waits for `future` within them.
    pub fn guard<T>(&self, future: impl Future<Output = T>) -> impl Future<Output = Result<T, CallFault>> {
        self.stop.guard(future, self.deadlines)
    }
}

/// Listens to a caller's signal for as long as it lives.
#[derive(Default)]
pub struct Listening {
    listener: JsValue,
    _handler: Option<Closure<dyn FnMut(JsValue)>>,
}

impl Listening {
    /// Ends `stop` with the signal's reason when it aborts, or at once if it has aborted.
    pub fn to(signal: Option<AbortSignal>, stop: &Rc<Stop>) -> Result<Listening, Invalid> {
        Listening::begin(signal, stop).map_err(|_| Invalid::new("signal", "must be an AbortSignal"))
    }

    fn begin(signal: Option<AbortSignal>, stop: &Rc<Stop>) -> Result<Listening, JsValue> {
        let Some(signal) = signal else { return Ok(Listening::default()) };
        let stop = Rc::clone(stop);
        let handler = Closure::new(move |reason| stop.end(CallFault::Thrown(reason)));
        let listener = host::listen(&signal, handler.as_ref().unchecked_ref())?;
        Ok(Listening { listener, _handler: Some(handler) })
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        host::stop_resource(&self.listener);
    }
}
