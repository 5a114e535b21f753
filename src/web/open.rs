//! Opens container scans: from the service, and from bytes that the caller has.

use crate::arguments::Invalid;
use crate::client::answer;
use crate::client::failure::{ErrorKind, Failure};
use crate::client::hint::Hint;
use crate::client::operation::{Auth, Operation};
use crate::client::retry;
use crate::client::server_message;
use crate::client::token::Tokens;
use crate::findings::{BodyForm, Scan};
use crate::json::{Error, Fault};
use crate::web::body::{Body, Intake, Sink};
use crate::web::call::Call;
use crate::web::clock::epoch_ms;
use crate::web::events::Progress;
use crate::web::fault::CallFault;
use crate::web::fetch::head;
use crate::web::host::Answer;
use crate::web::reply::{self, Bodiless, Take};
use crate::web::request::Request;
use crate::web::stop::{Bounds, Deadlines, Stop};
use crate::web::tally::Tally;
use crate::wire::params::Checked;

/// Asks the service for a scan and streams the answer into a store. `outer` bounds the wait that this is part of.
pub async fn open(call: &mut Call, checked: &Checked, outer: Option<&Deadlines>) -> Result<Scan, CallFault> {
    let mut opened = None;
    let mut take = |scan: Scan| {
        if scan.scan_id() != checked.subject {
            return Err(Error::at(Fault::Mismatch, "/scan_id").into());
        }
        opened = Some(scan);
        Ok(())
    };
    Request::of(call, checked).run(call, &mut Take::Scan(&mut take), outer).await?;
    opened.ok_or_else(|| CallFault::of(ErrorKind::Internal))
}

/// What a caller opens a scan from.
pub enum Source {
    /// Bytes as they come.
    Bytes(Body, BodyForm),
    /// A response that the caller has fetched.
    Answer(Answer),
}

/// Streams what a caller has into a store.
pub async fn read(source: Source, most: u64, progress: &mut Progress, stop: &Stop) -> Result<Scan, CallFault> {
    stop.check()?;
    match source {
        Source::Bytes(body, form) => {
            progress.waiting()?;
            stream(Some(body), Intake::scan(form, most), progress, stop)
                .await
                .map_err(with_hint_for_others)
                .map_err(of_untrusted_source)
        }
        Source::Answer(answer) => {
            let head = head(&answer).with_any_label();
            let operation = Operation::ContainerScansGet;
            let reading = answer::judge(&head, operation, operation.auth(Auth::None), epoch_ms());
            let bounds = Bounds { stop, deadlines: &Deadlines::never() };
            let body =
                reply::body_of(reading, &answer, bounds, &Tally::default()).await.map_err(
                    |bodiless| match bodiless {
                        Bodiless::Failed(failure) => callers_fault(failure),
                        Bodiless::WasRead(fault) => response_was_read(fault),
                        Bodiless::Ended(fault) => fault,
                    },
                )?;
            progress.waiting()?;
            progress.total_bytes = answer.announced_bytes();
            let streamed = stream(body, Intake::scan(BodyForm::Result, most), progress, stop).await;
            streamed.map_err(|fault| match fault.is(ErrorKind::InvalidArgument) {
                true => fault,
                false => reply::with_head(with_hint_for_others(fault), &head, &Tokens::default()),
            })
        }
    }
}

/// The caller took the body too, so the argument is at fault.
fn response_was_read(fault: CallFault) -> CallFault {
    fault.change(|failure| *failure = Invalid::new("source", "must be a response that nobody has read").into())
}

/// What the client would say of the same answer, had it no repeats left.
fn callers_fault(failure: Failure) -> CallFault {
    let failure = answer::for_callers_response(failure);
    if retry::asks_too_long(&failure) { retry::as_rate_limited(failure, false).into() } else { failure.into() }
}

/// Reads a body into a scan. An answer without a body is read as no bytes, which are no scan.
async fn stream(
    body: Option<Body>,
    mut intake: Intake,
    progress: &mut Progress,
    stop: &Stop,
) -> Result<Scan, CallFault> {
    if let Some(mut body) = body {
        // No deadline: only the caller ends a source that the caller gave.
        body.pump(&mut intake, progress, Bounds { stop, deadlines: &Deadlines::never() }).await?;
        // A callback that was told of the end may have ended the call.
        stop.check()?;
    }
    match intake.sink {
        Sink::Scan(ingest) => Ok(ingest.finish().map_err(|error| intake.extent.ingest_fault(error))?),
        Sink::Bytes(_) => Err(CallFault::of(ErrorKind::Internal)),
    }
}

/// A source that is no scan at all is mostly a list of findings, or the report of another scanner: the hint says how to give those.
fn with_hint_for_others(fault: CallFault) -> CallFault {
    fault.change(|failure| {
        let hint = match failure.hint {
            Some(Hint::NotAnObject) => {
                "a scan result is an object; to open a bare list of findings, give the array itself, parsed"
            }
            Some(Hint::NoScanId) => {
                "a scan result has a scan_id; to open the report of another scanner, map it to an array of findings"
            }
            _ => return,
        };
        failure.hint = Some(hint.into());
    })
}

/// The service's words are as untrusted in a file as they are on the wire. Why a stream breaks off, only its owner knows.
fn of_untrusted_source(fault: CallFault) -> CallFault {
    fault.change(|failure| {
        if failure.kind == ErrorKind::Network {
            failure.hint = Some("the source broke off while it was read: see the error's cause".into());
        }
        failure.server_message = server_message::fit_to_show(failure.server_message.as_deref(), &Tokens::default());
    })
}
