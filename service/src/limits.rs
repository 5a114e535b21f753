//! How much the service takes before it says no. The interface names no limit, so each of these is our decision.

use std::time::Duration;

/// The limits of one running service.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request body; the largest legal request is far below it.
    pub body_bytes: usize,
    /// Time for a request body to arrive.
    pub body_time: Duration,
    /// Time until an answer begins.
    pub answer_time: Duration,
    /// Connections open at once; further ones wait in the listener's queue.
    pub connections: usize,
    /// Bytes of a request's line and headers together.
    pub header_bytes: usize,
    /// Headers of one request.
    pub headers: usize,
    /// Time for a request's headers to arrive, and for an idle connection to send its next request.
    pub header_time: Duration,
    /// Time a client may leave an answer unread before its connection is closed.
    pub write_stall: Duration,
    /// Time given to requests under way when the service is told to stop.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 64 * 1024,
            body_time: Duration::from_secs(10),
            answer_time: Duration::from_secs(30),
            connections: 1024,
            header_bytes: 32 * 1024,
            headers: 100,
            header_time: Duration::from_secs(15),
            write_stall: Duration::from_secs(60),
            drain: Duration::from_secs(10),
        }
    }
}
