//! Answers in gzip: who gets them, and what is in them.

use axum::http::{HeaderValue, header};

use crate::world::*;

#[tokio::test]
async fn an_answer_is_compressed_where_that_is_asked_for() {
    let world = World::new();
    let plain = world.post(RESULTS, API, &fixture("container-results.request.json")).await;
    let mut request = post(RESULTS, API, fixture("container-results.request.json").to_string());
    request.headers_mut().insert(header::ACCEPT_ENCODING, "gzip".parse().unwrap());
    let packed = world.send(request).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("content-length"), None);
    assert!(packed.bytes.starts_with(&[0x1f, 0x8b]) && packed.bytes.len() < plain.bytes.len());
    assert_eq!(plain.header("content-encoding"), None);
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
