//! The agent scans of a repository.

use crate::web::call::Call;
use crate::web::fault::CallFault;
use crate::web::list::List;
use crate::web::reply::Take;
use crate::web::request::Request;
use crate::wire::history::{FLAT, LIST, write_entry};
use crate::wire::params::Checked;
use js_sys::Array;

/// Asks the service, in whose order they are.
pub async fn get(call: &mut Call, checked: &Checked) -> Result<Array, CallFault> {
    let mut scans = List::new(LIST, FLAT, write_entry);
    Request::of(call, checked).run(call, &mut Take::List(&mut scans), None).await?;
    Ok(scans.into_items())
}
