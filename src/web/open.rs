//! Opens container scans: from the service, and from bytes that the caller has.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::operation::{Auth, Operation};
use crate::client::options::CallOptions;
use crate::client::retry::Repeat;
use crate::client::token::Slot;
use crate::findings::{Ingest, Scan};
use crate::json::{Error, Fault as JsonFault, Limits};
use crate::web::body::{Body, Sink, ingest_fault};
use crate::web::call::{Call, Client, Take};
use crate::web::events::Progress;
use crate::web::fault::Fault;
use crate::web::stop::{Deadlines, Stop};
use crate::web::timer::Timer;
use crate::wire::params::Checked;
use std::rc::Rc;

/// Asks the service for a scan and streams the answer into a store.
pub async fn open(
    client: &Client,
    checked: &Checked,
    options: &CallOptions,
    progress: &mut Progress,
    stop: &Stop,
    outer: Option<&Deadlines>,
) -> Result<Scan, Fault> {
    let call = Call {
        client,
        operation: Operation::ContainerScansGet,
        auth: Auth::Token(Slot::Api),
        path: Operation::ContainerScansGet.path(),
        body: Some(&checked.body),
        options,
        repeat: Repeat::Reads,
    };
    let mut opened = None;
    let mut take = |scan: Scan| {
        if scan.scan_id() != checked.subject {
            let hint = "the answer belongs to another scan: a cache or proxy may have mixed up two answers";
            return Err(Failure::from(Error::at(JsonFault::Mismatch, "/scan_id")).with_hint(hint));
        }
        opened = Some(scan);
        Ok(())
    };
    call.run(&mut Take::Scan(&mut take), progress, stop, outer).await?;
    opened.ok_or_else(|| Fault::of(ErrorKind::Internal))
}

/// What a caller's bytes hold.
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    /// A whole answer of the service.
    Result,
    /// An array of findings.
    Rows,
}

/// Streams a caller's bytes into a store.
pub async fn read(mut body: Body, form: Form, most: u64, progress: &mut Progress, stop: &Stop) -> Result<Scan, Fault> {
    let limits = Limits { max_bytes: most, ..Limits::default() };
    let ingest = match form {
        Form::Result => Ingest::new(limits),
        Form::Rows => Ingest::rows(limits),
    };
    let mut sink = Sink::Scan(Box::new(ingest));
    let never = Deadlines::of(Rc::new(Timer::start(f64::INFINITY)));
    stop.check()?;
    progress.waiting()?;
    body.pump(&mut sink, most, progress, stop, &never).await?;
    match sink {
        Sink::Scan(ingest) => ingest.finish().map_err(ingest_fault),
        Sink::Bytes(_) => Err(Fault::of(ErrorKind::Internal)),
    }
}

/// What an answer without a body is read as: nothing, which is no scan.
pub fn nothing() -> Result<Scan, Fault> {
    Ingest::new(Limits::default()).finish().map_err(ingest_fault)
}
