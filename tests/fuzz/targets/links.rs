//! Fuzzes `checks::links`, and lets a parser that follows the URL standard read the accepted texts.

#![no_main]

#[path = "../checks/mod.rs"]
mod checks;

use url::Url;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(text) = checks::links(data) else { return };
    // What the parser refuses is no link either.
    let Ok(url) = Url::parse(&text) else { return };
    assert!(matches!(url.scheme(), "http" | "https"), "{url}");
    assert_eq!((url.username(), url.password()), ("", None), "{url}");
    assert!(url.as_str().bytes().all(|byte| byte.is_ascii_graphic()), "{url}");
    // A plain name leads where it says.
    let authority = text.split('/').nth(2).and_then(|rest| rest.split(['?', '#']).next()).unwrap_or_default();
    let (name, port) = authority.split_once(':').unwrap_or((authority, ""));
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.');
    if is_plain && matches!(url.host(), Some(url::Host::Domain(_))) {
        assert_eq!(url.host_str(), Some(&*name.to_ascii_lowercase()), "{url}");
        assert!(port.is_empty() || url.port_or_known_default() == port.parse().ok(), "{url}");
    }
});
