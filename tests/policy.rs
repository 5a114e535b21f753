//! The client's policy, run on a virtual clock: whole calls against services that answer anything, with every chance.
//!
//! What a call does with time is `client`'s to decide, so a call here is its loop and nothing else: an attempt takes as
//! long as the service likes, the clock jumps, and the decisions are written down and compared with what was promised.

#![allow(clippy::panic, reason = "a call that never settles fails its test")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use scanfold::client::failure::{ErrorKind, Failure};
use scanfold::client::operation::Repeat;
use scanfold::client::retry::{Attempts, Budget, Next};
use scanfold::client::wait::Pauses;

const TIMEOUT_MS: f64 = 120_000.0;
const ATTEMPT_MS: f64 = 30_000.0;
const REPEATED: [u16; 5] = [429, 500, 502, 503, 504];

/// What a service does with an attempt: how long it takes, the status (0: the connection breaks), and `Retry-After`.
#[derive(Clone, Debug)]
struct Answer {
    takes_ms: f64,
    status: u16,
    retry_after_ms: Option<f64>,
}

#[derive(Debug)]
struct Sent {
    at_ms: f64,
    failure: Option<Failure>,
    ended_ms: f64,
}

#[derive(Debug)]
struct Story {
    sent: Vec<Sent>,
    pauses: Vec<f64>,
    settled_ms: f64,
    kind: Option<ErrorKind>,
}

fn failure(answer: &Answer) -> Option<Failure> {
    let kind = match answer.status {
        _ if answer.takes_ms > ATTEMPT_MS => ErrorKind::Timeout,
        200 => return None,
        0 => ErrorKind::Network,
        401 => ErrorKind::Unauthorized,
        404 => ErrorKind::NotFound,
        429 => ErrorKind::RateLimited,
        400..500 => ErrorKind::Rejected,
        _ => ErrorKind::ServerError,
    };
    let seen = !matches!(kind, ErrorKind::Timeout | ErrorKind::Network);
    let retry_after_ms = answer.retry_after_ms.filter(|_| REPEATED.contains(&answer.status) && seen);
    Some(Failure { status: seen.then_some(answer.status), retry_after_ms, ..Failure::new(kind) })
}

/// One call from its beginning to its end.
fn call(answers: &[Answer], chances: &[f64], mut attempts: Attempts, budget: &mut Budget, began_ms: f64) -> Story {
    let mut story = Story { sent: Vec::new(), pauses: Vec::new(), settled_ms: began_ms, kind: None };
    let mut now_ms = began_ms;
    for (answer, chance) in answers.iter().zip(chances) {
        let failed = failure(answer);
        let at_ms = now_ms;
        now_ms = (now_ms + answer.takes_ms.min(ATTEMPT_MS)).min(began_ms + TIMEOUT_MS);
        story.sent.push(Sent { at_ms, failure: failed.clone(), ended_ms: now_ms });
        story.settled_ms = now_ms;
        let Some(failed) = failed else {
            budget.succeed();
            story.kind = None;
            return story;
        };
        story.kind = Some(failed.kind);
        budget.pass_time(now_ms);
        match attempts.after(&failed, began_ms + TIMEOUT_MS - now_ms, *chance, budget) {
            Next::Settle => return story,
            Next::TooLongToWait => {
                story.kind = Some(ErrorKind::RateLimited);
                return story;
            }
            Next::Refresh => story.pauses.push(0.0),
            Next::Again { pause_ms } => {
                story.pauses.push(pause_ms);
                now_ms += pause_ms;
            }
        }
    }
    panic!("it never settles: {story:?}");
}

fn answers() -> impl Strategy<Value = Vec<Answer>> {
    let status = select(vec![0, 200, 400, 401, 404, 408, 425, 429, 429, 500, 501, 502, 503, 503, 504]);
    let retry_after = prop_oneof![
        3 => Just(None),
        2 => (0.0..20_000.0).prop_map(Some),
        1 => (0.0..1e12).prop_map(Some),
        1 => Just(Some(60_000.0)),
    ];
    let answer = (prop_oneof![0.0..2_000.0, 0.0..60_000.0], status, retry_after);
    vec(answer.prop_map(|(takes_ms, status, retry_after_ms)| Answer { takes_ms, status, retry_after_ms }), 12)
}

fn chances() -> impl Strategy<Value = Vec<f64>> {
    vec(prop_oneof![Just(0.0), Just(1.0), 0.0..1.0], 12)
}

proptest! {
    #[test]
    fn e12_a_read_keeps_its_promises_whatever_the_service_does(
        answers in answers(), chances in chances(), retries in 0_u32..11, can_refresh: bool,
    ) {
        let mut budget = Budget::new();
        let story = call(&answers, &chances, Attempts::new(Repeat::Reads, retries, can_refresh), &mut budget, 0.0);
        prop_assert!(story.settled_ms <= TIMEOUT_MS, "it settles in its time");
        let refreshes = story.pauses.iter().zip(&story.sent).filter(|(_, sent)| is(sent, ErrorKind::Unauthorized)).count();
        prop_assert!(refreshes <= usize::from(can_refresh));
        prop_assert!(story.sent.len() <= 1 + retries as usize + refreshes, "no more repeats than allowed");

        let mut repeats = 0;
        for (index, (sent, pause)) in story.sent.iter().zip(&story.pauses).enumerate() {
            prop_assert_eq!(story.sent[index + 1].at_ms, sent.ended_ms + pause);
            if is(sent, ErrorKind::Unauthorized) {
                continue;
            }
            let failure = sent.failure.as_ref().unwrap();
            prop_assert!(failure.status.is_none_or(|status| REPEATED.contains(&status)), "{failure:?} is not repeated");
            let (least, most) = match failure.retry_after_ms {
                Some(asked) => (asked, asked * 1.1),
                None => {
                    let step = (500.0 * f64::from(1 << repeats)).min(8_000.0);
                    (step / 2.0, step)
                }
            };
            prop_assert!((least..=most).contains(pause), "{pause} is not between {least} and {most}");
            prop_assert!(failure.retry_after_ms.is_none_or(|asked| asked <= 60_000.0));
            repeats += 1;
        }
        let last = story.sent.last().unwrap();
        if let Some(Failure { retry_after_ms: Some(asked), .. }) = &last.failure
            && (*asked > 60_000.0 || *asked >= TIMEOUT_MS - last.ended_ms)
        {
            prop_assert_eq!(story.kind, Some(ErrorKind::RateLimited));
            prop_assert_eq!(story.settled_ms, last.ended_ms, "at once");
        }
        if let Some(failure) = &last.failure
            && (matches!(failure.kind, ErrorKind::Network | ErrorKind::Timeout) || failure.status.is_some_and(|status| REPEATED.contains(&status)))
            && repeats < retries
        {
            let least = failure.retry_after_ms.unwrap_or((250.0 * f64::from(1 << repeats)).min(4_000.0));
            let left = TIMEOUT_MS - last.ended_ms;
            prop_assert!(least > 60_000.0 || least >= left, "it gave up with {left} ms left, of which it needed {least}");
        }
    }

    #[test]
    fn e13_a_removal_is_sent_again_only_where_nothing_was_done(answers in answers(), chances in chances()) {
        let mut budget = Budget::new();
        let story = call(&answers, &chances, Attempts::new(Repeat::OnlyUntouched, 5, true), &mut budget, 0.0);
        for sent in &story.sent[..story.sent.len() - 1] {
            prop_assert_eq!(sent.failure.as_ref().and_then(|failure| failure.status), Some(429));
        }
    }

    #[test]
    fn e12_a_broken_service_is_not_stormed(calls in 1_usize..400, every_ms in 0.0..500.0, chances in chances()) {
        let broken = vec![Answer { takes_ms: 1.0, status: 503, retry_after_ms: None }; 12];
        let mut budget = Budget::new();
        let (mut sent, mut ended_ms) = (0, 0.0_f64);
        for number in 0..calls {
            let began_ms = every_ms * number as f64;
            let story = call(&broken, &chances, Attempts::new(Repeat::Reads, 2, false), &mut budget, began_ms);
            sent += story.sent.len();
            ended_ms = ended_ms.max(story.settled_ms);
        }
        let most = calls as f64 + 30.0 + ended_ms / 1_000.0 + 1.0;
        prop_assert!((sent as f64) <= most, "{sent} requests for {calls} calls in {ended_ms} ms");
    }

    #[test]
    fn e20_looks_are_spread_and_end_with_the_patience(
        first in 1.0..60_000.0, longest in 1.0..60_000.0, patience in 1_000.0..3_600_000.0, chances in vec(0.0..1.0, 64),
    ) {
        let mut pauses = Pauses::new(first, longest, patience, 0.0);
        let (mut now, mut expected) = (0.0, f64::min(first, longest));
        for chance in chances {
            let Some(pause) = pauses.next(now, chance) else { break };
            let most = f64::min(expected * 1.2, patience - now);
            let least = f64::min(expected * 0.8, patience - now);
            prop_assert!(pause <= most * 1.000_001 && pause >= least * 0.999_999, "{pause} after {expected}");
            now += pause;
            expected = f64::min(expected * 1.5, longest);
            prop_assert!(now <= patience * 1.000_001);
        }
    }
}

fn is(sent: &Sent, kind: ErrorKind) -> bool {
    sent.failure.as_ref().is_some_and(|failure| failure.kind == kind)
}
