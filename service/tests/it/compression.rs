//! Answers in gzip: who gets them, and what is in them.

use std::io::Read;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, header};
use axum::routing::get;
use flate2::bufread::GzDecoder;
use scanfold_service::app::layers;
use scanfold_service::limits::Limits;
use serde_json::json;

use crate::world::*;

/// The same request of a client that takes gzip.
fn accepting_gzip(mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().insert(header::ACCEPT_ENCODING, "gzip".parse().unwrap());
    request
}

/// What is in a gzip file, which has to be whole, and all of the bytes.
fn unpacked(mut packed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(&mut packed).read_to_end(&mut plain).unwrap();
    assert!(packed.is_empty(), "{} bytes after the end", packed.len());
    plain
}

/// One request for each kind of answer, with its status: short and long, whole and in pieces, and errors.
fn kinds(world: &World) -> Vec<(u16, Request<Body>)> {
    let plain = |method: Method, path: &str| Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
    let mut compressed = post(TEAM, GIT, "{}");
    compressed.headers_mut().insert(header::CONTENT_ENCODING, "gzip".parse().unwrap());
    let large_scan = put_large_scan(world, 5_000).to_string();
    let large_history = put_large_history(world, 3_000).to_string();
    let running = json!({ "platform": "github", "org": ORG, "scan_id": "scan-running" }).to_string();
    let mut kinds = vec![
        (200, post(RESULTS, API, large_scan)),
        (200, post(RESULTS, API, running)),
        (200, post(HISTORY, API, large_history)),
        (200, plain(Method::GET, "/openapi.yaml")),
        (400, post(RESULTS, API, "{")),
        (401, post(HISTORY, "unknown", "{}")),
        (404, plain(Method::GET, "/nowhere")),
        (405, plain(Method::GET, TEAM)),
        (413, post(RESULTS, API, " ".repeat(70_000))),
        (415, compressed),
    ];
    kinds.extend(successes().map(|(path, token, body)| (200, post(path, token, body.to_string()))));
    kinds
}

#[tokio::test]
async fn an_answer_in_gzip_is_the_plain_one() {
    // Two worlds: a removal succeeds once.
    let (plain_world, packed_world) = (World::new(), World::new());
    let requests = kinds(&plain_world).into_iter().zip(kinds(&packed_world));
    for ((status, request), (_, same)) in requests {
        let what = format!("{status} {} {}", request.method(), request.uri());
        let plain = plain_world.send(request).await;
        let packed = packed_world.send(accepting_gzip(same)).await;
        assert_eq!((plain.status.as_u16(), packed.status.as_u16()), (status, status), "{what}");
        assert_eq!(plain.header("content-encoding"), None, "{what}");
        if plain.bytes.len() < 32 {
            assert_eq!((packed.header("content-encoding"), &packed.bytes), (None, &plain.bytes), "{what}");
        } else {
            assert_eq!(
                (packed.header("content-encoding"), packed.header("content-length")),
                (Some("gzip"), None),
                "{what}"
            );
            assert!(unpacked(&packed.bytes) == plain.bytes, "{what}");
        }
        assert_eq!(others(&packed), others(&plain), "{what}");
    }
}

/// The headers that have nothing to do with the encoding, or with which of two requests it was.
fn others(reply: &Reply) -> HeaderMap {
    let mut headers = reply.headers.clone();
    for name in ["content-encoding", "content-length", "vary", "x-request-id"] {
        headers.remove(name);
    }
    headers
}

#[tokio::test]
async fn answers_of_32_bytes_or_more_are_compressed() {
    let routes = Router::new().route("/31", get("x".repeat(31))).route("/32", get("x".repeat(32)));
    let service = layers(routes, &Limits::default(), &[]);
    for (path, encoding) in [("/31", None), ("/32", Some("gzip"))] {
        let reply = reply(&service, accepting_gzip(Request::get(path).body(Body::empty()).unwrap())).await;
        assert_eq!(reply.header("content-encoding"), encoding, "{path}");
    }
}

#[tokio::test]
async fn gzip_is_taken_with_every_weight_that_is_one() {
    let world = World::new();
    for (encoding, taken) in [
        ("gzip;q=1", true),
        ("br;q=1.0, GZIP ; Q=0.5", true),
        ("deflate, gzip;q=0.001, identity;q=0", true),
        ("gzip;q=1.000", true),
        ("identity, gzip;q=0.5", true),
        ("gzip;q=0.000", false),
        ("gzip;q=0.0001", false),
        ("gzip;q=1.001", false),
        ("gzip;q=", false),
        ("gzip;x=1", false),
        ("br, zstd, deflate", false),
    ] {
        let mut request = post(RESULTS, API, fixture("container-results.request.json").to_string());
        request.headers_mut().insert(header::ACCEPT_ENCODING, encoding.parse().unwrap());
        let reply = world.send(request).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("content-encoding")),
            (200, taken.then_some("gzip")),
            "{encoding}"
        );
    }
}

#[tokio::test]
async fn who_takes_no_encoding_is_answered_plainly() {
    for encoding in [
        "identity;q=0",
        "*;q=0",
        "br, *;q=0",
        "gzip;q=0, identity;q=0",
        "gzip;Q=0, identity;q=0",
        "gzip;q=1.5, identity;q=0",
        "gzip;q=inf, identity;q=0",
        "gzip;q=1e0, identity;q=0",
        "gzip;q=+1, identity;q=0",
        "gzip;q=0.0001, identity;q=0",
        "\u{e9}",
    ] {
        let world = World::new();
        for (token, body, status) in [
            ("wrong", fixture("team-removal.request.json"), 401),
            (GIT, fixture("team-removal.request.json"), 200),
            (GIT, fixture("team-removal.request.json"), 404),
        ] {
            let mut request = post(REMOVE, token, body.to_string());
            request
                .headers_mut()
                .insert(header::ACCEPT_ENCODING, HeaderValue::from_bytes(encoding.as_bytes()).unwrap());
            let reply = world.send(request).await;
            assert_eq!((reply.status.as_u16(), reply.header("content-encoding")), (status, None), "{encoding}");
        }
    }
}
