//! One call from its first attempt to its end: what `client` decides, carried out.

use crate::client::answer::{self, Head, Reading};
use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::client::operation::{Auth, Operation};
use crate::client::options::CallOptions;
use crate::client::removal::{self, AfterFailure};
use crate::client::retry::{Attempts, Next, Repeat};
use crate::client::token::Token;
use crate::web::body::Body;
use crate::web::client::Client;
use crate::web::clock;
use crate::web::events::{Event, Progress};
use crate::web::fault::Fault;
use crate::web::fetch::{self, Exchange, Outgoing};
use crate::web::reply::{Take, hand_over, of_answer, read_error};
use crate::web::stop::{Deadlines, Stop};
use crate::web::tally::Tally;
use crate::web::timer::Timer;
use crate::web::tokens::Reason;
use std::rc::Rc;

/// What is sent, and how far the caller lets it go.
pub struct Call<'a> {
    /// Whose call it is.
    pub client: &'a Client,
    /// As errors and events name it.
    pub operation: Operation,
    /// Which token it carries.
    pub auth: Auth,
    /// Below the service's root.
    pub path: &'a str,
    /// JSON text, where there is a body.
    pub body: Option<&'a str>,
    /// Limits and headers.
    pub options: &'a CallOptions,
    /// What may be repeated.
    pub repeat: Repeat,
    /// What the caller's call has used, this one and those before it.
    pub tally: &'a Tally,
}

/// What became of a call's requests so far.
#[derive(Default)]
pub struct Sent {
    /// How many there were.
    pub requests: u32,
    /// The last one was answered, and the answer says that nothing was done.
    refused: bool,
}

impl Call<'_> {
    /// Runs the call to its end, and says that it is settled.
    pub async fn run(
        &self,
        take: &mut Take<'_>,
        progress: &mut Progress,
        stop: &Stop,
        outer: Option<&Deadlines>,
    ) -> Result<(), Fault> {
        let began = clock::monotonic_ms();
        let mut sent = Sent::default();
        let result = self.run_unsettled(take, progress, stop, outer, &mut sent).await;
        self.settle(&result, sent.requests, began)?;
        result
    }

    /// Runs the call to its end, which is not the end of what the caller asked for.
    pub async fn run_unsettled(
        &self,
        take: &mut Take<'_>,
        progress: &mut Progress,
        stop: &Stop,
        outer: Option<&Deadlines>,
        sent: &mut Sent,
    ) -> Result<(), Fault> {
        let began = clock::monotonic_ms();
        let whole = Rc::new(Timer::start(self.options.limits.timeout_ms));
        let deadlines = match outer {
            Some(outer) => outer.and(whole),
            None => Deadlines::of(whole),
        };
        let result = self.repeat_until_settled(take, progress, stop, &deadlines, began, sent).await;
        result.map_err(|fault| self.complete(fault, sent.refused))
    }

    /// Says that what the caller asked for is settled; not where the caller ended it.
    pub fn settle<T>(&self, result: &Result<T, Fault>, requests: u32, began: f64) -> Result<(), Fault> {
        let error = match result {
            Err(Fault::Failed(failure, _)) => Some(failure.kind),
            Err(Fault::Thrown(_)) => return Ok(()),
            Ok(_) => None,
        };
        self.tell(Event { error, duration_ms: Some(clock::monotonic_ms() - began), ..self.event("settled", requests) })
    }

    async fn repeat_until_settled(
        &self,
        take: &mut Take<'_>,
        progress: &mut Progress,
        stop: &Stop,
        deadlines: &Deadlines,
        began: f64,
        sent: &mut Sent,
    ) -> Result<(), Fault> {
        let can_refresh = matches!(self.auth, Auth::Token(slot) if self.client.source(slot).can_refresh());
        let mut attempts = Attempts::new(self.repeat, self.options.limits.max_retries, can_refresh);
        let mut reason = Reason::Initial;
        loop {
            let token = match self.auth {
                Auth::Token(slot) => {
                    let asking = self.client.source(slot).ask(self.operation, reason);
                    Some(stop.guard(asking, deadlines).await??)
                }
                Auth::None => None,
            };
            progress.waiting()?;
            // What ended the call meanwhile ended it before this request.
            stop.check()?;
            *sent = Sent { requests: sent.requests + 1, refused: false };
            self.tally.send(token.as_ref());
            let mut seen = None;
            let attempt_began = clock::monotonic_ms();
            let attempt = self.attempt(take, progress, stop, deadlines, token.as_ref(), &mut seen).await;
            let now = clock::monotonic_ms();
            let failed = match &attempt {
                Err(Fault::Thrown(_)) => return attempt,
                Err(Fault::Failed(failure, _)) => Some(failure.clone()),
                Ok(_) => None,
            };
            let request_id = seen.as_ref().and_then(answer::request_id);
            self.tell(Event {
                status: seen.as_ref().map(|head| head.status).filter(|status| *status > 0),
                duration_ms: Some(now - attempt_began),
                request_id: request_id.as_deref(),
                error: failed.as_ref().map(|failure| failure.kind),
                ..self.event("attempt", sent.requests)
            })?;
            let Some(failure) = failed else {
                self.client.budget.borrow_mut().succeed();
                return attempt;
            };
            sent.refused = removal::after_failure(&failure) == AfterFailure::Reject(Outcome::Rejected);
            let remaining = self.options.limits.timeout_ms - (now - began);
            let next = {
                let mut budget = self.client.budget.borrow_mut();
                budget.pass_time(now);
                attempts.after(&failure, remaining, clock::chance(), &mut budget)
            };
            match next {
                Next::Settle => return attempt,
                Next::TooLongToWait => {
                    let limited = Failure { kind: ErrorKind::RateLimited, retryable: true, ..*failure };
                    let hint = "the service asks to wait longer than this call may take; try again after retryAfterMs";
                    return Err(limited.with_hint(hint).into());
                }
                Next::Refresh => reason = Reason::Rejected,
                Next::Again { pause_ms } => {
                    self.tell(Event { retry_in_ms: Some(pause_ms), ..self.event("retry", sent.requests) })?;
                    stop.guard(Timer::start(pause_ms), deadlines).await?;
                    reason = Reason::Initial;
                }
            }
        }
    }

    async fn attempt(
        &self,
        take: &mut Take<'_>,
        progress: &mut Progress,
        stop: &Stop,
        deadlines: &Deadlines,
        token: Option<&Token>,
        seen: &mut Option<Head>,
    ) -> Result<(), Fault> {
        let deadlines = deadlines.and(Rc::new(Timer::start(self.options.limits.attempt_timeout_ms)));
        let base = &self.client.options.base_url;
        let mut exchange = Exchange::new()?;
        let outgoing = Outgoing {
            url: &base.join(self.path),
            origin: base.origin(),
            body: self.body,
            headers: &self.options.headers,
            token,
        };
        let answer = stop.guard(exchange.send(&self.client.fetch, &outgoing), &deadlines).await??;
        let head = fetch::head(&answer).without(&self.tally.tokens());
        let head = seen.insert(head).clone();
        let body = match answer::judge(&head, self.operation, self.auth, clock::epoch_ms()) {
            Reading::Discard(failure) => return Err(failure.into()),
            Reading::ErrorBody(failure) => {
                return Err(read_error(failure, &answer, stop, &deadlines, self.tally).await?.into());
            }
            Reading::Answer => Body::of_answer(&answer)?,
        };
        progress.total_bytes = answer.announced_bytes();
        let most = self.client.options.max_response_bytes;
        let mut sink = take.sink(most);
        if let Some(mut body) = body {
            let pumped = body.pump(&mut sink, most, progress, stop, &deadlines).await;
            pumped.map_err(|fault| of_answer(fault, &head, &self.tally.tokens()))?;
        }
        exchange.finish();
        let tokens = self.tally.tokens();
        hand_over(sink, take, &tokens).map_err(|fault| of_answer(fault, &head, &tokens))
    }

    fn complete(&self, fault: Fault, refused: bool) -> Fault {
        let mut fault = self.tally.complete(fault, self.operation);
        if let Fault::Failed(failure, _) = &mut fault {
            failure.retryable &= self.repeat == Repeat::Reads;
            if refused && self.operation == Operation::TeamsRemoveMember {
                failure.outcome = Outcome::Rejected;
            }
        }
        fault
    }

    fn event(&self, kind: &'static str, attempt: u32) -> Event<'static> {
        Event {
            kind,
            operation: self.operation,
            attempt,
            status: None,
            duration_ms: None,
            retry_in_ms: None,
            request_id: None,
            error: None,
        }
    }

    fn tell(&self, event: Event<'_>) -> Result<(), Fault> {
        event.tell(self.client.on_event.as_ref())
    }
}
