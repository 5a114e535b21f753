use super::*;
use crate::client::token::{Slot, Token};

#[test]
fn b16_words_beside_a_member_of_any_depth_are_told() {
    let deep = "[".repeat(5_000) + &"]".repeat(5_000);
    let body = [r#"{"error":"no","details":"#, &deep, "}"].concat();
    let explained = explain(Failure::new(ErrorKind::NotFound), body.as_bytes(), &Tokens::default());
    assert_eq!((explained.server_message.as_deref(), explained.hint), (Some("no"), None));
}

#[test]
fn c28_the_services_words_are_cut_cleaned_and_scrubbed() {
    let mut tokens = Tokens::default();
    tokens.add(&Token::check("s3cret-token", Slot::Api).unwrap());
    let long = "x".repeat(10_000);
    let text = ["\u{1b}[31mno\u{202e} s3cret-token\r\n", &long].concat();
    let body = [r#"{"error":"#, &serde_json::to_string(&text).unwrap(), "}"].concat();
    let explained = explain(Failure::new(ErrorKind::ServerError), body.as_bytes(), &tokens);
    let message = explained.server_message.unwrap();
    assert!(message.starts_with("[31mno  [redacted]  xxx"), "{message:.40}");
    assert!(message.len() <= 1024 && !message.contains("s3cret"));
}

#[test]
fn c28_a_token_with_a_hidden_character_for_its_plus_is_scrubbed() {
    let mut tokens = Tokens::default();
    tokens.add(&Token::check("abc+def/ghi", Slot::Api).unwrap());
    for text in ["no abc\u{200b}def/ghi", "no abc\ndef/ghi", "no abc def/ghi"] {
        assert_eq!(fit_to_show(Some(text), &tokens).as_deref(), Some("no [redacted]"), "{text:?}");
    }
}

#[test]
fn c28_the_services_words_are_at_most_a_kibibyte_of_whole_characters() {
    for (text, kept) in [
        ("x".repeat(1024), 1024),
        ("x".repeat(1025), 1024),
        ("é".repeat(512), 1024),
        (["x", &"é".repeat(512)].concat(), 1023),
        ("😀".repeat(257), 1024),
    ] {
        let message = fit_to_show(Some(&text), &Tokens::default()).unwrap();
        assert!(text.starts_with(&message) && message.len() == kept, "{} of {}", message.len(), text.len());
    }
}

#[test]
fn c28_a_text_may_have_been_cut_inside_of_a_token() {
    let secret = ["s3cret-", &"token".repeat(100)].concat();
    let mut tokens = Tokens::default();
    tokens.add(&Token::check(&secret, Slot::Api).unwrap());
    let text = secret.repeat(40);
    for cut in 0..secret.len() {
        let told = cut_message(text.get(cut..text.len() - cut).unwrap(), &tokens).unwrap_or_default();
        assert!(!told.get(secret.len()..).unwrap_or_default().contains("s3c"), "{told}");
    }
    let whole = ["no such team ", &"x".repeat(9000)].concat();
    assert!(cut_message(&whole, &tokens).unwrap().starts_with("no such team xxx"), "what is before the cut is told");
    assert_eq!(fit_to_show(Some(&whole), &tokens).unwrap().len(), 1024);
}

#[test]
fn c23_a_long_message_is_told_where_the_status_before_it_says_that_it_failed() {
    let words = |head: &str| {
        let body = [head, &"no".repeat(1 << 20), r#""}"#].concat();
        let fault = json::parse(body.as_bytes(), &json::Limits::default()).unwrap_err();
        let refused = failed_status_beyond_limit(&fault, body.as_bytes(), &Tokens::default());
        refused.map(|refused| refused.server_message)
    };
    assert!(words(r#"{"status":"error","message":""#).flatten().unwrap().starts_with("nonono"));
    for (head, expected) in [
        (r#"{"status":"success","message":""#, None),
        (r#"{"message":""#, None),
        (r#"{"status":"error","error":""#, Some(None)),
    ] {
        assert_eq!(words(head), expected, "{head}");
    }
}

#[test]
fn a12_what_is_cut_at_64_kib_says_nothing_of_where_it_came_from() {
    let hint = |length| {
        let body = " ".repeat(length);
        explain(Failure::new(ErrorKind::NotFound), body.as_bytes(), &Tokens::default()).hint
    };
    assert!(hint(64 * 1024 - 1).unwrap().starts_with("non_json_body"));
    assert_eq!(hint(64 * 1024), None);
}

#[test]
fn c28_words_longer_than_what_is_read_of_an_error_begin_all_the_same() {
    let long = r#"é\u00e9\ud83d\ude00"#.repeat(MAX_ERROR_BODY / 8);
    for before in ["", "x", "xy", "xyz"] {
        let body = [r#"{"error":"no "#, before, &long, r#""}"#].concat();
        for length in MAX_ERROR_BODY..MAX_ERROR_BODY + 20 {
            let explained =
                explain(Failure::new(ErrorKind::Rejected), body.as_bytes().get(..length).unwrap(), &Tokens::default());
            let message = explained.server_message.unwrap();
            assert!(message.starts_with(&["no ", before, "éé😀éé"].concat()) && message.len() <= 1024, "{message:.40}");
        }
    }
    let secret = ["s3cret-", &"token".repeat(100)].concat();
    let mut tokens = Tokens::default();
    tokens.add(&Token::check(&secret, Slot::Api).unwrap());
    for before in (MAX_ERROR_BODY - secret.len() - 40)..MAX_ERROR_BODY {
        let body =
            [&" ".repeat(before), r#"{"error":"bad "#, &secret, " ", &secret, &"x".repeat(900), r#""}"#].concat();
        let explained = explain(Failure::new(ErrorKind::Rejected), &body.as_bytes()[..MAX_ERROR_BODY], &tokens);
        assert!(!explained.server_message.is_some_and(|message| message.contains("s3c")), "{before}");
    }
    let whole = [r#"{"error":"no such team","details":""#, &"x".repeat(MAX_ERROR_BODY)].concat();
    assert_eq!(beginning_of_words(whole.as_bytes(), &tokens).as_deref(), Some("no such team"), "nothing of it is cut");
    let traced = [r#"{"error":"no such team","trace":["#, &r#"{"at":1},"#.repeat(MAX_ERROR_BODY)].concat();
    for cut in MAX_ERROR_BODY - 20..MAX_ERROR_BODY {
        let told = beginning_of_words(&traced.as_bytes()[..cut], &tokens);
        assert_eq!(told.as_deref(), Some("no such team"), "whatever the body was cut in");
    }
    assert_eq!(beginning_of_words(br#"{"error":"s3"#, &tokens), None, "all of it may be a token");
    let told = beginning_of_words(br#"{"error":"no such team","message":"see th"#, &tokens);
    assert_eq!(told.as_deref(), Some("no such team"), "it is another text that is cut");
    let other = ["[", &"1,".repeat(MAX_ERROR_BODY)].concat();
    let explained = explain(Failure::new(ErrorKind::NotFound), other.as_bytes(), &Tokens::default());
    assert_eq!((explained.server_message, explained.hint), (None, None));
}

#[test]
fn a18_an_error_in_a_body_that_breaks_a_limit_is_a_refusal_all_the_same() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    let long = ["\"", &"x".repeat((1 << 20) + 1), "\""].concat();
    for (body, expected) in [
        ([r#"{"error":"no such team","details":"#, &long, "}"].concat(), Some(Some("no such team"))),
        ([r#"{"error":"no such team","team":"#, &deep, "}"].concat(), Some(Some("no such team"))),
        ([r#"{"error":{"causes":"#, &deep, "}}"].concat(), Some(None)),
        ([r#"{"error":{"why":"#, &long, "}}"].concat(), Some(None)),
        ([r#"{"pad":["#, &"0,".repeat(MAX_LOOKED_AT), r#"0],"error":"no","team":"#, &deep, "}"].concat(), None),
        ([r#"{"error":null,"team":"#, &deep, "}"].concat(), None),
        ([r#"{"error":"no","error":null,"team":"#, &deep, "}"].concat(), None),
        ([r#"{"team":"#, &deep, "}"].concat(), None),
        ([r#"[{"error":"no"},"#, &deep, "]"].concat(), None),
        ([r#"{"pad":""#, &"x".repeat(70_000), r#"","error":"no","team":"#, &deep, "}"].concat(), Some(None)),
        ([r#"{"error":{"why":""#, &"x".repeat(70_000), r#""},"team":"#, &deep, "}"].concat(), Some(None)),
    ] {
        let limits = json::Limits::default();
        let fault = json::parse_members(body.as_bytes(), &limits, &envelope::MEMBERS).unwrap_err();
        let found = refusal_beyond_limit(&fault, body.as_bytes(), &Tokens::default());
        let words = found.as_ref().map(|refused| refused.server_message.as_deref());
        assert_eq!(words, expected, "{body:.60}");
        let explained = explain(Failure::new(ErrorKind::NotFound), body.as_bytes(), &Tokens::default());
        assert_eq!(explained.server_message.as_deref(), expected.flatten(), "{body:.60}");
    }
}

#[test]
fn a18_what_is_wrong_without_breaking_a_limit_is_no_refusal() {
    for body in [
        r#"{"error":"no","team":{"id""#,
        r#"{"error":{"why":tru}}"#,
        r#"{"status":"error","message":"no","team":{"id""#,
    ] {
        let fault = json::parse(body.as_bytes(), &json::Limits::default()).unwrap_err();
        assert_eq!(refusal_beyond_limit(&fault, body.as_bytes(), &Tokens::default()), None, "{body}");
        assert_eq!(failed_status_beyond_limit(&fault, body.as_bytes(), &Tokens::default()), None, "{body}");
    }
}
