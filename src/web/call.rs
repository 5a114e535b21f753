//! One call from its first attempt to its end: what `client` decides, carried out.

use crate::client::answer::{self, Head, Reading};
use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::client::operation::{Auth, Repeat};
use crate::client::retry::{self, Attempts, Next};
use crate::client::token::Token;
use crate::web::body::{Body, Extent};
use crate::web::clock;
use crate::web::errand::Errand;
use crate::web::events::Event;
use crate::web::fault::Fault;
use crate::web::fetch::{self, Exchange, Outgoing};
use crate::web::reply::{Take, hand_over, read_error, taken, with_head};
use crate::web::stop::Deadlines;
use crate::web::timer::Timer;
use crate::web::tokens::{Carried, Reason};
use crate::wire::params::Checked;
use std::future::pending;

/// What is sent.
pub struct Call<'a> {
    /// Which token it carries.
    pub auth: Auth,
    /// Below the service's root.
    pub path: &'a str,
    /// JSON text, where there is a body.
    pub body: Option<&'a str>,
    /// What may be repeated.
    pub repeat: Repeat,
}

impl<'a> Call<'a> {
    /// An operation that the client knows, with its checked body.
    pub fn of(errand: &Errand, checked: &'a Checked) -> Call<'a> {
        let operation = errand.operation;
        Call {
            auth: operation.auth(errand.client.options.history_auth),
            path: operation.path(),
            body: Some(&checked.body),
            repeat: operation.repeat(),
        }
    }

    /// Sends it, again where that may help, until there is an answer or a failure that stays. `outer` bounds what it is
    /// part of.
    pub async fn run(&self, errand: &mut Errand, take: &mut Take<'_>, outer: Option<&Deadlines>) -> Result<(), Fault> {
        let result = self.repeat_until_settled(errand, take, outer).await;
        unless_ended(errand, result).map_err(|fault| self.complete(errand, fault))
    }

    async fn repeat_until_settled(
        &self,
        errand: &mut Errand,
        take: &mut Take<'_>,
        outer: Option<&Deadlines>,
    ) -> Result<(), Fault> {
        let whole = Deadlines::of(Timer::start(errand.options.limits.timeout_ms));
        let deadlines = &outer.map_or_else(|| whole.clone(), |outer| outer.and(&whole));
        let can_refresh = matches!(self.auth, Auth::Token(slot) if errand.client.source(slot).can_refresh());
        let mut attempts = Attempts::new(self.repeat, errand.options.limits.max_retries, can_refresh);
        let mut rejected = None;
        loop {
            let reason = rejected.as_ref().map_or(Reason::Initial, Reason::Rejected);
            let token = self.token(errand, reason, deadlines).await?;
            errand.progress.waiting()?;
            // The call may have ended while a token was waited for: then this request is not sent. The clock is asked too, for
            // after a sleep a token or a pause may be over before an overdue timer fires.
            errand.stop.check()?;
            if deadlines.left(clock::monotonic_ms()) <= 0.0 {
                return Err(Fault::of(ErrorKind::Timeout));
            }
            let carried = self.carried(errand, token.clone());
            let result = self.attempt(errand, take, deadlines, token.as_ref()).await;
            let Err(Fault::Failed(failure, _)) = &result else { return result };
            errand.tally.learn(failure);
            let now = clock::monotonic_ms();
            let left = deadlines.left(now);
            let ends_outside = outer.is_some_and(|outer| outer.left(now) <= whole.left(now));
            if ends_outside && attempts.is_due_after(failure, left) {
                // What this is part of is over before a repeat.
                errand.stop.guard(pending(), deadlines).await?;
            }
            match after(errand, failure, now, left, &mut attempts) {
                Next::Settle => return result,
                Next::TooLongToWait => return Err(retry::limited((**failure).clone()).into()),
                Next::Refresh => rejected = carried,
                Next::Again { pause_ms } => {
                    errand.stop.check()?;
                    errand.tell(Event { retry_in_ms: Some(pause_ms), ..errand.event("retry") })?;
                    errand.stop.guard(Timer::start(pause_ms), deadlines).await?;
                    rejected = None;
                }
            }
        }
    }

    async fn token(&self, errand: &Errand, reason: Reason<'_>, deadlines: &Deadlines) -> Result<Option<Token>, Fault> {
        errand.stop.check()?;
        let Auth::Token(slot) = self.auth else { return Ok(None) };
        let asking = errand.client.source(slot).ask(errand.operation, reason);
        errand.stop.guard(asking, deadlines).await?.map(Some)
    }

    fn carried(&self, errand: &Errand, token: Option<Token>) -> Option<Carried> {
        let Auth::Token(slot) = self.auth else { return None };
        token.map(|token| errand.client.source(slot).carried(token))
    }

    /// Sends one request, and tells how it ended; not where the caller ended it.
    async fn attempt(
        &self,
        errand: &mut Errand,
        take: &mut Take<'_>,
        deadlines: &Deadlines,
        token: Option<&Token>,
    ) -> Result<(), Fault> {
        let mut exchange = Exchange::new()?;
        errand.tally.send(token, errand.client.now());
        if let Some(on_send) = &errand.on_send {
            on_send();
        }
        let began = clock::monotonic_ms();
        let attempt = Deadlines::of(Timer::start(errand.options.limits.attempt_timeout_ms));
        let deadlines = deadlines.and(&attempt);
        let mut seen = None;
        let result = self.exchange(errand, &mut exchange, take, &deadlines, token, &mut seen).await;
        let result = unless_ended(errand, result);
        let error = match &result {
            Err(Fault::Thrown(_)) => return result,
            Err(Fault::Failed(failure, _)) => Some(failure.kind),
            Ok(()) => None,
        };
        let request_id = seen.as_ref().and_then(answer::request_id);
        errand.tell(Event {
            status: seen.map(|head| head.status).filter(|status| *status > 0),
            duration_ms: Some(clock::monotonic_ms() - began),
            request_id: request_id.as_deref(),
            error,
            ..errand.event("attempt")
        })?;
        if error.is_none() {
            errand.client.budget.borrow_mut().succeed();
        }
        result
    }

    /// `seen` is the head of the answer, once there is one.
    async fn exchange(
        &self,
        errand: &mut Errand,
        exchange: &mut Exchange,
        take: &mut Take<'_>,
        deadlines: &Deadlines,
        token: Option<&Token>,
        seen: &mut Option<Head>,
    ) -> Result<(), Fault> {
        let Errand { client, operation, options, progress, stop, tally, .. } = errand;
        let base = &client.options.base_url;
        let outgoing = Outgoing {
            url: &base.join(self.path),
            origin: base.origin(),
            body: self.body,
            headers: &options.headers,
            token,
        };
        let answer = stop.guard(exchange.send(&client.fetch, &outgoing), deadlines).await??;
        tally.know(client);
        let head = fetch::head(&answer).without(&tally.tokens());
        let head = seen.insert(head).clone();
        let body = match answer::judge(&head, *operation, self.auth, clock::epoch_ms()) {
            Reading::Discard(failure) => {
                tally.learn(&failure);
                // A body that nobody reads is let go of: a fetch of the caller's own need not heed the signal.
                let _ = Body::of_answer(&answer);
                return Err(failure.into());
            }
            Reading::ErrorBody(failure) => {
                tally.learn(&failure);
                return Err(read_error(failure, &answer, stop, deadlines, tally).await?.into());
            }
            Reading::Answer => Body::of_answer(&answer).map_err(|fault| taken(fault, &head))?,
        };
        progress.total_bytes = answer.announced_bytes();
        let most = client.options.max_response_bytes;
        let mut sink = take.sink(most);
        let mut extent = Extent::Whole;
        if let Some(mut body) = body {
            let pumped = body.pump(&mut sink, most, progress, stop, deadlines).await;
            extent = pumped.map_err(|fault| with_head(fault, &head, &tally.tokens()))?;
        }
        exchange.finish();
        let handed = hand_over(sink, extent, take, tally, stop, deadlines).await;
        handed.map_err(|fault| with_head(fault, &head, &tally.tokens()))
    }

    fn complete(&self, errand: &Errand, fault: Fault) -> Fault {
        let mut fault = errand.tally.complete(fault, errand.operation);
        if let Fault::Failed(failure, _) = &mut fault {
            failure.retryable &= self.repeat == Repeat::Reads;
            if errand.tally.is_refused() && errand.operation.is_change() {
                failure.outcome = Outcome::Rejected;
            }
        }
        fault
    }
}

/// A callback that was told of the answer may have ended the call. A change that has happened is told all the same.
fn unless_ended(errand: &Errand, result: Result<(), Fault>) -> Result<(), Fault> {
    if errand.operation.is_change() && result.is_ok() { result } else { errand.stop.check().and(result) }
}

fn after(errand: &Errand, failure: &Failure, now: f64, remaining: f64, attempts: &mut Attempts) -> Next {
    let mut budget = errand.client.budget.borrow_mut();
    budget.pass_time(now);
    attempts.after(failure, remaining, clock::chance(), &mut budget)
}
