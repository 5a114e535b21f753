//! Reads a request body: labelled as JSON, not compressed, within the limits of size and time, one JSON object.

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;

use super::Fields;
use crate::fault::Fault;
use crate::limits::Limits;

/// The members of the request's JSON object.
pub async fn read(request: Request, limits: &Limits) -> Result<Fields, Fault> {
    let headers = request.headers();
    if headers.get(header::CONTENT_ENCODING).is_some_and(|value| !value.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(Fault::Encoding);
    }
    if !is_json(headers) {
        return Err(Fault::MediaType);
    }
    if declared_length(headers).is_some_and(|length| length > limits.body_bytes as u64) {
        return Err(Fault::TooLarge);
    }
    let collected = collect(request, limits.body_bytes);
    let bytes = tokio::time::timeout(limits.body_time, collected).await.map_err(|_| Fault::SlowBody)??;
    Fields::parse(&bytes)
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

async fn collect(request: Request, limit: usize) -> Result<Vec<u8>, Fault> {
    let mut chunks = request.into_body().into_data_stream();
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
