//! Reads the copy that `pkg/lib/snapshot.js` makes of a caller's arguments: lists and objects in it are data, and run no code of
//! the caller's. Anything else in it is the caller's own, and only its kind is looked at.

use crate::arguments::{Argument, Invalid};
use crate::memory;
use crate::web::host;
use js_sys::{Function, JsString};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

/// Whether there is memory for this many bytes at one time: asked before large arguments are handed over.
#[wasm_bindgen(js_name = hasRoom)]
pub fn has_room(bytes: f64) -> bool {
    memory::has_room(bytes as usize)
}

/// An object's members as they were at the time of the call.
pub struct Own {
    /// For checking.
    pub argument: Argument,
    raw: Vec<(String, JsValue)>,
}

impl Own {
    /// Reads a value. Members that are `undefined` count as absent.
    pub fn read(value: &JsValue) -> Own {
        Own::read_but(value, "")
    }

    fn read_but(value: &JsValue, unread: &str) -> Own {
        let Some(raw) = members(value) else { return Own { argument: argument(value), raw: Vec::new() } };
        let members = raw.iter().map(|(name, value)| {
            let read = if name == unread { Argument::Other } else { argument(value) };
            (name.clone(), read)
        });
        Own { argument: Argument::Members(members.collect()), raw }
    }

    /// Reads an optional object: `undefined` is an empty one.
    pub fn optional(value: &JsValue) -> Own {
        Own::optional_but(value, "")
    }

    /// The same, without reading the member `raw`, which may be large and is read elsewhere.
    pub fn optional_but(value: &JsValue, raw: &str) -> Own {
        if value.is_undefined() {
            Own { argument: Argument::Members(Vec::new()), raw: Vec::new() }
        } else {
            Own::read_but(value, raw)
        }
    }

    /// A member as it came.
    pub fn raw(&self, name: &str) -> Option<&JsValue> {
        self.raw.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// A member that was checked to be a function.
    pub fn function(&self, name: &str) -> Option<Function> {
        self.raw(name)?.dyn_ref::<Function>().cloned()
    }

    /// The `signal` of a call.
    pub fn signal(&self) -> Result<Option<AbortSignal>, Invalid> {
        let Some(value) = self.raw("signal") else { return Ok(None) };
        if host::is_signal(value) {
            return Ok(Some(value.clone().unchecked_into()));
        }
        Err(Invalid::new("signal", "must be an AbortSignal"))
    }
}

fn argument(value: &JsValue) -> Argument {
    if let Some(text) = value.dyn_ref::<JsString>() {
        return if text.is_valid_utf16() { Argument::Text(text.into()) } else { Argument::IllFormed(text.into()) };
    }
    if let Some(number) = value.as_f64() {
        return Argument::Number(number);
    }
    if let Some(flag) = value.as_bool() {
        return Argument::Flag(flag);
    }
    if value.is_function() {
        return Argument::Function;
    }
    if let Some(items) = host::items_in(value) {
        return Argument::List(items.iter().map(|item| argument(&item)).collect());
    }
    // What `snapshot.js` could not copy.
    if value.is_symbol() {
        return Argument::Unreadable;
    }
    let Some(members) = members(value) else { return Argument::Other };
    Argument::Members(members.into_iter().map(|(name, value)| (name, argument(&value))).collect())
}

/// The members of an object in a copy; those that are `undefined` count as absent.
fn members(value: &JsValue) -> Option<Vec<(String, JsValue)>> {
    let parts = host::members_in(value)?;
    let member = |at: u32| Some((parts.get(at).as_string()?, parts.get(at + 1)));
    let members = (0..parts.length()).step_by(2).filter_map(member);
    Some(members.filter(|(_, value)| !value.is_undefined()).collect())
}
