//! The handle of a scan, and the two exports that open one for `openScan`: `openReader` and `openResponse`.
//!
//! Findings and figures leave as numbers: rows, codes and counts. Texts follow once for each code, and JavaScript makes the
//! objects (`pkg/lib/rows.js`, `pkg/lib/figures.js`).

use crate::arguments::Invalid;
use crate::bindings::arguments::Own;
use crate::bindings::error::{error, thrown};
use crate::bindings::exports::{parsed, plain, promise};
use crate::bindings::flat;
use crate::client::failure::Failure;
use crate::client::{options, scan_options};
use crate::findings::{BodyForm, Column, Export, Scan};
use crate::json;
use crate::web::body::Body;
use crate::web::events::Progress;
use crate::web::export;
use crate::web::fault::CallFault;
use crate::web::host::{self, GrowingFile};
use crate::web::open::{self, Source};
use crate::web::stop::{Listening, Stop};
use js_sys::{JsString, Promise};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A scan inside the module.
#[wasm_bindgen]
pub struct ScanHandle(Rc<Scan>);

impl ScanHandle {
    /// Takes a scan over.
    pub fn of(scan: Scan) -> ScanHandle {
        ScanHandle(Rc::new(scan))
    }
}

/// Opens a scan from a reader of chunks. `rows` says that they are an array of findings.
#[wasm_bindgen(js_name = openReader)]
pub fn open_reader(reader: &JsValue, rows: bool, options: &JsValue) -> Result<Promise, JsValue> {
    let form = if rows { BodyForm::Rows } else { BodyForm::Result };
    let reader = reader.clone();
    begin(options, Box::new(move || Source::Bytes(Body::of(host::chunks_of(&reader)), form)))
}

/// Opens a scan from a response that the caller has fetched.
#[wasm_bindgen(js_name = openResponse)]
pub fn open_response(response: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
    let answer = host::answer_of(response).map_err(|cause| {
        let unreadable = Failure::from(Invalid::new("source", "must be something that can be read"));
        thrown(CallFault::Failed(Box::new(unreadable), cause))
    })?;
    begin(options, Box::new(move || Source::Answer(answer)))
}

/// Checks the options and the signal, then takes what `source` gives and reads it.
fn begin(options: &JsValue, source: Box<dyn FnOnce() -> Source>) -> Result<Promise, JsValue> {
    let own = Own::optional(options);
    let most = options::open_scan(&own.argument).map_err(error)?;
    let stop = Rc::new(Stop::default());
    let listening = Listening::to(own.signal().map_err(error)?, &stop).map_err(error)?;
    let mut progress = Progress::to(own.function("onProgress"), &stop);
    Ok(promise(async move {
        let _listening = listening;
        // Checked before the source is taken: a source that is taken and not read would be cancelled.
        stop.check().map_err(thrown)?;
        let opened = open::read(source(), most, &mut progress, &stop).await;
        // A call that a callback ended stays ended, whatever the callback threw afterwards.
        let opened = stop.check().and(opened).map_err(thrown)?;
        Ok(ScanHandle::of(opened).into())
    }))
}

#[wasm_bindgen]
impl ScanHandle {
    /// Identifier of the scan.
    #[wasm_bindgen(js_name = scanId)]
    pub fn scan_id(&self) -> String {
        self.0.scan_id().to_owned()
    }

    /// Its status word.
    pub fn status(&self) -> String {
        self.0.status().to_owned()
    }

    /// Date-time as it came.
    #[wasm_bindgen(js_name = createdAt)]
    pub fn created_at(&self) -> Option<String> {
        self.0.created_at().map(str::to_owned)
    }

    /// Date-time as it came.
    #[wasm_bindgen(js_name = completedAt)]
    pub fn completed_at(&self) -> Option<String> {
        self.0.completed_at().map(str::to_owned)
    }

    /// Completed, or findings are present.
    pub fn complete(&self) -> bool {
        self.0.complete()
    }

    /// How many findings; `undefined` if they are not known.
    #[wasm_bindgen(js_name = findingCount)]
    pub fn finding_count(&self) -> Option<u32> {
        self.0.finding_count()
    }

    /// The service's own summaries by repository.
    pub fn repositories(&self) -> Result<JsValue, JsValue> {
        parsed(self.0.repositories_json())
    }

    /// What did not fit the interface.
    pub fn diagnostics(&self) -> Result<JsValue, JsValue> {
        plain(self.0.diagnostics().map_err(too_large)?)
    }

    /// Bytes of the scan's columns and of its query cache; only the benchmark asks.
    #[wasm_bindgen(js_name = memoryBytes)]
    pub fn memory_bytes(&self) -> f64 {
        self.0.memory_bytes() as f64
    }

    /// Figures and groups: see [`flat::rollup`]. Empty if findings are not known.
    pub fn rollup(&self, options: &JsValue) -> Result<Vec<u32>, JsValue> {
        let options = scan_options::rollup(&Own::optional(options).argument).map_err(error)?;
        let rollup = self.0.rollup(&options).map_err(too_large)?;
        rollup.map_or_else(|| Ok(Vec::new()), |rollup| flat::rollup(&rollup).map_err(too_large))
    }

    /// Values with their counts: see [`flat::facets`]. Empty if findings are not known.
    pub fn facets(&self, filter: &JsValue, options: &JsValue) -> Result<Vec<u32>, JsValue> {
        let filter = scan_options::filter(Some(&Own::optional(filter).argument)).map_err(error)?;
        let options = scan_options::facets(&Own::optional(options).argument).map_err(error)?;
        let facets = self.0.facets(&filter, &options).map_err(too_large)?;
        facets.map_or_else(|| Ok(Vec::new()), |facets| flat::facets(&facets).map_err(too_large))
    }

    /// How many codes each column has.
    #[wasm_bindgen(js_name = codeCounts)]
    pub fn code_counts(&self) -> Vec<u32> {
        self.0.code_counts().into()
    }

    /// The codes of findings by number.
    pub fn codes(&self, rows: &[u32]) -> Vec<u32> {
        self.0.codes(rows)
    }

    /// The texts of codes of a column, or of uids; the codes become ends.
    pub fn texts(&self, column: usize, codes: &mut [u32]) -> String {
        self.0.texts(Column::ALL.get(column).copied(), codes)
    }

    /// A page of findings: how many there are on all pages, the offset, and the numbers of the findings. Empty if findings are
    /// not known.
    pub fn findings(&self, asked: &JsValue) -> Result<Vec<u32>, JsValue> {
        let asked = scan_options::query(&Own::optional(asked).argument).map_err(error)?;
        let Some(page) = self.0.query(&asked).map_err(too_large)? else { return Ok(Vec::new()) };
        flat::page(&page).map_err(too_large)
    }

    /// The number of one finding.
    pub fn find(&self, uid: &str) -> Option<u32> {
        self.0.find(uid)
    }

    /// Where a finding stands in the list of a query; `undefined` if it is not listed.
    pub fn position(&self, uid: &str, asked: &JsValue) -> Result<Option<u32>, JsValue> {
        let asked = scan_options::query(&Own::optional(asked).argument).map_err(error)?;
        let position = self.0.position(uid, &asked).map_err(too_large)?;
        Ok(position.map(|position| position as u32))
    }

    /// From `before` to this scan: see [`flat::diff`].
    pub fn diff(&self, before: &ScanHandle, options: &JsValue) -> Result<Vec<u32>, JsValue> {
        let options = scan_options::diff(&Own::optional(options).argument).map_err(error)?;
        match self.0.diff(&before.0, &options).map_err(too_large)? {
            Some(diff) => flat::diff(&diff, options.limit.is_some()).map_err(too_large),
            None => {
                let rule = "cannot be compared: the findings of one of the two are not known";
                Err(error(Invalid::new("before", rule)))
            }
        }
    }

    /// Which upgrade clears how much: see [`flat::remediation`].
    pub fn remediation(&self, filter: &JsValue, options: &JsValue) -> Result<Vec<u32>, JsValue> {
        let filter = scan_options::filter(Some(&Own::optional(filter).argument)).map_err(error)?;
        let limit = scan_options::remediation(&Own::optional(options).argument).map_err(error)?;
        let steps = self.0.remediation(&filter, limit).map_err(too_large)?;
        flat::remediation(&self.0, &steps).map_err(too_large)
    }

    /// RFC 4180.
    #[wasm_bindgen(js_name = toCsv)]
    pub fn to_csv(&self, options: &JsValue) -> Result<Option<JsString>, JsValue> {
        let options = scan_options::csv(&Own::optional(options).argument).map_err(error)?;
        handed(self.0.to_csv(&options).ok())
    }

    /// A summary for people.
    #[wasm_bindgen(js_name = toMarkdown)]
    pub fn to_markdown(&self, options: &JsValue) -> Result<Option<JsString>, JsValue> {
        let options = scan_options::markdown(&Own::optional(options).argument).map_err(error)?;
        handed(self.0.to_markdown(&options).ok())
    }

    /// SARIF 2.1.0.
    #[wasm_bindgen(js_name = toSarif)]
    pub fn to_sarif(&self, options: &JsValue) -> Result<JsValue, JsValue> {
        let filter = scan_options::sarif(&Own::optional(options).argument).map_err(error)?;
        let Ok(text) = self.0.to_sarif(&filter) else { return Ok(JsValue::UNDEFINED) };
        parsed(&text).or_else(|failed| if text.len() > MOST_TEXT { Ok(JsValue::UNDEFINED) } else { Err(failed) })
    }

    /// Writes a file of the scan, in turns of its own. What is wrong with the arguments is thrown at once.
    pub fn export(&self, format: &str, options: &JsValue, file: GrowingFile) -> Result<Promise, JsValue> {
        let own = Own::optional(options);
        let options = scan_options::export(format, &own.argument).map_err(error)?;
        let stop = Rc::new(Stop::default());
        let listening = Listening::to(own.signal().map_err(error)?, &stop).map_err(error)?;
        let scan = Rc::clone(&self.0);
        Ok(promise(async move {
            let _listening = listening;
            stop.check().map_err(thrown)?;
            let export = Export::new(&scan, options).map_err(too_large)?;
            export::write(&scan, export, &file, &stop).await.map_err(thrown)?;
            Ok(JsValue::UNDEFINED)
        }))
    }

    /// The whole result without its findings.
    pub fn envelope(&self) -> Result<JsValue, JsValue> {
        let mut text = String::new();
        self.0.write_envelope(&mut text);
        parsed(&text)
    }
}

/// A question that memory has no room for.
fn too_large(refused: impl Into<json::Fault>) -> JsValue {
    error(json::Error::at(refused.into(), ""))
}

/// An export, unless it was too long to be written.
fn handed(text: Option<String>) -> Result<Option<JsString>, JsValue> {
    text.as_deref().map(host::text_of).transpose()
}

/// Longer texts are more than some engines hold.
const MOST_TEXT: usize = (1 << 28) - 1;
