use super::*;
use crate::client::token::{Slot, Token};

#[test]
fn a_body_is_short_only_of_what_was_announced() {
    for (bytes, announced, expected) in [
        (0, None, Extent::Whole),
        (9, Some(10.0), Extent::Short),
        (10, Some(10.0), Extent::Whole),
        (30, Some(10.0), Extent::Whole),
    ] {
        assert_eq!(Extent::of(bytes, announced), expected, "{bytes} of {announced:?}");
    }
}

#[test]
fn json_that_ends_too_early_broke_off_if_bytes_are_missing() {
    for (extent, fault, kind) in [
        (Extent::Short, Fault::Truncated, ErrorKind::Network),
        (Extent::Short, Fault::Syntax, ErrorKind::Decode),
        (Extent::Whole, Fault::Truncated, ErrorKind::Decode),
    ] {
        assert_eq!(extent.fault(Error::at(fault, "")).kind, kind, "{extent:?} {fault:?}");
        assert_eq!(extent.ingest_fault(IngestError::Json(Error::at(fault, ""))).kind, kind);
    }
}

#[test]
fn a18_a_fault_within_the_error_is_a_refusal_only_if_it_breaks_a_limit() {
    for (fault, path, kind) in [
        (Fault::TooDeep, "/error/why", ErrorKind::Rejected),
        (Fault::TooLarge, "/error", ErrorKind::Rejected),
        (Fault::TooDeep, "/findings/0", ErrorKind::Decode),
        (Fault::Syntax, "/error/why", ErrorKind::Decode),
        (Fault::Truncated, "/error", ErrorKind::Decode),
    ] {
        let failure = Extent::Whole.ingest_fault(IngestError::Json(Error::at(fault, path)));
        assert_eq!(failure.kind, kind, "{fault:?} {path}");
    }
}

#[test]
fn c28_what_was_read_of_a_refusal_that_is_too_long_counts_as_cut() {
    let refused = Extent::Whole.ingest_fault(IngestError::RefusedAtLength("no such sc".to_owned()));
    assert_eq!((refused.kind, refused.server_message.as_deref()), (ErrorKind::Rejected, Some("no such sc")));
    assert!(refused.message_is_cut);
    let whole = Extent::Whole.ingest_fault(IngestError::Refused(Some("no such scan".to_owned())));
    assert!(!whole.message_is_cut);
}

#[test]
fn b26_a_scan_with_too_many_findings_is_told_how_many_it_may_hold() {
    let failure = Extent::Whole.ingest_fault(IngestError::Json(Error::at(Fault::TooLarge, "/findings")));
    assert_eq!(failure.kind, ErrorKind::TooLarge);
    assert!(failure.hint.is_some_and(|hint| hint.contains("10,000,000")));
}

#[test]
fn what_is_told_of_a_body_has_no_token_in_it() {
    let mut tokens = Tokens::default();
    tokens.add(&Token::check("s3cret-token", Slot::Api).unwrap());
    let refused = told(Failure::rejected(Some("no s3cret-token here".to_owned())), &tokens, true);
    assert_eq!(refused.server_message.as_deref(), Some("no [redacted] here"));
    let cut = Failure { message_is_cut: true, ..Failure::rejected(Some("not s3cret-tok".to_owned())) };
    let beginning = told(cut, &tokens, true).server_message;
    assert!(!beginning.is_some_and(|message| message.contains("s3cret")), "nor the beginning of one");
    let wrong = told(Failure::new(ErrorKind::Decode).at("/s3cret-token/x"), &tokens, true);
    assert_eq!(wrong.path.as_deref(), Some("/[redacted]/x"));
}

#[test]
fn a_body_that_breaks_off_is_explained_by_being_offline() {
    let hint = |is_online| told(Failure::new(ErrorKind::Network), &Tokens::default(), is_online).hint.unwrap();
    assert_eq!(hint(false), Hint::Offline);
    assert!(hint(true).contains("broke off"));
    let mistaken = told(Failure::new(ErrorKind::InvalidArgument).at("source"), &Tokens::default(), true);
    assert_eq!((mistaken.kind, mistaken.path), (ErrorKind::Network, None), "nobody gave the client a source");
}
