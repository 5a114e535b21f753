//! The service without a socket: its state, its routes, and the layers around them.
//!
//! Outermost is the request id and its log line, then CORS and what keeps answers out of caches, so that every answer passes
//! them: errors and panics too.

use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use rusqlite::{Connection, ErrorCode};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::clock::Clock;
use crate::fault::Fault;
use crate::limits::Limits;
use crate::log;
use crate::operations;
use crate::request::body;
use crate::store::{PoolError, Store};

/// The operation for whose failed retrieval the interface has a text.
const HISTORY: &str = "/api/agents/scan/history";
/// The one operation that changes something.
const REMOVE: &str = "/api/metrics/developer/teams/members/remove";

/// What every operation has at hand.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// When the service started, in milliseconds since 1970.
    pub started: i64,
    /// How much is too much.
    pub limits: Limits,
}

impl App {
    /// A service that starts now.
    pub fn new(store: Store, clock: Clock, limits: Limits) -> Self {
        let started = clock();
        Self { store, clock, started, limits }
    }

    /// Reads from the database.
    pub async fn read<T, W>(&self, work: W) -> Result<T, Fault>
    where
        T: Send + 'static,
        W: FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.store.readers.run(work).await.map_err(fault)
    }

    /// Changes the database.
    pub async fn write<T, W>(&self, work: W) -> Result<T, Fault>
    where
        T: Send + 'static,
        W: FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.store.writer.run(work).await.map_err(fault)
    }
}

/// The whole service: routes and layers.
pub fn service(app: &App, origins: &[HeaderValue]) -> Router {
    layers(routes(app.clone()), &app.limits, origins)
}

/// The four operations, their description, and an answer for everything else.
fn routes(app: App) -> Router {
    Router::new()
        .route("/api/cloud/container-scanning/results", post(operations::container_results::answer))
        .route(HISTORY, post(operations::agent_history::answer))
        .route(REMOVE, post(operations::team_remove_member::answer))
        .route("/api/metrics/developer/teams/get", post(operations::team_get::answer))
        .route("/openapi.yaml", get(description))
        .fallback(async || Fault::NoRoute)
        .method_not_allowed_fallback(async || Fault::Method)
        .with_state(app)
}

/// Puts the layers of the service around any routes.
pub fn layers(routes: Router, limits: &Limits, origins: &[HeaderValue]) -> Router {
    routes
        .layer(middleware::from_fn_with_state(limits.clone(), body::arrive))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(middleware::from_fn(negotiate))
        .layer(middleware::from_fn_with_state(limits.answer_time, deadline))
        .layer(CatchPanicLayer::custom(|_| Fault::Internal.into_response()))
        .layer(middleware::map_response(confine))
        .layer(cors(origins))
        .layer(middleware::from_fn(log::request))
}

/// Only the origins given are allowed. Headers are listed one by one, because a wildcard does not cover `Authorization`.
fn cors(origins: &[HeaderValue]) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins.iter().cloned()))
        .allow_methods([Method::POST, Method::GET])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::ACCEPT])
        .expose_headers([header::RETRY_AFTER, HeaderName::from_static(log::REQUEST_ID)])
        .max_age(Duration::from_secs(7200))
}

/// Answers hold an organisation's data: no cache keeps them, and no browser takes them for anything but what they say they are.
async fn confine(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Answers are gzip or plain. Who takes neither is answered plainly: a 406 would say nothing of what happened. What is
/// decided here is all that the compression is told, so that it cannot read the header in another way.
async fn negotiate(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let gzip = headers.get_all(header::ACCEPT_ENCODING).iter().any(takes_gzip);
    headers.remove(header::ACCEPT_ENCODING);
    if gzip {
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    }
    next.run(request).await
}

fn takes_gzip(accepted: &HeaderValue) -> bool {
    let is_taken = |part: &str| {
        let (name, weight) = part.split_once(';').unwrap_or((part, "q=1"));
        let weight = weight.trim().strip_prefix(['q', 'Q']).and_then(|rest| rest.strip_prefix('='));
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(is_positive_weight)
    };
    accepted.to_str().is_ok_and(|text| text.split(',').any(is_taken))
}

/// From 0.001 to 1 with at most three decimals, as RFC 9110 writes weights.
fn is_positive_weight(text: &str) -> bool {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = decimals.len() <= 3 && decimals.bytes().all(|byte| byte.is_ascii_digit());
    let is_zero = decimals.bytes().all(|byte| byte == b'0');
    is_number && ((whole == "1" && is_zero) || (whole == "0" && !is_zero))
}

/// A removal under way is done whether or not its answer is in time: who asked is not told to ask again.
async fn deadline(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let late = match request.uri().path() {
        REMOVE => Fault::Unsettled,
        HISTORY => Fault::HistoryLate,
        _ => Fault::Overdue,
    };
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => late.into_response(),
    }
}

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/yaml")], include_str!("../openapi.yaml")).into_response()
}

/// What a failure of the database means to the client. The database's own words stay in the log.
fn fault(error: PoolError) -> Fault {
    match error {
        PoolError::Busy => Fault::Busy,
        PoolError::Broken => Fault::Internal,
        PoolError::Database(error) => {
            log::line(format_args!("database: {error}"));
            match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Fault::Busy,
                _ => Fault::Storage,
            }
        }
    }
}
