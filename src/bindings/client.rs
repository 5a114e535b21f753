//! `createClient` and what a client does.

use crate::arguments::Invalid;
use crate::bindings::arguments::Own;
use crate::bindings::error::{error, thrown};
use crate::bindings::exports::{parsed, plain, promise};
use crate::bindings::scan::ScanHandle;
use crate::client::base_url::NOT_AS_WRITTEN;
use crate::client::failure::{Failure, Outcome};
use crate::client::operation::Operation;
use crate::client::options::{self, CallOptions, ClientOptions};
use crate::client::token::Slot;
use crate::web::call::Call;
use crate::web::client::Client;
use crate::web::events::Listeners;
use crate::web::fault::CallFault;
use crate::web::tokens::TokenSource;
use crate::web::{caller_request, history, host, open, removal, team, wait};
use crate::wire::params;
use js_sys::{Promise, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A client inside the module.
#[wasm_bindgen]
pub struct ClientHandle(Rc<Client>);

#[wasm_bindgen]
impl ClientHandle {
    /// Checks the options and makes a client.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<ClientHandle, JsValue> {
        create(&Own::read(options)).map(|client| ClientHandle(Rc::new(client))).map_err(error)
    }

    /// `containerScans.get` and `containerScans.open`
    #[wasm_bindgen(js_name = openScan)]
    pub fn open_scan(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::ContainerScansGet;
        let checked = params::container_results(&Own::read(params).argument).map_err(refused(operation))?;
        let mut call = self.begin(options, operation)?;
        Ok(promise(async move {
            let result = open::open(&mut call, &checked, None).await;
            Ok(ScanHandle::of(settled(&call, result)?).into())
        }))
    }

    /// `containerScans.waitFor`
    #[wasm_bindgen(js_name = waitForScan)]
    pub fn wait_for_scan(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::ContainerScansGet;
        let checked = params::container_results(&Own::read(params).argument).map_err(refused(operation))?;
        let own = Own::optional(options);
        let (options, wait) = options::wait(&own.argument, &self.0.options).map_err(refused(operation))?;
        let on_status = own.function("onStatus");
        let mut call = self.begin_with(&own, options, operation)?;
        Ok(promise(async move {
            let result = wait::wait_for(&mut call, &checked, &wait, on_status).await;
            Ok(ScanHandle::of(settled(&call, result)?).into())
        }))
    }

    /// `agentScans.history`
    #[wasm_bindgen(js_name = getHistory)]
    pub fn get_history(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::AgentScansHistory;
        let checked = params::agent_history(&Own::read(params).argument).map_err(refused(operation))?;
        let mut call = self.begin(options, operation)?;
        Ok(promise(async move {
            let result = history::get(&mut call, &checked).await;
            settled(&call, result).map(JsValue::from)
        }))
    }

    /// `teams.get`
    #[wasm_bindgen(js_name = getTeam)]
    pub fn get_team(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::TeamsGet;
        let checked = params::team(&Own::read(params).argument).map_err(refused(operation))?;
        let mut call = self.begin(options, operation)?;
        Ok(promise(async move {
            let result = team::get(&mut call, &checked).await;
            plain(&settled(&call, result)?)
        }))
    }

    /// `teams.removeMember`
    #[wasm_bindgen(js_name = removeMember)]
    pub fn remove_member(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::TeamsRemoveMember;
        let checked = params::remove_member(&Own::read(params).argument).map_err(refused(operation))?;
        let mut call = self.begin(options, operation)?;
        Ok(promise(async move {
            let result = removal::remove_member(&mut call, &checked).await;
            plain(&settled(&call, result)?)
        }))
    }

    /// `request`
    pub fn request(&self, path: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::Request;
        let path = path.as_string().ok_or_else(|| refused(operation)(Invalid::new("path", "must be a string")))?;
        let own = Own::optional_but(options, "body");
        let (options, request) = options::request(&path, &own.argument, &self.0.options).map_err(refused(operation))?;
        let body = own.raw("body").map(json_text).transpose().map_err(refused(operation))?;
        let mut call = self.begin_with(&own, options, operation)?;
        Ok(promise(async move {
            let result = caller_request::send(&mut call, &path, &request, body.as_deref()).await;
            parsed(&settled(&call, result)?)
        }))
    }

    /// Ends what is under way and refuses what follows.
    pub fn dispose(&self) {
        self.0.dispose();
    }

    fn begin(&self, options: &JsValue, operation: Operation) -> Result<Call, JsValue> {
        let own = Own::optional(options);
        let options = options::call(&own.argument, &self.0.options).map_err(refused(operation))?;
        self.begin_with(&own, options, operation)
    }

    fn begin_with(&self, own: &Own, options: CallOptions, operation: Operation) -> Result<Call, JsValue> {
        let signal = own.signal().map_err(refused(operation))?;
        let listeners = Listeners { on_progress: own.function("onProgress"), on_event: own.function("onEvent") };
        Call::begin(&self.0, operation, options, listeners, signal).map_err(refused(operation))
    }
}

/// Tells that the call is settled; what a listener then throws takes the result's place.
fn settled<T>(call: &Call, result: Result<T, CallFault>) -> Result<T, JsValue> {
    call.settle(&result).and(result).map_err(thrown)
}

fn create(own: &Own) -> Result<Client, Failure> {
    let options = ClientOptions::check(&own.argument, host::page_origin().as_deref())?;
    // A request goes where the platform reads the address to lead. If that cannot be asked here, the request itself is checked.
    let can_ask = Reflect::get(&js_sys::global(), &"URL".into()).is_ok_and(|url| url.is_function());
    let read = web_sys::Url::new(&options.base_url.join("/")).map(|url| url.origin());
    if can_ask && read.ok().as_deref() != Some(options.base_url.origin()) {
        return Err(Invalid::new("baseUrl", NOT_AS_WRITTEN).into());
    }
    let api = TokenSource::of(Slot::Api, own.raw(Slot::Api.option()))?;
    let git = TokenSource::of(Slot::Git, own.raw(Slot::Git.option()))?;
    let fetch = match own.raw("fetch") {
        Some(fetch) => fetch.clone(),
        None => Reflect::get(&js_sys::global(), &"fetch".into()).unwrap_or_default(),
    };
    if !fetch.is_function() {
        return Err(Invalid::new("fetch", "is missing: this platform has none, so it must be given").into());
    }
    Ok(Client::new(options, [api, git], fetch.unchecked_into(), own.function("onEvent")))
}

/// The error of an argument that was refused before anything was sent.
fn refused(operation: Operation) -> impl Fn(Invalid) -> JsValue {
    move |invalid| {
        let mut failure = Failure::from(invalid);
        failure.operation = Some(operation);
        if operation.is_change() {
            failure.outcome = Outcome::NotSent;
        }
        thrown(CallFault::from(failure))
    }
}

/// A caller's own body as JSON text.
fn json_text(value: &JsValue) -> Result<String, Invalid> {
    let text = host::json_of_body(value).ok().flatten();
    text.ok_or_else(|| Invalid::new("body", "must be plain data that JSON can hold, at most a thousand levels deep"))
}
