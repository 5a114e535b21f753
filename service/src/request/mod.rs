//! From a request to checked values: `body` reads the bytes, `fields` the members, `checks` and `team` what operations share.

pub mod body;
mod checks;
mod fields;
mod team;

pub use body::read;
pub use checks::{Cloud, HostUrls, Platform, check_role, check_user_name, org, repo, scan_id, team_id, user_login};
pub use checks::{is_color, is_login, is_name, is_repo, is_role, uuid};
pub(crate) use checks::{login_rule, name_rule};
pub use fields::Fields;
pub use team::team_key;
