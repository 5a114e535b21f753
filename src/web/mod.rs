//! The browser: transport, timers, streams, and the calls that are made of them. What a call may do (send, repeat, wait,
//! believe) `client` decides.
//!
//! Every wait here can be interrupted (by the caller's signal, a deadline, a disposal), and leaves nothing behind: no
//! timer, no listener, no pending request. What JavaScript offers is bound in `host`, the time in `clock`.

mod allocator;
pub mod attempt;
pub mod body;
pub mod call;
pub mod caller_request;
pub mod client;
pub mod clock;
pub mod events;
pub mod export;
pub mod fault;
pub mod fetch;
pub mod history;
pub mod host;
pub mod list;
pub mod open;
pub mod pace;
pub mod panic;
pub mod promised;
pub mod removal;
pub mod reply;
pub mod request;
pub mod stop;
pub mod tally;
pub mod team;
pub mod timer;
pub mod tokens;
pub mod wait;
