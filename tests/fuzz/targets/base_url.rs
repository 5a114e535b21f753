//! Fuzzes `checks::base_url`, and lets a parser that follows the URL standard read the accepted addresses.

#![no_main]

#[path = "../checks/mod.rs"]
mod checks;

use url::Url;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(joined) = checks::base_url(data) else { return };
    // What the parser refuses is never sent: a host in Punycode that means nothing, an impossible IPv6 address.
    let Ok(url) = Url::parse(&joined.url) else { return };
    // Making a client refuses an IPv6 address that is not spelled as browsers spell it.
    let respelled = joined.origin.contains('[') && !url.as_str().starts_with(&joined.origin);
    assert!(respelled || url.origin().ascii_serialization() == joined.origin);
    assert_eq!((url.username(), url.password(), url.fragment()), ("", None, None));
    assert_eq!(url.path(), joined.path);
    // Quotes in a query are written as their codes; everything else is left alone.
    if !joined.query.contains(['"', '\'', '<', '>']) {
        assert_eq!(url.query(), joined.query.strip_prefix('?'));
        assert!(respelled || url.as_str() == joined.url, "{url}");
    }
});
