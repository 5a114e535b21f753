//! When a call is tried again, and after what pause.
//!
//! Reads are repeated on network failures, attempt timeouts, 429, 500, 502, 503 and 504. A removal is repeated after 429
//! alone, which says that nothing was done. `Retry-After` is never shortened. All calls of a client share one budget, so
//! that a broken service is not stormed.

use crate::client::answer::is_passing;
use crate::client::failure::{ErrorKind, Failure};

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

/// What may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Whatever may pass by itself.
    Reads,
    /// Only what the service refused without looking at it (429).
    OnlyUntouched,
}

/// One call's memory of its attempts.
#[derive(Clone, Debug)]
pub struct Attempts {
    repeat: Repeat,
    max_retries: u32,
    retries: u32,
    can_refresh: bool,
}

/// Longest `Retry-After` that is waited for.
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
        if failure.kind == ErrorKind::Unauthorized && self.can_refresh && self.repeat == Repeat::Reads {
            self.can_refresh = false;
            return Next::Refresh;
        }
        if !self.may_repeat(failure) {
            return Next::Settle;
        }
        if let Some(asked) = failure.retry_after_ms
            && (asked > LONGEST_ASKED_WAIT_MS || asked >= remaining_ms)
        {
            return Next::TooLongToWait;
        }
        let (least_ms, spread_ms) = self.pause_ms(failure);
        if self.retries >= self.max_retries || least_ms >= remaining_ms || !budget.take() {
            return Next::Settle;
        }
        self.retries += 1;
        // Chance spreads calls out; it must not use up the time that is left for the attempt.
        let most_ms = least_ms + 0.5 * (remaining_ms - least_ms);
        Next::Again { pause_ms: (least_ms + spread_ms * chance).min(most_ms) }
    }

    /// Whether a repeat of this failure would come after so long. Nothing is used up by asking.
    pub fn is_due_after(&self, failure: &Failure, ms: f64) -> bool {
        let (least_ms, _) = self.pause_ms(failure);
        let may_wait = failure.retry_after_ms.is_none_or(|asked| asked <= LONGEST_ASKED_WAIT_MS);
        may_wait && self.may_repeat(failure) && self.retries < self.max_retries && least_ms >= ms
    }

    /// The least pause, and how much chance may add.
    fn pause_ms(&self, failure: &Failure) -> (f64, f64) {
        match failure.retry_after_ms {
            Some(asked) => (asked, 0.1 * asked),
            None => {
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

/// The same failure where the wait that the service asks for is too long.
pub fn limited(failure: Failure) -> Failure {
    Failure { kind: ErrorKind::RateLimited, retryable: true, ..failure }
        .with_hint("the service asks for a longer wait than a call takes on: try again after retryAfterMs")
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
mod tests {
    use super::*;

    fn failure(kind: ErrorKind, status: Option<u16>, retry_after_ms: Option<f64>) -> Failure {
        Failure { status, retry_after_ms, ..Failure::new(kind) }
    }

    fn decide(repeat: Repeat, failure: &Failure) -> Next {
        Attempts::new(repeat, 2, false).after(failure, 120_000.0, 0.0, &mut Budget::new())
    }

    const AGAIN: Next = Next::Again { pause_ms: 250.0 };

    #[test]
    fn a13_reads_repeat_what_passes_and_a_removal_only_429() {
        for (kind, status, reads, removal) in [
            (ErrorKind::RateLimited, Some(429), AGAIN, AGAIN),
            (ErrorKind::ServerError, Some(500), AGAIN, Next::Settle),
            (ErrorKind::ServerError, Some(501), Next::Settle, Next::Settle),
            (ErrorKind::ServerError, Some(502), AGAIN, Next::Settle),
            (ErrorKind::ServerError, Some(503), AGAIN, Next::Settle),
            (ErrorKind::ServerError, Some(504), AGAIN, Next::Settle),
            (ErrorKind::Rejected, Some(408), Next::Settle, Next::Settle),
            (ErrorKind::Rejected, Some(425), Next::Settle, Next::Settle),
            (ErrorKind::NotFound, Some(404), Next::Settle, Next::Settle),
            (ErrorKind::Decode, Some(200), Next::Settle, Next::Settle),
            (ErrorKind::TooLarge, Some(200), Next::Settle, Next::Settle),
            (ErrorKind::Network, None, AGAIN, Next::Settle),
            (ErrorKind::Network, Some(200), AGAIN, Next::Settle),
            (ErrorKind::Timeout, None, AGAIN, Next::Settle),
        ] {
            let failure = failure(kind, status, None);
            assert_eq!(decide(Repeat::Reads, &failure), reads, "{kind:?} {status:?}");
            assert_eq!(decide(Repeat::OnlyUntouched, &failure), removal, "{kind:?} {status:?}");
        }
    }

    #[test]
    fn e9_a_wait_beyond_the_cap_or_the_deadline_settles_at_once() {
        let asked = |ms| failure(ErrorKind::RateLimited, Some(429), Some(ms));
        assert_eq!(decide(Repeat::Reads, &asked(60_000.0)), Next::Again { pause_ms: 60_000.0 });
        assert_eq!(decide(Repeat::Reads, &asked(60_001.0)), Next::TooLongToWait);
        let mut attempts = Attempts::new(Repeat::Reads, 2, false);
        let next = attempts.after(&asked(5_000.0), 4_000.0, 0.0, &mut Budget::new());
        assert_eq!(next, Next::TooLongToWait);
    }

    #[test]
    fn e12_pauses_double_with_chance_and_what_is_asked_is_never_shortened() {
        let mut attempts = Attempts::new(Repeat::Reads, 9, false);
        let mut budget = Budget::new();
        let broken = failure(ErrorKind::ServerError, Some(503), None);
        for expected in [500.0, 1_000.0, 2_000.0, 4_000.0, 8_000.0, 8_000.0] {
            assert_eq!(attempts.after(&broken, 1e9, 1.0, &mut budget), Next::Again { pause_ms: expected });
        }
        let asked = failure(ErrorKind::ServerError, Some(503), Some(1_000.0));
        assert_eq!(attempts.after(&asked, 1e9, 0.0, &mut budget), Next::Again { pause_ms: 1_000.0 });
        assert_eq!(attempts.after(&asked, 1e9, 1.0, &mut budget), Next::Again { pause_ms: 1_100.0 });
    }

    #[test]
    fn e12_chance_does_not_make_a_call_give_up() {
        for (asked, remaining, expected) in [
            (Some(10_000.0), 10_500.0, Next::Again { pause_ms: 10_250.0 }),
            (Some(10_000.0), 20_000.0, Next::Again { pause_ms: 11_000.0 }),
            (Some(10_000.0), 10_000.0, Next::TooLongToWait),
            (None, 400.0, Next::Again { pause_ms: 325.0 }),
            (None, 250.0, Next::Settle),
        ] {
            let mut attempts = Attempts::new(Repeat::Reads, 2, false);
            let limited = failure(ErrorKind::RateLimited, Some(429), asked);
            assert_eq!(attempts.after(&limited, remaining, 1.0, &mut Budget::new()), expected, "{asked:?} {remaining}");
        }
    }

    #[test]
    fn e12_a_call_repeats_at_most_as_often_as_it_may() {
        let mut attempts = Attempts::new(Repeat::Reads, 2, false);
        let mut budget = Budget::new();
        let broken = failure(ErrorKind::Network, None, None);
        assert!(matches!(attempts.after(&broken, 1e9, 0.5, &mut budget), Next::Again { .. }));
        assert!(matches!(attempts.after(&broken, 1e9, 0.5, &mut budget), Next::Again { .. }));
        assert_eq!(attempts.after(&broken, 1e9, 0.5, &mut budget), Next::Settle);
    }

    #[test]
    fn e12_calls_share_one_budget_that_time_and_success_refill() {
        let mut budget = Budget::new();
        let broken = failure(ErrorKind::Network, None, None);
        let repeat = |budget: &mut Budget| Attempts::new(Repeat::Reads, 2, false).after(&broken, 1e9, 0.5, budget);
        for _ in 0..30 {
            assert!(matches!(repeat(&mut budget), Next::Again { .. }));
        }
        assert_eq!(repeat(&mut budget), Next::Settle);
        budget.succeed();
        assert!(matches!(repeat(&mut budget), Next::Again { .. }));
        assert_eq!(repeat(&mut budget), Next::Settle);
        budget.pass_time(1_000.0);
        assert!(matches!(repeat(&mut budget), Next::Again { .. }));
        (0..100).for_each(|_| budget.succeed());
        let repeats = (0..100).take_while(|_| matches!(repeat(&mut budget), Next::Again { .. })).count();
        assert_eq!(repeats, 30, "successes give back no more than there were");
    }

    #[test]
    fn e12_the_longest_pause_stays_the_longest_however_often_a_call_repeats() {
        let (mut attempts, mut budget) = (Attempts::new(Repeat::Reads, 100, false), Budget::new());
        let broken = failure(ErrorKind::Network, None, None);
        for repeats in 0..100 {
            budget.succeed();
            let next = attempts.after(&broken, 1e9, 1.0, &mut budget);
            assert!(repeats < 4 || next == Next::Again { pause_ms: 8_000.0 }, "{repeats}: {next:?}");
        }
    }

    #[test]
    fn e12_time_gives_back_one_repeat_a_second_and_not_more_than_there_were() {
        let mut budget = Budget::new();
        let mut spend = |now_ms| {
            budget.pass_time(now_ms);
            (0..100).take_while(|_| budget.take()).count()
        };
        for (now_ms, regained) in [
            (0.0, 30),
            (500.0, 0),
            (1_000.0, 1),
            (1_000.0, 0),
            (3_500.0, 2),
            (4_000.0, 1),
            (2_000.0, 0),
            (4_000.0, 0),
            (34_000.0, 30),
            (3_600_000.0, 30),
        ] {
            assert_eq!(spend(now_ms), regained, "{now_ms}");
        }
    }

    #[test]
    fn e20_a_repeat_that_would_come_after_the_end_is_known_before_and_not_used_up() {
        let (reads, removal) = (Repeat::Reads, Repeat::OnlyUntouched);
        for (repeat, max_retries, status, asked, ms, expected) in [
            (reads, 2, 503, None, 250.0, true),
            (reads, 2, 503, None, 251.0, false),
            (reads, 2, 503, Some(5_000.0), 5_000.0, true),
            (reads, 2, 503, Some(5_000.0), 5_001.0, false),
            (reads, 2, 429, Some(60_000.0), 1_000.0, true),
            (reads, 2, 429, Some(60_001.0), 1_000.0, false),
            (reads, 0, 503, None, 1.0, false),
            (reads, 2, 404, None, 1.0, false),
            (removal, 2, 503, None, 1.0, false),
            (removal, 2, 429, None, 1.0, true),
        ] {
            let mut attempts = Attempts::new(repeat, max_retries, false);
            let failed = failure(ErrorKind::ServerError, Some(status), asked);
            for _ in 0..5 {
                assert_eq!(attempts.is_due_after(&failed, ms), expected, "{status} {asked:?} {ms}");
            }
            if expected {
                let next = attempts.after(&failed, 1e9, 0.0, &mut Budget::new());
                assert_eq!(next, Next::Again { pause_ms: asked.unwrap_or(250.0) });
            }
        }
        let mut attempts = Attempts::new(reads, 1, false);
        let broken = failure(ErrorKind::Network, None, None);
        attempts.after(&broken, 1e9, 0.0, &mut Budget::new());
        assert!(!attempts.is_due_after(&broken, 1.0), "none is left");
    }

    #[test]
    fn g7_a_token_function_is_asked_once_more_for_reads() {
        let refused = failure(ErrorKind::Unauthorized, Some(401), None);
        let mut budget = Budget::new();
        let mut attempts = Attempts::new(Repeat::Reads, 2, true);
        assert_eq!(attempts.after(&refused, 1e9, 0.5, &mut budget), Next::Refresh);
        assert_eq!(attempts.after(&refused, 1e9, 0.5, &mut budget), Next::Settle);
        let mut removal = Attempts::new(Repeat::OnlyUntouched, 2, true);
        assert_eq!(removal.after(&refused, 1e9, 0.5, &mut budget), Next::Settle);
        for (kind, status, next) in [(ErrorKind::ServerError, 503, AGAIN), (ErrorKind::Forbidden, 403, Next::Settle)] {
            let other = failure(kind, Some(status), None);
            assert_eq!(Attempts::new(Repeat::Reads, 2, true).after(&other, 1e9, 0.0, &mut budget), next, "{status}");
        }
    }
}
