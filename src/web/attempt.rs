//! One attempt of a request: it is sent, and its answer is read and handed over. What follows a failure is not decided here.

use crate::client::answer::{self, Head};
use crate::client::failure::{ErrorKind, Failure};
use crate::client::operation::Auth;
use crate::web::body::Body;
use crate::web::call::Call;
use crate::web::clock;
use crate::web::fault::CallFault;
use crate::web::fetch::{self, Exchange};
use crate::web::host::Answer;
use crate::web::reply::{Bodiless, Take, body_of, hand_over, with_head};
use crate::web::stop::{Bounds, Deadlines};
use web_sys::Request;

/// An attempt under way. Dropping it before its answer was read to the end cancels it on the wire.
pub struct Attempt<'a> {
    /// The call that it is part of.
    pub call: &'a mut Call,
    /// Which token it carries.
    pub auth: Auth,
    /// What it is sent with.
    pub exchange: Exchange,
    /// Those of the call, and its own.
    pub deadlines: Deadlines,
}

impl Attempt<'_> {
    /// Sends the request and hands its answer over. The head is there even if what follows it failed.
    pub async fn run(&mut self, request: &Request, take: &mut Take<'_>) -> (Option<Head>, Result<(), CallFault>) {
        match self.send(request).await {
            Ok((answer, head)) => {
                let result = self.receive(take, &answer, &head).await;
                (Some(head), result)
            }
            Err(fault) => (None, Err(fault)),
        }
    }

    async fn send(&mut self, request: &Request) -> Result<(Answer, Head), CallFault> {
        let Call { client, stop, tally, .. } = &*self.call;
        let answer = stop.guard(self.exchange.send(&client.fetch, request), &self.deadlines).await??;
        tally.know(client);
        let head = fetch::head(&answer).without(&tally.tokens());
        Ok((answer, head))
    }

    /// Reads what the head says may be read, and hands it over.
    async fn receive(&mut self, take: &mut Take<'_>, answer: &Answer, head: &Head) -> Result<(), CallFault> {
        let body = self.body(answer, head).await?;
        let Call { client, progress, stop, tally, .. } = &mut *self.call;
        progress.total_bytes = answer.announced_bytes();
        let bounds = Bounds { stop, deadlines: &self.deadlines };
        let mut intake = take.intake(client.options.max_response_bytes);
        if let Some(mut body) = body {
            let pumped = body.pump(&mut intake, progress, bounds).await;
            pumped.map_err(|fault| with_head(fault, head, &tally.tokens()))?;
        }
        self.exchange.finish();
        let handed = hand_over(intake, take, tally, bounds).await;
        handed.map_err(|fault| with_head(fault, head, &tally.tokens()))
    }

    /// The body of an answer that may be one, if it has any; otherwise the failure that the answer is.
    async fn body(&self, answer: &Answer, head: &Head) -> Result<Option<Body>, CallFault> {
        let Call { operation, stop, tally, .. } = &*self.call;
        let reading = answer::judge(head, *operation, self.auth, clock::epoch_ms());
        let bounds = Bounds { stop, deadlines: &self.deadlines };
        body_of(reading, answer, bounds, tally).await.map_err(|bodiless| match bodiless {
            Bodiless::Failed(failure) => failure.into(),
            Bodiless::WasRead(fault) => body_was_read(fault, head),
            Bodiless::Ended(fault) => fault,
        })
    }
}

/// The fetch option gave a body that somebody else has read.
fn body_was_read(fault: CallFault, head: &Head) -> CallFault {
    let hint = "the body of the fetch option's Response must be one that nobody else has read: give it a clone";
    fault.change(|failure| *failure = answer::of_head(head, Failure::new(ErrorKind::Network).with_hint(hint)))
}
