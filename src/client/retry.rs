//! When a call is tried again, and after what pause.
//!
//! Reads are repeated on network failures, attempt timeouts, 429, 500, 502, 503 and 504. A removal is repeated after 429
//! alone, which says that nothing was done; so is a caller's own request, unless the caller says that it is idempotent.
//! `Retry-After` is never shortened. All calls of a client share one budget, so that a broken service is not stormed.

use crate::client::answer::is_passing;
use crate::client::failure::{ErrorKind, Failure};
use crate::client::operation::Repeat;

/// What a failure means for the next attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Send again after this pause.
    Again {
        /// The pause.
        pause_ms: f64,
    },
    /// Ask the token function once more, then send again.
    Refresh,
    /// Settle with the failure as it is.
    Settle,
    /// Settle as `rate_limited`: the service asks for a longer wait than the call allows.
    TooLongToWait,
}

/// One call's memory of its attempts.
#[derive(Clone, Debug)]
pub struct Attempts {
    repeat: Repeat,
    max_retries: u32,
    retries: u32,
    can_refresh: bool,
}

/// Longest `Retry-After` that is waited for; the hint of [`as_rate_limited`] says it in words.
const LONGEST_ASKED_WAIT_MS: f64 = 60_000.0;
const FIRST_PAUSE_MS: f64 = 500.0;
const LONGEST_PAUSE_MS: f64 = 8_000.0;

impl Attempts {
    /// `can_refresh` says that the token comes from a function, which may have a fresher one.
    pub fn new(repeat: Repeat, max_retries: u32, can_refresh: bool) -> Self {
        Attempts { repeat, max_retries, retries: 0, can_refresh }
    }

    /// Decides after a failure. `remaining_ms` is what the call has left; `chance` is a number from 0 to 1.
    pub fn after(&mut self, failure: &Failure, remaining_ms: f64, chance: f64, budget: &mut Budget) -> Next {
        let may_refresh = self.can_refresh && self.repeat == Repeat::Reads && remaining_ms > 0.0;
        if failure.kind == ErrorKind::Unauthorized && may_refresh {
            self.can_refresh = false;
            return Next::Refresh;
        }
        if !self.may_repeat(failure) {
            return Next::Settle;
        }
        if let Some(asked) = failure.retry_after_ms
            && (asked > LONGEST_ASKED_WAIT_MS || asked > 0.0 && asked >= remaining_ms)
        {
            return Next::TooLongToWait;
        }
        let (least_ms, spread_ms) = self.pause_ms(failure);
        if !self.has_left() || least_ms >= remaining_ms || !budget.take() {
            return Next::Settle;
        }
        self.retries += 1;
        // Chance spreads calls out; it must not use up the time that is left for the attempt.
        let most_ms = least_ms + 0.5 * (remaining_ms - least_ms);
        Next::Again { pause_ms: (least_ms + spread_ms * chance).min(most_ms) }
    }

    /// Whether another repeat is allowed, whatever the failure.
    pub fn has_left(&self) -> bool {
        self.retries < self.max_retries
    }

    /// Whether the next attempt would come only after the wait around this call has ended, `left_ms` from now. Not if the service
    /// names a time itself: then that is told instead. Asking uses up no retry.
    pub fn come_too_late(&self, failure: &Failure, left_ms: f64) -> bool {
        let names_time = failure.retry_after_ms.is_some_and(|asked| asked > 0.0);
        let (least_ms, _) = self.pause_ms(failure);
        !names_time && self.may_repeat(failure) && self.has_left() && least_ms >= left_ms
    }

    /// The least pause, and how much chance may add.
    fn pause_ms(&self, failure: &Failure) -> (f64, f64) {
        match failure.retry_after_ms {
            Some(asked) => (asked, 0.1 * asked),
            None => {
                // More steps would overflow, and the pause is the longest after a few.
                let steps = self.retries.min(16);
                let step_ms = (FIRST_PAUSE_MS * f64::from(1_u32 << steps)).min(LONGEST_PAUSE_MS);
                (0.5 * step_ms, 0.5 * step_ms)
            }
        }
    }

    fn may_repeat(&self, failure: &Failure) -> bool {
        match self.repeat {
            Repeat::OnlyUntouched => failure.status == Some(429),
            Repeat::Reads => match failure.status {
                Some(200) | None => matches!(failure.kind, ErrorKind::Network | ErrorKind::Timeout),
                Some(status) => is_passing(status),
            },
        }
    }
}

/// Whether the service asks for a longer wait than any call takes on.
pub fn asks_too_long(failure: &Failure) -> bool {
    failure.status.is_some_and(is_passing) && failure.retry_after_ms.is_some_and(|asked| asked > LONGEST_ASKED_WAIT_MS)
}

/// Turns a failure into `rate_limited`, because the service asks for too long a wait. `could_repeat`: there were retries left.
pub fn as_rate_limited(failure: Failure, could_repeat: bool) -> Failure {
    let hint = match (asks_too_long(&failure), could_repeat) {
        (true, _) => "the service asks for a wait of more than 60 s: try again after retryAfterMs",
        (false, true) => {
            "the service asks for a longer wait than timeoutMs (of waitFor, maxWaitMs) leaves: raise it, or try again after retryAfterMs"
        }
        (false, false) => "the service asks for a wait: try again after retryAfterMs",
    };
    Failure { kind: ErrorKind::RateLimited, retryable: true, ..failure }.with_hint(hint)
}

/// How many repeats all calls of a client have left together.
#[derive(Clone, Debug)]
pub struct Budget {
    left: f64,
    seen_ms: f64,
}

const BUDGET: f64 = 30.0;
const REGAINED_EACH_MS: f64 = 1.0 / 1_000.0;

impl Budget {
    /// A full budget.
    pub fn new() -> Self {
        Budget { left: BUDGET, seen_ms: 0.0 }
    }

    /// Gives back what time regains: one repeat a second.
    pub fn pass_time(&mut self, now_ms: f64) {
        let passed = (now_ms - self.seen_ms).max(0.0);
        self.left = (self.left + passed * REGAINED_EACH_MS).min(BUDGET);
        // Time that was counted is not counted again, should a clock ever go back.
        self.seen_ms = self.seen_ms.max(now_ms);
    }

    /// A success gives one repeat back.
    pub fn succeed(&mut self) {
        self.left = (self.left + 1.0).min(BUDGET);
    }

    fn take(&mut self) -> bool {
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::new()
    }
}

#[cfg(test)]
mod tests;
