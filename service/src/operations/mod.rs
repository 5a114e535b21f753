//! The four operations, one file each: what it accepts, what it does, what it answers.

pub mod agent_history;
pub mod container_results;
pub mod team_get;
pub mod team_remove_member;
