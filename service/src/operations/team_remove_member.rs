//! `POST /api/metrics/developer/teams/members/remove`: removes one member from a team, and from its leads.
//!
//! Accepts the fields of *get a team* and `user_login`; `user_name` and `role` are checked and not used. The last lead or
//! the last member may be removed: whether that is wise is for the caller to say.

use axum::Json;
use axum::extract::{Request, State};

use crate::auth;
use crate::fault::Fault;
use crate::request::{self, HostUrls};
use crate::state::App;
use crate::store::teams::{self, Removal};
use crate::store::tokens::Kind;
use crate::wire::TeamAnswer;

/// Where the operation is, below the service's root.
pub const PATH: &str = "/api/metrics/developer/teams/members/remove";

/// Answers the operation.
pub async fn answer(State(app): State<App>, request: Request) -> Result<Json<TeamAnswer>, Fault> {
    let grant = auth::authorize(&app, request.headers(), &[Kind::Git]).await?;
    let fields = request::read(request).await?;
    let key = request::team_key(&fields)?;
    let login = request::user_login(&fields)?;
    request::check_user_name(&fields)?;
    request::check_role(&fields)?;
    fields.only(&[&NAMES, &HostUrls::NAMES], OTHERS)?;
    if !grant.opens(&key.org) {
        return Err(Fault::TeamNotFound);
    }
    let now = (app.clock)();
    let wanted = login.clone();
    let removal =
        app.write(move |connection| teams::remove_member(connection, &key, &wanted, grant.digest, now)).await?;
    match removal {
        Removal::NoTeam => Err(Fault::TeamNotFound),
        Removal::NoMember => Err(Fault::MemberNotFound),
        Removal::Done(team) => {
            let message = format!("Member {login} was removed from team {}", team.name);
            Ok(Json(TeamAnswer { status: "success", message: Some(message), team: *team }))
        }
    }
}

const NAMES: [&str; 6] = ["platform", "org", "team_id", "user_login", "user_name", "role"];
const OTHERS: Fault =
    Fault::Invalid("only platform, org, team_id, user_login, user_name, role and the base URLs are accepted");
