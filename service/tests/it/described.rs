//! Every answer that `openapi.yaml` describes, asked for: its body and its headers are those described, and no others.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use axum::routing::post as route;
use futures_util::stream;
use scanfold_service::app::layers;
use scanfold_service::limits::Limits;
use serde_json::{Value, json};

use crate::contract::{complaints, description};
use crate::world::*;

/// Headers that no operation describes: OpenAPI leaves out the first, a length is the transport's, and the others are there for
/// browsers, whatever the operation.
const OF_NO_OPERATION: [&str; 4] = ["content-type", "content-length", "vary", "access-control-expose-headers"];

#[tokio::test]
async fn every_answer_is_as_described() {
    let description = description();
    let mut asked = BTreeSet::new();
    for (path, token, request) in successes() {
        for (status, reply) in answers(path, token, &request).await {
            assert_eq!(reply.status, status, "{path} {:?}", reply.bytes);
            holds(&description, path, &reply);
            asked.insert((path.to_owned(), status.to_string()));
        }
    }
    assert_eq!(asked, described(&description), "the answers of this test, and those of openapi.yaml");
}

#[tokio::test]
async fn every_state_of_a_scan_is_as_described() {
    let description = description();
    let world = World::new();
    for scan_id in ["scan-nightly", "scan-clean", "scan-running"] {
        let request = json!({ "platform": "github", "org": ORG, "scan_id": scan_id });
        let reply = world.post(RESULTS, API, &request).await;
        assert_eq!(reply.status, 200, "{scan_id}");
        holds(&description, RESULTS, &reply);
    }
}

/// Paths and statuses, as the description has them.
fn described(description: &Value) -> BTreeSet<(String, String)> {
    let mut described = BTreeSet::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        let responses = item["post"]["responses"].as_object().unwrap();
        described.extend(responses.keys().map(|status| (path.clone(), status.clone())));
    }
    described
}

/// At least one answer of each status that an operation can have.
async fn answers(path: &str, token: &str, request: &Value) -> Vec<(u16, Reply)> {
    let world = World::new();
    let impatient = World::with(Limits { body_time: Duration::from_millis(20), ..Limits::default() });
    let (held, _holder) = World::locked();
    let never = Body::from_stream(stream::pending::<std::io::Result<Bytes>>());
    let mut unlabelled = post(path, token, request.to_string());
    unlabelled.headers_mut().remove(header::CONTENT_TYPE);
    let mut answers = vec![
        (400, world.post(path, token, &json!([])).await),
        (401, world.post(path, "unknown", request).await),
        (405, world.send(Request::get(path).body(Body::empty()).unwrap()).await),
        (408, impatient.send(post(path, token, never)).await),
        (413, world.send(post(path, token, " ".repeat(70_000))).await),
        (415, world.send(unlabelled).await),
        (503, held.post(path, token, request).await),
        (503, late(path, token).await),
    ];
    // Of another organisation a history is empty.
    if path != HISTORY {
        let mut foreign = request.clone();
        foreign["org"] = json!("other-org");
        answers.push((404, world.post(path, token, &foreign).await));
    }
    answers.push((200, world.post(path, token, request).await));
    let drop_tables = "DROP TABLE agent_scan; DROP TABLE scan_piece; DROP TABLE scan; DROP TABLE team_member";
    world.database().execute_batch(drop_tables).unwrap();
    answers.push((500, world.post(path, token, request).await));
    answers
}

/// What an operation answers if it takes too long.
async fn late(path: &str, token: &str) -> Reply {
    let slow = route(async || tokio::time::sleep(Duration::from_secs(60)).await);
    let limits = Limits { answer_time: Duration::from_millis(20), ..Limits::default() };
    reply(&layers(Router::new().route(path, slow), &limits, &[]), post(path, token, "{}")).await
}

#[track_caller]
fn holds(description: &Value, path: &str, reply: &Reply) {
    let what = format!("{path} {}", reply.status);
    let answer = &description["paths"][path]["post"]["responses"][reply.status.as_str()];
    assert!(answer.is_object(), "{what} is not described");
    let answer = resolved(description, answer);
    let (media_type, content) = answer["content"].as_object().unwrap().iter().next().unwrap();
    assert_eq!(reply.header("content-type"), Some(media_type.as_str()), "{what}");
    assert_eq!(complaints(description, &content["schema"], &reply.json()), Vec::<String>::new(), "{what}");
    let headers = answer["headers"].as_object().unwrap();
    for (name, header) in headers {
        let header = resolved(description, header);
        match reply.header(name) {
            Some(text) => {
                let wrong = complaints(description, &header["schema"], &json!(text));
                assert_eq!(wrong, Vec::<String>::new(), "{what}: {name}");
            }
            None => assert_eq!(header["required"], false, "{what}: {name} is not sent"),
        }
    }
    let is_known = |name: &str| {
        OF_NO_OPERATION.contains(&name) || headers.keys().any(|described| described.eq_ignore_ascii_case(name))
    };
    for name in reply.headers.keys() {
        assert!(is_known(name.as_str()), "{what}: {name} is sent, and not described");
    }
}

/// The value, or what it refers to.
fn resolved<'a>(description: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => description.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}
