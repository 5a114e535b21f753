//! Who may ask for what, and that a refusal tells nothing.

use axum::body::Body;
use axum::http::{Request, header};
use scanfold_service::auth::digest;
use scanfold_service::store::history;
use scanfold_service::store::tokens::{self, Grant, Kind};
use serde_json::json;

use crate::world::*;

#[tokio::test]
async fn j9_missing_malformed_unknown_and_wrong_kind_tokens_get_one_answer() {
    let world = World::new();
    for (path, token, body) in successes() {
        let wrong_kind = if token == API { GIT } else { API };
        let mut values = vec![
            None,
            Some(String::new()),
            Some("Bearer".to_owned()),
            Some("Bearer ".to_owned()),
            Some(format!("Basic {token}")),
            Some(format!("Bearer {token} x")),
            Some(format!("Bearer \"{token}\"")),
            Some(format!("Bearer {}", token.to_uppercase())),
            Some(format!("Bearer {}", &token[..token.len() - 1])),
            Some(format!("Bearer {}", "a".repeat(10_000))),
        ];
        // A history takes either kind.
        values.extend((path != HISTORY).then(|| Some(format!("Bearer {wrong_kind}"))));
        for value in values {
            let mut request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
            if let Some(value) = &value {
                request = request.header(header::AUTHORIZATION, value);
            }
            let reply = world.send(request.body(Body::from(body.to_string())).unwrap()).await;
            reply.is_error(401, "access token missing or invalid");
            assert_eq!(reply.header("www-authenticate"), Some("Bearer"), "{path}");
        }
    }
}

#[tokio::test]
async fn j9_a_refusal_comes_before_anything_is_said_about_the_body() {
    let world = World::new();
    for path in [RESULTS, HISTORY, TEAM, REMOVE] {
        let reply = world.send(post(path, "unknown", "this is not JSON")).await;
        reply.is_error(401, "access token missing or invalid");
    }
}

#[tokio::test]
async fn j10_what_belongs_to_another_organisation_looks_like_what_does_not_exist() {
    let world = World::new();
    let cases = [
        (RESULTS, FOREIGN_API, fixture("container-results.request.json"), "scan not found"),
        (TEAM, FOREIGN_GIT, fixture("team.request-minimal.json"), "team not found"),
        (REMOVE, FOREIGN_GIT, fixture("team-removal.request.json"), "team not found"),
    ];
    for (path, foreign, request, text) in cases {
        world.post(path, foreign, &request).await.is_error(404, text);
        let mut own = request.clone();
        own["org"] = json!("other-org");
        world.post(path, foreign, &own).await.is_error(404, text);
    }
    for token in [FOREIGN_API, FOREIGN_GIT] {
        let reply = world.post(HISTORY, token, &fixture("agent-history.request.json")).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "scans": [] })));
    }
    let team = world.post(TEAM, GIT, &fixture("team.request-minimal.json")).await;
    assert_eq!(team.json(), fixture("team.json"), "the refused removal removed nobody");
}

#[tokio::test]
async fn j10_what_belongs_to_another_organisation_is_not_even_read() {
    let world = World::new();
    for table in ["agent_scan", "scan_piece", "scan", "team_member", "team_lead", "team"] {
        world.database().execute_batch(&format!("DROP TABLE {table}")).unwrap();
    }
    for (path, token, request) in successes() {
        let foreign = if token == API { FOREIGN_API } else { FOREIGN_GIT };
        let status = if path == HISTORY { 200 } else { 404 };
        assert_eq!(world.post(path, token, &request).await.status, 500, "{path}: the tables are gone");
        assert_eq!(world.post(path, foreign, &request).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn a_history_is_open_to_the_organisation_and_the_groups_that_hold_its_repository() {
    let world = World::new();
    let database = world.database();
    let mut scan = fixture("agent-history.json")["scans"][0].clone();
    scan["repo_name"] = json!("group/sub/proj");
    history::insert(&database, "group/sub/proj", 0, &scan.to_string()).unwrap();
    for (org, opens) in [
        ("group", true),
        ("group/sub", true),
        ("group/su", false),
        ("group/sub/proj", false),
        ("sub", false),
        ("Group/sub", false),
    ] {
        let token = org.replace('/', "-");
        let grant = Grant { kind: Kind::Git, org: org.to_owned(), digest: digest(&token) };
        assert!(tokens::insert(&database, &grant, NOW).unwrap());
        let reply = world.post(HISTORY, &token, &json!({ "repo": "group/sub/proj" })).await;
        let scans = if opens { json!([scan]) } else { json!([]) };
        assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "scans": scans })), "{org}");
    }
}

#[tokio::test]
async fn j11_text_that_looks_like_sql_is_data() {
    let world = World::new();
    let hostile = [
        "' OR '1'='1",
        "'; DROP TABLE team; --",
        "\" OR 1=1 --",
        "%",
        "_",
        "*",
        "\\",
        "${x}",
        "x' UNION SELECT hash FROM token --",
    ];
    for text in hostile {
        for (path, token, request) in successes() {
            for name in ["org", "scan_id", "user_login"] {
                if request.get(name).is_some() {
                    let mut request = request.clone();
                    request[name] = json!(text);
                    assert_eq!(world.post(path, token, &request).await.status, 404, "{path} {name} {text}");
                }
            }
        }
        let repo = json!({ "repo": format!("{ORG}/{}", text.replace(' ', "")) });
        let reply = world.post(HISTORY, API, &repo).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "scans": [] })), "{text}");
    }
    for (path, token, request) in successes() {
        assert_eq!(world.post(path, token, &request).await.status, 200, "{path} after it all");
    }
}

#[tokio::test]
async fn j12_base_urls_are_checked_and_nobody_is_called() {
    let world = World::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let trap = format!("http://{}/", listener.local_addr().unwrap());
    let urls = ["github_base_url", "gitlab_base_url", "bitbucket_base_url", "azure_devops_base_url"];
    for (path, token, request) in successes().into_iter().filter(|(path, ..)| *path != HISTORY) {
        for name in urls {
            for bad in ["file:///etc/passwd", "https://user:password@host/", "gopher://host", "//host", "", "https://"]
            {
                let mut request = request.clone();
                request[name] = json!(bad);
                let text = format!(
                    "{name} must be an http or https URL of at most 2,048 characters, without user information"
                );
                world.post(path, token, &request).await.is_error(400, &text);
            }
        }
        let mut request = request.clone();
        for (name, url) in
            urls.into_iter().zip([trap.as_str(), "http://169.254.169.254/", "https://h/2.0", "http://[::1]:9/"])
        {
            request[name] = json!(url);
        }
        assert_eq!(world.post(path, token, &request).await.status, 200, "{path}");
    }
    let called = listener.accept();
    assert!(called.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock), "something was fetched");
}
