//! The reference service: the four operations of the interface, answered from an embedded database.
//!
//! `app` is the whole service without a socket, `server` puts it on one, `commands` is what the program can be told to do.
//! What the interface does not show is decided here; the crate's README lists the decisions.

pub mod app;
pub mod auth;
pub mod clock;
pub mod commands;
pub mod fault;
mod json_error;
pub mod limits;
pub mod log;
mod negotiation;
mod object;
pub mod operations;
pub mod request;
pub mod seed;
pub mod server;
pub mod state;
pub mod stop;
pub mod store;
pub mod trivy;
pub mod wire;
