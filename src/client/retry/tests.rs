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
        // No wait is asked for, and no time is left all the same.
        (Some(0.0), -1.0, Next::Settle),
        (None, 400.0, Next::Again { pause_ms: 325.0 }),
        (None, 250.0, Next::Settle),
    ] {
        let mut attempts = Attempts::new(Repeat::Reads, 2, false);
        let limited = failure(ErrorKind::RateLimited, Some(429), asked);
        assert_eq!(attempts.after(&limited, remaining, 1.0, &mut Budget::new()), expected, "{asked:?} {remaining}");
    }
}

#[test]
fn e9_a_wait_that_no_call_takes_on_makes_the_failure_rate_limited() {
    for (status, asked, expected) in [
        (Some(429), Some(60_001.0), true),
        (Some(503), Some(60_001.0), true),
        (Some(503), Some(60_000.0), false),
        (Some(503), Some(1.0), false),
        (Some(429), None, false),
        (Some(404), Some(60_001.0), false),
        (None, Some(60_001.0), false),
    ] {
        let failed = failure(ErrorKind::ServerError, status, asked);
        assert_eq!(asks_too_long(&failed), expected, "{status:?} {asked:?}");
    }
    let told = as_rate_limited(failure(ErrorKind::ServerError, Some(503), Some(60_001.0)), true);
    assert_eq!((told.kind, told.retryable), (ErrorKind::RateLimited, true));
    assert_eq!((told.status, told.retry_after_ms), (Some(503), Some(60_001.0)), "what the service said is kept");
    assert!(told.hint.is_some_and(|hint| hint.contains("retryAfterMs") && !hint.contains("timeoutMs")));
    let short =
        |could_repeat| as_rate_limited(failure(ErrorKind::ServerError, Some(503), Some(10_000.0)), could_repeat);
    assert!(short(true).hint.unwrap().contains("timeoutMs"), "of the call's own limit");
    assert!(!short(false).hint.unwrap().contains("timeoutMs"), "which would change nothing");
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
fn e12_who_may_not_repeat_takes_nothing_from_those_who_may() {
    let mut budget = Budget::new();
    let broken = failure(ErrorKind::Network, None, None);
    let mut repeats = |max_retries, remaining_ms| {
        let next = Attempts::new(Repeat::Reads, max_retries, false).after(&broken, remaining_ms, 0.5, &mut budget);
        matches!(next, Next::Again { .. })
    };
    for _ in 0..100 {
        assert!(!repeats(0, 1e9) && !repeats(2, 1.0));
    }
    assert_eq!((0..100).take_while(|_| repeats(2, 1e9)).count(), 30);
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
        (reads, 2, 503, Some(0.0), 0.0, true),
        (reads, 2, 503, Some(0.0), 1.0, false),
        (reads, 2, 503, Some(5_000.0), 1.0, false),
        (reads, 2, 429, Some(60_001.0), 1.0, false),
        (reads, 0, 503, None, 1.0, false),
        (reads, 2, 404, None, 1.0, false),
        (removal, 2, 503, None, 1.0, false),
        (removal, 2, 429, None, 1.0, true),
    ] {
        let mut attempts = Attempts::new(repeat, max_retries, false);
        let failed = failure(ErrorKind::ServerError, Some(status), asked);
        for _ in 0..5 {
            assert_eq!(attempts.come_too_late(&failed, ms), expected, "{status} {asked:?} {ms}");
        }
        if expected {
            let next = attempts.after(&failed, 1e9, 0.0, &mut Budget::new());
            assert_eq!(next, Next::Again { pause_ms: asked.unwrap_or(250.0) });
        }
    }
    let mut attempts = Attempts::new(reads, 1, false);
    let broken = failure(ErrorKind::Network, None, None);
    attempts.after(&broken, 1e9, 0.0, &mut Budget::new());
    assert!(!attempts.come_too_late(&broken, 1.0), "none is left");
}

#[test]
fn g7_a_token_function_is_asked_once_more_for_reads() {
    let refused = failure(ErrorKind::Unauthorized, Some(401), None);
    let mut budget = Budget::new();
    let mut attempts = Attempts::new(Repeat::Reads, 2, true);
    let late = attempts.clone().after(&refused, 0.0, 0.5, &mut budget);
    assert_eq!(late, Next::Settle, "no token is asked for that there is no time to use");
    let no_retries = Attempts::new(Repeat::Reads, 0, true).after(&refused, 1e9, 0.5, &mut budget);
    assert_eq!(no_retries, Next::Refresh, "which is no repeat");
    assert_eq!(attempts.after(&refused, 1e9, 0.5, &mut budget), Next::Refresh);
    assert_eq!(attempts.after(&refused, 1e9, 0.5, &mut budget), Next::Settle);
    let mut removal = Attempts::new(Repeat::OnlyUntouched, 2, true);
    assert_eq!(removal.after(&refused, 1e9, 0.5, &mut budget), Next::Settle);
    for (kind, status, next) in [(ErrorKind::ServerError, 503, AGAIN), (ErrorKind::Forbidden, 403, Next::Settle)] {
        let other = failure(kind, Some(status), None);
        assert_eq!(Attempts::new(Repeat::Reads, 2, true).after(&other, 1e9, 0.0, &mut budget), next, "{status}");
    }
}
