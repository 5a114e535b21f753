//! What a function that gives tokens was asked, and what it gave: which calls share a question, and which token is the newer.
//!
//! Concurrent calls of one operation and reason share one asking, and calls whose tokens were refused share what came of the
//! first that asked again. Others share nothing: a function may give a token that permits no more than the operation. If a
//! refused request is not sent again, the next call of its operation asks for another token, should it be given the refused one.

use crate::client::operation::Operation;
use crate::client::token::Token;

/// Why a token is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Before an attempt.
    Initial,
    /// After the service refused the last one.
    Rejected,
}

impl Reason {
    /// As the function is told.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Initial => "initial",
            Reason::Rejected => "rejected",
        }
    }
}

/// What a function is told. The number, which it is not told, counts the questions, and so says which answer is newer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Which call needs the token.
    pub operation: Operation,
    /// Why.
    pub reason: Reason,
    number: u32,
}

/// A token that a request carried, and how many askings and answers there were when it was sent.
#[derive(Clone, Debug)]
pub struct Carried {
    token: Token,
    askings: u32,
    answers: u32,
}

/// A token that was refused to a call, and the one that came for it, once it has come.
#[derive(Clone, Debug)]
pub struct RefusedToken {
    refused: Carried,
    renewed: Option<Token>,
}

/// How a call's wait for an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// With the answer.
    Answered,
    /// Its caller stopped it, which proves nothing about the function.
    Stopped,
    /// It waited long enough.
    Late,
}

/// The questions to one function. `Answer` is what their answers are waited for by.
#[derive(Debug)]
pub struct Questions<Answer> {
    /// How often it was asked.
    askings: u32,
    /// How many of its answers were kept.
    answers: u32,
    /// What was asked and is not answered yet; each question once.
    pending: Vec<Pending<Answer>>,
    /// The last answer to each question.
    given: Vec<Given>,
    /// What was refused last, by operation, of requests that were not sent again.
    refused: Vec<(Operation, Token)>,
}

/// A question whose answer calls are waiting for.
#[derive(Debug)]
struct Pending<Answer> {
    question: Question,
    answer: Answer,
    /// How many calls are waiting.
    waiting: u32,
}

/// An answer that was kept.
#[derive(Debug)]
struct Given {
    question: Question,
    token: Token,
    /// How many answers there were with it.
    answers: u32,
    /// The refused token that it was asked for, if it was.
    replaces: Option<Token>,
}

impl Question {
    /// Whether the function is told the same.
    fn is_as(&self, other: &Question) -> bool {
        (self.operation, self.reason) == (other.operation, other.reason)
    }
}

impl Carried {
    /// A token that no function gave.
    pub fn fixed(token: Token) -> Carried {
        Carried { token, askings: 0, answers: 0 }
    }

    /// The token.
    pub fn token(&self) -> &Token {
        &self.token
    }
}

impl RefusedToken {
    /// One for which no other came yet.
    pub fn of(refused: Carried) -> RefusedToken {
        RefusedToken { refused, renewed: None }
    }

    /// What another token has to be asked for, until one came.
    pub fn open(&self) -> Option<&Carried> {
        self.renewed.is_none().then_some(&self.refused)
    }

    /// The token to send, of one that was given. A function may go on giving the refused one to the attempts after the renewal.
    pub fn to_send(&mut self, given: Token) -> Token {
        match &self.renewed {
            Some(renewed) if given == *self.refused.token() => renewed.clone(),
            Some(_) => given,
            None => self.renewed.insert(given).clone(),
        }
    }
}

impl<Answer> Default for Questions<Answer> {
    fn default() -> Self {
        Questions { askings: 0, answers: 0, pending: Vec::new(), given: Vec::new(), refused: Vec::new() }
    }
}

impl<Answer: Clone> Questions<Answer> {
    /// The last tokens that were given.
    pub fn tokens(&self) -> impl Iterator<Item = &Token> {
        self.given.iter().map(|given| &given.token)
    }

    /// Notes that a token is about to be sent.
    pub fn carried(&self, token: Token) -> Carried {
        Carried { token, askings: self.askings, answers: self.answers }
    }

    /// Notes that a token was refused, of a request that is not sent again.
    pub fn refuse(&mut self, operation: Operation, carried: Carried) {
        self.forgive(operation);
        self.refused.push((operation, carried.token));
    }

    /// Whether a request of this operation was refused with this token, and not sent again.
    pub fn is_refused(&self, operation: Operation, token: &Token) -> bool {
        self.refused.iter().any(|(of, refused)| *of == operation && refused == token)
    }

    /// A token that another call of the operation got after its own was refused, and that came after the request that carried this
    /// one was sent: two calls whose tokens are refused share one renewal. If it was asked for before, this one may be the newer,
    /// unless it is the one that the renewal replaces.
    pub fn renewed(&self, operation: Operation, carried: &Carried) -> Option<Token> {
        let is_renewal =
            |given: &&Given| given.question.operation == operation && given.question.reason == Reason::Rejected;
        let is_newer = |given: &&Given| {
            given.answers > carried.answers
                && given.token != carried.token
                && (given.question.number > carried.askings || given.replaces.as_ref() == Some(&carried.token))
        };
        self.given.iter().filter(is_renewal).find(is_newer).map(|given| given.token.clone())
    }

    /// Waits with those that have asked the same and have no answer yet, if there are any.
    pub fn join(&mut self, operation: Operation, reason: Reason) -> Option<(Question, Answer)> {
        let asks = |pending: &&mut Pending<Answer>| {
            (pending.question.operation, pending.question.reason) == (operation, reason)
        };
        let pending = self.pending.iter_mut().find(asks)?;
        pending.waiting += 1;
        Some((pending.question, pending.answer.clone()))
    }

    /// The next question. Asking it may lead to others, so it is waited for only from `wait_for` on.
    pub fn pose(&mut self, operation: Operation, reason: Reason) -> Question {
        self.askings += 1;
        Question { operation, reason, number: self.askings }
    }

    /// Has one call wait for the answer to a question, and others that ask the same.
    pub fn wait_for(&mut self, question: Question, answer: Answer) {
        self.pending.push(Pending { question, answer, waiting: 1 });
    }

    /// Ends one call's wait. The question goes with it, so that no later call joins a function that hangs, unless that call proves
    /// nothing about the function and others go on waiting.
    pub fn leave(&mut self, question: Question, leaving: Leaving) {
        let Some(at) = self.pending.iter().position(|pending| pending.question.number == question.number) else {
            return;
        };
        let Some(pending) = self.pending.get_mut(at) else { return };
        pending.waiting -= 1;
        if pending.waiting == 0 || leaving != Leaving::Stopped {
            self.pending.remove(at);
        }
    }

    /// Keeps the answer to the latest asking of this question.
    pub fn keep(&mut self, question: Question, token: &Token, replaces: Option<&Token>) {
        // Whatever token comes after a rejection, the same one included: each refusal is asked about once.
        if question.reason == Reason::Rejected {
            self.forgive(question.operation);
        }
        // Each call that waited for an answer keeps it: it came once.
        if self.given.iter().any(|known| known.question.is_as(&question) && known.question.number >= question.number) {
            return;
        }
        self.answers += 1;
        self.given.retain(|known| !known.question.is_as(&question));
        let (token, answers, replaces) = (token.clone(), self.answers, replaces.cloned());
        self.given.push(Given { question, token, answers, replaces });
    }

    fn forgive(&mut self, operation: Operation) {
        self.refused.retain(|(of, _)| *of != operation);
    }
}

#[cfg(test)]
mod tests;
