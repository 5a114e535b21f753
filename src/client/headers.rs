//! Which headers a caller may add to requests.

/// What is wrong with a header that a caller wants to be sent, if anything is.
pub fn fault(name: &str, value: &str) -> Option<&'static str> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(token) {
        return Some("must have names that are legal in HTTP");
    }
    let name = name.to_ascii_lowercase();
    if RESERVED.contains(&name.as_str()) || RESERVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
        return Some(
            "must not set Authorization, Cookie, Content-Type, Accept, Content-Length or Host, \
             nor any other name that Fetch keeps for itself, such as Connection, Origin, Via, Proxy-* and Sec-*",
        );
    }
    let legal = |byte: u8| byte == b'\t' || (b' '..=b'~').contains(&byte);
    if !value.bytes().all(legal) {
        return Some("must have values of printable ASCII");
    }
    None
}

/// Headers that a caller may not set: secrets go through the token options, the body's are the client's, and the rest belongs
/// to the transport: what the Fetch standard forbids, which browsers drop in silence and Node sends or fails over.
const RESERVED: [&str; 25] = [
    "authorization",
    "content-type",
    "accept",
    "accept-charset",
    "accept-encoding",
    "access-control-request-headers",
    "access-control-request-method",
    "access-control-request-private-network",
    "connection",
    "content-length",
    "cookie",
    "cookie2",
    "date",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "referer",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
];
const RESERVED_PREFIXES: [&str; 2] = ["proxy-", "sec-"];
