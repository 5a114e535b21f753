//! The one place that sends a request.
//!
//! gloo-net builds the request; sending goes through our own binding, which serves a caller's fetch in place of the
//! platform's and lets nothing of its answer in unchecked. Everything that a browser may decide by itself (credentials,
//! redirects, caches, referrers) is decided here.

use crate::client::answer::{Arrival, Head};
use crate::client::base_url::NOT_AS_WRITTEN;
use crate::client::failure::{ErrorKind, Failure};
use crate::client::hint::Hint;
use crate::client::token::Token;
use crate::web::fault::CallFault;
use crate::web::host::{self, Answer};
use crate::web::promised::Promised;
use gloo_net::http::{Headers, Method, RequestBuilder};
use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, ReferrerPolicy, Request, RequestCache, RequestCredentials, RequestRedirect};

/// Everything that goes into a request was checked, so a constructor that refuses it is hardly the platform's own.
const REFUSED: &str = "the runtime's Request constructor refused the request: check any replacement of Request, Headers or AbortController";

/// What goes out.
pub struct Outgoing<'a> {
    /// The whole address.
    pub url: &'a str,
    /// The origin that it must be sent to.
    pub origin: &'a str,
    /// JSON text, if there is a body.
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
    pub fn new() -> Result<Exchange, CallFault> {
        let controller = host::new_controller()
            .map_err(|cause| CallFault::Failed(Box::new(Failure::new(ErrorKind::Internal)), cause))?;
        Ok(Exchange { controller, finished: false })
    }

    /// Sends what was built, and waits for the answer's head.
    pub async fn send(&self, fetch: &Function, request: &Request) -> Result<Answer, CallFault> {
        let response = Promised::of(&host::send(fetch, request)).await.map_err(network)?;
        host::answer_of(&response).map_err(|cause| {
            let failure = Failure::new(ErrorKind::Network).with_hint("the fetch option must resolve to a Response");
            CallFault::Failed(Box::new(failure), cause)
        })
    }

    /// Says that the answer was read to its end.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// Makes the request, which is not sent yet.
    pub fn build(&self, outgoing: &Outgoing<'_>) -> Result<Request, CallFault> {
        let headers = headers(outgoing).map_err(|_| refused())?;
        let builder = RequestBuilder::new(outgoing.url)
            .method(Method::POST)
            .credentials(RequestCredentials::Omit)
            .redirect(RequestRedirect::Manual)
            .referrer_policy(ReferrerPolicy::NoReferrer)
            .cache(RequestCache::NoStore)
            .abort_signal(Some(&self.controller.signal()))
            .headers(Headers::from_raw(headers));
        let request = match outgoing.body {
            Some(body) => builder.body(body),
            None => builder.build(),
        };
        let request = request.map_err(|_| refused())?;
        // The address was checked when the client was made; before a token leaves, it is looked at once more.
        let request = Request::from(request);
        if request.url().strip_prefix(outgoing.origin).is_some_and(|rest| rest.starts_with('/')) {
            return Ok(request);
        }
        Err(Failure::new(ErrorKind::InvalidArgument).at("baseUrl").with_hint(NOT_AS_WRITTEN).into())
    }
}

/// Made here, because gloo-net ends the instance if the platform's `Headers` throws.
fn headers(outgoing: &Outgoing<'_>) -> Result<web_sys::Headers, JsValue> {
    let headers = web_sys::Headers::new()?;
    headers.set("Accept", "application/json")?;
    for (name, value) in outgoing.headers {
        headers.set(name, value)?;
    }
    if let Some(token) = outgoing.token {
        headers.set("Authorization", &["Bearer ", token.expose()].concat())?;
    }
    if outgoing.body.is_some() {
        headers.set("Content-Type", "application/json")?;
    }
    Ok(headers)
}

/// What was thrown may repeat what it was given, so only the fact is passed on.
fn refused() -> Failure {
    Failure::new(ErrorKind::Internal).with_hint(REFUSED)
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if self.finished {
            host::untrack_resource(&self.controller);
        } else {
            host::stop_resource(&self.controller);
        }
    }
}

/// What is known before the body.
pub fn head(answer: &Answer) -> Head {
    Head {
        arrival: match (answer.is_redirect(), answer.is_hidden()) {
            (true, _) => Arrival::OpaqueRedirect,
            (_, true) => Arrival::Unreadable,
            _ => Arrival::Readable,
        },
        status: answer.status(),
        content_type: answer.content_type(),
        retry_after: answer.retry_after(),
        date: answer.date(),
        request_id: answer.request_id(),
    }
}

/// A failure to reach the service. The browser's own error is the cause; its text is not ours.
pub fn network(cause: JsValue) -> CallFault {
    let hint = if host::is_online() { Hint::NoAnswer } else { Hint::Offline };
    CallFault::Failed(Box::new(Failure::new(ErrorKind::Network).with_hint(hint)), cause)
}
