//! An operation that the client does not know: the caller says what is sent, and gets what comes.

use crate::client::operation::Repeat;
use crate::client::options::RequestOptions;
use crate::json::{Error, Value};
use crate::web::call::Call;
use crate::web::errand::Errand;
use crate::web::fault::Fault;
use crate::web::reply::Take;

/// Sends `body` to a checked `path`; the answer is given as JSON text.
pub async fn send(
    errand: &mut Errand,
    path: &str,
    request: &RequestOptions,
    body: Option<&str>,
) -> Result<String, Fault> {
    let operation = errand.operation;
    let repeat = if request.idempotent { Repeat::Reads } else { operation.repeat() };
    let call = Call { auth: operation.auth(request.auth), path, body, repeat };
    let mut text = String::new();
    let mut take = |answer: Value| Ok(answer.write(&mut text).map_err(|fault| Error::at(fault, ""))?);
    call.run(errand, &mut Take::Value(&mut take), None).await?;
    Ok(text)
}
