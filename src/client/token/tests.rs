use super::*;

#[test]
fn g5_tokens_are_b64_tokens_and_nothing_around_them() {
    for (text, fault) in [
        ("", TokenFault::Empty),
        (" \t", TokenFault::Empty),
        ("abc\n", TokenFault::Malformed),
        ("ab\nc", TokenFault::Malformed),
        ("tök", TokenFault::Malformed),
        ("\"abc\"", TokenFault::Malformed),
        ("=", TokenFault::Malformed),
        ("a=b", TokenFault::Malformed),
        ("Bearer abc", TokenFault::BearerPrefix),
        ("bearer abc", TokenFault::BearerPrefix),
        (&"x".repeat(65_536), TokenFault::TooLong),
        (&"x".repeat(MAX_LENGTH + 1), TokenFault::TooLong),
    ] {
        assert_eq!(Token::check(text, Slot::Git).unwrap_err(), fault, "{text:.20}");
    }
    assert!(Token::check("aZ09-._~+/==", Slot::Api).is_ok());
    assert!(Token::check(&"x".repeat(8_192), Slot::Api).is_ok());
}

#[test]
fn g6_a_git_token_is_not_taken_for_an_api_token() {
    for text in ["ghp_abc", "github_pat_abc", "glpat-abc", "ATBBabc"] {
        assert_eq!(Token::check(text, Slot::Api), Err(TokenFault::GitToken));
        assert!(Token::check(text, Slot::Git).is_ok());
    }
}

#[test]
fn c28_a_token_is_redacted_wherever_it_stands_and_a_short_one_as_a_word() {
    for (token, text, redacted) in [
        ("s3cret-token", "bad s3cret-token, xs3cret-tokens", "bad [redacted], x[redacted]s"),
        ("s3cret-token", "no token here", "no token here"),
        ("a", "scan a was not found: \"a\"", "scan [redacted] was not found: \"[redacted]\""),
        ("an", "an answer to ann, token=an", "[redacted] answer to ann, token=[redacted]"),
        ("a-a", "xa-a-a", "xa-[redacted]"),
        ("12345678", "x12345678y 1234567", "x[redacted]y 1234567"),
        ("s3s3s3s3", "xs3s3s3s3s3", "x[redacted]s3"),
        ("s3cret-t0ken", "s3cret-t%30ken s3cret-t%2Gken", "[redacted] s3cret-t%2Gken"),
        ("ed", "ed,ed redacted", "[redacted],[redacted] redacted"),
        ("abc", "éabcé", "é[redacted]é"),
        ("abc+def/ghi==", "?t=abc%2Bdef%2Fghi%3D%3D&x", "?t=[redacted]&x"),
        ("abc+def/ghi==", "abc%2bdef/ghi%3d= %61bc+def/ghi==", "[redacted] [redacted]"),
        ("abc+def/ghi==", "abc%2Bdef%2Fghi%3D%3 abc%2", "[redacted]%3 abc%2"),
        ("abc+def/ghi==", "abc+def/ghi, abc def/ghi==", "[redacted], [redacted]"),
        ("abc+def/ghi==", "abc+def/gh, abc-def/ghi", "abc+def/gh, abc-def/ghi"),
        ("a+", "a%2B a%2Bx xa%2B", "[redacted] a%2Bx xa%2B"),
        ("abc+def/ghi==", "{\"t\":\"abc+def\\/ghi==\"}", "{\"t\":\"[redacted]\"}"),
        ("abc+def/ghi==", "abc\\u002bdef\\u002Fghi== abc%252Bdef%252fghi%253D%3D", "[redacted] [redacted]"),
        ("abc+def/ghi==", "abc\\u012bdef/ghi== abc+def\\\\/ghi==", "abc\\u012bdef/ghi== abc+def\\\\/ghi=="),
        ("s3cret-t0ken", "s3cret-t%2530ken s3cret-t%2531ken", "[redacted] s3cret-t%2531ken"),
        ("s3cret-t0ken", "s3cret-t\\u0030ken s3cret-t\\u0031ken", "[redacted] s3cret-t\\u0031ken"),
        ("up/down/up", "\\up\\/do\\u0077n\\/\\u0075p", "[redacted]"),
    ] {
        assert_eq!(Token::check(token, Slot::Git).unwrap().redact(text).as_deref(), Some(redacted), "{token}");
    }
}

#[test]
fn c28_all_tokens_of_a_call_are_redacted_also_where_one_is_part_of_another() {
    let mut tokens = Tokens::default();
    for text in ["old-token", "new-old-token-2", "old-token", "other-token"] {
        tokens.add(&Token::check(text, Slot::Git).unwrap());
    }
    let redacted = tokens.redact("old-token, new-old-token-2 and other-token");
    assert_eq!(redacted, "[redacted], [redacted] and [redacted]");
    assert_eq!(Tokens::default().redact("old-token"), "old-token");
    for text in ["token-abc", "x-token-abc", "y-x-token-abc-z"] {
        tokens.add(&Token::check(text, Slot::Git).unwrap());
    }
    assert_eq!(tokens.redact("<y-x-token-abc-z>"), "<[redacted]>");
}

#[test]
fn c28_a_text_that_is_full_of_the_beginnings_of_a_token_is_not_told_at_all() {
    let token = Token::check(&("a".repeat(8_000) + "-end"), Slot::Api).unwrap();
    let other = Token::check(&("another-token-".to_owned() + &"a".repeat(60)), Slot::Git).unwrap();
    let mut tokens = Tokens::default();
    tokens.add(&token);
    tokens.add(&other);
    for written in ["a", "%61", "%2561"] {
        let text = ["no: ", &written.repeat(1 << 20), " ", token.expose()].concat();
        assert_eq!((token.redact(&text), &*tokens.redact(&text)), (None, "[redacted]"), "{written}");
    }
    // Where the search ends, another token may have begun.
    for length in 0..60 {
        let text = ["a".repeat(2_840 + length), " ".to_owned(), other.expose().to_owned()].concat();
        assert!(!tokens.redact(&text).contains("another"), "{length}");
    }
    let shorter = Token::check(&("a".repeat(800) + "-end"), Slot::Api).unwrap();
    let once = ["a".repeat(799), "-end ".to_owned(), shorter.expose().to_owned(), " a".to_owned()].concat();
    assert_eq!(shorter.redact(&once), Some("a".repeat(799) + "-end [redacted] a"));
}

#[test]
fn c28_a_text_that_was_cut_does_not_end_with_the_beginning_of_a_token() {
    let mut tokens = Tokens::default();
    for text in ["s3cret-token", "short"] {
        tokens.add(&Token::check(text, Slot::Git).unwrap());
    }
    let encoded =
        |before: &str| -> String { "s3cret-token".bytes().map(|byte| format!("{before}{byte:02X}")).collect() };
    for spelled in ["s3cret-token", &encoded("%"), &encoded("%25"), &encoded("\\u00")] {
        for length in 0..=spelled.len() {
            let text = ["no ".repeat(40).as_str(), &spelled[..length]].concat();
            let told = tokens.redact_cut(&text);
            assert!(told.starts_with("no no ") && !told.contains(&spelled[..3]), "{told} of {text}");
        }
    }
    assert_eq!(Tokens::default().redact_cut("no such team"), "no such team");
}

#[test]
fn c28_a_token_that_a_pointer_escapes_or_cuts_is_redacted() {
    let long = "tok-".to_owned() + &"abcdefgh".repeat(100);
    for (token, pointer, redacted) in [
        ("api/token/with/slash==", "/api~1token~1with~1slash==/0/id", "/[redacted]/0/id"),
        ("api/token/with/slash==", "/api/token/with/slash==", "/[redacted]"),
        ("api~token~1", "/an api~0token~01~10", "/an [redacted]~10"),
        (&long, &long.replace("tok-", "/0/tok-")[..67], "/0/[redacted]"),
        (&long, "/not ~0~1tok-abcdefghabcdef/id", "/not ~0~1[redacted]/id"),
        (&long, "/x tok-abcd", "/x [redacted]"),
        (&long, "/x tok-abc", "/x tok-abc"),
        ("ababababab-cd", "/x ababababab", "/x [redacted]"),
        ("ab", "/ab~1abc", "/[redacted]~1abc"),
        ("s3cret-token", "/t~0k~1ens3cret", "/t~0k~1ens3cret"),
        ("s3cret-token", "", ""),
        ("abc+def/ghi==", "/abc%2Bdef%2Fghi%3D%3D/x", "/[redacted]/x"),
        ("abc+def/ghi==", "/x abc%2Bdef%2Fg", "/x [redacted]"),
        ("abc+def/ghi==", "/x abc%2Bdef%2Fgh%6", "/x [redacted]"),
        ("abc+def/ghi==", "/x abc%2Bdef\\", "/x abc%2Bdef\\"),
        ("abc+def/ghi==", "/x abc%252Bdef%252Fgh%3", "/x abc%252Bdef%252Fgh%3"),
        ("abc+def/ghi==", "/x abc%252Bdef%252Fgh%25", "/x [redacted]"),
        ("abc+def/ghi==", "/x abc\\u002bdef\\u002fgh\\u006", "/x [redacted]"),
        ("abc+def/ghi==", "/x abc%2Bdef%2Fghx", "/x abc%2Bdef%2Fghx"),
        ("abc+def/ghi==", "/x abc%2Bdef%2Fgh%41", "/x abc%2Bdef%2Fgh%41"),
    ] {
        let mut tokens = Tokens::default();
        tokens.add(&Token::check(token, Slot::Git).unwrap());
        assert_eq!(tokens.redact_pointer(pointer), redacted, "{pointer}");
    }
}

#[test]
fn a_token_is_not_printed() {
    let token = Token::check("s3cret", Slot::Api).unwrap();
    assert_eq!(format!("{token:?}"), "[redacted]");
}

#[test]
fn what_is_said_of_a_long_token_names_the_limit() {
    assert_eq!(TokenFault::TooLong.rule(), format!("must not be longer than {} KiB", MAX_LENGTH / 1024));
}
