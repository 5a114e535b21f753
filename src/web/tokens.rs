//! The client's tokens: fixed, or asked from a function of the caller's.
//!
//! A function is asked before each attempt; concurrent calls of one operation and reason share one asking, and calls whose
//! tokens were refused share what came of the first that asked again. Others share nothing: a function may give a token that
//! permits no more than the operation. If a refused request is not sent again, the next call of its operation asks for another
//! token, should it be given the refused one.

use crate::arguments::Invalid;
use crate::client::failure::{ErrorKind, Failure};
use crate::client::operation::Operation;
use crate::client::token::{Slot, Token, Tokens};
use crate::web::fault::CallFault;
use crate::web::host;
use crate::web::promised::Promised;
use crate::web::stop::Stop;
use js_sys::{Function, Object, Promise, Reflect};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Why a token is asked for.
#[derive(Clone, Copy)]
pub enum Reason<'a> {
    /// Before an attempt.
    Initial,
    /// After the service refused the last one.
    Rejected(&'a Carried),
}

/// A token that a request carried, and how many askings and answers there were when it was sent.
pub struct Carried {
    token: Token,
    askings: u32,
    answers: u32,
}

/// Where one of the two tokens comes from.
pub struct TokenSource {
    slot: Slot,
    origin: Origin,
}

enum Origin {
    Absent,
    Fixed(Token),
    Function(TokenFunction),
}

/// A function that gives tokens.
struct TokenFunction {
    ask: Function,
    /// How often it was asked.
    askings: Cell<u32>,
    /// How many of its answers were kept.
    answers: Cell<u32>,
    /// What was asked and is not answered yet; each question once.
    pending: RefCell<Vec<Pending>>,
    /// The last answer to each question.
    given: RefCell<Vec<Given>>,
    /// What was refused last, by operation, of requests that were not sent again.
    refused: RefCell<Vec<(Operation, Token)>>,
}

/// An answer that was kept.
struct Given {
    question: Question,
    token: Token,
    /// How many answers there were with it.
    answers: u32,
    /// The refused token that it was asked for, if it was.
    replaces: Option<Token>,
}

/// What a function is told. The number, which it is not told, counts the questions, and so says which answer is newer.
#[derive(Clone, Copy)]
struct Question {
    operation: Operation,
    is_rejected: bool,
    number: u32,
}

/// A question whose answer calls are waiting for.
#[derive(Clone)]
struct Pending {
    question: Question,
    promise: Promise,
    /// How many calls are waiting.
    waiting: Rc<Cell<u32>>,
}

impl Question {
    /// Whether the function is told the same.
    fn is_as(&self, other: &Question) -> bool {
        (self.operation, self.is_rejected) == (other.operation, other.is_rejected)
    }
}

impl TokenSource {
    /// Takes the option's value: a string, a function, or nothing.
    pub fn of(slot: Slot, value: Option<&JsValue>) -> Result<TokenSource, Invalid> {
        let invalid = |rule: &str| Invalid::new(slot.option(), rule);
        let origin = match value {
            None => Origin::Absent,
            Some(value) => match (value.as_string(), value.dyn_ref::<Function>()) {
                (Some(text), _) => Origin::Fixed(Token::check(&text, slot).map_err(|fault| invalid(fault.rule()))?),
                (None, Some(ask)) => Origin::Function(TokenFunction::of(ask.clone())),
                (None, None) => return Err(invalid("must be a string or a function")),
            },
        };
        Ok(TokenSource { slot, origin })
    }

    /// Whether asking again may bring another token.
    pub fn can_refresh(&self) -> bool {
        matches!(self.origin, Origin::Function(_))
    }

    /// Adds the tokens that are known: a fixed one, or the last answers of a function.
    pub fn add_to(&self, tokens: &mut Tokens) {
        match &self.origin {
            Origin::Absent => {}
            Origin::Fixed(token) => tokens.add(token),
            Origin::Function(function) => function.given.borrow().iter().for_each(|given| tokens.add(&given.token)),
        }
    }

    /// Notes that a token is about to be sent.
    pub fn carried(&self, token: Token) -> Carried {
        let (askings, answers) = match &self.origin {
            Origin::Function(function) => (function.askings.get(), function.answers.get()),
            _ => (0, 0),
        };
        Carried { token, askings, answers }
    }

    /// Notes that a token was refused, of a request that is not sent again.
    pub fn refused(&self, operation: Operation, carried: Carried) {
        if let Origin::Function(function) = &self.origin {
            let mut refused = function.refused.borrow_mut();
            refused.retain(|(of, _)| *of != operation);
            refused.push((operation, carried.token));
        }
    }

    /// The token for an attempt of the call that `stop` ends.
    pub async fn ask(&self, operation: Operation, reason: Reason<'_>, stop: &Stop) -> Result<Token, CallFault> {
        let function = match &self.origin {
            Origin::Absent => {
                let rule = "is missing: the operation needs it, and the client was created without it";
                return Err(Invalid::new(self.slot.option(), rule).into());
            }
            Origin::Fixed(token) => return Ok(token.clone()),
            Origin::Function(function) => function,
        };
        if let Reason::Rejected(carried) = reason
            && let Some(token) = function.renewed(operation, carried)
        {
            return Ok(token);
        }
        let refused = match reason {
            Reason::Rejected(carried) => Some(&carried.token),
            Reason::Initial => None,
        };
        let token = self.given(function, operation, refused, stop).await?;
        if refused.is_none() && function.is_refused(operation, &token) {
            return self.given(function, operation, Some(&token), stop).await;
        }
        Ok(token)
    }

    /// What a function gives when it is asked: if a token was refused, for another one.
    async fn given(
        &self,
        function: &TokenFunction,
        operation: Operation,
        refused: Option<&Token>,
        stop: &Stop,
    ) -> Result<Token, CallFault> {
        let (question, answer) = function.answer(operation, refused.is_some(), stop).await;
        let Some(text) = answer.map_err(failed)?.as_string() else {
            let hint = "the token function must return a string, or a promise of one";
            return Err(Failure::new(ErrorKind::Unauthorized).at(self.slot.option()).with_hint(hint).into());
        };
        let token = Token::check(&text, self.slot).map_err(|fault| Invalid::new(self.slot.option(), fault.rule()))?;
        function.keep(question, &token, refused);
        Ok(token)
    }
}

impl TokenFunction {
    fn of(ask: Function) -> TokenFunction {
        TokenFunction {
            ask,
            askings: Cell::new(0),
            answers: Cell::new(0),
            pending: RefCell::default(),
            given: RefCell::default(),
            refused: RefCell::default(),
        }
    }

    /// Whether a request of this operation was refused with this token, and not sent again.
    fn is_refused(&self, operation: Operation, token: &Token) -> bool {
        self.refused.borrow().iter().any(|(of, refused)| *of == operation && refused == token)
    }

    /// A token that another call of the operation got after its own was refused, and that came after the request that carried this
    /// one was sent: two calls whose tokens are refused share one renewal. If it was asked for before, this one may be the newer,
    /// unless it is the one that the renewal replaces.
    fn renewed(&self, operation: Operation, carried: &Carried) -> Option<Token> {
        let is_renewal = |given: &&Given| given.question.operation == operation && given.question.is_rejected;
        let is_newer = |given: &&Given| {
            given.answers > carried.answers
                && given.token != carried.token
                && (given.question.number > carried.askings || given.replaces.as_ref() == Some(&carried.token))
        };
        let given = self.given.borrow();
        given.iter().filter(is_renewal).find(is_newer).map(|given| given.token.clone())
    }

    /// What the function answers to this call, or to one that is asking the same already.
    async fn answer(
        &self,
        operation: Operation,
        is_rejected: bool,
        stop: &Stop,
    ) -> (Question, Result<JsValue, JsValue>) {
        let own = self.join(Question { operation, is_rejected, number: self.askings.get() + 1 });
        let mut asking = Asking { pending: &self.pending, own, stop, is_answered: false };
        let answer = Promised::of(&asking.own.promise).await;
        asking.is_answered = true;
        (asking.own.question, answer)
    }

    fn join(&self, question: Question) -> Pending {
        let shared = self.pending.borrow().iter().find(|pending| pending.question.is_as(&question)).cloned();
        let joined = shared.unwrap_or_else(|| {
            self.askings.set(question.number);
            let promise = host::called(&self.ask, &context(question));
            let pending = Pending { question, promise, waiting: Rc::default() };
            self.pending.borrow_mut().push(pending.clone());
            pending
        });
        joined.waiting.set(joined.waiting.get() + 1);
        joined
    }

    /// Keeps the answer to the latest asking of this question.
    fn keep(&self, question: Question, token: &Token, replaces: Option<&Token>) {
        // Whatever token comes after a rejection, the same one included: each refusal is asked about once.
        if question.is_rejected {
            self.refused.borrow_mut().retain(|(operation, _)| *operation != question.operation);
        }
        let mut given = self.given.borrow_mut();
        // Each call that waited for an answer keeps it: it came once.
        if given.iter().any(|known| known.question.is_as(&question) && known.question.number >= question.number) {
            return;
        }
        self.answers.update(|answers| answers + 1);
        given.retain(|known| !known.question.is_as(&question));
        let (token, answers, replaces) = (token.clone(), self.answers.get(), replaces.cloned());
        given.push(Given { question, token, answers, replaces });
    }
}

/// One call's wait for an answer. When it ends, the question leaves the list, so that no later call joins a function that hangs. A
/// call that its caller stopped proves nothing about the function: the question stays for the others that wait.
struct Asking<'a> {
    pending: &'a RefCell<Vec<Pending>>,
    own: Pending,
    stop: &'a Stop,
    is_answered: bool,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let others = self.own.waiting.get().saturating_sub(1);
        self.own.waiting.set(others);
        if others > 0 && !self.is_answered && self.stop.check().is_err() {
            return;
        }
        self.pending.borrow_mut().retain(|pending| pending.question.number != self.own.question.number);
    }
}

fn context(question: Question) -> JsValue {
    let context = Object::new();
    let reason = if question.is_rejected { "rejected" } else { "initial" };
    let _ = Reflect::set(&context, &"operation".into(), &question.operation.name().into());
    let _ = Reflect::set(&context, &"reason".into(), &reason.into());
    context.into()
}

fn failed(cause: JsValue) -> CallFault {
    let failure = Failure::new(ErrorKind::Unauthorized).with_hint("the token function failed; its error is the cause");
    CallFault::Failed(Box::new(failure), cause)
}
