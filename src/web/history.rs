//! The agent scans of a repository.

use crate::client::failure::ErrorKind;
use crate::client::operation::Operation;
use crate::client::retry::Repeat;
use crate::json::Value;
use crate::web::call::Call;
use crate::web::errand::Errand;
use crate::web::fault::Fault;
use crate::web::reply::Take;
use crate::wire::history::{AgentScan, decode_history};
use crate::wire::params::Checked;

/// Asks the service, in whose order they are.
pub async fn get(errand: &mut Errand, checked: &Checked) -> Result<Vec<AgentScan>, Fault> {
    let auth = errand.client.options.history_auth;
    let call =
        Call { auth, path: Operation::AgentScansHistory.path(), body: Some(&checked.body), repeat: Repeat::Reads };
    let mut scans = None;
    let mut take = |answer: &Value| {
        scans = Some(decode_history(answer)?);
        Ok(())
    };
    call.run(errand, &mut Take::Known(&mut take), None).await?;
    scans.ok_or_else(|| Fault::of(ErrorKind::Internal))
}
