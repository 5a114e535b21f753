//! Makes the errors that callers see.

use crate::client::failure::{ErrorKind, Failure};
use crate::web::fault::CallFault;
use crate::web::host;
use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// The value that a promise rejects with, or that a function throws.
pub fn thrown(fault: CallFault) -> JsValue {
    match fault {
        CallFault::Thrown(value) => value,
        CallFault::Failed(failure, cause) => host::make_error(&fields(&failure), &cause),
    }
}

/// The same for a failure without a cause.
pub fn error(failure: impl Into<Failure>) -> JsValue {
    thrown(CallFault::from(failure.into()))
}

/// A result that could not be handed over, which is a mistake of ours.
pub fn internal<T>(_: T) -> JsValue {
    error(Failure::new(ErrorKind::Internal))
}

fn fields(failure: &Failure) -> Object {
    let fields = Object::new();
    let set = |name: &str, value: JsValue| {
        if !value.is_undefined() {
            let _ = Reflect::set(&fields, &name.into(), &value);
        }
    };
    let text = |text: Option<&str>| text.map(JsValue::from_str).unwrap_or_default();
    set("message", failure.message().into());
    set("kind", failure.kind.word().into());
    set("operation", failure.operation.map(|operation| operation.name().into()).unwrap_or_default());
    set("status", failure.status.into());
    set("serverMessage", text(failure.server_message.as_deref()));
    set("retryable", failure.retryable.into());
    set("retryAfterMs", failure.retry_after_ms.into());
    set("outcome", failure.outcome.word().into());
    set("path", text(failure.path.as_deref()));
    set("hint", text(failure.hint.as_deref()));
    set("requestId", text(failure.request_id.as_deref()));
    set("attempts", failure.attempts.into());
    set("lastStatus", text(failure.last_status.as_deref()));
    fields
}
