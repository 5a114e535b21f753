//! Reads a request body: labelled as JSON, not compressed, within the limits of size and time, one JSON object.
//!
//! The whole body is read before anything is decided: an answer sent while part of the body is unread would close the
//! connection, and lose the next request on it.

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;

use super::Fields;
use crate::fault::Fault;
use crate::limits::Limits;

/// Waits for the body, as long as it may take and as large as it may be. One that says it is larger is not waited for.
pub async fn arrive(State(limits): State<Limits>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    if declared_length(&head.headers).is_some_and(|length| length > limits.body_bytes as u64) {
        return Fault::TooLarge.into_response();
    }
    let collected = tokio::time::timeout(limits.body_time, collect(body, limits.body_bytes)).await;
    match collected.unwrap_or(Err(Fault::SlowBody)) {
        Ok(bytes) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Err(fault) => fault.into_response(),
    }
}

/// The members of the request's JSON object, whose bytes have arrived.
pub async fn read(request: Request) -> Result<Fields, Fault> {
    let headers = request.headers();
    if headers.get_all(header::CONTENT_ENCODING).iter().any(is_compressed) {
        return Err(Fault::Encoding);
    }
    if !is_json(headers) {
        return Err(Fault::MediaType);
    }
    let bytes = to_bytes(request.into_body(), usize::MAX).await.map_err(|_| Fault::Internal)?;
    Fields::parse(&bytes)
}

fn is_compressed(encoding: &HeaderValue) -> bool {
    !encoding.as_bytes().eq_ignore_ascii_case(b"identity")
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

async fn collect(body: Body, limit: usize) -> Result<Vec<u8>, Fault> {
    let mut chunks = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Fault::Invalid("the request body broke off"))?;
        if bytes.len() + chunk.len() > limit {
            return Err(Fault::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
