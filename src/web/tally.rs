//! What one call has used, over all its requests: also those of a wait, which asks many times.

use crate::client::failure::Failure;
use crate::client::known_teams::LogicalTime;
use crate::client::operation::Operation;
use crate::client::removal;
use crate::client::token::{Token, Tokens};
use crate::web::client::Client;
use crate::web::fault::CallFault;
use std::cell::{Cell, Ref, RefCell};

/// Requests sent, and the tokens that nothing told of them may hold.
#[derive(Default)]
pub struct Tally {
    sent: Cell<u32>,
    latest: Cell<LogicalTime>,
    rejected: Cell<bool>,
    tokens: RefCell<Tokens>,
}

impl Tally {
    /// Counts a request that is about to be sent with this token at this moment.
    pub fn send(&self, token: Option<&Token>, now: LogicalTime) {
        self.sent.set(self.sent.get() + 1);
        self.latest.set(now);
        self.rejected.set(false);
        if let Some(token) = token {
            self.tokens.borrow_mut().add(token);
        }
    }

    /// Requests sent so far.
    pub fn sent(&self) -> u32 {
        self.sent.get()
    }

    /// When the latest request was sent.
    pub fn latest(&self) -> LogicalTime {
        self.latest.get()
    }

    /// Notes what is known of the latest request. If an answer has said that nothing was done, that stays true, whatever ends the
    /// call afterwards.
    pub fn learn(&self, failure: &Failure) {
        if removal::is_rejected(failure) {
            self.rejected.set(true);
        }
    }

    /// Whether the answer to the latest request says that nothing was done.
    pub fn is_rejected(&self) -> bool {
        self.rejected.get()
    }

    /// Adds the tokens that a client has: its service knows them all, and may repeat any.
    pub fn know(&self, client: &Client) {
        let mut tokens = self.tokens.borrow_mut();
        client.tokens.iter().for_each(|source| source.add_to(&mut tokens));
    }

    /// The tokens used so far, and the client's.
    pub fn tokens(&self) -> Ref<'_, Tokens> {
        self.tokens.borrow()
    }

    /// Adds to a failure what all failures of a call have in common.
    pub fn complete(&self, fault: CallFault, operation: Operation) -> CallFault {
        fault.change(|failure| {
            failure.operation = Some(operation);
            failure.attempts = self.sent.get();
        })
    }
}
