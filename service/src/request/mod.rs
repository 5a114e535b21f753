//! From a request to checked values: `body` reads the bytes, `fields` the members, `checks` and `team` what operations share.

pub mod body;
mod checks;
mod fields;
mod team;

pub use body::read;
pub use checks::{Cloud, HostUrls, Platform, is_name, org, repo, role, scan_id, team_id, user_login, user_name, uuid};
pub use fields::Fields;
pub use team::team_key;
