use super::*;

fn options(members: &[(&str, Argument)]) -> Argument {
    let base = ("baseUrl".to_owned(), Argument::Text("https://a.example".to_owned()));
    let rest = members.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
    Argument::Members(std::iter::once(base).chain(rest).collect())
}

fn check(members: &[(&str, Argument)]) -> Result<ClientOptions, Invalid> {
    ClientOptions::check(&options(members), None)
}

fn members(members: &[(&str, &str)]) -> Argument {
    Argument::Members(
        members.iter().map(|(key, value)| ((*key).to_owned(), Argument::Text((*value).to_owned()))).collect(),
    )
}

#[test]
fn defaults_are_the_documented_ones() {
    let checked = check(&[]).unwrap();
    assert_eq!(checked.limits, CallLimits { max_retries: 2, attempt_timeout_ms: 30_000.0, timeout_ms: 120_000.0 });
    assert_eq!(checked.max_response_bytes, 268_435_456);
    assert_eq!(checked.history_auth, Auth::Token(Slot::Api));
}

#[test]
fn e20_a_wait_takes_as_long_as_documented_whatever_the_limit_of_a_call() {
    let client = check(&[("timeoutMs", Argument::Number(9.0))]).unwrap();
    let waited = |given: &[(&str, f64)]| {
        let given = given.iter().map(|(name, ms)| ((*name).to_owned(), Argument::Number(*ms)));
        let (call, waited) = wait(&Argument::Members(given.collect()), &client).unwrap();
        (call.limits.timeout_ms, [waited.interval_ms, waited.max_interval_ms, waited.max_wait_ms])
    };
    assert_eq!(waited(&[]), (9.0, [2_000.0, 30_000.0, 1_800_000.0]));
    let given = [("intervalMs", 1.0), ("maxIntervalMs", 2.0), ("maxWaitMs", 3.0), ("timeoutMs", 4.0)];
    assert_eq!(waited(&given), (4.0, [1.0, 2.0, 3.0]));
}

#[test]
fn a_call_inherits_what_it_does_not_bring() {
    let client = check(&[
        ("maxRetries", Argument::Number(5.0)),
        ("attemptTimeoutMs", Argument::Number(8.0)),
        ("headers", members(&[("X-A", "1"), ("X-B", "1")])),
    ]);
    let client = client.unwrap();
    let given = Argument::Members(vec![
        ("timeoutMs".to_owned(), Argument::Number(9.0)),
        ("headers".to_owned(), members(&[("x-a", "2")])),
    ]);
    let called = call(&given, &client).unwrap();
    assert_eq!(called.limits, CallLimits { max_retries: 5, attempt_timeout_ms: 8.0, timeout_ms: 9.0 });
    assert_eq!(called.headers, [("X-B".to_owned(), "1".to_owned()), ("x-a".to_owned(), "2".to_owned())]);
}

#[test]
fn history_and_requests_take_the_token_that_is_named() {
    let client = check(&[]).unwrap();
    for (word, auth) in [("api", Auth::Token(Slot::Api)), ("git", Auth::Token(Slot::Git)), ("none", Auth::None)] {
        let text = Argument::Text(word.to_owned());
        assert_eq!(check(&[("historyAuth", text.clone())]).unwrap().history_auth, auth, "{word}");
        let given = Argument::Members(vec![("auth".to_owned(), text)]);
        let (_, asked) = request("/api/x", &given, &client).unwrap();
        assert_eq!((asked.auth, asked.idempotent), (auth, false), "{word}");
    }
    let unsaid = request("/api/x", &Argument::Members(Vec::new()), &client).unwrap_err();
    assert_eq!(unsaid, Invalid::new("auth", "is missing: one of api, git, none"));
}

#[test]
fn a_token_is_a_text_or_a_function_and_else_refused_by_name() {
    for name in ["apiToken", "gitToken"] {
        for given in [Argument::Text("t".to_owned()), Argument::Function] {
            assert!(check(&[(name, given)]).is_ok(), "{name}");
        }
        for given in [Argument::Number(1.0), Argument::Flag(true), Argument::Other, Argument::List(Vec::new())] {
            assert_eq!(check(&[(name, given)]).unwrap_err().path, name);
        }
    }
}

#[test]
fn callbacks_that_are_no_functions_are_refused_by_name() {
    let client = check(&[]).unwrap();
    for given in [Argument::Other, Argument::Text("f".to_owned()), Argument::Members(Vec::new())] {
        let of = |name: &str| Argument::Members(vec![(name.to_owned(), given.clone())]);
        for name in ["fetch", "onEvent"] {
            assert_eq!(check(&[(name, given.clone())]).unwrap_err().path, name);
        }
        for name in ["onProgress", "onEvent"] {
            assert_eq!(call(&of(name), &client).unwrap_err().path, name);
        }
        assert_eq!(open_scan(&of("onProgress")).unwrap_err().path, "onProgress");
        for name in ["onProgress", "onStatus"] {
            assert_eq!(wait(&of(name), &client).unwrap_err().path, name);
        }
    }
    let functions = [("fetch", Argument::Function), ("onEvent", Argument::Function)];
    assert!(check(&functions).is_ok());
}

#[test]
fn headers_that_would_carry_secrets_or_break_http_are_refused() {
    for (name, value) in [
        ("Authorization", "x"),
        ("COOKIE", "x"),
        ("content-type", "x"),
        ("", "x"),
        ("a b", "x"),
        ("x-a", "a\nb"),
        ("x-a", "a\u{7f}b"),
        ("x-a", "é"),
    ] {
        assert_eq!(check(&[("headers", members(&[(name, value)]))]).unwrap_err().path, "headers", "{name}");
    }
}

#[test]
fn headers_that_belong_to_the_transport_are_refused() {
    for name in [
        "Connection",
        "Keep-Alive",
        "TE",
        "Trailer",
        "Transfer-Encoding",
        "Upgrade",
        "Expect",
        "Via",
        "Accept-Charset",
        "Accept-Encoding",
        "Access-Control-Request-Headers",
        "Access-Control-Request-Method",
        "Cookie2",
        "Date",
        "DNT",
        "Origin",
        "Referer",
        "Set-Cookie",
        "Proxy-Authorization",
        "Proxy-Anything",
        "SEC-Fetch-Mode",
    ] {
        let refused = check(&[("headers", members(&[(name, "x")]))]).unwrap_err();
        assert!(refused.path == "headers" && refused.rule.starts_with("must not set"), "{name}");
    }
    for name in ["X-Request-Id", "Accept-Language", "User-Agent", "Sec", "Traceparent", "If-None-Match"] {
        assert!(check(&[("headers", members(&[(name, "x\t ~")]))]).is_ok(), "{name}");
    }
}

#[test]
fn e8_limits_out_of_range_are_refused_by_name() {
    for (name, value) in [
        ("timeoutMs", 0.0),
        ("attemptTimeoutMs", -1.0),
        ("maxRetries", 1.5),
        ("maxRetries", -1.0),
        ("maxRetries", 101.0),
        ("maxResponseBytes", 0.0),
        ("maxResponseBytes", 1.5),
    ] {
        assert_eq!(check(&[(name, Argument::Number(value))]).unwrap_err().path, name);
    }
    assert_eq!(check(&[("timeoutMs", Argument::Number(f64::INFINITY))]).unwrap().limits.timeout_ms, f64::INFINITY);
    for (most, bytes) in [(1.0, 1), (f64::INFINITY, u64::MAX)] {
        let most = Argument::Number(most);
        assert_eq!(check(&[("maxResponseBytes", most)]).unwrap().max_response_bytes, bytes);
    }
}

#[test]
fn request_paths_stay_below_the_root() {
    let [thousands, rest] = [MAX_LENGTH / 1000, MAX_LENGTH % 1000];
    let rule = check_request_path(&["/", &"x".repeat(MAX_LENGTH)].concat()).unwrap_err();
    assert!(rule.ends_with(&format!("at most {thousands},{rest:03} characters")), "{rule}");
    let client = check(&[]).unwrap();
    let given = Argument::Members(vec![("auth".to_owned(), Argument::Text("none".to_owned()))]);
    let long = |length: usize| "/a".repeat(length / 2);
    for path in ["/api/x", "/api/x/", "/api/x?a=1&b=%20", "/a?b?c=/d", &long(2048)] {
        assert!(request(path, &given, &client).is_ok(), "{path}");
    }
    for path in ["", "api", "//evil.example/x", "/a/../b", "/a/%2e%2E/b", "/a\\b", "/a#b", "/a?b#c", "/a b", "/"] {
        assert_eq!(request(path, &given, &client).unwrap_err().path, "path", "{path}");
    }
    for path in ["/a?b c", "/a?\u{e9}", "/a?b\\c", "/a?b\n", &long(2050), &[&long(2048), "/"].concat()] {
        assert_eq!(request(path, &given, &client).unwrap_err().path, "path", "{path}");
    }
}
