use super::*;

fn object(members: &[(&str, Argument)]) -> Argument {
    Argument::Members(members.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}

fn text(text: &str) -> Argument {
    Argument::Text(text.to_owned())
}

#[test]
fn g1_what_is_no_plain_object_is_refused_by_the_name_of_the_parameter() {
    for argument in [Argument::Other, text("x"), Argument::List(vec![]), Argument::Function, Argument::Number(1.0)] {
        let refusal = Arguments::of(&argument, "", "params", &["org"]).unwrap_err();
        assert_eq!(refusal, Invalid::new("params", "must be a plain object"));
    }
}

#[test]
fn f18_what_cannot_be_read_breaks_that_rule_whatever_it_should_be() {
    let given = object(&[("org", Argument::Unreadable), ("limit", Argument::Unreadable), ("id", Argument::Unreadable)]);
    let arguments = Arguments::of(&given, "where.", "where", &["org", "limit", "id"]).unwrap();
    let rules = [
        arguments.identifier("org").unwrap_err(),
        arguments.count("limit", 9).unwrap_err(),
        arguments.texts("id").unwrap_err(),
        Arguments::of(&Argument::Unreadable, "", "where", &[]).unwrap_err(),
    ];
    assert_eq!(
        rules.each_ref().map(|refusal| refusal.path.as_str()),
        ["where.org", "where.limit", "where.id", "where"]
    );
    for refusal in rules {
        assert_eq!(refusal.rule, UNREADABLE);
    }
}

#[test]
fn g2_identifiers_hold_something_and_no_control_characters() {
    let long = "x".repeat(10_000_000);
    for (value, rule) in [
        (text(""), "must not be empty"),
        (text(" \u{3000}"), "must not be empty"),
        (text("a\0b"), "must not hold control characters"),
        (text("a\nb"), "must not hold control characters"),
        (text("a\u{85}b"), "must not hold control characters"),
        (text(&long), "is too long"),
        (Argument::IllFormed("\u{fffd}".to_owned()), "must be well-formed Unicode"),
        (Argument::Number(1.0), "must be a string"),
        (Argument::Other, "must be a string"),
    ] {
        let given = object(&[("org", value)]);
        let arguments = Arguments::of(&given, "", "params", &["org"]).unwrap();
        assert_eq!(arguments.identifier("org"), Err(Invalid::new("org", rule)));
    }
    let given = object(&[]);
    let arguments = Arguments::of(&given, "", "params", &["org"]).unwrap();
    assert_eq!(arguments.identifier("org"), Err(Invalid::new("org", "is missing")));
}

#[test]
fn g3_unknown_options_are_named_with_the_name_they_look_like() {
    let known = ["scan_id", "org", "maxRetries"];
    let refusal = |name: &str| Arguments::of(&object(&[(name, text("s3cret"))]), "", "params", &known).unwrap_err();
    assert_eq!(refusal("scanId").to_string(), "scanId is an unknown option; did you mean scan_id?");
    assert_eq!(refusal("maxRetrys").to_string(), "maxRetrys is an unknown option; did you mean maxRetries?");
    assert_eq!(refusal("verbose").to_string(), "verbose is an unknown option");
    assert_eq!(refusal("\u{1b}x\"\\é😀").path, r#"\u001bx\"\\\u00e9\ud83d\ude00"#);
    assert_eq!(refusal("").to_string(), "\"\" is an unknown option");
    assert!(refusal(&"\u{1b}[31mé\"".repeat(50)).path.len() <= 64);
}

#[test]
fn g3_a_short_name_is_meant_where_one_letter_differs_and_longer_ones_where_two_or_three_do() {
    let known = ["repo", "limit", "maxRetries", "maxReplies", "descending"];
    for (name, meant) in [
        ("maxRetry", Some("maxRetries")),
        ("maxReplys", Some("maxReplies")),
        ("maxTries", Some("maxRetries")),
        ("retries", Some("maxRetries")),
        ("minTriez", None),
        ("rebo", Some("repo")),
        ("REPO", Some("repo")),
        ("rebu", None),
        ("linit", Some("limit")),
        ("linid", Some("limit")),
        ("lonid", None),
        ("desc", Some("descending")),
        ("Lim", Some("limit")),
        ("li", None),
    ] {
        let refusal = Arguments::of(&object(&[(name, text("x"))]), "", "params", &known).unwrap_err();
        let hint = meant.map(|meant| ["did you mean ", meant, "?"].concat());
        assert_eq!(refusal.rule.split_once("; ").map(|(_, hint)| hint), hint.as_deref(), "{name}");
    }
}

#[test]
fn g3_of_several_names_that_are_alike_the_nearest_is_meant() {
    let known = ["maxReplies", "maxRetries", "maxRetrial"];
    let refusal = Arguments::of(&object(&[("maxRetriez", text("x"))]), "", "params", &known).unwrap_err();
    assert_eq!(refusal.rule, "is an unknown option; did you mean maxRetries?");
}

#[test]
fn the_most_that_is_counted_is_told() {
    let given = object(&[("limit", Argument::Number(501.0))]);
    let arguments = Arguments::of(&given, "", "query", &["limit"]).unwrap();
    assert_eq!(arguments.count("limit", 501), Ok(Some(501)));
    assert_eq!(arguments.count("limit", 500), Err(Invalid::new("limit", "must be an integer from 0 to 500")));
}

#[test]
fn e8_durations_fit_a_timer_or_are_infinite() {
    for (ms, accepted) in [
        (1.0, true),
        (0.5, true),
        (2_147_483_647.0, true),
        (f64::INFINITY, true),
        (0.0, false),
        (-1.0, false),
        (f64::NAN, false),
        (f64::NEG_INFINITY, false),
        (2_147_483_648.0, false),
    ] {
        let given = object(&[("timeoutMs", Argument::Number(ms))]);
        let arguments = Arguments::of(&given, "", "options", &["timeoutMs"]).unwrap();
        assert_eq!(arguments.duration("timeoutMs").is_ok(), accepted, "{ms}");
    }
}

#[test]
fn amounts_are_whole_and_as_large_as_they_like() {
    for (number, amount) in [
        (0.0, Some(0)),
        (-0.0, Some(0)),
        (7.0, Some(7)),
        (4_294_967_295.0, Some(u32::MAX)),
        (4_294_967_296.0, Some(u32::MAX)),
        (9_007_199_254_740_991.0, Some(u32::MAX)),
        (f64::MAX, Some(u32::MAX)),
        (f64::INFINITY, Some(u32::MAX)),
        (-1.0, None),
        (0.5, None),
        (4_294_967_295.5, None),
        (f64::NEG_INFINITY, None),
        (f64::NAN, None),
    ] {
        let given = object(&[("limit", Argument::Number(number))]);
        let arguments = Arguments::of(&given, "", "query", &["limit"]).unwrap();
        assert_eq!(arguments.amount("limit").ok().flatten(), amount, "{number}");
    }
}

#[test]
fn spans_of_time_are_as_long_as_they_like() {
    for (ms, accepted) in
        [(0.0, true), (2_592_000_000.0, true), (f64::INFINITY, true), (-1.0, false), (f64::NAN, false)]
    {
        let given = object(&[("staleMs", Argument::Number(ms))]);
        let arguments = Arguments::of(&given, "", "options", &["staleMs"]).unwrap();
        assert_eq!(arguments.span("staleMs").is_ok(), accepted, "{ms}");
    }
}

#[test]
fn identifiers_are_measured_in_characters() {
    for (length, accepted) in [(1024, true), (1025, false)] {
        let given = object(&[("org", text(&"\u{1F600}".repeat(length)))]);
        let arguments = Arguments::of(&given, "", "params", &["org"]).unwrap();
        assert_eq!(arguments.identifier("org").is_ok(), accepted, "{length}");
    }
}

#[test]
fn edit_distance_counts_single_letters() {
    let distance = |a: &str, b: &str| edit_distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
    assert_eq!(distance("kitten", "sitting"), 3);
    assert_eq!(distance("", "abc"), 3);
    assert_eq!(distance("abc", ""), 3);
    assert_eq!(distance("same", "same"), 0);
    assert_eq!(distance("abc", "b"), 2);
    assert_eq!(distance("b", "abc"), 2);
}
