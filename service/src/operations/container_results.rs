//! `POST /api/cloud/container-scanning/results`: the findings of one container scan.
//!
//! While the scan runs, the answer has its status and no findings. Once it is complete, the findings are copied from the
//! database to the socket piece by piece: nothing is parsed, and no more than a piece or two is held.

use std::io;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde_json::value::RawValue;

use crate::auth;
use crate::clock;
use crate::fault::Fault;
use crate::log;
use crate::request::{self, Cloud, Fields, HostUrls, Platform};
use crate::state::App;
use crate::store::scans::{self, Completion, Scan, ScanKey};
use crate::store::tokens::Kind;
use crate::wire::ScanHead;

/// Where the operation is, below the service's root.
pub const PATH: &str = "/api/cloud/container-scanning/results";

/// Answers the operation.
pub async fn answer(State(app): State<App>, request: Request) -> Result<Response, Fault> {
    let grant = auth::authorize(&app, request.headers(), &[Kind::Api]).await?;
    let fields = request::read(request).await?;
    let key = scan_key(&fields)?;
    if !grant.opens(&key.org) {
        return Err(Fault::ScanNotFound);
    }
    let scan_id = key.scan_id.clone();
    let scan = app.read(move |connection| scans::find(connection, &key)).await?;
    let scan = scan.ok_or(Fault::ScanNotFound)?;
    let (created_at, completed_at) = times(&scan, app.started);
    if (app.clock)() < completed_at {
        let head = head(&scan_id, created_at, None, "[]")?;
        return Ok(([(header::CONTENT_TYPE, "application/json")], head).into_response());
    }
    let head = head(&scan_id, created_at, Some(completed_at), &scan.repositories)?;
    Ok(completed(app, &scan, head))
}

fn scan_key(fields: &Fields) -> Result<ScanKey, Fault> {
    let platform = Platform::of_scan(fields)?.0;
    let org = request::org(fields)?;
    let scan_id = request::scan_id(fields)?;
    let cloud = Cloud::of(fields)?.0;
    HostUrls::check(fields)?;
    fields.only(&[&["platform", "org", "scan_id", "cloud"], &HostUrls::NAMES], OTHERS)?;
    Ok(ScanKey { platform, org, cloud, scan_id })
}

const OTHERS: Fault = Fault::Invalid("only platform, org, scan_id, cloud and the base URLs are accepted");

/// When a scan began and when it ends.
fn times(scan: &Scan, started: i64) -> (i64, i64) {
    match scan.completion {
        Completion::At(at) => (scan.created_at, at),
        Completion::AfterStart(after) => (started, started.saturating_add(after)),
    }
}

fn head(scan_id: &str, created_at: i64, completed_at: Option<i64>, repositories: &str) -> Result<String, Fault> {
    let repositories: &RawValue = serde_json::from_str(repositories).map_err(|error| {
        log::line(format_args!("database: the summaries of a scan: {error}"));
        Fault::Storage
    })?;
    let head = ScanHead {
        scan_id,
        status: if completed_at.is_some() { "completed" } else { "running" },
        created_at: clock::text(created_at),
        completed_at: completed_at.map(clock::text),
        repositories,
    };
    serde_json::to_string(&head).map_err(|_| Fault::Internal)
}

/// The head with the findings put before its closing brace.
fn completed(app: App, scan: &Scan, mut head: String) -> Response {
    head.pop();
    head.push_str(",\"findings\":[");
    let length = head.len() as u64 + scan.findings_bytes + 2;
    let text = |text: String| stream::once(async { Ok(Bytes::from(text)) });
    let body = text(head).chain(pieces(app, scan)).chain(text("]}".to_owned()));
    let headers = [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_LENGTH, length.to_string())];
    (headers, Body::from_stream(body)).into_response()
}

/// The pieces of a scan in order. If one fails, or is gone, the body breaks off: when compressed, it has no length that would tell
/// a client that the rest is missing.
fn pieces(app: App, scan: &Scan) -> impl Stream<Item = io::Result<Bytes>> + use<> {
    let row = scan.row;
    stream::try_unfold((app, 0_i64, scan.findings_bytes), move |(app, seq, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let piece = app.read(move |connection| scans::piece(connection, row, seq)).await;
        let piece = piece.map_err(|fault| io::Error::other(fault.text()))?;
        let piece = piece.ok_or_else(|| io::Error::other("the scan was replaced while it was read"))?;
        let left = left.saturating_sub(piece.len() as u64);
        Ok(Some((Bytes::from(piece), (app, seq + 1, left))))
    })
}
