use super::*;
use crate::client::server_message::explain;
use crate::client::token::Token;

fn head(status: u16, content_type: Option<&str>) -> Head {
    Head {
        arrival: Arrival::Readable,
        status,
        content_type: content_type.map(str::to_owned),
        retry_after: None,
        date: None,
        request_id: None,
    }
}

fn judged(head: &Head) -> Reading {
    judge(head, Operation::ContainerScansGet, Auth::Token(Slot::Api), 0.0)
}

fn failure(reading: Reading) -> Failure {
    match reading {
        Reading::ErrorBody(failure) | Reading::Discard(failure) => failure,
        Reading::Answer => panic!("no failure"),
    }
}

const JSON: Option<&str> = Some("application/json");

#[test]
fn what_a_caller_fetched_is_read_whatever_its_label_unless_it_is_a_page() {
    for label in [None, JSON, Some("text/plain"), Some("application/octet-stream")] {
        assert_eq!(judged(&head(200, label).with_any_label()), Reading::Answer, "{label:?}");
    }
    let page = failure(judged(&head(200, Some("text/html; charset=utf-8")).with_any_label()));
    assert!(page.hint.unwrap().starts_with("html"));
}

#[test]
fn c28_a_request_id_is_told_cleaned_and_without_the_tokens() {
    let mut tokens = Tokens::default();
    tokens.add(&Token::check("s3cret-token", Slot::Api).unwrap());
    let id = ["r-1\u{202e} s3cret-token ", &"x".repeat(200)].concat();
    let answer = Head { request_id: Some(id), ..head(500, JSON) }.without(&tokens);
    let told = request_id(&answer).unwrap();
    assert!(told.starts_with("r-1  [redacted] xxx") && told.len() == 128, "{told}");
    assert_eq!(failure(judged(&answer)).request_id.as_ref(), Some(&told));
    let rejected = of_head(&answer, Failure::rejected(None));
    assert_eq!((rejected.status, rejected.request_id.as_ref()), (Some(500), Some(&told)));

    tokens.add(&Token::check("other+token", Slot::Git).unwrap());
    let hidden = Head { request_id: Some("r-1 other\u{ad}token".to_owned()), ..head(500, JSON) }.without(&tokens);
    assert_eq!(request_id(&hidden).as_deref(), Some("r-1 [redacted]"));
}

#[test]
fn an_empty_request_id_is_none() {
    let empty = Head { request_id: Some(String::new()), ..head(500, JSON) };
    assert_eq!((failure(judged(&empty)).request_id, request_id(&empty)), (None, None));
}

#[test]
fn a4_every_status_has_one_kind() {
    for (status, kind) in [
        (101, ErrorKind::UnexpectedStatus),
        (201, ErrorKind::UnexpectedStatus),
        (202, ErrorKind::UnexpectedStatus),
        (204, ErrorKind::UnexpectedStatus),
        (206, ErrorKind::UnexpectedStatus),
        (300, ErrorKind::UnexpectedStatus),
        (304, ErrorKind::UnexpectedStatus),
        (301, ErrorKind::RedirectBlocked),
        (302, ErrorKind::RedirectBlocked),
        (303, ErrorKind::RedirectBlocked),
        (307, ErrorKind::RedirectBlocked),
        (308, ErrorKind::RedirectBlocked),
        (400, ErrorKind::Rejected),
        (401, ErrorKind::Unauthorized),
        (403, ErrorKind::Forbidden),
        (404, ErrorKind::NotFound),
        (405, ErrorKind::Rejected),
        (408, ErrorKind::Rejected),
        (418, ErrorKind::Rejected),
        (422, ErrorKind::Rejected),
        (425, ErrorKind::Rejected),
        (429, ErrorKind::RateLimited),
        (451, ErrorKind::Rejected),
        (500, ErrorKind::ServerError),
        (502, ErrorKind::ServerError),
        (499, ErrorKind::Rejected),
        (599, ErrorKind::ServerError),
        (600, ErrorKind::UnexpectedStatus),
        (999, ErrorKind::UnexpectedStatus),
    ] {
        let failure = failure(judged(&head(status, JSON)));
        assert_eq!((failure.kind, failure.status), (kind, Some(status)));
    }
}

#[test]
fn a7_a_hidden_redirect_is_blocked_like_a_plain_one() {
    let hidden = Head { arrival: Arrival::OpaqueRedirect, ..head(0, None) };
    let failure = failure(judged(&hidden));
    assert_eq!((failure.kind, failure.status), (ErrorKind::RedirectBlocked, None));
    assert!(failure.hint.unwrap().starts_with("set baseUrl"));
    for status in [301, 302, 303, 307, 308] {
        let Reading::Discard(plain) = judged(&head(status, JSON)) else { panic!("{status}") };
        assert!(plain.hint.unwrap().starts_with("set baseUrl"), "{status}");
    }
}

#[test]
fn a8_the_services_words_are_kept() {
    let failure = failure(judged(&head(400, JSON)));
    let body = include_bytes!("../../../tests/fixtures/error.missing-repo.json");
    let failure = explain(failure, body, &Tokens::default());
    assert_eq!(failure.server_message.as_deref(), Some("Missing or invalid repo parameter"));
}

#[test]
fn a9_the_hint_says_which_token_is_needed() {
    for (auth, word) in
        [(Auth::Token(Slot::Api), "apiToken"), (Auth::Token(Slot::Git), "gitToken"), (Auth::None, "no_token: ")]
    {
        let hint = failure(judge(&head(401, JSON), Operation::Request, auth, 0.0)).hint.unwrap();
        assert!(hint.contains(word) && !hint.contains("historyAuth"), "{hint:?}");
    }
    for auth in [Auth::Token(Slot::Api), Auth::Token(Slot::Git), Auth::None] {
        let reading = judge(&head(401, JSON), Operation::AgentScansHistory, auth, 0.0);
        assert!(failure(reading).hint.unwrap().contains("historyAuth"), "history takes no auth of its own: {auth:?}");
    }
}

#[test]
fn what_a_caller_fetched_is_not_mended_by_a_clients_options() {
    let of_caller = |status, label| match judged(&head(status, label)) {
        Reading::Discard(failure) | Reading::ErrorBody(failure) => for_callers_response(failure),
        Reading::Answer => panic!("{status} is no failure"),
    };
    for (status, label, beginning) in [
        (302, JSON, Some("fetch the scan")),
        (401, JSON, None),
        (403, JSON, None),
        (404, Some("text/html"), Some("non_json_body: ")),
        (200, Some("text/html"), Some("html: ")),
        (429, JSON, None),
    ] {
        let failure = of_caller(status, label);
        assert_eq!(failure.status, Some(status));
        let hint = failure.hint.as_deref();
        assert_eq!(hint.is_some(), beginning.is_some(), "{status}: {hint:?}");
        assert!(hint.is_none_or(|hint| hint.starts_with(beginning.unwrap_or_default())), "{status}: {hint:?}");
        assert!(hint.is_none_or(|hint| !hint.contains("baseUrl") && !hint.contains("oken")), "{status}: {hint:?}");
    }
}

#[test]
fn a10_a_missing_permission_is_named() {
    for (operation, auth, words) in [
        (Operation::ContainerScansGet, Slot::Api, "the permission view_cloud_security: read"),
        (Operation::AgentScansHistory, Slot::Api, "a token that is permitted"),
        (Operation::TeamsGet, Slot::Git, "a token that is permitted"),
    ] {
        let hint = failure(judge(&head(403, JSON), operation, Auth::Token(auth), 0.0)).hint.unwrap();
        assert!(hint.contains(words), "{operation:?}: {hint:?}");
    }
}

#[test]
fn a11_an_unknown_scan_and_a_wrong_path_can_be_told_apart() {
    let body = include_bytes!("../../../tests/fixtures/error.scan-not-found.json");
    let known = explain(failure(judged(&head(404, JSON))), body, &Tokens::default());
    assert_eq!((known.server_message.as_deref(), known.hint), (Some("scan not found"), None));
    let page = failure(judged(&head(404, Some("text/html; charset=utf-8"))));
    assert!(page.hint.unwrap().starts_with("non_json_body"));
    let other = explain(failure(judged(&head(404, JSON))), b"{}", &Tokens::default());
    assert_eq!(other.hint, None, "JSON of another form is JSON");
    let unlabelled = explain(failure(judged(&head(404, None))), b"<html>", &Tokens::default());
    assert!(unlabelled.hint.unwrap().starts_with("non_json_body"));
}

#[test]
fn a12_an_error_in_the_services_form_is_its_own_whatever_the_label() {
    let body = br#"{"error":"no such team"}"#;
    for label in ["text/plain; charset=utf-8", "application/octet-stream", "text/json", "application/json"] {
        for status in [201, 400, 404, 500, 600] {
            let Reading::ErrorBody(failure) = judged(&head(status, Some(label))) else { panic!("{status} {label}") };
            let explained = explain(failure, body, &Tokens::default());
            assert_eq!((explained.server_message.as_deref(), explained.hint), (Some("no such team"), None), "{status}");
        }
        let Reading::ErrorBody(failure) = judged(&head(404, Some(label))) else { panic!("{label}") };
        assert!(explain(failure, b"404 page not found", &Tokens::default()).hint.unwrap().starts_with("non_json_body"));
    }
    // If the body is no error of the service's, the hint is about the label.
    let other = failure(judged(&head(404, Some("text/plain"))));
    assert!(explain(other, b"404", &Tokens::default()).hint.unwrap().starts_with("non_json_body"));
}

#[test]
fn a12_a_page_is_not_read_whatever_its_status() {
    for status in [204, 206, 304, 400, 404, 502, 999] {
        let reading = judged(&head(status, Some("text/html")));
        assert!(matches!(reading, Reading::Discard(_)), "{status}");
    }
}

#[test]
fn a12_html_is_not_sniffed_but_read_from_the_header() {
    assert_eq!(judged(&head(200, None)), Reading::Answer);
    for label in ["Text/HTML", "application/xhtml+xml; charset=utf-8", "text/html, json", "text/html, /json"] {
        let page = failure(judged(&head(200, Some(label))));
        assert_eq!((page.kind, page.path.as_deref()), (ErrorKind::Decode, Some("")), "{label}");
        assert!(page.hint.unwrap().starts_with("html"), "{label}");
    }
}

#[test]
fn a13_only_what_may_pass_is_retryable() {
    for (status, retryable) in [(408, false), (425, false), (429, true), (500, true), (501, false), (503, true)] {
        assert_eq!(failure(judged(&head(status, JSON))).retryable, retryable, "{status}");
    }
}

#[test]
fn a20_an_opaque_answer_is_a_network_failure_of_whoever_fetched_it() {
    let opaque = failure(judged(&Head { arrival: Arrival::Unreadable, ..head(0, None) }));
    assert_eq!(opaque.kind, ErrorKind::Network);
    for (failure, beginning) in [
        (opaque.clone(), "the fetch option's Response cannot be read: "),
        (for_callers_response(opaque), "the response cannot be read: "),
    ] {
        assert!(failure.hint.as_ref().unwrap().starts_with(beginning), "{:?}", failure.hint);
    }
}

#[test]
fn b7_json_in_every_spelling_is_read_and_other_types_are_not() {
    for text in [
        "application/json",
        "APPLICATION/JSON; charset=utf-16",
        "application/problem+json",
        " application/json ",
        "application/json, application/json",
        "text/html, application/json;charset=utf-8",
        "application/json; profile=\"https://a/x,https://b/y\"",
        "text/html, application/json; a=\",\", */*",
        "application/json, text/",
        "application/json,",
    ] {
        assert_eq!(judged(&head(200, Some(text))), Reading::Answer, "{text}");
    }
    for text in ["text/plain", "application/octet-stream", "application/jsonp", "application/json, text/plain"] {
        let other = failure(judged(&head(200, Some(text))));
        assert_eq!((other.kind, other.path.as_deref()), (ErrorKind::Decode, Some("")), "{text}");
        assert!(other.hint.unwrap().starts_with("non_json_body"), "{text}");
    }
}

#[test]
fn c27_bodies_of_another_form_leave_the_status_to_decide() {
    for body in [
        r#"{"message":"x"}"#,
        r#"{"error":{"a":1}}"#,
        r#"{"error":{"a":1},"message":"x"}"#,
        r#"{"error":null}"#,
        r#"{"error":""}"#,
        r#"{"error":" \n\u202e\u0000"}"#,
        "[]",
        "oops",
        "",
        r#""error""#,
    ] {
        let explained = explain(failure(judged(&head(500, JSON))), body.as_bytes(), &Tokens::default());
        let told = (explained.kind, explained.server_message, explained.hint);
        assert_eq!(told, (ErrorKind::ServerError, None, None), "{body}");
    }
}

#[test]
fn a9_the_services_words_stand_beside_the_hint() {
    let refused = explain(failure(judged(&head(401, JSON))), br#"{"error":"expired"}"#, &Tokens::default());
    assert_eq!(refused.server_message.as_deref(), Some("expired"));
    assert!(refused.hint.unwrap().contains("apiToken"));
}

#[test]
fn e9_retry_after_is_read_where_repeating_may_help() {
    let asked = Head { retry_after: Some("120".to_owned()), ..head(503, JSON) };
    assert_eq!(failure(judged(&asked)).retry_after_ms, Some(120_000.0));
    let pointless = Head { retry_after: Some("120".to_owned()), ..head(404, JSON) };
    assert_eq!(failure(judged(&pointless)).retry_after_ms, None);
}
