//! What is not quite a request of the interface, and the JSON error it gets.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Method, Request, header};
use axum::routing::post as route;
use futures_util::stream;
use rusqlite::Connection;
use scanfold_service::app::layers;
use scanfold_service::limits::Limits;
use scanfold_service::store::{Pool, Store};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::world::*;

const NOT_JSON: &str = "the request body cannot be read as JSON";
const NOT_AN_OBJECT: &str = "the request body must be a JSON object";
const TWICE: &str = "the request body gives a name twice";

#[tokio::test]
async fn j7_a_body_that_is_no_object_is_refused_by_every_operation() {
    let world = World::new();
    let deep = format!("{{\"org\":{}1{}}}", "[".repeat(5_000), "]".repeat(5_000));
    for (path, token, good) in successes() {
        let twice =
            good.to_string().replacen('{', "{\"org\":\"a\",\"org\":\"b\",\"repo\":\"a/b\",\"repo\":\"a/b\",", 1);
        let lone = "{\"org\":\"\\ud800\",\"repo\":\"\\ud800/x\"}";
        let mut cases: Vec<(&[u8], &str)> = vec![(twice.as_bytes(), TWICE), (b"{\"org\":\"\xff\xfe\"}", NOT_JSON)];
        cases.extend(["[]", "null", "\"\""].map(|body| (body.as_bytes(), NOT_AN_OBJECT)));
        cases
            .extend(["", "{", "{\"org\":}", "{}{}", "\u{feff}{}", &deep, lone].map(|body| (body.as_bytes(), NOT_JSON)));
        for (body, text) in cases {
            // The interface has one text for every malformed request for a history.
            let text = if path == HISTORY { "Missing or invalid repo parameter" } else { text };
            world.send(post(path, token, body.to_owned())).await.is_error(400, text);
        }
    }
}

#[tokio::test]
async fn j7_a_body_that_is_not_labelled_as_json_is_refused() {
    for (path, token, body) in successes() {
        for label in [
            None,
            Some(""),
            Some("text/plain"),
            Some("text/json"),
            Some("application/jsonp"),
            Some("application/x-www-form-urlencoded"),
        ] {
            let mut request = post(path, token, body.to_string());
            request.headers_mut().remove(header::CONTENT_TYPE);
            if let Some(label) = label {
                request.headers_mut().insert(header::CONTENT_TYPE, label.parse().unwrap());
            }
            World::new().send(request).await.is_error(415, "the Content-Type must be application/json");
        }
        for label in ["application/json; charset=utf-8", "Application/JSON", "application/json;charset=\"utf-8\""] {
            let mut request = post(path, token, body.to_string());
            request.headers_mut().insert(header::CONTENT_TYPE, label.parse().unwrap());
            // A world of its own: a removal succeeds once.
            assert_eq!(World::new().send(request).await.status, 200, "{path} {label}");
        }
    }
}

#[tokio::test]
async fn j8_wrong_methods_and_unknown_paths_are_json_too() {
    let world = World::new();
    for path in [RESULTS, HISTORY, TEAM, REMOVE] {
        for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            let reply = world.send(request).await;
            reply.is_error(405, "method not allowed");
            assert_eq!(reply.header("allow"), Some("POST"));
        }
    }
    let reply = world.send(post("/openapi.yaml", API, "{}")).await;
    reply.is_error(405, "method not allowed");
    assert_eq!(reply.header("allow"), Some("GET,HEAD"));
    for path in [
        "/",
        "/api",
        "/api/cloud/container-scanning/results/",
        "//api/agents/scan/history",
        "/API/agents/scan/history",
        "/%2e%2e/x",
    ] {
        world.send(post(path, API, "{}")).await.is_error(404, "no such path");
    }
}

#[tokio::test]
async fn j18_a_compressed_body_is_refused() {
    let world = World::new();
    for encoding in ["gzip", "br", "deflate", "zstd", "identity, gzip", "x-unknown"] {
        for (path, token, body) in successes() {
            let mut request = post(path, token, body.to_string());
            request.headers_mut().insert(header::CONTENT_ENCODING, encoding.parse().unwrap());
            world.send(request).await.is_error(415, "the request body must not be compressed");
            let mut request = post(path, token, body.to_string());
            request.headers_mut().insert(header::CONTENT_ENCODING, "identity".parse().unwrap());
            request.headers_mut().append(header::CONTENT_ENCODING, encoding.parse().unwrap());
            world.send(request).await.is_error(415, "the request body must not be compressed");
        }
    }
}

#[tokio::test]
async fn j6_a_body_over_the_limit_is_refused_with_and_without_a_length() {
    let world = World::new();
    let limit = Limits::default().body_bytes;
    let mut declared = post(RESULTS, API, Body::empty());
    declared.headers_mut().insert(header::CONTENT_LENGTH, (limit + 1).into());
    world.send(declared).await.is_error(413, "the request body is too large");
    let chunks = (0..200).map(|_| Ok::<_, std::io::Error>(Bytes::from(vec![b' '; 1024])));
    let undeclared = post(RESULTS, API, Body::from_stream(stream::iter(chunks)));
    world.send(undeclared).await.is_error(413, "the request body is too large");
    let body = fixture("container-results.request.json").to_string();
    let padded = format!("{body}{}", " ".repeat(limit - body.len()));
    assert_eq!(world.send(post(RESULTS, API, padded)).await.status, 200);
}

#[tokio::test]
async fn j6_a_body_that_does_not_arrive_is_given_up() {
    let world = World::with(Limits { body_time: Duration::from_millis(30), ..Limits::default() });
    let never = post(RESULTS, API, Body::from_stream(stream::pending::<std::io::Result<Bytes>>()));
    world.send(never).await.is_error(408, "the request body took too long");
}

#[tokio::test]
async fn a_body_that_does_not_arrive_whole_is_refused_whatever_else_is_wrong() {
    let world = World::with(Limits { body_time: Duration::from_millis(5), ..Limits::default() });
    let broken = || Body::from_stream(stream::iter([Ok(Bytes::from("{")), Err(std::io::Error::other("gone"))]));
    let late = || Body::from_stream(stream::pending::<std::io::Result<Bytes>>());
    let large = || Body::from(" ".repeat(70_000));
    for path in [RESULTS, HISTORY, TEAM, REMOVE, "/openapi.yaml", "/nowhere"] {
        for method in [Method::POST, Method::PUT, Method::GET] {
            for token in [API, GIT, "unknown"] {
                for (body, status, text) in [
                    (broken(), 400, "the request body broke off"),
                    (late(), 408, "the request body took too long"),
                    (large(), 413, "the request body is too large"),
                ] {
                    let mut request = post(path, token, body);
                    *request.method_mut() = method.clone();
                    world.send(request).await.is_error(status, text);
                }
            }
        }
    }
}

#[tokio::test]
async fn j5_a_database_that_another_holds_is_busy_and_then_is_not() {
    let world = World::new();
    let other = world.database();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let began = Instant::now();
    let reply = world.post(REMOVE, GIT, &fixture("team-removal.request.json")).await;
    assert!(began.elapsed() >= Duration::from_secs(2), "it did not wait for the other");
    reply.is_error(503, "the service is busy; try again");
    assert_eq!(reply.json(), fixture("error.busy.json"));
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(world.post(TEAM, GIT, &fixture("team.request-minimal.json")).await.json(), fixture("team.json"));
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(world.post(REMOVE, GIT, &fixture("team-removal.request.json")).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn who_gets_no_connection_of_the_database_within_ten_seconds_is_told_to_come_again() {
    let world = World::new();
    let mut store = Store::open(&world.file).unwrap();
    store.readers = Pool::new(vec![Connection::open(&world.file).unwrap()]);
    let pool = store.readers.clone();
    let world = Arc::new(world.on(store));
    let (release, released) = std::sync::mpsc::channel::<()>();
    let holder = tokio::spawn(async move { pool.run(move |_| Ok(released.recv())).await });
    let began = tokio::time::Instant::now();
    let mut waiting = JoinSet::new();
    for (path, token, request) in successes() {
        let world = world.clone();
        waiting.spawn(async move { (path, world.post(path, token, &request).await) });
    }
    // While the connection is held the clock of tokio stands still, so it is moved on from here.
    while !waiting.is_empty() {
        tokio::time::advance(Duration::from_millis(100)).await;
        while let Some(done) = waiting.try_join_next() {
            let (path, reply) = done.unwrap();
            let waited = began.elapsed().as_millis();
            assert!((10_000..10_500).contains(&waited), "{path}: {waited} ms");
            let text =
                if path == HISTORY { "Failed to retrieve scan history" } else { "the service is busy; try again" };
            reply.is_error(503, text);
            assert_eq!(reply.header("retry-after"), Some("1"), "{path}");
        }
    }
    drop(release);
    holder.await.unwrap().unwrap().unwrap_err();
    for (path, token, request) in successes() {
        assert_eq!(world.post(path, token, &request).await.status, 200, "{path}: the connection came back");
    }
}

#[tokio::test]
async fn a_history_that_is_late_or_busy_has_the_text_of_the_interface_and_may_be_asked_for_again() {
    let limits = Limits { answer_time: Duration::from_millis(20), ..Limits::default() };
    let slow = || route(async || tokio::time::sleep(Duration::from_secs(60)).await);
    let routes = Router::new().route(HISTORY, slow()).route(TEAM, slow());
    let late = layers(routes, &limits, &[]);
    let (busy, _holder) = World::locked();
    let busy = busy.service;
    let text = fixture("error.history-failed.json")["error"].as_str().unwrap().to_owned();
    for (service, path, text) in [
        (&late, HISTORY, text.as_str()),
        (&busy, HISTORY, text.as_str()),
        (&late, TEAM, "the answer took too long; try again"),
        (&busy, TEAM, "the service is busy; try again"),
    ] {
        let reply = reply(service, post(path, GIT, fixture("agent-history.request.json").to_string())).await;
        reply.is_error(503, text);
        assert_eq!(reply.header("retry-after"), Some("1"), "{path}");
    }
}

#[tokio::test]
async fn j5_a_database_that_cannot_be_written_is_still_read() {
    let world = World::sealed();
    for _ in 0..2 {
        let removal = world.post(REMOVE, GIT, &fixture("team-removal.request.json")).await;
        removal.is_error(500, "the database failed");
        let team = world.post(TEAM, GIT, &fixture("team.request-minimal.json")).await;
        assert_eq!(team.json(), fixture("team.json"));
    }
}

#[tokio::test]
async fn a_scan_that_goes_while_it_is_answered_breaks_off_and_is_not_closed_as_if_it_were_whole() {
    for encoding in ["identity", "gzip"] {
        let world = World::new();
        world.database().execute("DELETE FROM scan_piece", []).unwrap();
        let mut request = post(RESULTS, API, fixture("container-results.request.json").to_string());
        request.headers_mut().insert(header::ACCEPT_ENCODING, encoding.parse().unwrap());
        let response = world.service.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        assert!(to_bytes(response.into_body(), usize::MAX).await.is_err(), "{encoding}");
    }
}
