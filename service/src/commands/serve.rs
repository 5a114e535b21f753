//! `serve`: opens the database, takes the address, prints it, and answers until told to stop.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::http::HeaderValue;
use clap::Args;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use super::{Failure, say};
use crate::app;
use crate::limits::Limits;
use crate::state::App;
use crate::store::Store;
use crate::{clock, log, server, stop};

#[derive(Args)]
pub(super) struct Serve {
    /// The database file; it must exist.
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
    /// Address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8787")]
    listen: SocketAddr,
    /// Origin of a page that may call the service, for example http://127.0.0.1:5173; may be repeated.
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    origin: Vec<HeaderValue>,
}

impl Serve {
    pub(super) fn run(self) -> Result<(), Failure> {
        log::start();
        std::panic::set_hook(Box::new(|panic| {
            // The place, not the message: a message may hold what a request sent.
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            log::line(format_args!("panic at {place}"));
        }));
        let store = Store::open(&self.db)?;
        let runtime =
            Builder::new_multi_thread().enable_all().build().map_err(|error| Failure::new("cannot start", error))?;
        let outcome = runtime.block_on(self.serve(store));
        runtime.shutdown_timeout(Duration::from_secs(1));
        log::finish(Duration::from_secs(1));
        outcome
    }

    async fn serve(self, store: Store) -> Result<(), Failure> {
        let unusable = |error| Failure::new(format_args!("cannot listen on {}", self.listen), error);
        let listener = TcpListener::bind(self.listen).await.map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        let stop = stop::requested().map_err(|error| Failure::new("cannot listen to signals", error))?;
        let limits = Limits::default();
        let app = App::new(store.clone(), clock::system(), limits.clone());
        let service = app::service(&app, &self.origin);
        say(format_args!("listening on http://{address}"))?;
        if !server::serve(listener, service, &limits, stop).await {
            log::line(format_args!("some requests did not end in time and were cut off"));
        }
        if !matches!(store.checkpoint().await, Ok(true)) {
            log::line(format_args!("the database's log was not written back; the next start does it"));
        }
        Ok(())
    }
}

/// An origin as browsers send it: scheme, host, port; no path, no wildcard, not `null`, and no address or port that browsers would
/// write in another way, or leave out as the scheme's own.
fn origin(text: &str) -> Result<HeaderValue, String> {
    let wrong = || "an origin is scheme://host[:port] as browsers write it, without a path".to_owned();
    let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
    // The last colon of an IPv6 address is inside its brackets.
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (rest, None),
    };
    if !matches!(scheme, "http" | "https") || !is_host(host) || !port.is_none_or(is_port) {
        return Err(wrong());
    }
    let own_port = if scheme == "http" { "80" } else { "443" };
    if port == Some(own_port) {
        return Err(format!("browsers leave :{own_port} out: write {scheme}://{host}"));
    }
    HeaderValue::from_str(text).map_err(|_| wrong())
}

fn is_port(text: &str) -> bool {
    text.parse::<u16>().is_ok_and(|number| number.to_string() == text)
}

fn is_host(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('[') {
        return rest.strip_suffix(']').is_some_and(is_ipv6);
    }
    let sound = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-_".contains(&byte);
    !text.is_empty() && text.bytes().all(sound) && (!ends_in_number(text) || text.parse::<Ipv4Addr>().is_ok())
}

fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok_and(|address| match address.segments() {
        // The standard library writes the IPv4 address in such a one with dots; browsers do not.
        [0, 0, 0, 0, 0, 0xffff, high, low] => text == format!("::ffff:{high:x}:{low:x}"),
        _ => text == address.to_string(),
    })
}

/// Whether browsers read the host as an IPv4 address: they look at its last label, without a dot at the end.
fn ends_in_number(host: &str) -> bool {
    let last = host.strip_suffix('.').unwrap_or(host).rsplit('.').next().unwrap_or_default();
    let is_hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    last.strip_prefix("0x").is_some_and(is_hexadecimal)
        || !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn j16_an_origin_is_exact() {
        for good in [
            "http://127.0.0.1:5173",
            "https://dash.example.com",
            "http://[::1]:5173",
            "http://[::1]",
            "http://localhost:4173",
            "http://h:8080",
            "http://h:443",
            "https://h:80",
            "http://[2001:db8::1:0:0:1]:5173",
            "http://[::ffff:7f00:1]",
            "http://127.0.0.1.example",
            "http://a.1b",
            "http://web_app:5173",
            "http://1-2",
            "http://h.",
        ] {
            assert_eq!(origin(good).unwrap(), good);
        }
        for bad in [
            "*",
            "null",
            "",
            "127.0.0.1:5173",
            "http://",
            "http://h/",
            "http://h/path",
            "HTTP://h",
            "http://H",
            "http://u@h",
            "file:///x",
            "http://h:80",
            "http://[::1]:80",
            "https://h:443",
            "http://h:",
            "http://h:080",
            "http://h:65536",
            "http://[::1]:",
            "http://:8080",
            "http://a:b:1",
            "http://a:1:1",
            "http://::1",
            "http://[",
            "http://[]",
            "http://[::1",
            "http://::1]",
            "http://[::1]a",
            "http://[[::1]]",
            "http://a[::1]",
            "http://[127.0.0.1]",
            "http://[0:0:0:0:0:0:0:1]",
            "http://[2001:0db8::1]",
            "http://[::FFFF:7f00:1]",
            "http://[::ffff:127.0.0.1]",
            "http://127.1",
            "http://2130706433",
            "http://127.0.0.01",
            "http://127.0.0.1.",
            "http://127.0.0.256:5173",
            "http://0x7f.1",
            "http://a.1",
            "http://a.0x1",
            "http://a.0x",
        ] {
            assert!(origin(bad).is_err(), "{bad}");
        }
        assert_eq!(origin("https://h:443").unwrap_err(), "browsers leave :443 out: write https://h");
    }
}
