//! Diff, merge, removal and roster of teams, given as JSON text.

use crate::arguments::{Argument, Arguments, Invalid};
use crate::bindings::arguments::Own;
use crate::bindings::error::error;
use crate::bindings::exports::plain;
use crate::json::{self, Fault, Limits};
use crate::team::{self, DiffOptions};
use crate::wire::team::Team;
use wasm_bindgen::prelude::*;

/// What changed from one state of a team to another.
#[wasm_bindgen(js_name = diffTeams)]
pub fn diff_teams(before: &str, after: &str, options: &JsValue) -> Result<JsValue, JsValue> {
    let own = Own::optional(options);
    let options = Arguments::of(&own.argument, "", "options", &["caseSensitiveLogins"]).map_err(error)?;
    let case_sensitive_logins = options.flag("caseSensitiveLogins").map_err(error)?.unwrap_or(false);
    plain(&team::diff(&read(before, "before")?, &read(after, "after")?, &DiffOptions { case_sensitive_logins }))
}

/// Two edits of one state, merged.
#[wasm_bindgen(js_name = mergeTeams)]
pub fn merge_teams(base: &str, ours: &str, theirs: &str) -> Result<JsValue, JsValue> {
    plain(&team::merge(&read(base, "base")?, &read(ours, "ours")?, &read(theirs, "theirs")?))
}

/// What a removal would mean.
#[wasm_bindgen(js_name = assessRemoval)]
pub fn assess_removal(team: &str, user_login: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let own = Own::optional(options);
    let options = Arguments::of(&own.argument, "", "options", &["self"]).map_err(error)?;
    let login = Own::read(user_login).argument;
    let login = login.text().map_err(|rule| error(Invalid::new("userLogin", rule)))?;
    let own_login = options.text("self").map_err(error)?;
    plain(&team::assess_removal(&read(team, "team")?, login, own_login))
}

const LOGINS: &str = "must be an array of strings, or a text with one login on each line, of well-formed Unicode";

/// A team against a list of logins: an array, or a text with one on each line or in the first column.
#[wasm_bindgen(js_name = diffRoster)]
pub fn diff_roster(team: &str, logins: &JsValue) -> Result<JsValue, JsValue> {
    let logins = Own::read(logins).argument;
    let team = read(team, "team")?;
    let logins = match &logins {
        Argument::Text(text) => team::read_logins(text, &team),
        listed => listed.texts().ok_or_else(|| error(Invalid::new("logins", LOGINS)))?,
    };
    plain(&team::compare_roster(&team, &logins))
}

fn read(text: &str, path: &str) -> Result<Team, JsValue> {
    // The text is made of an object: it is JSON, and only its size or depth can be wrong.
    let value = json::parse(text.as_bytes(), &Limits::default()).map_err(|fault| {
        error(Invalid::new([path, &fault.pointer].concat(), ["cannot be read: ", fault.fault.message()].concat()))
    })?;
    Team::decode(value, path).map_err(|fault| {
        let rule = match fault.fault {
            Fault::Missing => "is missing: give a team as the service answers it",
            _ if fault.pointer == path => "must be a team as the service answers it",
            _ => "has another type than in a team as the service answers it",
        };
        error(Invalid::new(fault.pointer, rule))
    })
}
