//! Diff, merge, removal and roster of teams, given as JSON text.

use crate::arguments::{Argument, Invalid};
use crate::bindings::arguments::Own;
use crate::bindings::error::error;
use crate::bindings::exports::plain;
use crate::client::team_options;
use crate::json::{self, Limits};
use crate::memory;
use crate::team::{self, weight};
use crate::wire::team::Team;
use wasm_bindgen::prelude::*;

/// What changed from one state of a team to another.
#[wasm_bindgen(js_name = diffTeams)]
pub fn diff_teams(before: &str, after: &str, options: &JsValue) -> Result<JsValue, JsValue> {
    let own = Own::optional(options);
    let options = team_options::diff(&own.argument).map_err(error)?;
    let (before, after) = (read(before, "before")?, read(after, "after")?);
    ask_for(weight::of_team(&before) + weight::of_team(&after))?;
    plain(&team::diff(&before, &after, &options))
}

/// Two edits of one state, merged.
#[wasm_bindgen(js_name = mergeTeams)]
pub fn merge_teams(base: &str, ours: &str, theirs: &str) -> Result<JsValue, JsValue> {
    let (base, ours, theirs) = (read(base, "base")?, read(ours, "ours")?, read(theirs, "theirs")?);
    ask_for([&base, &ours, &theirs].map(weight::of_team).iter().sum())?;
    plain(&team::merge(&base, &ours, &theirs))
}

/// What a removal would mean.
#[wasm_bindgen(js_name = assessRemoval)]
pub fn assess_removal(team: &str, user_login: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let own = Own::optional(options);
    let login = Own::read(user_login).argument;
    let (login, own_login) = team_options::removal(&login, &own.argument).map_err(error)?;
    let team = read(team, "team")?;
    ask_for(weight::of_team(&team))?;
    plain(&team::assess_removal(&team, login, own_login))
}

/// A team against a list of logins: an array, or a text with one on each line or in the first column.
#[wasm_bindgen(js_name = diffRoster)]
pub fn diff_roster(team: &str, logins: &JsValue) -> Result<JsValue, JsValue> {
    let logins = Own::read(logins).argument;
    // Copied while the memory that was asked for it is there: the team may take the rest.
    let listed = match &logins {
        Argument::Text(_) => Ok(Vec::new()),
        listed => team_options::logins(listed),
    };
    let team = read(team, "team")?;
    let logins = match &logins {
        Argument::Text(text) => {
            ask_for(weight::of_team(&team) + weight::of_table(text))?;
            team::read_logins(text, &team)
        }
        _ => listed.map_err(error)?,
    };
    ask_for(weight::of_team(&team) + 2 * weight::of_texts(&logins))?;
    plain(&team::diff_roster(&team, &logins))
}

fn ask_for(bytes: usize) -> Result<(), JsValue> {
    memory::ask_for(&[bytes]).map_err(|refused| error(json::Error::at(refused.into(), "")))
}

fn read(text: &str, path: &str) -> Result<Team, JsValue> {
    let value = json::parse(text.as_bytes(), &Limits::default());
    let value = value.map_err(|fault| refused(fault, path, team_options::unreadable))?;
    Team::decode(value, path).map_err(|fault| refused(fault, path, team_options::no_team))
}

/// A lack of memory is not the argument's fault.
fn refused(fault: json::Error, path: &str, invalid: fn(json::Error, &str) -> Invalid) -> JsValue {
    match fault.fault {
        json::Fault::OutOfMemory => error(fault),
        _ => error(invalid(fault, path)),
    }
}
