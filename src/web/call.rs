//! What a caller asked for: one call of a client's, which may take many requests.

use crate::arguments::Invalid;
use crate::client::operation::Operation;
use crate::client::options::CallOptions;
use crate::web::client::Client;
use crate::web::clock;
use crate::web::events::{Event, Listeners, Progress};
use crate::web::fault::CallFault;
use crate::web::stop::{Listening, Stop};
use crate::web::tally::Tally;
use js_sys::Function;
use std::rc::Rc;
use web_sys::AbortSignal;

/// Its limits, who is told of it, and what it has used so far.
pub struct Call {
    /// The client that made the call.
    pub client: Rc<Client>,
    /// As errors and events name it.
    pub operation: Operation,
    /// Limits and headers.
    pub options: CallOptions,
    /// Who is told how it goes on.
    pub progress: Progress,
    on_event: Option<Function>,
    /// What ends it.
    pub stop: Rc<Stop>,
    /// What it has used.
    pub tally: Tally,
    /// Called right before each request is sent.
    pub on_send: Option<Box<dyn Fn()>>,
    began_ms: f64,
    /// Nothing for a part of another call, which ends with that call.
    _ends: Option<(Listening, UnderWay)>,
}

impl Call {
    /// Begins one, which ends when `signal` aborts or the client is disposed of.
    pub fn begin(
        client: &Rc<Client>,
        operation: Operation,
        options: CallOptions,
        listeners: Listeners,
        signal: Option<AbortSignal>,
    ) -> Result<Call, Invalid> {
        let stop = client.begin();
        let progress = Progress::to(listeners.on_progress, &stop);
        let under_way = UnderWay { client: Rc::clone(client), stop: Rc::clone(&stop) };
        let listening = Listening::to(signal, &stop)?;
        let _ends = Some((listening, under_way));
        let (client, tally, began_ms) = (Rc::clone(client), Tally::default(), clock::monotonic_ms());
        let on_event = listeners.on_event;
        Ok(Call { client, operation, options, progress, on_event, stop, tally, on_send: None, began_ms, _ends })
    }

    /// Another operation as a part of this call: what ends the call ends the part. Nobody is told of its progress.
    pub fn part(&self, operation: Operation, options: CallOptions) -> Call {
        Call {
            client: Rc::clone(&self.client),
            operation,
            options,
            progress: Progress::to(None, &self.stop),
            on_event: self.on_event.clone(),
            stop: Rc::clone(&self.stop),
            tally: Tally::default(),
            on_send: None,
            began_ms: clock::monotonic_ms(),
            _ends: None,
        }
    }

    /// How long it has taken so far.
    pub fn passed_ms(&self) -> f64 {
        clock::monotonic_ms() - self.began_ms
    }

    /// Tells that it is settled, unless the caller ended it.
    pub fn settle<T>(&self, result: &Result<T, CallFault>) -> Result<(), CallFault> {
        let error = match result {
            Err(CallFault::Failed(failure, _)) => Some(failure.kind),
            Err(CallFault::Thrown(_)) => return Ok(()),
            Ok(_) => None,
        };
        self.tell(Event { error, duration_ms: Some(self.passed_ms()), ..self.event("settled") })
    }

    /// An event about the latest request, with nothing else filled in yet.
    pub fn event(&self, kind: &'static str) -> Event<'static> {
        Event {
            kind,
            operation: self.operation,
            attempt: self.tally.sent(),
            status: None,
            duration_ms: None,
            retry_in_ms: None,
            request_id: None,
            error: None,
        }
    }

    /// Tells the client's listener, then the call's own, unless the caller has left the call during the first.
    pub fn tell(&self, event: Event<'_>) -> Result<(), CallFault> {
        let went_on = self.stop.check().is_ok();
        if let Some(listener) = &self.client.on_event {
            event.tell(listener, &self.stop)?;
        }
        let is_left = went_on && matches!(self.stop.check(), Err(CallFault::Thrown(_)));
        match &self.on_event {
            Some(listener) if !is_left => event.tell(listener, &self.stop),
            _ => Ok(()),
        }
    }
}

/// Keeps a call in its client's list of live calls, which end when the client is disposed of.
struct UnderWay {
    client: Rc<Client>,
    stop: Rc<Stop>,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.client.live.borrow_mut().retain(|stop| stop.as_ptr() != Rc::as_ptr(&self.stop));
    }
}
