//! The database: one file in WAL mode, one writer, a few readers, each used off the async threads.
//!
//! `open` makes the connections and refuses what is no database of ours; `pool` lends them; `transaction` begins a change; `fold`
//! compares logins; the other files are the statements of one subject each, plain functions on a connection.

mod fold;
mod open;
mod pool;
mod transaction;

pub mod history;
pub mod scans;
pub mod teams;
pub mod tokens;

pub use open::{Mode, OpenError, Store, connect};
pub use pool::{Pool, PoolError};
pub use transaction::begin;
