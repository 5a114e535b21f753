//! Which texts may be links: a check before a URL parser decides.

use crate::wire::deceptive::{is_deceptive, is_selector};

/// Longest link accepted, in bytes.
pub const LONGEST_URL: usize = 2048;

/// The text itself, if it may be handed to a URL parser: `http:` or `https:` with an authority, no user information, no
/// white space, control characters or backslashes, at most 2048 bytes.
pub fn safe_url_text(raw: &str) -> Option<&str> {
    let (scheme, rest) = raw.split_once(':')?;
    let rest = rest.strip_prefix("//")?;
    let known = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let odd = |c: char| c.is_whitespace() || c == '\\' || (is_deceptive(c) && !is_selector(c));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = !authority.is_empty() && !authority.contains('@');
    (known && plain && raw.len() <= LONGEST_URL && !raw.contains(odd)).then_some(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c25_only_plain_web_addresses_may_be_links() {
        for url in [
            "https://nvd.nist.gov/vuln/detail/CVE-2020-1",
            "HTTP://a",
            "HTTPS://a",
            "https://a/b@c?d=e#f",
            "https://é.example/",
        ] {
            assert_eq!(safe_url_text(url), Some(url));
        }
        let longest = ["https://a/", &"b".repeat(2038)].concat();
        assert_eq!(safe_url_text(&longest), Some(&*longest));
        let long = [&longest, "b"].concat();
        for url in [
            "",
            "javascript:alert(1)",
            "data:text/html,x",
            "//host/path",
            "/path",
            "a.example",
            "https:a",
            "https://",
            "https:///x",
            "https://user@host/",
            "https://user:secret@host",
            "https://a b/",
            " https://a",
            "https://a\n",
            "https://a\\b",
            "https://a/\u{202e}",
            "ftp://a",
            "https://?x",
            &long,
        ] {
            assert_eq!(safe_url_text(url), None, "{url}");
        }
    }
}
