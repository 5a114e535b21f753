use super::*;
use crate::client::token::Slot;

const GET: Operation = Operation::ContainerScansGet;
const HISTORY: Operation = Operation::AgentScansHistory;

fn token(text: &str) -> Token {
    Token::check(text, Slot::Git).unwrap()
}

/// Asks a question, which is answered with this token.
fn ask(questions: &mut Questions<u32>, reason: Reason, given: &str, replaces: Option<&Token>) -> Token {
    let question = questions.pose(GET, reason);
    questions.wait_for(question, 0);
    questions.leave(question, Leaving::Answered);
    questions.keep(question, &token(given), replaces);
    token(given)
}

#[test]
fn g6_calls_share_a_question_of_one_operation_and_reason_until_it_is_answered() {
    let mut questions = Questions::default();
    let question = questions.pose(GET, Reason::Initial);
    assert_eq!(questions.join(GET, Reason::Initial), None, "it is not asked yet");
    questions.wait_for(question, "answer");
    assert_eq!(questions.join(GET, Reason::Initial), Some((question, "answer")));
    assert_eq!(questions.join(GET, Reason::Rejected), None);
    assert_eq!(questions.join(HISTORY, Reason::Initial), None);
    questions.leave(question, Leaving::Answered);
    assert_eq!(questions.join(GET, Reason::Initial), None);
    questions.leave(question, Leaving::Answered);
}

#[test]
fn a_question_stays_only_if_a_stopped_call_leaves_others_waiting() {
    for (leaving, stays) in [(Leaving::Stopped, true), (Leaving::Late, false), (Leaving::Answered, false)] {
        let mut questions = Questions::default();
        let question = questions.pose(GET, Reason::Initial);
        questions.wait_for(question, ());
        questions.join(GET, Reason::Initial).unwrap();
        questions.leave(question, leaving);
        assert_eq!(questions.join(GET, Reason::Initial).is_some(), stays, "{leaving:?}");
    }
    let mut questions = Questions::default();
    let question = questions.pose(GET, Reason::Initial);
    questions.wait_for(question, ());
    questions.leave(question, Leaving::Stopped);
    assert_eq!(questions.join(GET, Reason::Initial), None, "nobody is left");
    let question = questions.pose(GET, Reason::Initial);
    questions.wait_for(question, ());
    questions.join(GET, Reason::Initial).unwrap();
    questions.leave(question, Leaving::Stopped);
    questions.leave(question, Leaving::Stopped);
    assert_eq!(questions.join(GET, Reason::Initial), None, "one after the other they went");
}

#[test]
fn who_leaves_a_question_that_went_does_not_end_the_next_one() {
    let mut questions = Questions::default();
    let hangs = questions.pose(GET, Reason::Initial);
    questions.wait_for(hangs, 1);
    questions.join(GET, Reason::Initial).unwrap();
    questions.leave(hangs, Leaving::Late);
    let next = questions.pose(GET, Reason::Initial);
    questions.wait_for(next, 2);
    questions.leave(hangs, Leaving::Late);
    assert_eq!(questions.join(GET, Reason::Initial), Some((next, 2)));
}

#[test]
fn g7_two_calls_whose_tokens_are_refused_share_one_renewal() {
    let mut questions = Questions::default();
    let old = ask(&mut questions, Reason::Initial, "old", None);
    let (one, other) = (questions.carried(old.clone()), questions.carried(old.clone()));
    assert_eq!(questions.renewed(GET, &one), None);
    let new = ask(&mut questions, Reason::Rejected, "new", Some(one.token()));
    assert_eq!(questions.renewed(GET, &other), Some(new.clone()));
    assert_eq!(questions.renewed(HISTORY, &other), None, "of the same operation alone");
    let later = questions.carried(new);
    assert_eq!(questions.renewed(GET, &later), None, "it is the renewal");
}

#[test]
fn g7_a_renewal_that_was_asked_for_before_may_be_the_older_token() {
    let mut questions = Questions::default();
    let old = ask(&mut questions, Reason::Initial, "old", None);
    let asked = questions.pose(GET, Reason::Rejected);
    let newest = ask(&mut questions, Reason::Initial, "newest", None);
    let (replaced, other) = (questions.carried(old.clone()), questions.carried(newest));
    questions.keep(asked, &token("renewal"), Some(&old));
    assert_eq!(questions.renewed(GET, &other), None, "this one was given later");
    assert_eq!(questions.renewed(GET, &replaced), Some(token("renewal")), "unless it is what was refused");
}

#[test]
fn g7_a_renewal_asked_for_last_before_a_request_may_be_older_than_its_token() {
    let mut questions = Questions::default();
    let old = ask(&mut questions, Reason::Initial, "old", None);
    let (slow, renewal) = (questions.pose(GET, Reason::Initial), questions.pose(GET, Reason::Rejected));
    questions.keep(slow, &token("slow"), None);
    let carried = questions.carried(token("slow"));
    questions.keep(renewal, &token("renewal"), Some(&old));
    assert_eq!(questions.renewed(GET, &carried), None);
}

#[test]
fn g7_a_renewal_asked_for_after_a_request_is_for_every_token() {
    let mut questions = Questions::default();
    let (one, other) = (questions.carried(token("one")), questions.carried(token("other")));
    ask(&mut questions, Reason::Initial, "initial", None);
    assert_eq!(questions.renewed(GET, &one), None, "no renewal, though it is later");
    let new = ask(&mut questions, Reason::Rejected, "new", Some(one.token()));
    assert_eq!(questions.renewed(GET, &other), Some(new));
}

#[test]
fn g7_what_was_refused_is_no_renewal_of_itself() {
    let mut questions = Questions::default();
    let old = ask(&mut questions, Reason::Initial, "old", None);
    let carried = questions.carried(old.clone());
    ask(&mut questions, Reason::Rejected, "old", Some(&old));
    assert_eq!(questions.renewed(GET, &carried), None, "the same token came again");
    ask(&mut questions, Reason::Rejected, "new", Some(&old));
    let again = questions.carried(old);
    assert_eq!(questions.renewed(GET, &again), None, "sent after the renewal came");
}

#[test]
fn g7_an_answer_that_two_calls_waited_for_came_once() {
    let mut questions = Questions::<()>::default();
    let asked = questions.pose(GET, Reason::Rejected);
    questions.keep(asked, &token("new"), Some(&token("old")));
    let carried = questions.carried(token("old"));
    questions.keep(asked, &token("new"), Some(&token("old")));
    assert_eq!(questions.renewed(GET, &carried), None, "it came before this request");
}

#[test]
fn the_last_answer_to_each_question_is_kept() {
    let mut questions = Questions::default();
    let slow = questions.pose(HISTORY, Reason::Initial);
    ask(&mut questions, Reason::Initial, "first", None);
    ask(&mut questions, Reason::Initial, "second", None);
    ask(&mut questions, Reason::Rejected, "renewal", None);
    questions.keep(slow, &token("slow"), None);
    let given = ["second", "renewal", "slow"].map(token);
    assert_eq!(questions.tokens().cloned().collect::<Vec<_>>(), given);
}

#[test]
fn an_older_answer_does_not_take_the_place_of_a_newer_one() {
    let mut questions = Questions::<()>::default();
    let (first, second) = (questions.pose(GET, Reason::Initial), questions.pose(GET, Reason::Initial));
    questions.keep(second, &token("second"), None);
    questions.keep(first, &token("first"), None);
    assert_eq!(questions.tokens().cloned().collect::<Vec<_>>(), [token("second")]);
}

#[test]
fn g7_each_refusal_is_asked_about_once() {
    let mut questions = Questions::default();
    let old = ask(&mut questions, Reason::Initial, "old", None);
    questions.refuse(GET, questions.carried(old.clone()));
    assert!(questions.is_refused(GET, &old) && !questions.is_refused(HISTORY, &old));
    ask(&mut questions, Reason::Initial, "old", None);
    assert!(questions.is_refused(GET, &old));
    ask(&mut questions, Reason::Rejected, "old", Some(&old));
    assert!(!questions.is_refused(GET, &old), "the same token may be all there is");
    for text in ["one", "other"] {
        questions.refuse(GET, questions.carried(token(text)));
        questions.refuse(HISTORY, questions.carried(token("third")));
    }
    assert!(questions.is_refused(GET, &token("other")) && questions.is_refused(HISTORY, &token("third")));
    assert!(!questions.is_refused(GET, &token("one")), "the last alone is remembered");
    ask(&mut questions, Reason::Rejected, "new", None);
    assert!(questions.is_refused(HISTORY, &token("third")), "another operation's");
}

#[test]
fn g7_a_refused_token_that_is_given_again_to_the_same_call_is_replaced_by_the_renewed_one() {
    let mut refused = RefusedToken::of(Carried::fixed(token("old")));
    assert_eq!(refused.open().map(Carried::token), Some(&token("old")));
    assert_eq!(refused.to_send(token("new")), token("new"));
    assert!(refused.open().is_none(), "a call asks for another token once");
    assert_eq!(refused.to_send(token("old")), token("new"));
    assert_eq!(refused.to_send(token("newer")), token("newer"));
}
