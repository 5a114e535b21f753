//! The client's tokens: fixed, or asked from a function of the caller's.
//!
//! A function is asked before each attempt; concurrent calls of one operation share one asking. What is told to a function
//! is true of every call that its answer is for: it may give a token that permits no more than the operation.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::operation::Operation;
use crate::client::token::{Slot, Token};
use crate::web::fault::Fault;
use crate::web::host;
use crate::wire::arguments::Invalid;
use js_sys::{Function, Object, Promise, Reflect};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Why a token is asked for.
#[derive(Clone, Copy, PartialEq)]
pub enum Reason {
    /// Before an attempt.
    Initial,
    /// After the service refused the last one.
    Rejected,
}

/// Where one of the two tokens comes from.
pub struct TokenSource {
    slot: Slot,
    origin: Origin,
}

enum Origin {
    Absent,
    Fixed(Token),
    Function { ask: Function, under_way: UnderWay },
}

/// What was asked and is not answered yet, each question once.
type UnderWay = RefCell<Vec<(Operation, Reason, Promise)>>;

impl TokenSource {
    /// Takes the option's value: a string, a function, or nothing.
    pub fn of(slot: Slot, value: Option<&JsValue>) -> Result<TokenSource, Invalid> {
        let invalid = |rule: &str| Invalid::new(slot.option(), rule);
        let origin = match value {
            None => Origin::Absent,
            Some(value) => match (value.as_string(), value.dyn_ref::<Function>()) {
                (Some(text), _) => Origin::Fixed(Token::check(&text, slot).map_err(|fault| invalid(fault.rule()))?),
                (None, Some(ask)) => Origin::Function { ask: ask.clone(), under_way: UnderWay::default() },
                (None, None) => return Err(invalid("must be a string or a function")),
            },
        };
        Ok(TokenSource { slot, origin })
    }

    /// Whether asking again may bring another token.
    pub fn can_refresh(&self) -> bool {
        matches!(self.origin, Origin::Function { .. })
    }

    /// The token for an attempt.
    pub async fn ask(&self, operation: Operation, reason: Reason) -> Result<Token, Fault> {
        let (ask, under_way) = match &self.origin {
            Origin::Absent => {
                let rule = "is missing: the operation needs it, and the client was created without it";
                return Err(Invalid::new(self.slot.option(), rule).into());
            }
            Origin::Fixed(token) => return Ok(token.clone()),
            Origin::Function { ask, under_way } => (ask, under_way),
        };
        let is_same = |asked: &&(Operation, Reason, Promise)| (asked.0, asked.1) == (operation, reason);
        let shared = under_way.borrow().iter().find(is_same).map(|(_, _, promise)| promise.clone());
        let promise = shared.unwrap_or_else(|| {
            let promise = host::ask(ask, &context(operation, reason));
            under_way.borrow_mut().push((operation, reason, promise.clone()));
            promise
        });
        let asking = Asking { under_way, promise };
        let answer = JsFuture::from(asking.promise.clone()).await;
        drop(asking);
        let Some(text) = answer.map_err(failed)?.as_string() else {
            let hint = "the token function must return a string, or a promise of one";
            return Err(Failure::new(ErrorKind::Unauthorized).at(self.slot.option()).with_hint(hint).into());
        };
        Token::check(&text, self.slot).map_err(|fault| Invalid::new(self.slot.option(), fault.rule()).into())
    }
}

/// One call's wait for an answer. When it ends, also because the call did, nobody joins this asking any more: one that
/// hangs must not hold up the calls that follow.
struct Asking<'a> {
    under_way: &'a UnderWay,
    promise: Promise,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.under_way.borrow_mut().retain(|(_, _, asked)| !Object::is(asked, &self.promise));
    }
}

fn context(operation: Operation, reason: Reason) -> JsValue {
    let context = Object::new();
    let reason = if reason == Reason::Initial { "initial" } else { "rejected" };
    let _ = Reflect::set(&context, &"operation".into(), &operation.name().into());
    let _ = Reflect::set(&context, &"reason".into(), &reason.into());
    context.into()
}

fn failed(cause: JsValue) -> Fault {
    let failure = Failure::new(ErrorKind::Unauthorized).with_hint("the token function failed; its error is the cause");
    Fault::Failed(Box::new(failure), cause)
}
