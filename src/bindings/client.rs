//! `createClient` and what a client does.

use crate::bindings::arguments::Own;
use crate::bindings::error::{error, thrown};
use crate::bindings::exports::{parsed, plain, promise};
use crate::bindings::scan::ScanHandle;
use crate::client::failure::{Failure, Outcome};
use crate::client::operation::Operation;
use crate::client::options::{self, CallOptions, ClientOptions};
use crate::client::retry::{Budget, Repeat};
use crate::client::token::Slot;
use crate::json::Value;
use crate::web::call::Call;
use crate::web::client::Client;
use crate::web::events::Progress;
use crate::web::fault::Fault;
use crate::web::host;
use crate::web::reply::Take;
use crate::web::stop::{Listening, Stop};
use crate::web::tally::Tally;
use crate::web::tokens::TokenSource;
use crate::web::{open, removal, wait};
use crate::wire::arguments::Invalid;
use crate::wire::{history, params};
use js_sys::{Promise, Reflect};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A client inside the module.
#[wasm_bindgen]
pub struct ClientHandle(Rc<Client>);

/// What every call has: the client, its end switch, the caller's options.
struct Begun {
    client: Rc<Client>,
    stop: Rc<Stop>,
    _listening: Listening,
    options: CallOptions,
    progress: Progress,
    tally: Tally,
}

#[wasm_bindgen]
impl ClientHandle {
    /// Checks the options and makes a client.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<ClientHandle, JsValue> {
        create(&Own::read(options)).map(|client| ClientHandle(Rc::new(client))).map_err(error)
    }

    /// `containerScans.get`
    #[wasm_bindgen(js_name = getScan)]
    pub fn get_scan(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::ContainerScansGet;
        let checked = params::container_results(&Own::read(params).argument).map_err(refused(operation))?;
        let mut begun = self.begin(options, operation)?;
        Ok(promise(async move {
            let Begun { client, stop, options, progress, tally, .. } = &mut begun;
            let scan = open::open(client, &checked, options, progress, stop, None, tally).await.map_err(thrown)?;
            let mut text = String::new();
            scan.write_json(&mut text);
            parsed(&text)
        }))
    }

    /// `containerScans.open`
    #[wasm_bindgen(js_name = openScan)]
    pub fn open_scan(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::ContainerScansGet;
        let checked = params::container_results(&Own::read(params).argument).map_err(refused(operation))?;
        let mut begun = self.begin(options, operation)?;
        Ok(promise(async move {
            let Begun { client, stop, options, progress, tally, .. } = &mut begun;
            let scan = open::open(client, &checked, options, progress, stop, None, tally).await.map_err(thrown)?;
            Ok(ScanHandle::of(scan).into())
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
        let mut begun = self.begin_with(&own, options, operation)?;
        Ok(promise(async move {
            let Begun { client, stop, options, progress, .. } = &mut begun;
            let scan = wait::wait_for(client, &checked, options, &wait, on_status, progress, stop).await;
            Ok(ScanHandle::of(scan.map_err(thrown)?).into())
        }))
    }

    /// `agentScans.history`
    #[wasm_bindgen(js_name = getHistory)]
    pub fn get_history(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::AgentScansHistory;
        let checked = params::agent_history(&Own::read(params).argument).map_err(refused(operation))?;
        let mut begun = self.begin(options, operation)?;
        Ok(promise(async move {
            let Begun { client, stop, options, progress, tally, .. } = &mut begun;
            let call = Call {
                client,
                operation,
                auth: client.options.history_auth,
                path: operation.path(),
                body: Some(&checked.body),
                options,
                repeat: Repeat::Reads,
                tally,
            };
            let mut text = String::new();
            let mut take = |answer: &Value| {
                let scans = history::decode_history(answer)?;
                Value::Array(scans.iter().map(history::AgentScan::to_value).collect()).write(&mut text);
                Ok(())
            };
            call.run(&mut Take::Value(&mut take), progress, stop, None).await.map_err(thrown)?;
            parsed(&text)
        }))
    }

    /// `teams.get`
    #[wasm_bindgen(js_name = getTeam)]
    pub fn get_team(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::TeamsGet;
        let checked = params::team(&Own::read(params).argument).map_err(refused(operation))?;
        let mut begun = self.begin(options, operation)?;
        Ok(promise(async move {
            let Begun { client, stop, options, progress, .. } = &mut begun;
            let team = removal::get_team(client, &checked, options, progress, stop).await.map_err(thrown)?;
            plain(&team)
        }))
    }

    /// `teams.removeMember`
    #[wasm_bindgen(js_name = removeMember)]
    pub fn remove_member(&self, params: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::TeamsRemoveMember;
        let checked = params::remove_member(&Own::read(params).argument).map_err(refused(operation))?;
        let mut begun = self.begin(options, operation)?;
        Ok(promise(async move {
            let Begun { client, stop, options, progress, .. } = &mut begun;
            let removal = removal::remove_member(client, &checked, options, progress, stop).await.map_err(thrown)?;
            plain(&removal)
        }))
    }

    /// `request`
    pub fn request(&self, path: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let operation = Operation::Request;
        let path = path.as_string().ok_or_else(|| refused(operation)(Invalid::new("path", "must be a string")))?;
        let own = Own::optional(options);
        let (options, request) = options::request(&path, &own.argument, &self.0.options).map_err(refused(operation))?;
        let body = own.raw("body").map(json_text).transpose().map_err(refused(operation))?;
        let mut begun = self.begin_with(&own, options, Operation::Request)?;
        Ok(promise(async move {
            let Begun { client, stop, options, progress, tally, .. } = &mut begun;
            let call = Call {
                client,
                operation,
                auth: request.auth,
                path: &path,
                body: body.as_deref(),
                options,
                repeat: if request.idempotent { Repeat::Reads } else { Repeat::OnlyUntouched },
                tally,
            };
            let mut text = String::new();
            let mut take = |answer: &Value| {
                answer.write(&mut text);
                Ok(())
            };
            call.run(&mut Take::Value(&mut take), progress, stop, None).await.map_err(thrown)?;
            parsed(&text)
        }))
    }

    /// Ends what is under way and refuses what follows.
    pub fn dispose(&self) {
        self.0.dispose();
    }

    fn begin(&self, options: &JsValue, operation: Operation) -> Result<Begun, JsValue> {
        let own = Own::optional(options);
        let options = options::call(&own.argument, &self.0.options).map_err(refused(operation))?;
        self.begin_with(&own, options, operation)
    }

    fn begin_with(&self, own: &Own, options: CallOptions, operation: Operation) -> Result<Begun, JsValue> {
        let stop = self.0.begin();
        let signal = own.signal().map_err(refused(operation))?;
        let listening = Listening::to(signal, &stop).map_err(refused(operation))?;
        let progress = Progress::to(own.function("onProgress"));
        Ok(Begun {
            client: Rc::clone(&self.0),
            stop,
            _listening: listening,
            options,
            progress,
            tally: Tally::default(),
        })
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        // The call has settled: it must not be found among those under way.
        self.client.live.borrow_mut().retain(|stop| stop.as_ptr() != Rc::as_ptr(&self.stop));
    }
}

fn create(own: &Own) -> Result<Client, Failure> {
    let options = ClientOptions::check(&own.argument, host::page_origin().as_deref())?;
    let api = TokenSource::of(Slot::Api, own.raw(Slot::Api.option()))?;
    let git = TokenSource::of(Slot::Git, own.raw(Slot::Git.option()))?;
    let fetch = match own.raw("fetch") {
        Some(fetch) => fetch.clone(),
        None => Reflect::get(&js_sys::global(), &"fetch".into()).unwrap_or_default(),
    };
    if !fetch.is_function() {
        return Err(Invalid::new("fetch", "is missing: this platform has none, so it must be given").into());
    }
    Ok(Client {
        options,
        tokens: [api, git],
        fetch: fetch.unchecked_into(),
        on_event: own.function("onEvent"),
        budget: RefCell::new(Budget::new()),
        live: RefCell::default(),
        disposed: Cell::new(false),
        teams: RefCell::default(),
    })
}

/// The error of an argument that was refused before anything was sent.
fn refused(operation: Operation) -> impl Fn(Invalid) -> JsValue {
    move |invalid| {
        let mut failure = Failure::from(invalid);
        failure.operation = Some(operation);
        if operation == Operation::TeamsRemoveMember {
            failure.outcome = Outcome::NotSent;
        }
        thrown(Fault::from(failure))
    }
}

/// A caller's own body as JSON text.
fn json_text(value: &JsValue) -> Result<String, Invalid> {
    let invalid = || Invalid::new("body", "must be a value that JSON can hold");
    let text = js_sys::JSON::stringify(value).map_err(|_| invalid())?;
    JsValue::from(text).as_string().ok_or_else(invalid)
}
