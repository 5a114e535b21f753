//! `POST /api/metrics/developer/teams/get`: one team with its members and repositories.
//!
//! Accepts platform, org, team id and the four base URLs, and nothing else: any further field is refused.

use axum::Json;
use axum::extract::{Request, State};

use crate::auth;
use crate::fault::Fault;
use crate::request::{self, HostUrls};
use crate::state::App;
use crate::store::teams;
use crate::store::tokens::Kind;
use crate::wire::TeamAnswer;

/// Where the operation is, below the service's root.
pub const PATH: &str = "/api/metrics/developer/teams/get";

/// Answers the operation.
pub async fn answer(State(app): State<App>, request: Request) -> Result<Json<TeamAnswer>, Fault> {
    let grant = auth::authorize(&app, request.headers(), &[Kind::Git]).await?;
    let fields = request::read(request).await?;
    let key = request::team_key(&fields)?;
    fields.only(&[&["platform", "org", "team_id"], &HostUrls::NAMES], OTHERS)?;
    if !grant.opens(&key.org) {
        return Err(Fault::TeamNotFound);
    }
    let team = app.read(move |connection| teams::read(connection, &key)).await?;
    let team = team.ok_or(Fault::TeamNotFound)?;
    Ok(Json(TeamAnswer { status: "success", message: None, team }))
}

const OTHERS: Fault = Fault::Invalid("only platform, org, team_id and the base URLs are accepted");
