//! A request of a call, from its first attempt to its end: what `client` decides, carried out.

use crate::client::answer::{self, Head};
use crate::client::failure::{ErrorKind, Failure, Outcome};
use crate::client::hint::Hint;
use crate::client::operation::{Auth, Repeat};
use crate::client::retry::{self, Attempts, Next};
use crate::client::token::Token;
use crate::client::token_questions::{Carried, RefusedToken};
use crate::web::attempt::Attempt;
use crate::web::call::Call;
use crate::web::clock;
use crate::web::events::Event;
use crate::web::fault::CallFault;
use crate::web::fetch::{Exchange, Outgoing};
use crate::web::reply::Take;
use crate::web::stop::Deadlines;
use crate::web::timer::Timer;
use crate::wire::params::Checked;
use std::future::pending;

/// What is sent, and sent again if that may help.
pub struct Request<'a> {
    /// Which token it carries.
    pub auth: Auth,
    /// Below the service's root.
    pub path: &'a str,
    /// JSON text, if there is a body.
    pub body: Option<&'a str>,
    /// When it may be sent again.
    pub repeat: Repeat,
}

impl<'a> Request<'a> {
    /// An operation that the client knows, with its checked body.
    pub fn of(call: &Call, checked: &'a Checked) -> Request<'a> {
        let operation = call.operation;
        Request {
            auth: operation.auth(call.client.options.history_auth),
            path: operation.path(),
            body: Some(&checked.body),
            repeat: operation.repeat(),
        }
    }

    /// Sends it, and again if that may help, until there is an answer or a failure that stays. `outer` bounds the wait that it is
    /// part of.
    pub async fn run(&self, call: &mut Call, take: &mut Take<'_>, outer: Option<&Deadlines>) -> Result<(), CallFault> {
        let result = self.repeat_until_settled(call, take, outer).await;
        unless_ended(call, result).map_err(|fault| self.complete(call, fault))
    }

    async fn repeat_until_settled(
        &self,
        call: &mut Call,
        take: &mut Take<'_>,
        outer: Option<&Deadlines>,
    ) -> Result<(), CallFault> {
        let whole = Deadlines::of(Timer::start(call.options.limits.timeout_ms));
        let deadlines = &outer.map_or_else(|| whole.clone(), |outer| outer.and(&whole));
        let can_refresh = matches!(self.auth, Auth::Token(slot) if call.client.source(slot).can_refresh());
        let mut attempts = Attempts::new(self.repeat, call.options.limits.max_retries, can_refresh);
        let mut refused = None;
        loop {
            let token = self.ready_token(call, refused.as_mut(), deadlines).await?;
            let carried = self.carried(call, token.clone());
            let result = self.attempt(call, take, deadlines, token.as_ref()).await;
            let Err(CallFault::Failed(failure, _)) = &result else { return result };
            call.tally.learn(failure);
            let now = clock::monotonic_ms();
            let left = deadlines.left(now);
            let ends_outside = outer.is_some_and(|outer| outer.left(now) <= whole.left(now));
            if ends_outside && attempts.come_too_late(failure, left) {
                // The wait around this request ends before a repeat could be sent. That end is awaited and told, not this failure.
                call.stop.guard(pending(), deadlines).await?;
            }
            match after(call, failure, now, left, &mut attempts) {
                Next::Settle => {
                    self.note_refusal(call, failure, carried);
                    return result;
                }
                Next::TooLongToWait => {
                    return Err(retry::as_rate_limited((**failure).clone(), attempts.has_left()).into());
                }
                Next::Refresh => refused = carried.map(RefusedToken::of),
                Next::Again { pause_ms } => {
                    call.stop.check()?;
                    call.tell(Event { retry_in_ms: Some(pause_ms), ..call.event("retry") })?;
                    call.stop.guard(Timer::start(pause_ms), deadlines).await?;
                }
            }
        }
    }

    /// The token of the next request, which may be sent now.
    async fn ready_token(
        &self,
        call: &mut Call,
        refused: Option<&mut RefusedToken>,
        deadlines: &Deadlines,
    ) -> Result<Option<Token>, CallFault> {
        call.stop.check()?;
        let mut token = None;
        if let Auth::Token(slot) = self.auth {
            let open = refused.as_deref().and_then(RefusedToken::open);
            let asking = call.client.source(slot).ask(call.operation, open, &call.stop);
            let given = call.stop.guard(asking, deadlines).await??;
            token = Some(match refused {
                Some(refused) => refused.to_send(given),
                None => given,
            });
        }
        call.progress.waiting()?;
        // The call may have ended while it waited for a token: then this request is not sent. The clock is asked too, because after
        // the machine has slept, a token or a pause may be over before an overdue timer fires.
        call.stop.check()?;
        if deadlines.left(clock::monotonic_ms()) <= 0.0 {
            return Err(CallFault::of(ErrorKind::Timeout));
        }
        Ok(token)
    }

    fn carried(&self, call: &Call, token: Option<Token>) -> Option<Carried> {
        let Auth::Token(slot) = self.auth else { return None };
        token.map(|token| call.client.source(slot).carried(token))
    }

    /// Notes the refused token of a request that is not sent again, so that the next request asks for another.
    fn note_refusal(&self, call: &Call, failure: &Failure, carried: Option<Carried>) {
        if let (Some(401), Repeat::OnlyUntouched, Auth::Token(slot)) = (failure.status, self.repeat, self.auth)
            && let Some(carried) = carried
        {
            call.client.source(slot).refused(call.operation, carried);
        }
    }

    /// Sends one request, and tells how it ended, unless the caller ended it.
    async fn attempt(
        &self,
        call: &mut Call,
        take: &mut Take<'_>,
        deadlines: &Deadlines,
        token: Option<&Token>,
    ) -> Result<(), CallFault> {
        let exchange = Exchange::new()?;
        // What cannot be made was not sent: it is neither counted nor told of as an attempt.
        let request = self.build(call, &exchange, token)?;
        call.tally.send(token, call.client.next_moment());
        if let Some(on_send) = &call.on_send {
            on_send();
        }
        let began = clock::monotonic_ms();
        let own = Deadlines::of(Timer::start(call.options.limits.attempt_timeout_ms));
        let mut attempt = Attempt { call, auth: self.auth, exchange, deadlines: deadlines.and(&own) };
        let (head, result) = attempt.run(&request, take).await;
        let mut result = unless_ended(call, result);
        if let Err(CallFault::Failed(failure, _)) = &mut result
            && failure.kind == ErrorKind::Timeout
            && own.have_passed()
        {
            failure.hint = Some(Hint::AttemptTimeout);
        }
        let error = match &result {
            Err(CallFault::Thrown(_)) => return result,
            Err(CallFault::Failed(failure, _)) => Some(failure.kind),
            Ok(()) => None,
        };
        tell_attempt(call, head.as_ref(), clock::monotonic_ms() - began, error)?;
        if error.is_none() {
            call.client.budget.borrow_mut().succeed();
        }
        result
    }

    fn build(&self, call: &Call, exchange: &Exchange, token: Option<&Token>) -> Result<web_sys::Request, CallFault> {
        let base = &call.client.options.base_url;
        exchange.build(&Outgoing {
            url: &base.join(self.path),
            origin: base.origin(),
            body: self.body,
            headers: &call.options.headers,
            token,
        })
    }

    fn complete(&self, call: &Call, fault: CallFault) -> CallFault {
        let mut fault = call.tally.complete(fault, call.operation);
        if let CallFault::Failed(failure, _) = &mut fault {
            failure.retryable &= self.repeat == Repeat::Reads;
            if failure.kind == ErrorKind::Timeout && failure.hint.is_none() {
                failure.hint = Some(Hint::CallTimeout);
            }
            if call.tally.is_rejected() && call.operation.is_change() {
                failure.outcome = Outcome::Rejected;
            }
        }
        fault
    }
}

/// Tells how a request ended, and how long it took.
fn tell_attempt(call: &Call, head: Option<&Head>, took_ms: f64, error: Option<ErrorKind>) -> Result<(), CallFault> {
    let request_id = head.and_then(answer::request_id);
    call.tell(Event {
        status: head.map(|head| head.status).filter(|status| *status > 0),
        duration_ms: Some(took_ms),
        request_id: request_id.as_deref(),
        error,
        ..call.event("attempt")
    })
}

/// The result, unless a callback that was told of it has ended the call. A change that has happened is reported all the same.
fn unless_ended(call: &Call, result: Result<(), CallFault>) -> Result<(), CallFault> {
    if call.operation.is_change() && result.is_ok() { result } else { call.stop.check().and(result) }
}

fn after(call: &Call, failure: &Failure, now: f64, remaining: f64, attempts: &mut Attempts) -> Next {
    let mut budget = call.client.budget.borrow_mut();
    budget.pass_time(now);
    attempts.after(failure, remaining, clock::chance(), &mut budget)
}
