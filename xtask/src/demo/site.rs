//! The page's own server: static files of one folder and the demo's settings, on loopback.
//!
//! It sends the headers that the page wants from a careful host, the narrow Content-Security-Policy among them.
//! It never leaves its folder and answers GET and HEAD only. The settings hold tokens: they are served to requests for
//! this very machine alone, so that a page of another site cannot reach them by pointing its own name here.

use std::fs;
use std::io::{Cursor, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

/// Where the page asks for its settings.
const SETTINGS: &str = "/demo.json";

/// Answers at a time: a request whose body does not come holds one up.
const THREADS: usize = 4;

/// A port that is taken, before anything is served on it.
pub struct Reserved {
    server: Server,
    address: SocketAddr,
}

impl Reserved {
    /// Takes a port of the loopback interface; 0 is any free one.
    pub fn port(port: u16) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => anyhow!("port {port} is in use: choose another with --port"),
            _ => anyhow!("port {port} cannot be used ({error}): choose another with --port"),
        })?;
        let server =
            Server::from_listener(listener, None).map_err(|error| anyhow!("the page cannot be served: {error}"))?;
        let address = server.server_addr().to_ip().ok_or_else(|| anyhow!("the server has no address"))?;
        Ok(Self { server, address })
    }

    /// The page's origins, as a browser writes them: by address first, then by name.
    pub fn origins(&self) -> [String; 2] {
        hosts(self.address).map(|host| format!("http://{host}"))
    }

    /// Begins to serve the folder and the settings.
    pub fn serve(self, folder: PathBuf, settings: String, service: &str) -> Result<Site> {
        let content = Content { folder, settings, hosts: hosts(self.address), headers: headers(service)? };
        let server = Arc::new(self.server);
        let content = Arc::new(content);
        let threads = (0..THREADS).map(|_| {
            let (listening, content) = (Arc::clone(&server), Arc::clone(&content));
            thread::spawn(move || {
                for request in listening.incoming_requests() {
                    // The server panics when it lets go of a request that announces a longer body than there is memory.
                    let _ = panic::catch_unwind(AssertUnwindSafe(|| content.answer(request)));
                }
            })
        });
        Ok(Site { threads: threads.collect(), server })
    }
}

/// As browsers write them, without the port that is the scheme's own.
fn hosts(address: SocketAddr) -> [String; 2] {
    match address {
        SocketAddr::V4(address) if address.port() == 80 => [address.ip().to_string(), "localhost".to_owned()],
        other => [other.to_string(), format!("localhost:{}", other.port())],
    }
}

/// A site being served, until it is dropped.
pub struct Site {
    server: Arc<Server>,
    threads: Vec<JoinHandle<()>>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.threads.iter().for_each(|_| self.server.unblock());
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// The policy names the service as the only other place to connect to; the rest is the page's own.
fn headers(service: &str) -> Result<Vec<Header>> {
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self' {service}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types lit-html"
    );
    [
        ("Content-Security-Policy", policy.as_str()),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
        // The settings hold tokens: no page of another origin may so much as embed them.
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    .into_iter()
    .map(|(name, value)| header(name, value))
    .collect()
}

fn header(name: &str, value: &str) -> Result<Header> {
    Header::from_bytes(name, value).map_err(|()| anyhow!("{name} cannot be sent as a header"))
}

struct Content {
    folder: PathBuf,
    settings: String,
    hosts: [String; 2],
    headers: Vec<Header>,
}

impl Content {
    fn answer(&self, request: Request) {
        let mut response = match self.find(&request) {
            Ok((kind, body)) => Response::from_data(body).with_header(kind),
            Err(status) => Response::from_string("").with_status_code(status),
        };
        for header in &self.headers {
            response.add_header(header.clone());
        }
        send(request, response);
    }

    fn find(&self, request: &Request) -> Result<(Header, Vec<u8>), u16> {
        if !matches!(request.method(), Method::Get | Method::Head) {
            return Err(405);
        }
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        if path == SETTINGS {
            let host = request.headers().iter().find(|header| header.field.equiv("Host"));
            let is_ours = host.is_some_and(|host| self.hosts.iter().any(|own| host.value == own.as_str()));
            if !is_ours {
                return Err(403);
            }
            return Ok((kind_of(Path::new(SETTINGS))?, self.settings.clone().into_bytes()));
        }
        let file = inside(&self.folder, path).ok_or(404_u16)?;
        let body = fs::read(&file).map_err(|_| 404_u16)?;
        Ok((kind_of(&file)?, body))
    }
}

/// A browser that went away is not our failure.
fn send(request: Request, response: Response<Cursor<Vec<u8>>>) {
    let _ = request.respond(response);
}

/// The file that a URL's path names, if it stays inside the folder. The built page has no name that needs escapes.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| folder.join(path))
}

fn kind_of(file: &Path) -> Result<Header, u16> {
    let kind = match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    };
    header("Content-Type", kind).map_err(|_| 500)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::time::Duration;

    use super::*;

    fn ask(origin: &str, path: &str, host: &str) -> String {
        let address = origin.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_host_is_written_as_browsers_write_it() {
        let of = |port| hosts(SocketAddr::from(([127, 0, 0, 1], port)));
        assert_eq!(of(4180), ["127.0.0.1:4180", "localhost:4180"]);
        assert_eq!(of(80), ["127.0.0.1", "localhost"]);
    }

    #[test]
    fn files_are_served_with_the_policy_and_nothing_outside_the_folder_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("index.html"), "<p>page</p>").unwrap();
        fs::write(folder.path().join("a.wasm"), "wasm").unwrap();
        let reserved = Reserved::port(0).unwrap();
        let [origin, _] = reserved.origins();
        let host = origin.trim_start_matches("http://").to_owned();
        let site = reserved.serve(folder.path().to_owned(), "{\"t\":1}".to_owned(), "http://127.0.0.1:9").unwrap();

        let page = ask(&origin, "/?view=team", &host);
        assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>page</p>"), "{page}");
        assert!(page.contains("connect-src 'self' http://127.0.0.1:9;"), "{page}");
        assert!(ask(&origin, "/a.wasm", &host).contains("Content-Type: application/wasm"));
        assert!(ask(&origin, "/../Cargo.toml", &host).starts_with("HTTP/1.1 404"));
        assert!(ask(&origin, "//etc/passwd", &host).starts_with("HTTP/1.1 404"));
        let settings = ask(&origin, SETTINGS, &host);
        assert!(settings.ends_with("{\"t\":1}"), "{settings}");
        assert!(settings.contains("\r\nCross-Origin-Resource-Policy: same-origin\r\n"), "{settings}");
        assert!(ask(&origin, SETTINGS, &host.replace("127.0.0.1", "localhost")).ends_with("{\"t\":1}"));
        assert!(ask(&origin, SETTINGS, "elsewhere.example").starts_with("HTTP/1.1 403"));
        drop(site);
        // The server's own thread lets go of the port a moment later.
        let free = (0..100).any(|_| {
            thread::sleep(Duration::from_millis(20));
            TcpStream::connect(&host).is_err()
        });
        assert!(free, "the port is free again");
    }

    #[test]
    fn requests_that_announce_bodies_do_not_end_it_and_hold_up_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let reserved = Reserved::port(0).unwrap();
        let [origin, _] = reserved.origins();
        let host = origin.trim_start_matches("http://").to_owned();
        let site = reserved.serve(folder.path().to_owned(), "{\"t\":1}".to_owned(), "http://127.0.0.1:9").unwrap();
        let post = |length: &str| {
            let mut stream = TcpStream::connect(&host).unwrap();
            write!(stream, "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n").unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            let mut head = [0; 12];
            stream.read_exact(&mut head).unwrap();
            assert_eq!(String::from_utf8_lossy(&head), "HTTP/1.1 405");
            stream
        };
        for _ in 0..=THREADS {
            post("18446744073709551615");
        }
        let waiting = post("5000");
        assert!(ask(&origin, SETTINGS, &host).ends_with("{\"t\":1}"));
        drop(waiting);
        drop(site);
    }

    #[test]
    fn a_port_in_use_is_one_clear_line() {
        let taken = Reserved::port(0).unwrap();
        let error = Reserved::port(taken.address.port()).err().unwrap().to_string();
        assert!(error.ends_with("is in use: choose another with --port") && !error.contains('\n'), "{error}");
    }
}
