//! CORS: the page's origin may read every answer, errors and panics too; nobody else may read any.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderName, Method, Request, header};
use axum::routing::post as route;
use scanfold_service::app::layers;
use scanfold_service::limits::Limits;
use scanfold_service::store::Store;
use serde_json::json;

use crate::world::*;

fn with_origin(mut request: Request<Body>, origin: &str) -> Request<Body> {
    request.headers_mut().insert(header::ORIGIN, origin.parse().unwrap());
    request
}

/// One request for each kind of answer: success, and errors of every layer.
fn kinds() -> Vec<Request<Body>> {
    let plain = |method: Method, path: &str| Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
    let typed = |body: &'static str| post(RESULTS, API, body);
    let mut compressed = typed("{}");
    compressed.headers_mut().insert(header::CONTENT_ENCODING, "gzip".parse().unwrap());
    let mut untyped = typed("{}");
    untyped.headers_mut().remove(header::CONTENT_TYPE);
    vec![
        post(RESULTS, API, fixture("container-results.request.json").to_string()),
        post(RESULTS, "unknown", "{}"),
        typed("{"),
        typed("{}"),
        compressed,
        untyped,
        post(RESULTS, API, " ".repeat(70_000)),
        post(RESULTS, API, json!({ "platform": "github", "org": ORG, "scan_id": "x" }).to_string()),
        plain(Method::GET, RESULTS),
        plain(Method::DELETE, TEAM),
        plain(Method::GET, "/nowhere"),
        plain(Method::GET, "/openapi.yaml"),
    ]
}

#[tokio::test]
async fn d5_every_kind_of_answer_can_be_read_by_the_page() {
    let world = World::new();
    for request in kinds() {
        let what = format!("{} {}", request.method(), request.uri());
        let reply = world.send(with_origin(request, PAGE)).await;
        assert_eq!(reply.header("access-control-allow-origin"), Some(PAGE), "{what} {}", reply.status);
        assert_eq!(reply.header("access-control-expose-headers"), Some("retry-after,x-request-id"));
        assert!(reply.headers.get_all(header::VARY).iter().any(|vary| vary.to_str().unwrap().contains("origin")));
    }
}

#[tokio::test]
async fn every_kind_of_answer_stays_out_of_caches_and_is_what_its_type_says() {
    let world = World::new();
    for request in kinds() {
        let what = format!("{} {}", request.method(), request.uri());
        let reply = world.send(request).await;
        let said = [reply.header("cache-control"), reply.header("x-content-type-options")];
        assert_eq!(said, [Some("no-store"), Some("nosniff")], "{what} {}", reply.status);
    }
}

#[tokio::test]
async fn j16_foreign_and_null_origins_are_allowed_nothing() {
    let world = World::new();
    let foreign = [
        "null",
        "https://evil.example",
        "http://127.0.0.1:5174",
        "http://127.0.0.1",
        "https://127.0.0.1:5173",
        "http://127.0.0.1:5173.evil.example",
    ];
    for origin in foreign {
        for request in kinds() {
            let reply = world.send(with_origin(request, origin)).await;
            assert_eq!(reply.header("access-control-allow-origin"), None, "{origin}");
        }
    }
    for request in kinds() {
        assert_eq!(world.send(request).await.header("access-control-allow-origin"), None);
    }
}

#[tokio::test]
async fn d6_a_preflight_lists_authorization_by_name() {
    let world = World::new();
    for path in [RESULTS, HISTORY, TEAM, REMOVE] {
        let request = Request::options(path)
            .header(header::ORIGIN, PAGE)
            .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST")
            .header(header::ACCESS_CONTROL_REQUEST_HEADERS, "authorization,content-type")
            .body(Body::empty())
            .unwrap();
        let reply = world.send(request).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("access-control-allow-origin"), Some(PAGE));
        let headers = reply.header("access-control-allow-headers").unwrap();
        assert_eq!(headers.split(',').collect::<Vec<_>>(), ["authorization", "content-type", "accept"]);
        assert!(reply.header("access-control-allow-methods").unwrap().contains("POST"));
        assert_eq!(reply.header("access-control-max-age"), Some("7200"));
        assert_eq!(reply.header("access-control-allow-credentials"), None);
        assert!(reply.header("x-request-id").is_some());
    }
}

#[tokio::test]
async fn every_options_is_a_preflight() {
    let world = World::new();
    for (path, body) in
        [("/nowhere", ""), ("/openapi.yaml", ""), (TEAM, "this is not JSON"), (HISTORY, &" ".repeat(70_000))]
    {
        for origin in [Some(PAGE), Some("https://evil.example"), None] {
            let mut request = post(path, "unknown", body.to_owned());
            *request.method_mut() = Method::OPTIONS;
            let request = match origin {
                Some(origin) => with_origin(request, origin),
                None => request,
            };
            let reply = world.send(request).await;
            assert_eq!((reply.status.as_u16(), reply.bytes.len()), (200, 0), "{path}");
            let allowed = origin.filter(|origin| *origin == PAGE);
            assert_eq!(reply.header("access-control-allow-origin"), allowed, "{path}");
            assert!(reply.header("x-request-id").is_some(), "{path}");
            let kept = [reply.header("cache-control"), reply.header("x-content-type-options")];
            assert_eq!(kept, [None, None], "{path}: browsers keep a preflight by its own header");
        }
    }
}

#[tokio::test]
async fn without_an_origin_no_page_is_allowed() {
    let world = World::new();
    let store = Store::open(&world.file).unwrap();
    let world = world.on(store);
    for request in kinds() {
        let reply = world.send(with_origin(request, PAGE)).await;
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
}

#[tokio::test]
async fn j13_a_panic_is_an_answer_that_the_page_can_read() {
    let routes = Router::new().route("/panic", route(async || -> &'static str { panic!("on purpose") }));
    let service = layers(routes, &Limits::default(), &[PAGE.parse().unwrap()]);
    for _ in 0..3 {
        let reply = reply(&service, with_origin(post("/panic", API, "{}"), PAGE)).await;
        reply.is_error(500, "internal error");
        assert_eq!(reply.json(), fixture("error.internal.json"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert_eq!(reply.header("access-control-allow-origin"), Some(PAGE));
    }
}

#[tokio::test]
async fn an_answer_that_is_late_is_an_answer() {
    let slow = async || tokio::time::sleep(std::time::Duration::from_secs(60)).await;
    let limits = Limits { answer_time: std::time::Duration::from_millis(20), ..Limits::default() };
    let service = layers(Router::new().route("/slow", route(slow)), &limits, &[PAGE.parse().unwrap()]);
    let reply = reply(&service, with_origin(post("/slow", API, "{}"), PAGE)).await;
    reply.is_error(503, "the answer took too long; try again");
    assert_eq!(reply.headers.get(HeaderName::from_static("retry-after")).unwrap(), "1");
    assert_eq!(reply.header("access-control-allow-origin"), Some(PAGE));
}
