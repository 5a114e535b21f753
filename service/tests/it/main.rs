//! What the service promises, tested where it is used: on the whole app, and on the program with a real socket.
//!
//! A test that holds a row of the failure catalogue begins with the row's id. Two rows have no test of their own here:
//! J6 with ten thousand connections at once (file descriptors of a test machine; held with a small limit instead), and J4 for
//! a loss of power (a process can be killed, a machine's write cache cannot).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod answers;
mod commands;
mod compression;
mod contract;
mod crash;
mod cross_origin;
mod damaged;
mod described;
mod http;
mod imports;
mod log;
mod process;
mod readme;
mod removal;
mod reports;
mod seeded;
mod sockets;
mod world;
