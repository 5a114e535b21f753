//! How often a running scan is asked about: first pause, growth, jitter, and the end of patience.

use crate::client::failure::{ErrorKind, Failure};

/// The pauses of one wait.
#[derive(Clone, Debug)]
pub struct Pauses {
    next_ms: f64,
    longest_ms: f64,
    until_ms: f64,
}

/// First pause, unless the caller gives one.
pub const DEFAULT_INTERVAL_MS: f64 = 2_000.0;
/// Longest pause, unless the caller gives one.
pub const DEFAULT_MAX_INTERVAL_MS: f64 = 30_000.0;
/// How long to wait, unless the caller says: half an hour.
pub const DEFAULT_MAX_WAIT_MS: f64 = 1_800_000.0;

/// How early a timer may fire: it counts whole milliseconds, on a clock of its own.
const EARLY_MS: f64 = 5.0;
const GROWTH: f64 = 1.5;
const JITTER: f64 = 0.2;

impl Pauses {
    /// Begins at `now_ms`; pauses never exceed `longest_ms` by more than the jitter.
    pub fn new(interval_ms: f64, longest_ms: f64, max_wait_ms: f64, now_ms: f64) -> Self {
        Pauses { next_ms: interval_ms.min(longest_ms), longest_ms, until_ms: now_ms + max_wait_ms }
    }

    /// The pause before the next question, or `None` if the wait is over before that. `chance` is a number from 0 to 1.
    pub fn next(&mut self, now_ms: f64, chance: f64) -> Option<f64> {
        let pause = (self.next_ms * (1.0 - JITTER + 2.0 * JITTER * chance)).min(f64::from(i32::MAX));
        self.next_ms = (self.next_ms * GROWTH).min(self.longest_ms);
        (pause < self.left(now_ms)).then_some(pause)
    }

    /// Milliseconds until the wait is over.
    pub fn left(&self, now_ms: f64) -> f64 {
        (self.until_ms - now_ms).max(0.0)
    }

    /// Whether the wait is over by this clock, whose timers may fire early.
    pub fn are_over(&self, now_ms: f64) -> bool {
        self.left(now_ms) <= EARLY_MS
    }
}

/// The end of a wait whose last request was cut short by it, after this was the last answer to how the scan stands.
pub fn expired(last_status: Option<&str>) -> Failure {
    let hint = match last_status {
        Some(_) => "the scan has not completed: lastStatus is what it said last; wait again, or raise maxWaitMs",
        None => "no answer said how the scan stands; wait again, or raise maxWaitMs",
    };
    Failure { retryable: true, ..Failure::new(ErrorKind::WaitExpired) }.with_hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e20_pauses_grow_by_half_to_their_limit_and_end() {
        let mut pauses = Pauses::new(2_000.0, 30_000.0, 1_800_000.0, 0.0);
        let mut now = 0.0;
        let mut seen = Vec::new();
        while let Some(pause) = pauses.next(now, 0.5) {
            seen.push(pause);
            now += pause;
        }
        assert_eq!(&seen[..4], &[2_000.0, 3_000.0, 4_500.0, 6_750.0]);
        assert!(seen.iter().all(|pause| *pause <= 30_000.0));
        assert_eq!(now, 1_774_343.75, "the next would end after the wait");
    }

    #[test]
    fn e20_a_wait_counts_from_where_it_began_and_no_question_follows_it() {
        let mut pauses = Pauses::new(5_000.0, 1_000.0, 1_500.0, 10_000.0);
        for (now, left, pause) in [
            (10_000.0, 1_500.0, Some(1_000.0)),
            (10_500.0, 1_000.0, None),
            (11_500.0, 0.0, None),
            (99_000.0, 0.0, None),
        ] {
            assert_eq!((pauses.left(now), pauses.next(now, 0.5)), (left, pause), "{now}");
        }
        let pauses = Pauses::new(1_000.0, 1_000.0, 2_000.0, 0.0);
        assert_eq!([1_994.0, 1_995.0, 9_000.0].map(|now| pauses.are_over(now)), [false, true, true]);
        let endless = Pauses::new(f64::INFINITY, f64::INFINITY, f64::INFINITY, 0.0).next(0.0, 0.5);
        assert_eq!(endless, Some(2_147_483_647.0), "a timer holds no more");
    }

    #[test]
    fn e20_jitter_is_a_fifth_either_way() {
        let pause = |chance| Pauses::new(1_000.0, 30_000.0, 1e9, 0.0).next(0.0, chance).unwrap();
        assert_eq!([pause(0.0), pause(0.5), pause(1.0)].map(f64::round), [800.0, 1_000.0, 1_200.0]);
    }
}
