//! Which encoding an answer is sent in.

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// Answers are gzip or plain. A client that accepts neither gets plain: a 406 would not say what happened. The compression layer
/// sees only what is decided here, so that it cannot read the header in another way.
pub async fn negotiate(mut request: Request, next: Next) -> Response {
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
