//! Connections: how they are limited, what odd clients get, and how they end.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::{get, post as route};
use scanfold_service::app::layers;
use scanfold_service::limits::Limits;
use scanfold_service::server;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::process::{answer, request};
use crate::world::*;

/// A service on a socket, in a thread of its own.
struct Socket {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    ended: std::sync::mpsc::Receiver<bool>,
    /// Its database lives as long.
    _world: Option<World>,
}

impl Socket {
    fn open(service: impl FnOnce(&Limits) -> Router + Send + 'static, limits: Limits) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, ended) = std::sync::mpsc::channel();
        let (tell_address, address) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            let drained = runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell_address.send(listener.local_addr().unwrap()).unwrap();
                let stop = async { stopped.await.unwrap_or_default() };
                server::serve(listener, service(&limits), &limits, stop).await
            });
            runtime.shutdown_background();
            let _ = tell.send(drained);
        });
        Self { address: address.recv().unwrap(), stop: Some(stop), ended, _world: None }
    }

    /// The whole service.
    fn world(limits: Limits) -> Self {
        let world = World::with(limits.clone());
        let service = world.service.clone();
        Self { _world: Some(world), ..Self::open(|_| service, limits) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream
    }

    /// What comes back for these bytes until the service closes.
    fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The service may close before it has read everything.
        let _ = stream.write_all(bytes);
        read_to_the_end(&mut stream)
    }

    fn stop(mut self) -> bool {
        let _ = self.stop.take().unwrap().send(());
        self.ended.recv_timeout(Duration::from_secs(15)).unwrap()
    }
}

/// What the service says until it closes, or resets the connection; one that does neither hangs.
fn read_to_the_end(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    if let Err(error) = stream.read_to_end(&mut text) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}");
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn history(connection: &str) -> String {
    request(HISTORY, API, &fixture_text("agent-history.request.json"), connection)
}

/// Is the connection closed by the other side within the time?
fn closes(stream: &mut TcpStream) -> bool {
    matches!(stream.read(&mut [0; 1024]), Ok(0)) || stream.read(&mut [0; 1]).is_ok_and(|count| count == 0)
}

#[test]
fn j6_idle_connections_and_slow_headers_are_closed() {
    let socket = Socket::world(Limits { header_time: Duration::from_millis(150), ..Limits::default() });
    let mut idle: Vec<TcpStream> = (0..100).map(|_| socket.connect()).collect();
    let mut slow = socket.connect();
    slow.write_all(b"POST /api/agents/scan/history HTTP/1.1\r\nHost: x\r\nX-Slow: ").unwrap();
    let mut kept = socket.connect();
    kept.write_all(history("keep-alive").as_bytes()).unwrap();
    assert_eq!(answer(&mut kept).unwrap().status, 200);
    let began = Instant::now();
    for stream in idle.iter_mut().chain([&mut slow, &mut kept]) {
        assert!(closes(stream));
    }
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn j13_a_request_that_is_refused_leaves_its_connection_to_the_next() {
    let socket = Socket::world(Limits::default());
    let body = format!("{}{{}}", " ".repeat(60_000));
    let plain = request(TEAM, GIT, &body, "keep-alive").replace("application/json", "text/plain");
    for (refused, status) in [
        (request(TEAM, "wrong", &body, "keep-alive"), 401),
        (plain, 415),
        (request("/nowhere", GIT, &body, "keep-alive"), 404),
        (request(TEAM, GIT, &body, "keep-alive").replacen("POST", "PUT", 1), 405),
    ] {
        for _ in 0..20 {
            let mut stream = socket.connect();
            stream.write_all(refused.as_bytes()).unwrap();
            assert_eq!(answer(&mut stream).unwrap().status, status);
            stream.write_all(history("close").as_bytes()).unwrap();
            assert_eq!(answer(&mut stream).unwrap().status, 200);
        }
    }
}

#[test]
fn j6_a_body_that_says_it_is_too_large_is_refused_at_once_and_for_everybody() {
    let socket = Socket::world(Limits::default());
    for (path, token) in [(HISTORY, API), (HISTORY, "unknown"), ("/nowhere", API)] {
        let head = request(path, token, "", "keep-alive").replace("Content-Length: 0", "Content-Length: 65537");
        let began = Instant::now();
        let reply = socket.exchange(head.as_bytes());
        assert!(reply.starts_with("HTTP/1.1 413 ") && reply.contains("connection: close"), "{path}: {reply}");
        assert!(began.elapsed() < Duration::from_secs(5), "{path}");
    }
}

#[test]
fn j6_connections_over_the_limit_wait_their_turn() {
    let socket = Socket::world(Limits { connections: 3, ..Limits::default() });
    let holders: Vec<TcpStream> = (0..3).map(|_| socket.connect()).collect();
    std::thread::sleep(Duration::from_millis(50));
    let mut waiting = socket.connect();
    waiting.write_all(history("close").as_bytes()).unwrap();
    waiting.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    assert!(waiting.read(&mut [0; 1]).is_err(), "it is not served while three are open");
    drop(holders);
    waiting.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    assert_eq!(answer(&mut waiting).unwrap().status, 200);
}

#[test]
fn j6_a_client_that_does_not_read_is_dropped() {
    let endless = get(async || "x".repeat(64 * 1024 * 1024));
    let limits = Limits { write_stall: Duration::from_millis(200), connections: 1, ..Limits::default() };
    let socket = Socket::open(move |limits| layers(Router::new().route("/large", endless), limits, &[]), limits);
    let mut stuck = socket.connect();
    stuck.write_all(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    // Served only once the first has lost its slot.
    let next = socket.exchange(b"GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert!(next.starts_with("HTTP/1.1 404 "), "{next}");
    let mut rest = Vec::new();
    let _ = stuck.read_to_end(&mut rest);
    assert!(rest.len() < 64 * 1024 * 1024);
}

#[test]
fn j13_the_connection_survives_a_panic() {
    let panicking = route(async || -> &'static str { panic!("on purpose") });
    let routes = Router::new().route("/panic", panicking).route("/fine", route(async || "fine"));
    let socket = Socket::open(|limits| layers(routes, limits, &[]), Limits::default());
    let mut stream = socket.connect();
    for _ in 0..3 {
        stream.write_all(request("/panic", API, "", "keep-alive").as_bytes()).unwrap();
        let panicked = answer(&mut stream).unwrap();
        assert_eq!((panicked.status, panicked.json()), (500, fixture("error.internal.json")));
        stream.write_all(request("/fine", API, "", "keep-alive").as_bytes()).unwrap();
        assert_eq!(answer(&mut stream).unwrap().body, b"fine");
    }
}

#[test]
fn j19_old_and_odd_forms_of_http_are_answered() {
    let socket = Socket::world(Limits::default());
    let body = fixture_text("agent-history.request.json");
    let rest = format!(
        "Authorization: Bearer {API}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let old = socket.exchange(format!("POST {HISTORY} HTTP/1.0\r\n{rest}").as_bytes());
    assert!(old.starts_with("HTTP/1.0 200 ") && old.contains("agent-0006"), "{old}");
    let no_host = socket.exchange(format!("POST {HISTORY} HTTP/1.1\r\nConnection: close\r\n{rest}").as_bytes());
    assert!(no_host.starts_with("HTTP/1.1 200 "), "{no_host}");
    let absolute = format!(
        "POST http://elsewhere.example{HISTORY} HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n{rest}"
    );
    assert!(socket.exchange(absolute.as_bytes()).starts_with("HTTP/1.1 200 "));
    let two_lengths = format!("POST {HISTORY} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n{rest}");
    assert!(socket.exchange(two_lengths.as_bytes()).starts_with("HTTP/1.1 400 "));
    for (garbage, status) in [
        // Nothing but empty lines is no request yet.
        (&b"\r\n\r\n\r\n"[..], ""),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "HTTP/1.1 400 "),
        (b"GET\r\n\r\n", "HTTP/1.1 400 "),
        (b"POST / HTTP/9.9\r\n\r\n", "HTTP/1.1 400 "),
        // The preface of HTTP/2, whose clients could not read an answer in HTTP/1.
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""),
    ] {
        let mut stream = socket.connect();
        stream.write_all(garbage).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let text = read_to_the_end(&mut stream);
        let what = String::from_utf8_lossy(garbage);
        assert!(text.starts_with(status) && text.is_empty() == status.is_empty(), "{what:?}: {text}");
    }
    let still = socket.exchange(history("close").as_bytes());
    assert!(still.starts_with("HTTP/1.1 200 "));
}

#[test]
fn j19_pipelined_requests_are_answered_in_order() {
    let socket = Socket::world(Limits::default());
    let mut stream = socket.connect();
    let missing = request(HISTORY, API, "{}", "keep-alive");
    stream.write_all(format!("{}{missing}{}", history("keep-alive"), history("close")).as_bytes()).unwrap();
    let statuses: Vec<u16> = (0..3).map(|_| answer(&mut stream).unwrap().status).collect();
    assert_eq!(statuses, [200, 400, 200]);
}

#[test]
fn j20_huge_and_countless_headers_are_refused() {
    let socket = Socket::world(Limits::default());
    let head = format!("POST {HISTORY} HTTP/1.1\r\nHost: x\r\n");
    let huge = format!("{head}X-Huge: {}\r\n\r\n", "a".repeat(64 * 1024));
    let countless = format!("{head}{}\r\n", (0..10_000).map(|at| format!("X-{at}: 1\r\n")).collect::<String>());
    let many = format!("{head}{}\r\n", (0..101).map(|at| format!("X-{at}: 1\r\n")).collect::<String>());
    for (what, request) in [("huge", huge), ("countless", countless), ("many", many)] {
        let reply = socket.exchange(request.as_bytes());
        // What is still being sent when the service closes may reset the connection before the answer is read.
        let may_be_lost = what != "many";
        assert!(may_be_lost && reply.is_empty() || reply.starts_with("HTTP/1.1 431 "), "{what}: {reply}");
    }
    assert!(socket.exchange(history("close").as_bytes()).starts_with("HTTP/1.1 200 "));
}

#[test]
fn headers_up_to_the_limits_are_taken() {
    let socket = Socket::world(Limits::default());
    let body = fixture_text("agent-history.request.json");
    // Five headers and `more`, and so many bytes before the body.
    let with = |more: &str, bytes: usize| {
        let head = format!(
            "POST {HISTORY} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {API}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n{more}",
            body.len()
        );
        let filler = bytes.saturating_sub(head.len() + "X-Filler: \r\n\r\n".len());
        let filler = if filler > 0 { format!("X-Filler: {}\r\n", "a".repeat(filler)) } else { String::new() };
        format!("{head}{filler}\r\n{body}")
    };
    let lines = |count: usize| (0..count).map(|at| format!("X-{at}: 1\r\n")).collect::<String>();
    for (request, status) in
        [(with(&lines(95), 0), 200), (with(&lines(96), 0), 431), (with("", 32_000), 200), (with("", 33_500), 431)]
    {
        let reply = socket.exchange(request.as_bytes());
        assert!(reply.starts_with(&format!("HTTP/1.1 {status} ")), "{status}: {reply}");
    }
}

#[test]
fn what_is_answered_before_there_is_a_request_has_no_body() {
    let socket = Socket::world(Limits::default());
    let many = (0..101).map(|at| format!("X-{at}: 1\r\n")).collect::<String>();
    let with = |headers: &str| format!("POST {HISTORY} HTTP/1.1\r\nHost: x\r\n{headers}\r\n");
    for (bytes, status) in
        [("GET\r\n\r\n".to_owned(), 400), (with("Content-Length: 18446744073709551616\r\n"), 400), (with(&many), 431)]
    {
        let reply = socket.exchange(bytes.as_bytes());
        assert!(reply.starts_with(&format!("HTTP/1.1 {status} ")) && reply.ends_with("\r\n\r\n"), "{reply}");
        assert!(reply.contains("content-length: 0\r\n"), "{reply}");
    }
}

#[test]
fn a_body_in_damaged_chunks_is_an_error_and_ends_its_connection() {
    let socket = Socket::world(Limits::default());
    let head = request(TEAM, GIT, "", "keep-alive").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let reply = socket.exchange(format!("{head}2\r\n{{}}\r\nno length\r\n").as_bytes());
    assert!(reply.starts_with("HTTP/1.1 400 "), "{reply}");
    assert!(reply.ends_with(r#"{"error":"the request body broke off"}"#), "{reply}");
}

#[test]
fn j14_a_request_that_outlasts_the_drain_is_cut_off() {
    let (arrived, wait_for_arrival) = std::sync::mpsc::channel();
    let slow = get(move || {
        arrived.send(()).unwrap();
        tokio::time::sleep(Duration::from_secs(60))
    });
    let limits = Limits { drain: Duration::from_millis(200), ..Limits::default() };
    let socket = Socket::open(move |limits| layers(Router::new().route("/slow", slow), limits, &[]), limits);
    let mut stream = socket.connect();
    stream.write_all(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    wait_for_arrival.recv_timeout(Duration::from_secs(10)).unwrap();
    let began = Instant::now();
    assert!(!socket.stop(), "it says that not everything ended");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn j14_idle_connections_do_not_delay_the_end() {
    let socket = Socket::world(Limits::default());
    let mut idle = socket.connect();
    idle.write_all(history("keep-alive").as_bytes()).unwrap();
    assert_eq!(answer(&mut idle).unwrap().status, 200);
    let began = Instant::now();
    assert!(socket.stop());
    assert!(began.elapsed() < Duration::from_secs(2));
}
