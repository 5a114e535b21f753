//! The service's root address, checked as text before any URL parser sees it.
//!
//! Parsers accept newlines, backslashes, `https:host`, numeric hosts and more; a request that carries a token goes only
//! where the caller can read that it goes. Accepted: `https://host[:port][/prefix]`, the same with `http` on a loopback
//! host or on the page's own origin, and a path alone, which means the page's own origin.

use crate::arguments::Invalid;
use crate::wire::address::{MAX_LENGTH, NOT_HTTPS, TOO_LONG, check_path, is_loopback, split};

/// The rule for what a platform reads otherwise than this file, or not at all.
pub const NOT_AS_WRITTEN: &str =
    "is rejected or parsed differently by the runtime's own URL parser: write it the way that parser does";

/// A checked root: origin and path prefix, without a slash at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseUrl {
    origin: String,
    prefix: String,
}

impl BaseUrl {
    /// Checks `text`. `page` is the origin of the page that runs the client, if there is one.
    pub fn parse(text: &str, page: Option<&str>) -> Result<BaseUrl, Invalid> {
        parse(text, page).map_err(|rule| Invalid::new("baseUrl", rule))
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The address of `path`, which begins with a slash; the prefix is kept.
    pub fn join(&self, path: &str) -> String {
        [&self.origin, &self.prefix, path].concat()
    }
}

fn parse(text: &str, page: Option<&str>) -> Result<BaseUrl, &'static str> {
    if text.starts_with('/') {
        if text.len() > MAX_LENGTH {
            return Err(TOO_LONG);
        }
        let origin = page.ok_or("must be a full URL: no page runs here whose origin a path could refer to")?;
        return Ok(BaseUrl { origin: origin.to_owned(), prefix: check_path(text)?.to_owned() });
    }
    let address = split(text)?;
    let base = BaseUrl { origin: address.origin(), prefix: check_path(address.path)?.to_owned() };
    if address.scheme == "http" && !is_loopback(&address.host) && page != Some(base.origin()) {
        return Err(NOT_HTTPS);
    }
    Ok(base)
}

#[cfg(test)]
mod tests;
