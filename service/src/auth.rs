//! Who is asking: reads the bearer token, and finds what it is good for.
//!
//! Missing, malformed, unknown and wrong-kind tokens take the same path, the lookup included, and get the same answer.

use axum::http::{HeaderMap, header};
use sha2::{Digest as _, Sha256};

use crate::fault::Fault;
use crate::state::App;
use crate::store::tokens::{self, Digest, Grant, Kind};

/// Longest token, in bytes.
const TOKEN_BYTES: usize = 8 * 1024;

/// The grant of the request's token, which must be of one of these kinds.
pub async fn authorize(app: &App, headers: &HeaderMap, kinds: &'static [Kind]) -> Result<Grant, Fault> {
    let digest = digest(bearer(headers).unwrap_or_default());
    let grant = app.read(move |connection| tokens::find(connection, digest)).await?;
    grant.filter(|grant| kinds.contains(&grant.kind)).ok_or(Fault::Unauthorized)
}

/// SHA-256 of a token.
pub fn digest(token: &str) -> Digest {
    Sha256::digest(token.as_bytes()).into()
}

/// Is this what RFC 6750 calls a `b64token`?
pub fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    !body.is_empty()
        && text.len() <= TOKEN_BYTES
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let value = values.next()?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let sound = values.next().is_none() && scheme.eq_ignore_ascii_case("bearer") && is_token(token);
    sound.then_some(token)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(values: &[&'static str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::AUTHORIZATION, HeaderValue::from_static(value));
        }
        bearer(&headers).map(str::to_owned)
    }

    #[test]
    fn j9_only_one_well_formed_bearer_token_is_read() {
        assert_eq!(read(&["Bearer abc-._~+/=="]).as_deref(), Some("abc-._~+/=="));
        assert_eq!(read(&["bearer abc"]).as_deref(), Some("abc"));
        for bad in [
            &[][..],
            &[""],
            &["Bearer"],
            &["Bearer "],
            &["Bearer  a"],
            &["Bearer a b"],
            &["Basic YTpi"],
            &["abc"],
            &["Bearer \"a\""],
            &["Bearer ="],
            &["Bearer a", "Bearer a"],
        ] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }
}
