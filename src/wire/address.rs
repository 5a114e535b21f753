//! An address as text: `http(s)://host[:port][/path]`, and nothing that two parsers could read in two ways.
//!
//! Checked before any URL parser sees it. No user names, queries or fragments, no odd spellings of IP addresses.

use crate::json::append_count;

/// An address in its parts.
pub struct Address<'a> {
    /// `https` or `http`.
    pub scheme: &'static str,
    /// Lower case; IPv6 in brackets.
    pub host: String,
    /// If one is written.
    pub port: Option<u16>,
    /// From the first slash on, as written.
    pub path: &'a str,
}

/// The rule about schemes.
pub const NOT_HTTPS: &str = "must begin with https:// (http:// is for loopback hosts and the page's own origin)";
const HOST_NOT_HTTPS: &str = "must begin with https:// (http:// is for loopback hosts)";
const NOT_A_HOST: &str = "must name a host: letters, digits, dots and hyphens, or an IP address in its usual form";
const NOT_A_PATH: &str = "must have a plain path: no empty or dotted segments, spaces or backslashes";
/// Longest address.
pub const MAX_LENGTH: usize = 2048;
/// The rule about length.
pub const TOO_LONG: &str = "is too long";

impl Address<'_> {
    /// The origin as browsers write it: lower case, without the scheme's own port.
    pub fn origin(&self) -> String {
        let own_port = if self.scheme == "https" { 443 } else { 80 };
        let mut origin = [self.scheme, "://", &self.host].concat();
        if let Some(port) = self.port.filter(|port| *port != own_port) {
            origin.push(':');
            append_count(port.into(), &mut origin);
        }
        origin
    }
}

/// Takes an address apart, or says which rule it breaks.
pub fn split(text: &str) -> Result<Address<'_>, &'static str> {
    if text.len() > MAX_LENGTH {
        return Err(TOO_LONG);
    }
    let parts = text.split_once(':').and_then(|(scheme, rest)| Some((scheme, rest.strip_prefix("//")?)));
    let (scheme, rest) = match parts {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => ("https", rest),
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => ("http", rest),
        _ => return Err(NOT_HTTPS),
    };
    if rest.contains(['?', '#']) {
        return Err("must have no query and no fragment");
    }
    let (authority, path) = rest.find('/').and_then(|at| rest.split_at_checked(at)).unwrap_or((rest, ""));
    if authority.contains('@') {
        return Err("must hold no user name or password");
    }
    let (host, port) = split_port(authority)?;
    Ok(Address { scheme, host: check_host(host)?, port, path: check_path(path).map(|_| path)? })
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), &'static str> {
    let after_brackets = authority.rfind(']').map_or(0, |at| at + 1);
    let tail = authority.get(after_brackets..).unwrap_or_default();
    let Some(colon) = tail.find(':') else { return Ok((authority, None)) };
    let (host, port) = authority.split_at_checked(after_brackets + colon).unwrap_or_default();
    let digits = port.strip_prefix(':').unwrap_or_default();
    // Digits alone: `parse` takes a plus as well, and some parsers read a leading zero as octal.
    let plain = digits.starts_with(|first| ('1'..='9').contains(&first));
    match digits.parse::<u16>() {
        Ok(port) if plain => Ok((host, Some(port))),
        _ => Err("must have a port between 1 and 65535, or none"),
    }
}

fn check_host(host: &str) -> Result<String, &'static str> {
    if let Some(inside) = host.strip_prefix('[') {
        // A spelling that browsers would change is refused when the client is made.
        let address = inside.strip_suffix(']').filter(|text| is_ipv6(text));
        return address.map(|_| host.to_ascii_lowercase()).ok_or(NOT_A_HOST);
    }
    let legal = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    if host.len() > 253 || !host.split('.').all(legal) {
        return Err(NOT_A_HOST);
    }
    let last = host.rsplit('.').next().unwrap_or_default();
    let numeric = last.bytes().all(|byte| byte.is_ascii_digit()) || last.starts_with("0x") || last.starts_with("0X");
    // A numeric last label makes parsers read the whole host as an IPv4 address, in forms nobody expects.
    if numeric && ipv4(host).is_none() {
        return Err(NOT_A_HOST);
    }
    Ok(host.to_ascii_lowercase())
}

/// Accepts a path and gives it back without a slash at the end.
pub fn check_path(path: &str) -> Result<&str, &'static str> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let Some(segments) = path.strip_prefix('/') else {
        return if path.is_empty() { Ok(path) } else { Err(NOT_A_PATH) };
    };
    if segments.split('/').all(is_plain_segment) { Ok(path) } else { Err(NOT_A_PATH) }
}

/// Whether a path segment is one that every parser leaves alone: no dots that walk, no character that is rewritten.
pub fn is_plain_segment(segment: &str) -> bool {
    !segment.is_empty()
        && !walks(segment)
        && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%!$&'()*+,;=:@".contains(&byte))
}

/// Whether a segment is one dot or two, in which a path stays where it is or goes back.
pub fn walks(segment: &str) -> bool {
    after_dot(segment).is_some_and(|rest| rest.is_empty() || after_dot(rest) == Some(""))
}

/// What follows a dot, which may be percent-encoded.
fn after_dot(text: &str) -> Option<&str> {
    [".", "%2e", "%2E"].into_iter().find_map(|dot| text.strip_prefix(dot))
}

/// Whether a host is this machine by name or number.
pub fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host == "[::1]"
        || ipv4(host).is_some_and(|[first, ..]| first == 127)
}

/// Four numbers up to 255, without leading zeros: the only form that every parser reads alike.
fn ipv4(host: &str) -> Option<[u8; 4]> {
    let mut parts = host.split('.').map(|part| {
        let plain = part.len() == 1 || !part.starts_with(['0', '+']);
        part.parse::<u8>().ok().filter(|_| plain)
    });
    let address = [parts.next()??, parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(address)
}

/// Eight groups of hexadecimal digits, or fewer around one `::`. The standard library's parser would add 2.6 KB.
fn is_ipv6(text: &str) -> bool {
    let groups = |text: &str| {
        let is_group =
            |group: &str| group.len() <= 4 && !group.is_empty() && group.bytes().all(|b| b.is_ascii_hexdigit());
        let count = text.split(':').filter(|_| !text.is_empty()).count();
        text.split(':').take(count).all(is_group).then_some(count)
    };
    let gap = text.as_bytes().windows(2).position(|pair| pair == b"::");
    match gap.and_then(|at| text.get(..at).zip(text.get(at + 2..))) {
        Some((before, after)) => groups(before).zip(groups(after)).is_some_and(|(before, after)| before + after < 8),
        None => groups(text) == Some(8),
    }
}

/// Checks an address of a self-hosted instance, which is passed on as given: `https`, or `http` on a loopback host.
pub fn check_host_url(text: &str) -> Result<(), &'static str> {
    // The page itself sends nothing to such an instance, so its origin does not matter.
    let address = split(text).map_err(|rule| if rule == NOT_HTTPS { HOST_NOT_HTTPS } else { rule })?;
    if address.scheme == "http" && !is_loopback(&address.host) { Err(HOST_NOT_HTTPS) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{HOST_NOT_HTTPS, check_host_url};

    #[test]
    fn names_of_hosts_are_as_long_as_names_may_be() {
        let host = |lengths: &[usize]| lengths.iter().map(|length| "x".repeat(*length)).collect::<Vec<_>>().join(".");
        for (lengths, accepted) in [
            (&[63][..], true),
            (&[64], false),
            (&[1, 64], false),
            (&[63, 63, 63, 61], true),
            (&[63, 63, 63, 62], false),
        ] {
            let address = ["https://", &host(lengths)].concat();
            assert_eq!(check_host_url(&address).is_ok(), accepted, "{lengths:?}");
        }
    }

    #[test]
    fn self_hosted_addresses_are_https_or_loopback() {
        for (text, accepted) in [
            ("https://github.example.com", true),
            ("https://dev.example.com/tfs", true),
            ("http://localhost:8929", true),
            ("http://169.254.169.254/", false),
            ("http://127.0.0.1", true),
            ("http://127.0.0.1.1", false),
            ("https://10.0.0.1", true),
            ("https://10.0.0.1.1", false),
            ("http://github.example.com", false),
            ("https://user@github.example.com", false),
            ("file:///etc/passwd", false),
            ("https://[2001:db8::1]:8443/x", true),
            ("https://[1:2:3:4:5:6:7:8]", true),
            ("https://[::]", true),
            ("https://[1:2:3:4:5:6:7::]", true),
            ("https://[1::2::3]", false),
            ("https://[1:2:3:4:5:6:7]", false),
            ("https://[1:2:3:4:5:6:7:8:9]", false),
            ("https://[1:2:3:4::5:6:7:8]", false),
            ("https://[1:2:3:4:5:6:7:8::]", false),
            ("https://[::1:2:3:4:5:6:7:8]", false),
            ("https://[]", false),
            ("https://[:::]", false),
            ("https://[12345::1]", false),
            ("https://[::1%eth0]", false),
            ("https://[::127.0.0.1]", false),
            ("https://git-host_1.example.com", true),
            ("https://", false),
            ("ftp://localhost", false),
            ("javascript://localhost/x", false),
        ] {
            assert_eq!(check_host_url(text).is_ok(), accepted, "{text}");
        }
        for text in ["http://github.example.com", "ftp://localhost", "github.example.com"] {
            assert_eq!(check_host_url(text), Err(HOST_NOT_HTTPS), "{text}");
        }
        assert_eq!(check_host_url("https://a.example:0"), Err("must have a port between 1 and 65535, or none"));
    }
}
