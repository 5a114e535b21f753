//! How much one text may hold. What is beyond a limit is refused when it is met.

/// Most members of a scan's result, and most bytes of their names, unknown and repeated ones included. No scan has more, and each
/// name is compared with all before it. [`Fault::TooMany`](super::Fault::TooMany) says both.
pub(crate) const MOST_MEMBERS: usize = 4096;
pub(crate) const MOST_NAME_BYTES: usize = 64 * 1024;

/// Limits of parsing, with their defaults in [`Limits::default`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep arrays and objects may nest in a value that is decoded. Default 127.
    pub max_depth: usize,
    /// Longest string accepted, in UTF-8 bytes after unescaping. Default 1 MiB.
    pub max_string: usize,
    /// Longest text accepted, in bytes. Default 256 MiB.
    pub max_bytes: u64,
    /// Most rows a stream of findings, or items an array that is decoded, may hold. Default 10 000 000.
    pub max_rows: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_depth: 127, max_string: 1 << 20, max_bytes: 256 << 20, max_rows: 10_000_000 }
    }
}
