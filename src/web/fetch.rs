//! The one place that sends a request.
//!
//! gloo-net builds the request and wraps the answer; sending goes through our own binding, which catches what a fetch
//! throws and serves a caller's fetch in place of the platform's. Everything that a browser may decide by itself
//! (credentials, redirects, caches, referrers) is decided here.

use crate::client::answer::{Arrival, Head};
use crate::client::failure::{ErrorKind, Failure};
use crate::client::token::Token;
use crate::web::fault::Fault;
use crate::web::host::{self, Fetch};
use gloo_net::http::{Method, RequestBuilder, Response};
use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReferrerPolicy, RequestCache, RequestCredentials, RequestRedirect, ResponseType};

/// What goes out.
pub struct Outgoing<'a> {
    /// The whole address.
    pub url: &'a str,
    /// The origin that it must be sent to.
    pub origin: &'a str,
    /// JSON text, where there is a body.
    pub body: Option<&'a str>,
    /// Headers beyond our own, checked.
    pub headers: &'a [(String, String)],
    /// What `Authorization` carries.
    pub token: Option<&'a Token>,
}

/// A request under way. Dropping it before it is finished cancels it on the wire.
pub struct Exchange {
    controller: AbortController,
    finished: bool,
}

impl Exchange {
    /// Prepares one.
    pub fn new() -> Result<Exchange, Fault> {
        let controller = host::new_controller().map_err(network)?;
        Ok(Exchange { controller, finished: false })
    }

    /// Sends, and waits for the answer's head.
    pub async fn send(&self, fetch: &Fetch, outgoing: &Outgoing<'_>) -> Result<Response, Fault> {
        let request = self.build(outgoing)?;
        let answer = fetch.send(&js_sys::global(), &request).map_err(network)?;
        let answer = JsFuture::from(Promise::resolve(&answer)).await.map_err(network)?;
        match answer.dyn_into::<web_sys::Response>() {
            Ok(response) => Ok(Response::from(response)),
            Err(_) => {
                let hint = "the fetch option must resolve to a Response";
                Err(Failure::new(ErrorKind::Network).with_hint(hint).into())
            }
        }
    }

    /// Says that the answer was read to its end.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    fn build(&self, outgoing: &Outgoing<'_>) -> Result<web_sys::Request, Fault> {
        let mut builder = RequestBuilder::new(outgoing.url)
            .method(Method::POST)
            .credentials(RequestCredentials::Omit)
            .redirect(RequestRedirect::Manual)
            .referrer_policy(ReferrerPolicy::NoReferrer)
            .cache(RequestCache::NoStore)
            .abort_signal(Some(&self.controller.signal()))
            .header("Accept", "application/json");
        for (name, value) in outgoing.headers {
            builder = builder.header(name, value);
        }
        if let Some(token) = outgoing.token {
            builder = builder.header("Authorization", &["Bearer ", token.expose()].concat());
        }
        let request = match outgoing.body {
            Some(body) => builder.header("Content-Type", "application/json").body(body),
            None => builder.build(),
        };
        // The library's error text repeats what it was given, so only the fact is passed on.
        let request: web_sys::Request = request.map_err(|_| Fault::of(ErrorKind::Network))?.into();
        let reached = request.url();
        if reached.strip_prefix(outgoing.origin).is_none_or(|rest| !rest.starts_with('/')) {
            let hint = "must be an address that the runtime reads as it is written";
            return Err(Failure::new(ErrorKind::InvalidArgument).at("baseUrl").with_hint(hint).into());
        }
        Ok(request)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if self.finished {
            host::ended(&self.controller);
        } else {
            host::stopped(&self.controller);
        }
    }
}

/// What is known before the body.
pub fn head(response: &Response) -> Head {
    let headers = response.headers();
    Head {
        arrival: match response.type_() {
            ResponseType::Opaqueredirect => Arrival::OpaqueRedirect,
            ResponseType::Opaque | ResponseType::Error => Arrival::Unreadable,
            _ if response.status() == 0 => Arrival::Unreadable,
            _ => Arrival::Readable,
        },
        status: response.status(),
        content_type: headers.get("Content-Type"),
        retry_after: headers.get("Retry-After"),
        date: headers.get("Date"),
        request_id: headers.get("X-Request-Id"),
    }
}

/// The length of the decoded body, where it is announced and nothing was compressed.
///
/// Across origins `Content-Encoding` cannot be seen, so the length announced there says nothing.
pub fn announced_bytes(response: &Response) -> Option<f64> {
    let headers = response.headers();
    if response.type_() == ResponseType::Cors || headers.get("Content-Encoding").is_some() {
        return None;
    }
    headers.get("Content-Length")?.parse::<u32>().ok().map(f64::from)
}

/// A failure to reach the service. The browser's own error is the cause; its text is not ours.
pub fn network(cause: JsValue) -> Fault {
    let hint = if host::is_online() {
        "possibly_cors: the service may be unreachable, or may not allow this page's origin and the Authorization header"
    } else {
        "offline: the browser has no network connection; try again when it has"
    };
    Fault::Failed(Box::new(Failure::new(ErrorKind::Network).with_hint(hint)), cause)
}
