//! What callers are told while a call goes on: progress, events, statuses.
//!
//! A callback may call back into the library, and may throw; what it throws ends the call that ran it, whatever comes of letting
//! go of what was under way.

use crate::client::failure::ErrorKind;
use crate::client::operation::Operation;
use crate::web::clock;
use crate::web::fault::CallFault;
use crate::web::stop::Stop;
use crate::wire::severity::SeverityCounts;
use js_sys::{Function, Object, Reflect};
use serde::Serialize;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// Calls a callback, of the call that `stop` ends, with one value.
pub fn tell(callback: &Function, value: &JsValue, stop: &Stop) -> Result<(), CallFault> {
    let told = callback.call1(&JsValue::UNDEFINED, value).map(|_| ()).map_err(CallFault::Thrown);
    if let Err(fault) = &told {
        stop.end(fault.clone());
    }
    told
}

/// Who is told how one call goes on.
pub struct Listeners {
    /// Told how far its answer has come.
    pub on_progress: Option<Function>,
    /// Told of its attempts and its end.
    pub on_event: Option<Function>,
}

/// Facts about one attempt, none of them secret.
pub struct Event<'a> {
    /// `attempt`, `retry` or `settled`
    pub kind: &'static str,
    /// The operation of the call.
    pub operation: Operation,
    /// Counted from 1; 0 if a call ended before it sent anything.
    pub attempt: u32,
    /// HTTP status, if one was read.
    pub status: Option<u16>,
    /// How long the attempt, or at the end the call, took.
    pub duration_ms: Option<f64>,
    /// The pause before the next attempt.
    pub retry_in_ms: Option<f64>,
    /// The service's `X-Request-Id`.
    pub request_id: Option<&'a str>,
    /// What went wrong.
    pub error: Option<ErrorKind>,
}

impl Event<'_> {
    /// Tells an `onEvent`.
    pub fn tell(&self, callback: &Function, stop: &Stop) -> Result<(), CallFault> {
        let event = Object::new();
        let set = |name: &str, value: JsValue| {
            if !value.is_undefined() {
                let _ = Reflect::set(&event, &name.into(), &value);
            }
        };
        set("type", self.kind.into());
        set("operation", self.operation.name().into());
        set("attempt", self.attempt.into());
        set("status", self.status.into());
        set("durationMs", self.duration_ms.map(f64::round).into());
        set("retryInMs", self.retry_in_ms.map(f64::round).into());
        set("requestId", self.request_id.map(JsValue::from_str).unwrap_or_default());
        set("error", self.error.map(|kind| JsValue::from_str(kind.word())).unwrap_or_default());
        tell(callback, &event, stop)
    }
}

/// Tells `onProgress`, as often as a page can use and no more often.
pub struct Progress {
    callback: Option<Function>,
    stop: Rc<Stop>,
    told_ms: f64,
    end: End,
    /// Bytes that the service announced, if that can be relied on.
    pub total_bytes: Option<f64>,
}

/// When the end is told.
enum End {
    /// When an answer has arrived.
    AtOnce,
    /// On `release`, because more than one answer may come: how far the last answer came, if there was one.
    Held(Option<Reached>),
}

/// One report.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    phase: &'static str,
    bytes: f64,
    total_bytes: Option<f64>,
    findings: u32,
    by_severity: SeverityCounts,
}

/// How far the bytes and the findings have come.
#[derive(Clone, Copy, Default)]
pub struct Reached {
    /// Decoded bytes.
    pub bytes: u64,
    /// Findings ingested.
    pub findings: u32,
    /// The same by severity.
    pub by_severity: SeverityCounts,
}

/// About a frame.
const BETWEEN_REPORTS_MS: f64 = 16.0;

impl Progress {
    /// Reports to `callback`, if there is one, of the call that `stop` ends.
    pub fn to(callback: Option<Function>, stop: &Rc<Stop>) -> Progress {
        Progress { callback, stop: Rc::clone(stop), told_ms: f64::NEG_INFINITY, end: End::AtOnce, total_bytes: None }
    }

    /// Nothing has arrived yet.
    pub fn waiting(&mut self) -> Result<(), CallFault> {
        self.total_bytes = None;
        self.tell("waiting", Reached::default())?;
        // The first bytes are always worth a report.
        self.told_ms = f64::NEG_INFINITY;
        Ok(())
    }

    /// More has arrived; reports at most once a frame.
    pub fn receiving(&mut self, reached: Reached) -> Result<(), CallFault> {
        if self.callback.is_none() || clock::monotonic_ms() - self.told_ms < BETWEEN_REPORTS_MS {
            return Ok(());
        }
        self.tell("receiving", reached)
    }

    /// All has arrived.
    pub fn done(&mut self, reached: Reached) -> Result<(), CallFault> {
        match &mut self.end {
            End::AtOnce => self.tell("done", reached),
            End::Held(last) => {
                *last = Some(reached);
                Ok(())
            }
        }
    }

    /// From now on `done` waits for `release`.
    pub fn hold(&mut self) {
        self.end = End::Held(None);
    }

    /// What arrived last was the end.
    pub fn release(&mut self) -> Result<(), CallFault> {
        match std::mem::replace(&mut self.end, End::AtOnce) {
            End::Held(Some(reached)) => self.tell("done", reached),
            End::Held(None) | End::AtOnce => Ok(()),
        }
    }

    fn tell(&mut self, phase: &'static str, reached: Reached) -> Result<(), CallFault> {
        let Some(callback) = &self.callback else { return Ok(()) };
        self.told_ms = clock::monotonic_ms();
        // A compressed body outgrows the length announced: then the total is not known.
        let total_bytes = self.total_bytes.filter(|total| reached.bytes as f64 <= *total);
        let Reached { bytes, findings, by_severity } = reached;
        let report = Report { phase, bytes: bytes as f64, total_bytes, findings, by_severity };
        let serializer = serde_wasm_bindgen::Serializer::json_compatible();
        match report.serialize(&serializer) {
            Ok(report) => tell(callback, &report, &self.stop),
            Err(error) => Err(CallFault::Thrown(error.into())),
        }
    }
}
