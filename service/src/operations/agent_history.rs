//! `POST /api/agents/scan/history`: all agent scans of a repository, most recent first.
//!
//! The interface names no authentication. Decided: a token of either kind whose organisation owns the repository; with any
//! other the repository looks like one that was never scanned, which is an empty list.

use std::io;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use rusqlite::Connection;

use crate::auth;
use crate::fault::Fault;
use crate::request;
use crate::state::App;
use crate::store::history::{self, Extent, Page};
use crate::store::tokens::Kind;

/// Where the operation is, below the service's root.
pub const PATH: &str = "/api/agents/scan/history";

/// Answers the operation.
pub async fn answer(State(app): State<App>, request: Request) -> Result<Response, Fault> {
    let grant = auth::authorize(&app, request.headers(), &[Kind::Api, Kind::Git]).await.map_err(retrieval)?;
    let fields = request::read(request).await.map_err(unread)?;
    let repo = request::repo(&fields)?;
    fields.only(&[&["repo"]], Fault::Invalid("only repo is accepted"))?;
    if !grant.opens_repo(&repo) {
        return Ok(whole("[]"));
    }
    let (repo, extent, first) = app.read(move |connection| begin(connection, repo)).await.map_err(retrieval)?;
    if first.entries == extent.entries {
        return Ok(whole(&format!("[{}]", first.json)));
    }
    Ok(paged(app, repo, extent, first))
}

/// What the history comprises and its beginning, both of one moment.
fn begin(connection: &mut Connection, repo: String) -> rusqlite::Result<(String, Extent, Page)> {
    let transaction = connection.transaction()?;
    let extent = history::extent(&transaction, &repo)?;
    let first = history::page(&transaction, &repo, extent, None)?;
    Ok((repo, extent, first))
}

const JSON: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

fn whole(scans: &str) -> Response {
    (JSON, format!("{{\"scans\":{scans}}}")).into_response()
}

/// A large history goes to the socket page by page, so that a client that reads slowly does not hold it in memory.
fn paged(app: App, repo: String, extent: Extent, first: Page) -> Response {
    let text = |text: &'static str| stream::once(async move { Ok(Bytes::from_static(text.as_bytes())) });
    let pages = text("{\"scans\":[").chain(pages(app, repo, extent, first)).chain(text("]}"));
    (JSON, Body::from_stream(pages)).into_response()
}

/// The pages in order. If one fails, or its entries are not there any more, the body breaks off.
fn pages(app: App, repo: String, extent: Extent, mut first: Page) -> impl Stream<Item = io::Result<Bytes>> {
    let begun = Bytes::from(std::mem::take(&mut first.json));
    let left = extent.entries - first.entries;
    let rest = stream::try_unfold((app, repo, first, left), move |(app, repo, last, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let wanted = repo.clone();
        let page = app.read(move |connection| history::page(connection, &wanted, extent, Some(&last))).await;
        let mut page = page.map_err(|fault| io::Error::other(fault.text()))?;
        if page.entries == 0 {
            return Err(io::Error::other("the history was replaced while it was read"));
        }
        let json = format!(",{}", std::mem::take(&mut page.json));
        let left = left.saturating_sub(page.entries);
        Ok(Some((Bytes::from(json), (app, repo, page, left))))
    });
    stream::once(async { Ok(begun) }).chain(rest)
}

/// Of a body that cannot be read, the interface has only this to say: its `repo` is missing.
fn unread(fault: Fault) -> Fault {
    match fault {
        Fault::Invalid(_) => Fault::MissingRepo,
        other => other,
    }
}

/// A history that cannot be read has a text of its own, whatever the reason.
fn retrieval(fault: Fault) -> Fault {
    match fault {
        Fault::Storage | Fault::Internal => Fault::HistoryFailed,
        Fault::Busy => Fault::HistoryLate,
        other => other,
    }
}
