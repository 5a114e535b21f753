//! Reads a body as it arrives: bytes are copied in pieces, counted, and handed on, in slices short enough for the page.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::server_message;
use crate::findings::{BodyForm, Ingest, IngestError};
use crate::json::{Error, Fault, Limits};
use crate::web::clock;
use crate::web::events::{Progress, Reached};
use crate::web::fault::CallFault;
use crate::web::fetch::network;
use crate::web::host::{self, Answer, Reader};
use crate::web::pace::Pace;
use crate::web::promised::Ear;
use crate::web::stop::Bounds;
use js_sys::Uint8Array;
use std::future::poll_fn;
use wasm_bindgen::prelude::*;

/// Where bytes go.
pub enum Sink {
    /// Kept as they are, for a small answer.
    Bytes(Vec<u8>),
    /// Into the columns of a scan.
    Scan(Box<Ingest>),
}

/// A reader that is cancelled when nobody reads it to its end.
pub struct Body {
    reader: Reader,
    /// Hears of one chunk after another.
    ear: Ear,
    /// Bytes that were announced.
    announced: Option<f64>,
    ended: bool,
}

/// Bytes are copied into the module in pieces of this size: no piece blocks the page.
const PIECE: u32 = 64 * 1024;
/// Bytes after which the end takes long enough for a turn of its own.
const LARGE: u64 = 4 << 20;

/// Most chunks that are read of an error's body: each may have a single byte, or none.
const MOST_CHUNKS: u32 = 1 << 17;
/// Said of a scan with more findings than `Limits::max_rows`, which has this number too. Too many bytes have another error.
const MOST_OF_A_SCAN: &str = "a scan holds at most 10,000,000 findings";

impl Sink {
    /// Into a new scan of at most `most` bytes, with a seed that nobody can foresee.
    pub fn scan(form: BodyForm, most: u64) -> Sink {
        let limits = Limits { max_bytes: most, ..Limits::default() };
        Sink::Scan(Box::new(Ingest::of(form, limits).seeded(clock::seed())))
    }

    fn push(&mut self, piece: &[u8]) -> Result<(), CallFault> {
        match self {
            Sink::Bytes(bytes) => {
                bytes.try_reserve(piece.len()).map_err(|_| Error::at(Fault::OutOfMemory, ""))?;
                bytes.extend_from_slice(piece);
                Ok(())
            }
            Sink::Scan(ingest) => ingest.push(piece).map_err(|error| Extent::Whole.ingest_fault(error)),
        }
    }

    /// How far it has come after `bytes`.
    fn reached(&self, bytes: u64) -> Reached {
        match self {
            Sink::Bytes(_) => Reached { bytes, ..Reached::default() },
            Sink::Scan(ingest) => Reached { bytes, findings: ingest.findings(), by_severity: ingest.by_severity() },
        }
    }
}

/// How much of a body came. To WebKit the end of a connection is the end of a body, whatever length was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What was announced, if anything was.
    Whole,
    /// Fewer bytes than announced. The length announced may be that of the compressed body, and compression may make JSON longer,
    /// but such JSON hardly ever ends too early as well.
    Short,
}

impl Extent {
    fn of(bytes: u64, announced: Option<f64>) -> Extent {
        if announced.is_some_and(|announced| (bytes as f64) < announced) { Extent::Short } else { Extent::Whole }
    }

    /// What JSON that cannot be read means: if a short body's JSON ends too early, the connection broke off.
    pub fn fault(self, error: Error) -> CallFault {
        match (self, error.fault) {
            (Extent::Short, Fault::Truncated) => network(JsValue::UNDEFINED),
            _ => error.into(),
        }
    }

    /// What a failed ingest means.
    pub fn ingest_fault(self, error: IngestError) -> CallFault {
        match error {
            IngestError::Json(error) if server_message::is_long(&error, "error") => Failure::rejected(None).into(),
            IngestError::Json(error) if error.fault == Fault::TooLarge => {
                Failure::from(error).with_hint(MOST_OF_A_SCAN).into()
            }
            IngestError::Json(error) => self.fault(error),
            IngestError::Refused(text) => Failure::rejected(text).into(),
            IngestError::RefusedAtLength(beginning) => {
                Failure { message_is_cut: true, ..Failure::rejected(Some(beginning)) }.into()
            }
        }
    }
}

impl Body {
    /// Takes a reader over.
    pub fn of(reader: Reader) -> Body {
        Body::announced(reader, None)
    }

    /// Takes a response's body; `None` if it has none.
    pub fn of_answer(answer: &Answer) -> Result<Option<Body>, CallFault> {
        let announced = answer.content_length();
        Ok(answer.reader().map_err(network)?.map(|reader| Body::announced(reader, announced)))
    }

    fn announced(reader: Reader, announced: Option<f64>) -> Body {
        let ear = Ear::new();
        reader.listen(ear.function());
        Body { reader, ear, announced, ended: false }
    }

    /// Reads to the end into `sink`; more than `most` bytes are too many.
    pub async fn pump(
        &mut self,
        sink: &mut Sink,
        most: u64,
        progress: &mut Progress,
        bounds: Bounds<'_>,
    ) -> Result<Extent, CallFault> {
        let mut piece = vec![0; PIECE as usize];
        let mut bytes = 0_u64;
        let mut pace = Pace::start();
        while let Some(chunk) = bounds.guard(self.next()).await?? {
            let length = chunk.length();
            let mut from = 0;
            while from < length {
                let to = length.min(from.saturating_add(PIECE));
                let part = piece.get_mut(..(to - from) as usize).unwrap_or_default();
                host::copy_bytes(&chunk, from, part).map_err(network)?;
                bytes += u64::from(to - from);
                if bytes > most {
                    let hint = "raise maxResponseBytes (maxBytes of openScan) if such answers are expected";
                    return Err(Failure::new(ErrorKind::TooLarge).with_hint(hint).into());
                }
                sink.push(part)?;
                from = to;
                if pace.is_due() {
                    progress.receiving(sink.reached(bytes))?;
                    pace.rest(bounds).await?;
                }
            }
            progress.receiving(sink.reached(bytes))?;
            // Chunks without a byte must not keep timers from their turn either.
            if length == 0 && pace.is_due() {
                pace.rest(bounds).await?;
            }
        }
        if bytes > LARGE {
            pace.rest(bounds).await?;
        }
        self.ended = true;
        progress.done(sink.reached(bytes))?;
        Ok(Extent::of(bytes, self.announced))
    }

    /// Reads at most `most` bytes, in at most [`MOST_CHUNKS`] chunks, and leaves the rest.
    pub async fn read_some(&mut self, most: usize) -> Result<Vec<u8>, CallFault> {
        let mut bytes = Vec::new();
        let mut chunks = 0;
        while bytes.len() < most && chunks < MOST_CHUNKS {
            let Some(chunk) = self.next().await? else {
                self.ended = true;
                break;
            };
            chunks += 1;
            let from = bytes.len();
            bytes.resize(from + (most - from).min(chunk.length() as usize), 0);
            host::copy_bytes(&chunk, 0, bytes.get_mut(from..).unwrap_or_default()).map_err(network)?;
        }
        Ok(bytes)
    }

    async fn next(&self) -> Result<Option<Uint8Array>, CallFault> {
        self.reader.next();
        let chunk = poll_fn(|context| self.ear.poll(context)).await.map_err(network)?;
        if chunk.is_undefined() {
            return Ok(None);
        }
        if chunk.is_null() {
            let hint = "must be a stream of Uint8Array chunks";
            return Err(Failure::new(ErrorKind::InvalidArgument).at("source").with_hint(hint).into());
        }
        Ok(Some(chunk.unchecked_into()))
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        if self.ended {
            host::untrack_resource(&self.reader);
        } else {
            host::stop_resource(&self.reader);
        }
    }
}
