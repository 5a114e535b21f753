//! Hands over what an answer's body says; of an answer that failed, reads what it says about the failure.

use crate::client::answer::{self, Head, Reading};
use crate::client::body::{self, Extent};
use crate::client::failure::{ErrorKind, Failure};
use crate::client::server_message;
use crate::client::token::Tokens;
use crate::findings::{BodyForm, Scan};
use crate::json::{self, Value};
use crate::web::body::{Body, Intake, Sink};
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
    /// How an answer of at most `most` bytes is to arrive.
    pub fn intake(&self, most: u64) -> Intake {
        match self {
            Take::Scan(_) => Intake::scan(BodyForm::Result, most),
            Take::Known(_) | Take::List(_) | Take::Value(_) => Intake::bytes(most),
        }
    }
}

/// What is known of an answer's body once it is read.
struct Read<'a> {
    bytes: &'a [u8],
    parsed: Parsed,
    extent: Extent,
}

/// Reads what arrived, and hands it over.
pub async fn hand_over(
    Intake { sink, extent, .. }: Intake,
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
            Ok(hand_over_known(Read { bytes: &bytes, parsed, extent }, *take, &tally.tokens())?)
        }
        (Sink::Bytes(bytes), Take::List(list)) => {
            let parsed = list.read(&bytes, &limits, bounds).await?;
            let read = Read { bytes: &bytes, parsed, extent };
            Ok(hand_over_known(read, &mut |answer| list.judge(&answer), &tally.tokens())?)
        }
        (Sink::Bytes(bytes), Take::Value(take)) => {
            let parsed = json::parse(&bytes, &limits);
            Ok(hand_over_value(Read { bytes: &bytes, parsed, extent }, *take, &tally.tokens())?)
        }
        _ => Err(CallFault::of(ErrorKind::Internal)),
    }
}

fn hand_over_known(
    read: Read<'_>,
    take: &mut dyn FnMut(Value) -> Result<(), Failure>,
    tokens: &Tokens,
) -> Result<(), Failure> {
    let refused = |error: &json::Error| {
        server_message::refusal_beyond_limit(error, read.bytes, tokens)
            .or_else(|| server_message::failed_status_beyond_limit(error, read.bytes, tokens))
    };
    match read.parsed.as_ref().err().and_then(refused) {
        Some(failure) => Err(failure),
        None => hand_over_value(read, take, tokens),
    }
}

fn hand_over_value(
    Read { bytes, parsed, extent }: Read<'_>,
    take: &mut dyn FnMut(Value) -> Result<(), Failure>,
    tokens: &Tokens,
) -> Result<(), Failure> {
    let refused = |error: &json::Error| server_message::refusal_beyond_limit(error, bytes, tokens);
    let value = parsed.map_err(|error| refused(&error).unwrap_or_else(|| extent.fault(error)))?;
    match envelope::error_of(&value) {
        // A team answer may have the words in the message beside its status.
        Some(error) => {
            let text = error.words.or_else(|| envelope::refusal(&value)?.words);
            Err(Failure::rejected(text.map(str::to_owned)))
        }
        None => take(value),
    }
}

/// Why an answer has no body to read.
pub enum Bodiless {
    /// The answer is a failure.
    Failed(Failure),
    /// Somebody else has read it, which only a fetch option or a caller of `openScan` can do.
    WasRead(CallFault),
    /// The call has ended.
    Ended(CallFault),
}

/// The body of an answer, if it is one that may have been asked for. What a failure's body says is read.
pub async fn body_of(
    reading: Reading,
    answer: &Answer,
    bounds: Bounds<'_>,
    tally: &Tally,
) -> Result<Option<Body>, Bodiless> {
    match reading {
        Reading::Answer => Body::of_answer(answer).map_err(Bodiless::WasRead),
        Reading::ErrorBody(failure) => {
            tally.learn(&failure);
            Err(read_error(failure, answer, bounds, tally).await.map_or_else(Bodiless::Ended, Bodiless::Failed))
        }
        Reading::Discard(failure) => {
            tally.learn(&failure);
            // A body that nobody reads is let go of, because what still arrives of it would keep a connection: a fetch of the
            // caller's own need not heed the signal.
            let _ = Body::of_answer(answer);
            Err(Bodiless::Failed(failure))
        }
    }
}

/// Reads what an error's body says; a body that cannot be read changes nothing about the error.
async fn read_error(
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
    match body.read_some(server_message::MAX_ERROR_BODY, bounds).await {
        Ok(bytes) => Ok(server_message::explain(failure, &bytes, &tally.tokens())),
        Err(_) => bounds.stop.check().map(|()| failure),
    }
}

/// Adds what the head says to a failure that came from the body.
pub fn with_head(fault: CallFault, head: &Head, tokens: &Tokens) -> CallFault {
    match fault {
        CallFault::Failed(failure, cause) => {
            let failure = answer::of_head(head, body::told(*failure, tokens, host::is_online()));
            CallFault::Failed(Box::new(failure), cause)
        }
        thrown => thrown,
    }
}
