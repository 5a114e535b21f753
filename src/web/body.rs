//! Reads a body as it arrives: bytes are copied in pieces, counted, and handed on, in slices short enough for the page.

use crate::client::body::Extent;
use crate::client::failure::{ErrorKind, Failure};
use crate::findings::{BodyForm, Ingest};
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

/// What arrives of a body.
pub struct Intake {
    /// Where its bytes are.
    pub sink: Sink,
    /// How much of it came.
    pub extent: Extent,
    /// The most bytes that it may have.
    most: u64,
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
/// After so many of them it is time to look at the clock. An ordinary error's body has few, and is read without a pause.
const CHUNKS_BETWEEN_LOOKS: u32 = 64;

impl Intake {
    /// Keeps at most `most` bytes as they are.
    pub fn bytes(most: u64) -> Intake {
        Intake { sink: Sink::Bytes(Vec::new()), most, extent: Extent::Whole }
    }

    /// Into a new scan of at most `most` bytes, with a seed that nobody can foresee.
    pub fn scan(form: BodyForm, most: u64) -> Intake {
        let limits = Limits { max_bytes: most, ..Limits::default() };
        let ingest = Ingest::of(form, limits).seeded(clock::seed());
        Intake { sink: Sink::Scan(Box::new(ingest)), most, extent: Extent::Whole }
    }

    fn push(&mut self, piece: &[u8]) -> Result<(), Failure> {
        match &mut self.sink {
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
        match &self.sink {
            Sink::Bytes(_) => Reached { bytes, ..Reached::default() },
            Sink::Scan(ingest) => Reached { bytes, findings: ingest.findings(), by_severity: ingest.by_severity() },
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

    /// Reads to the end.
    pub async fn pump(
        &mut self,
        intake: &mut Intake,
        progress: &mut Progress,
        bounds: Bounds<'_>,
    ) -> Result<(), CallFault> {
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
                if bytes > intake.most {
                    let hint = "raise maxResponseBytes (maxBytes of openScan) if such answers are expected";
                    return Err(Failure::new(ErrorKind::TooLarge).with_hint(hint).into());
                }
                intake.push(part)?;
                from = to;
                if pace.is_due() {
                    progress.receiving(intake.reached(bytes))?;
                    pace.rest(bounds).await?;
                }
            }
            progress.receiving(intake.reached(bytes))?;
            // Chunks without a byte must not keep timers from their turn either.
            if length == 0 && pace.is_due() {
                pace.rest(bounds).await?;
            }
        }
        if bytes > LARGE {
            pace.rest(bounds).await?;
        }
        self.ended = true;
        intake.extent = Extent::of(bytes, self.announced);
        progress.done(intake.reached(bytes))
    }

    /// Reads at most `most` bytes, in at most [`MOST_CHUNKS`] chunks, and leaves the rest.
    pub async fn read_some(&mut self, most: usize, bounds: Bounds<'_>) -> Result<Vec<u8>, CallFault> {
        let mut bytes = Vec::new();
        let mut chunks = 0;
        let mut pace = Pace::start();
        while bytes.len() < most && chunks < MOST_CHUNKS {
            let Some(chunk) = bounds.guard(self.next()).await?? else {
                self.ended = true;
                break;
            };
            chunks += 1;
            if chunks % CHUNKS_BETWEEN_LOOKS == 0 && pace.is_due() {
                pace.rest(bounds).await?;
            }
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
