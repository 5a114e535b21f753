//! `POST /api/agents/scan/history`: all agent scans of a repository, most recent first.
//!
//! The interface names no authentication. Decided: a token of either kind whose organization owns the repository; with any
//! other the repository looks like one that was never scanned, which is an empty list.

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::auth;
use crate::fault::Fault;
use crate::request;
use crate::store::history;
use crate::store::tokens::Kind;

/// Answers the operation.
pub async fn answer(State(app): State<App>, request: Request) -> Result<Response, Fault> {
    let grant = auth::authorize(&app, request.headers(), &[Kind::Api, Kind::Git]).await.map_err(retrieval)?;
    let fields = request::read(request).await.map_err(unread)?;
    let repo = request::repo(&fields)?;
    fields.only(&[&["repo"]], Fault::Invalid("only repo is accepted"))?;
    let scans = if grant.opens_repo(&repo) {
        app.read(move |connection| history::array(connection, &repo)).await.map_err(retrieval)?
    } else {
        "[]".to_owned()
    };
    let body = format!("{{\"scans\":{scans}}}");
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
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
