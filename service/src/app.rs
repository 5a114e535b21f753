//! The service without a socket: its routes, and the layers around them.
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
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::fault::Fault;
use crate::limits::Limits;
use crate::log;
use crate::negotiation::negotiate;
use crate::operations::{agent_history, container_results, team_get, team_remove_member};
use crate::request::body;
use crate::state::App;

/// The whole service: routes and layers.
pub fn service(app: &App, origins: &[HeaderValue]) -> Router {
    layers(routes(app.clone()), &app.limits, origins)
}

/// The four operations, their description, and an answer for everything else.
fn routes(app: App) -> Router {
    Router::new()
        .route(container_results::PATH, post(container_results::answer))
        .route(agent_history::PATH, post(agent_history::answer))
        .route(team_remove_member::PATH, post(team_remove_member::answer))
        .route(team_get::PATH, post(team_get::answer))
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

/// A removal under way is carried out whether or not its answer is in time, so the client is not told to ask again.
async fn deadline(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let late = match request.uri().path() {
        team_remove_member::PATH => Fault::Unsettled,
        // For a history that cannot be retrieved the interface has a text.
        agent_history::PATH => Fault::HistoryLate,
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
