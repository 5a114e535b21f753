//! The invariants of `ARCHITECTURE.md`, held by a test: one file for each kind of rule.
//!
//! Each rule is data and a check that knows nothing else; a breach is reported as `file:line: what is wrong`.
//! Text is searched, not parsed: that is crude, quick, and so far enough. Made files and `node_modules` are not looked at.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails its test")]

mod declared;
mod exports;
mod files;
mod kinds;
mod layers;
mod lists;
mod manifests;
mod numbers;
mod policy;
mod sources;
mod words;
