//! How a call ends badly: as a failure of ours, or with a value that is the caller's.

use crate::client::failure::{ErrorKind, Failure};
use wasm_bindgen::JsValue;

/// The end of a call that did not succeed.
#[derive(Clone, Debug)]
pub enum CallFault {
    /// A failure, with the value that caused it, if there is one.
    Failed(Box<Failure>, JsValue),
    /// The caller's own value, passed through: the reason of an abort, or what a callback threw.
    Thrown(JsValue),
}

impl CallFault {
    /// A failure of this kind without a cause.
    pub fn of(kind: ErrorKind) -> CallFault {
        CallFault::from(Failure::new(kind))
    }

    /// Whether it is a failure of this kind.
    pub fn is(&self, kind: ErrorKind) -> bool {
        matches!(self, CallFault::Failed(failure, _) if failure.kind == kind)
    }

    /// Changes a failure and keeps its cause. The caller's own value stays as it is.
    pub fn change(mut self, change: impl FnOnce(&mut Failure)) -> CallFault {
        if let CallFault::Failed(failure, _) = &mut self {
            change(failure);
        }
        self
    }
}

impl<T: Into<Failure>> From<T> for CallFault {
    fn from(failure: T) -> Self {
        CallFault::Failed(Box::new(failure.into()), JsValue::UNDEFINED)
    }
}
