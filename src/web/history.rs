//! The agent scans of a repository.

use crate::client::operation::Operation;
use crate::client::retry::Repeat;
use crate::web::call::Call;
use crate::web::errand::Errand;
use crate::web::fault::Fault;
use crate::web::list::List;
use crate::web::reply::Take;
use crate::wire::history::{FLAT, LIST, write_entry};
use crate::wire::params::Checked;
use js_sys::Array;

/// Asks the service, in whose order they are.
pub async fn get(errand: &mut Errand, checked: &Checked) -> Result<Array, Fault> {
    let auth = errand.client.options.history_auth;
    let call =
        Call { auth, path: Operation::AgentScansHistory.path(), body: Some(&checked.body), repeat: Repeat::Reads };
    let mut scans = List::new(LIST, FLAT, write_entry);
    call.run(errand, &mut Take::List(&mut scans), None).await?;
    Ok(scans.into_items())
}
