//! What to send, when to try again, what an answer means. Time, chance and network are arguments.
//!
//! Callers' objects are checked here: the parameters of calls, and the options of questions about scans, histories and teams.
//! Nothing here waits or fetches: `web` does, and asks here what to do next. All four operations are POST and three of them only
//! read, so policy goes by operation, never by method.

pub mod answer;
pub mod base_url;
pub mod body;
pub mod failure;
pub mod headers;
pub mod hint;
pub mod history_options;
pub mod known_teams;
pub mod operation;
pub mod options;
pub mod removal;
pub mod retry;
pub mod retry_after;
pub mod scan_options;
pub mod server_message;
pub mod team_options;
pub mod token;
pub mod token_questions;
pub mod wait;
