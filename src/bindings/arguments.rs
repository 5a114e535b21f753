//! Reads a caller's object once: its own data members, and nothing that could run code or come from a prototype.
//!
//! Proxies can throw from any question; every question here is asked so that this makes the argument a bad one.

use crate::web::host;
use crate::wire::arguments::{Argument, Invalid};
use js_sys::{Array, Function, JsString, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

/// An object's members as they were at the time of the call.
pub struct Own {
    /// For checking.
    pub argument: Argument,
    raw: Vec<(String, JsValue)>,
}

/// Deeper values are not arguments of ours.
const MAX_DEPTH: u32 = 4;

impl Own {
    /// Reads a value. Members that are `undefined` count as absent.
    pub fn read(value: &JsValue) -> Own {
        Own::read_but(value, "")
    }

    fn read_but(value: &JsValue, unread: &str) -> Own {
        let mut left = MOST_VALUES;
        let Some(raw) = members(value, &mut left) else {
            return Own { argument: argument(value, 0, &mut left), raw: Vec::new() };
        };
        let members = raw.iter().map(|(name, value)| {
            let read = if name == unread { Argument::Other } else { argument(value, 1, &mut left) };
            (name.clone(), read)
        });
        Own { argument: Argument::Members(members.collect()), raw }
    }

    /// Reads an optional object: `undefined` is an empty one.
    pub fn optional(value: &JsValue) -> Own {
        Own::optional_but(value, "")
    }

    /// The same, where the member `raw` may be large and is read by somebody else.
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
        // A signal of another realm is a signal too: it is known by what it can do.
        let listens = Reflect::get(value, &"addEventListener".into()).is_ok_and(|method| method.is_function());
        let aborts = Reflect::get(value, &"aborted".into()).is_ok_and(|aborted| aborted.as_bool().is_some());
        if listens && aborts {
            return Ok(Some(value.clone().unchecked_into()));
        }
        Err(Invalid::new("signal", "must be an AbortSignal"))
    }
}

/// `left` is how many values there is room for.
fn argument(value: &JsValue, depth: u32, left: &mut u32) -> Argument {
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
    if let Some(url) = value.dyn_ref::<web_sys::Url>() {
        let href = Reflect::get(url, &"href".into()).ok().and_then(|href| href.as_string());
        return href.map_or(Argument::Other, Argument::Text);
    }
    if depth > MAX_DEPTH {
        return Argument::Other;
    }
    if is_array(value).unwrap_or(false) {
        let Some(items) = items(value, left) else { return Argument::Other };
        return Argument::List(items.iter().map(|item| argument(&item, depth + 1, left)).collect());
    }
    let Some(members) = members(value, left) else { return Argument::Other };
    Argument::Members(members.into_iter().map(|(name, value)| (name, argument(&value, depth + 1, left))).collect())
}

/// An object literal, or one without a prototype; also of another realm.
fn is_plain(value: &JsValue) -> bool {
    if !value.is_object() || is_array(value).unwrap_or(true) || value.is_function() {
        return false;
    }
    let Ok(prototype) = Reflect::get_prototype_of(value) else { return false };
    if prototype.is_null() {
        return true;
    }
    Reflect::get_prototype_of(&prototype).is_ok_and(|above| above.is_null())
        && Reflect::get_own_property_descriptor(&prototype, &"isPrototypeOf".into())
            .is_ok_and(|found| found.is_object())
}

/// Values that an argument may hold in all. An array can say that it has billions, and a few can stand in as many places.
const MOST_VALUES: u32 = 1 << 21;

/// The items of an array: its own, as data. One that there is no room for takes none: what stands beside it is not to blame.
fn items(array: &JsValue, left: &mut u32) -> Option<Array> {
    let length = Reflect::get(array, &"length".into()).ok()?.as_f64()?;
    if !(0.0..=f64::from(*left)).contains(&length) {
        return None;
    }
    *left -= length as u32;
    host::items_of(array, length).ok()
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
}

/// Objects with more members are not arguments of ours.
const MOST_MEMBERS: u32 = 1 << 16;

/// The enumerable own members of a plain object. `None` for what is none, has too many, or refuses to show them.
fn members(value: &JsValue, left: &mut u32) -> Option<Vec<(String, JsValue)>> {
    if *left == 0 || !is_plain(value) {
        return None;
    }
    // An object without a prototype is no instance of `Object`.
    let object = value.unchecked_ref::<Object>();
    let keys = Reflect::own_keys(object).ok()?;
    // Listing them took its time: where they were too many, nothing is listed any more.
    let fits = keys.length() <= *left;
    *left = left.saturating_sub(keys.length());
    if !fits || keys.length() > MOST_MEMBERS {
        return None;
    }
    let mut members = Vec::new();
    for key in keys.iter() {
        let Some(name) = key.as_string() else { continue };
        let descriptor = Reflect::get_own_property_descriptor(object, &key).ok()?;
        if descriptor.is_undefined() {
            continue;
        }
        let part = |name: &str| Reflect::get(&descriptor, &name.into()).ok();
        if !part("enumerable")?.is_truthy() {
            continue;
        }
        // What a getter would give is not asked for. A symbol in its place is no argument of any kind, so it is refused
        // where it would otherwise be passed over in silence.
        let value = if part("get")?.is_function() { JsValue::symbol(None) } else { part("value")? };
        if !value.is_undefined() {
            members.push((name, value));
        }
    }
    Some(members)
}
