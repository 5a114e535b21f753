//! An operation that the client does not know: the caller says what is sent, and gets what comes.

use crate::client::operation::Repeat;
use crate::client::options::RequestOptions;
use crate::json::{Error, Value};
use crate::web::call::Call;
use crate::web::fault::CallFault;
use crate::web::reply::Take;
use crate::web::request::Request;

/// Sends `body` to a checked `path`; the answer is given as JSON text.
pub async fn send(
    call: &mut Call,
    path: &str,
    options: &RequestOptions,
    body: Option<&str>,
) -> Result<String, CallFault> {
    let operation = call.operation;
    let repeat = if options.idempotent { Repeat::Reads } else { operation.repeat() };
    let request = Request { auth: operation.auth(options.auth), path, body, repeat };
    let mut text = String::new();
    let mut take = |answer: Value| Ok(answer.write(&mut text).map_err(|fault| Error::at(fault, ""))?);
    request.run(call, &mut Take::Value(&mut take), None).await?;
    Ok(text)
}
