//! Hands over what an answer's body says; of an answer that failed, reads what it says about the failure.

use crate::client::answer::{self, Head};
use crate::client::failure::{ErrorKind, Failure};
use crate::client::server_message;
use crate::client::token::Tokens;
use crate::findings::{BodyForm, Scan};
use crate::json::{self, Value};
use crate::web::body::{Body, Extent, Sink};
use crate::web::fault::CallFault;
use crate::web::host::{self, Answer};
use crate::web::list::{List, Parsed};
use crate::web::stop::Bounds;
use crate::web::tally::Tally;
use crate::wire::envelope;

/// Takes an answer that arrived whole, and may find that it is not what was asked for.
pub enum Take<'a> {
    /// In columns.
    Scan(&'a mut dyn FnMut(Scan) -> Result<(), Failure>),
    /// As a value of the members that are known; `{ "error": … }` never gets here.
    Known(&'a mut dyn FnMut(Value) -> Result<(), Failure>),
    /// The same, with one list of them item by item.
    List(&'a mut List),
    /// As a value of everything that came.
    Value(&'a mut dyn FnMut(Value) -> Result<(), Failure>),
}

impl Take<'_> {
    /// Where the bytes of an answer of at most `most` go first.
    pub fn sink(&self, most: u64) -> Sink {
        match self {
            Take::Scan(_) => Sink::scan(BodyForm::Result, most),
            Take::Known(_) | Take::List(_) | Take::Value(_) => Sink::Bytes(Vec::new()),
        }
    }
}

/// Reads what arrived, and hands it over.
pub async fn hand_over(
    sink: Sink,
    extent: Extent,
    take: &mut Take<'_>,
    tally: &Tally,
    bounds: Bounds<'_>,
) -> Result<(), CallFault> {
    // The limit of bytes was checked as they came.
    let limits = json::Limits { max_bytes: u64::MAX, ..json::Limits::default() };
    match (sink, take) {
        (Sink::Scan(ingest), Take::Scan(take)) => {
            let scan = ingest.finish().map_err(|error| extent.ingest_fault(error))?;
            Ok(take(scan)?)
        }
        (Sink::Bytes(bytes), Take::Known(take)) => {
            let parsed = json::parse_members(&bytes, &limits, &envelope::MEMBERS);
            hand_over_known(&bytes, parsed, extent, *take, &tally.tokens())
        }
        (Sink::Bytes(bytes), Take::List(list)) => {
            let parsed = list.read(&bytes, &limits, bounds).await?;
            hand_over_known(&bytes, parsed, extent, &mut |answer| list.judge(&answer), &tally.tokens())
        }
        (Sink::Bytes(bytes), Take::Value(take)) => {
            hand_over_value(&bytes, json::parse(&bytes, &limits), extent, *take, &tally.tokens())
        }
        _ => Err(CallFault::of(ErrorKind::Internal)),
    }
}

fn hand_over_known(
    bytes: &[u8],
    parsed: Parsed,
    extent: Extent,
    take: &mut dyn FnMut(Value) -> Result<(), Failure>,
    tokens: &Tokens,
) -> Result<(), CallFault> {
    if let Err(error) = &parsed
        && server_message::is_long(error, "message")
        && let Some(words) = server_message::beginning_of_refusal(bytes, tokens)
    {
        return Err(Failure::rejected(Some(words)).into());
    }
    hand_over_value(bytes, parsed, extent, take, tokens)
}

fn hand_over_value(
    bytes: &[u8],
    parsed: Parsed,
    extent: Extent,
    take: &mut dyn FnMut(Value) -> Result<(), Failure>,
    tokens: &Tokens,
) -> Result<(), CallFault> {
    let value = match parsed {
        Err(error) if server_message::is_long(&error, "error") => {
            return Err(Failure::rejected(server_message::beginning_of_words(bytes, tokens)).into());
        }
        parsed => parsed.map_err(|error| extent.fault(error))?,
    };
    match envelope::error_of(&value) {
        // A team answer may have the words in the message beside its status.
        Some(error) => {
            let text = error.words.or_else(|| envelope::refusal(&value)?.words);
            Err(Failure::rejected(text.map(str::to_owned)).into())
        }
        None => Ok(take(value)?),
    }
}

/// Reads what an error's body says; a body that cannot be read changes nothing about the error.
pub async fn read_error(
    failure: Failure,
    answer: &Answer,
    bounds: Bounds<'_>,
    tally: &Tally,
) -> Result<Failure, CallFault> {
    let mut body = match Body::of_answer(answer) {
        Ok(Some(body)) => body,
        Ok(None) => return Ok(server_message::explain(failure, &[], &tally.tokens())),
        Err(_) => return Ok(failure),
    };
    match bounds.guard(body.read_some(server_message::MAX_ERROR_BODY)).await {
        Ok(Ok(bytes)) => Ok(server_message::explain(failure, &bytes, &tally.tokens())),
        Ok(Err(_)) => Ok(failure),
        Err(_) => bounds.stop.check().map(|()| failure),
    }
}

/// A body that somebody else has read, which only a fetch option can hand over.
pub fn body_was_read(fault: CallFault, head: &Head) -> CallFault {
    let hint = "the body of the fetch option's Response must be one that nobody else has read: give it a clone";
    fault.change(|failure| *failure = answer::of_head(head, Failure::new(ErrorKind::Network).with_hint(hint)))
}

/// Adds what the head says to a failure that came from the body.
pub fn with_head(fault: CallFault, head: &Head, tokens: &Tokens) -> CallFault {
    match fault {
        CallFault::Failed(failure, cause) => {
            let failure = answer::of_head(head, of_body(*failure, tokens));
            CallFault::Failed(Box::new(failure), cause)
        }
        thrown => thrown,
    }
}

fn of_body(failure: Failure, tokens: &Tokens) -> Failure {
    match failure.kind {
        ErrorKind::Rejected => {
            let text = failure.server_message.as_deref();
            Failure::rejected(match text.filter(|_| failure.message_is_cut) {
                Some(beginning) => server_message::cut_message(beginning, tokens),
                None => server_message::fit_to_show(text, tokens),
            })
        }
        // The stream is not of bytes; here it was not the caller who gave it, but the fetch option.
        ErrorKind::InvalidArgument => {
            Failure::new(ErrorKind::Network).with_hint("the body of the fetch option's Response must be bytes")
        }
        ErrorKind::Network if host::is_online() => {
            failure.with_hint("the connection broke off before the answer was complete")
        }
        // A path is made of the answer's own names.
        _ => Failure { path: failure.path.map(|path| tokens.redact_pointer(&path)), ..failure },
    }
}
