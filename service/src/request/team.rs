//! What both team operations find a team by. The base URLs are part of it on the wire: checked, and then not used.

use super::{Fields, HostUrls, Platform, org, team_id};
use crate::fault::Fault;
use crate::store::teams::TeamKey;

/// Platform, organisation and team of a request.
pub fn team_key(fields: &Fields) -> Result<TeamKey, Fault> {
    let platform = Platform::of_team(fields)?.0;
    let org = org(fields)?;
    let team_id = team_id(fields)?;
    HostUrls::check(fields)?;
    Ok(TeamKey { platform, org, team_id })
}
