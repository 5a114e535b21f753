//! The client's tokens: fixed, or asked from a function of the caller's.
//!
//! A function is asked before each attempt. What calls share of that, `client::token_questions` decides.

use crate::arguments::Invalid;
use crate::client::failure::{ErrorKind, Failure};
use crate::client::operation::Operation;
use crate::client::token::{Slot, Token, Tokens};
use crate::client::token_questions::{Carried, Leaving, Question, Questions, Reason};
use crate::web::fault::CallFault;
use crate::web::host;
use crate::web::promised::Promised;
use crate::web::stop::Stop;
use js_sys::{Function, Object, Promise, Reflect};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

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
    questions: RefCell<Questions<Promise>>,
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
            Origin::Function(function) => function.questions.borrow().tokens().for_each(|token| tokens.add(token)),
        }
    }

    /// Notes that a token is about to be sent.
    pub fn carried(&self, token: Token) -> Carried {
        match &self.origin {
            Origin::Function(function) => function.questions.borrow().carried(token),
            _ => Carried::fixed(token),
        }
    }

    /// Notes that a token was refused, of a request that is not sent again.
    pub fn refused(&self, operation: Operation, carried: Carried) {
        if let Origin::Function(function) = &self.origin {
            function.questions.borrow_mut().refuse(operation, carried);
        }
    }

    /// The token for an attempt of the call that `stop` ends; another than the one that was refused, if one was.
    pub async fn ask(&self, operation: Operation, refused: Option<&Carried>, stop: &Stop) -> Result<Token, CallFault> {
        let function = match &self.origin {
            Origin::Absent => {
                let rule = "is missing: the operation needs it, and the client was created without it";
                return Err(Invalid::new(self.slot.option(), rule).into());
            }
            Origin::Fixed(token) => return Ok(token.clone()),
            Origin::Function(function) => function,
        };
        if let Some(carried) = refused
            && let Some(token) = function.questions.borrow().renewed(operation, carried)
        {
            return Ok(token);
        }
        let token = self.given(function, operation, refused.map(Carried::token), stop).await?;
        let is_refused = refused.is_none() && function.questions.borrow().is_refused(operation, &token);
        if is_refused { self.given(function, operation, Some(&token), stop).await } else { Ok(token) }
    }

    /// What a function gives when it is asked: if a token was refused, for another one.
    async fn given(
        &self,
        function: &TokenFunction,
        operation: Operation,
        refused: Option<&Token>,
        stop: &Stop,
    ) -> Result<Token, CallFault> {
        let reason = if refused.is_some() { Reason::Rejected } else { Reason::Initial };
        let (question, answer) = function.answer(operation, reason, stop).await;
        let Some(text) = answer.map_err(failed)?.as_string() else {
            let hint = "the token function must return a string, or a promise of one";
            return Err(Failure::new(ErrorKind::Unauthorized).at(self.slot.option()).with_hint(hint).into());
        };
        let token = Token::check(&text, self.slot).map_err(|fault| Invalid::new(self.slot.option(), fault.rule()))?;
        function.questions.borrow_mut().keep(question, &token, refused);
        Ok(token)
    }
}

impl TokenFunction {
    fn of(ask: Function) -> TokenFunction {
        TokenFunction { ask, questions: RefCell::default() }
    }

    /// What the function answers to this call, or to one that is asking the same already.
    async fn answer(&self, operation: Operation, reason: Reason, stop: &Stop) -> (Question, Result<JsValue, JsValue>) {
        let (question, promise) = self.join_or_ask(operation, reason);
        let mut asking = Asking { questions: &self.questions, question, stop, is_answered: false };
        let answer = Promised::of(&promise).await;
        asking.is_answered = true;
        (question, answer)
    }

    fn join_or_ask(&self, operation: Operation, reason: Reason) -> (Question, Promise) {
        let joined = self.questions.borrow_mut().join(operation, reason);
        joined.unwrap_or_else(|| {
            let question = self.questions.borrow_mut().pose(operation, reason);
            let promise = host::called(&self.ask, &context(question));
            self.questions.borrow_mut().wait_for(question, promise.clone());
            (question, promise)
        })
    }
}

/// One call's wait for an answer.
struct Asking<'a> {
    questions: &'a RefCell<Questions<Promise>>,
    question: Question,
    stop: &'a Stop,
    is_answered: bool,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let leaving = match (self.is_answered, self.stop.check()) {
            (true, _) => Leaving::Answered,
            (false, Err(_)) => Leaving::Stopped,
            (false, Ok(())) => Leaving::Late,
        };
        self.questions.borrow_mut().leave(self.question, leaving);
    }
}

fn context(question: Question) -> JsValue {
    let context = Object::new();
    let _ = Reflect::set(&context, &"operation".into(), &question.operation.name().into());
    let _ = Reflect::set(&context, &"reason".into(), &question.reason.word().into());
    context.into()
}

fn failed(cause: JsValue) -> CallFault {
    let failure = Failure::new(ErrorKind::Unauthorized).with_hint("the token function failed; its error is the cause");
    CallFault::Failed(Box::new(failure), cause)
}
