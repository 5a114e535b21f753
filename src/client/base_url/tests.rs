use super::*;

#[test]
fn g8_addresses_that_read_as_they_are_used_are_accepted() {
    for (text, joined) in [
        ("https://api.example.com", "https://api.example.com/x"),
        ("https://api.example.com/", "https://api.example.com/x"),
        ("https://API.Example.com:443/v1/", "https://api.example.com/v1/x"),
        ("HTTPS://api.example.com:8443/a/b", "https://api.example.com:8443/a/b/x"),
        ("http://localhost:8080", "http://localhost:8080/x"),
        ("https://1.example", "https://1.example/x"),
        ("HTTP://localhost:8080", "http://localhost:8080/x"),
        ("http://app.localhost", "http://app.localhost/x"),
        ("http://127.0.0.1:1", "http://127.0.0.1:1/x"),
        ("http://127.1.2.3", "http://127.1.2.3/x"),
        ("http://localhost:80", "http://localhost/x"),
        ("http://localhost:443", "http://localhost:443/x"),
        ("https://git.example2:80", "https://git.example2:80/x"),
        ("http://[::1]:3000/p", "http://[::1]:3000/p/x"),
        ("http://page.example", "http://page.example/x"),
        ("/code-analysis", "http://page.example/code-analysis/x"),
        ("/", "http://page.example/x"),
    ] {
        let base = BaseUrl::parse(text, Some("http://page.example")).expect(text);
        assert_eq!(base.join("/x"), joined);
    }
}

#[test]
fn g8_addresses_that_parsers_read_otherwise_are_refused() {
    for text in [
        "",
        " https://a.example",
        "https://a.example ",
        "https:a.example",
        "https:/a.example",
        "https:///a.example",
        "https:\\\\a.example",
        "https://a.example\\@b.example",
        "https://a.ex\nample",
        "https://a.example\t/",
        "https://user@a.example",
        "https://user:pw@a.example",
        "https://a.example?x=1",
        "https://a.example#x",
        "https://a.example/../b",
        "https://a.example/./b",
        "https://a.example/%2e%2E/b",
        "https://a.example//b",
        "https://a.example/b c",
        "https://2130706433",
        "https://0x7f000001",
        "https://0X7f000001",
        "https://127.1",
        "https://0177.0.0.1",
        "https://1.2.3.256",
        "https://a.example.1",
        "https://a.0x7f",
        "https://bücher.example",
        "https://a..example",
        "https://-a.example",
        "https://a-.example",
        "https://[::1",
        "https://[zz::1]",
        "https://[1z::1]",
        "https://a.example:0",
        "https://a.example:65536",
        "https://a.example:",
        "https://a.example:+80",
        "https://a.example:080",
        "https://a.example:8o",
        "http://a.example",
        "ftp://a.example",
        "javascript:alert(1)",
        "//a.example",
        "/../x",
        "a.example",
    ] {
        assert!(BaseUrl::parse(text, Some("http://page.example")).is_err(), "{text:?}");
    }
}

#[test]
fn g8_what_an_address_may_not_hold_is_named() {
    for (text, rule) in [
        ("https://user:pw@a.example", "must hold no user name or password"),
        ("https://a.example?x=1", "must have no query and no fragment"),
        ("https://a.example/b#x", "must have no query and no fragment"),
    ] {
        assert_eq!(BaseUrl::parse(text, None).map(|_| ()).unwrap_err().rule, rule, "{text}");
    }
}

#[test]
fn g8_addresses_have_an_end() {
    for begin in ["https://a.example/", "/"] {
        let of_length = |length| [begin, &"x".repeat(length - begin.len())].concat();
        assert!(BaseUrl::parse(&of_length(2048), Some("http://page.example")).is_ok());
        assert!(BaseUrl::parse(&of_length(2049), Some("http://page.example")).is_err());
    }
}

#[test]
fn d8_plain_http_is_for_loopback_and_the_page_itself() {
    assert!(BaseUrl::parse("http://api.example", Some("https://page.example")).is_err());
    assert!(BaseUrl::parse("http://api.example", None).is_err());
    assert!(BaseUrl::parse("http://localhost:9", Some("https://page.example")).is_ok());
    assert!(BaseUrl::parse("/api", None).is_err());
}
