//! The four operations answer what the fixtures, typed from the interface, say.

use std::sync::atomic::Ordering;

use axum::body::to_bytes;
use scanfold_service::store::history;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::world::*;

/// The same value with its date-times in one form and without nulls, which mean absent.
fn canonical(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(_, value)| !value.is_null());
            members
                .map(|(name, value)| match (name.as_str(), value) {
                    ("created_at" | "completed_at" | "updated_at", Value::String(text)) => {
                        (name, json!(scanfold_service::clock::micros_of(&text).expect("a date-time")))
                    }
                    (_, value) => (name, canonical(value)),
                })
                .collect()
        }
        Value::Array(items) => items.into_iter().map(canonical).collect(),
        other => other,
    }
}

#[tokio::test]
async fn a_completed_scan_is_answered_whole() {
    let world = World::new();
    for request in ["container-results.request.json", "container-results.request-minimal.json"] {
        let reply = world.post(RESULTS, API, &fixture(request)).await;
        assert_eq!(reply.status, 200);
        assert_eq!(canonical(reply.json()), canonical(fixture("container-results.completed.json")));
        let length = reply.bytes.len().to_string();
        assert_eq!(reply.header("content-length"), Some(length.as_str()));
    }
}

#[tokio::test]
async fn a_scan_without_findings_has_an_empty_list() {
    let world = World::new();
    let reply = world.post(RESULTS, API, &json!({ "platform": "github", "org": ORG, "scan_id": "scan-clean" })).await;
    assert_eq!(canonical(reply.json()), canonical(fixture("container-results.empty.json")));
}

#[tokio::test]
async fn a_running_scan_has_a_status_and_no_findings_until_it_completes() {
    let world = World::new();
    let request = json!({ "platform": "github", "org": ORG, "scan_id": "scan-running" });
    let running = world.post(RESULTS, API, &request).await;
    assert_eq!(canonical(running.json()), canonical(fixture("container-results.running.json")));
    world.clock.store(NOW + 60_000, Ordering::SeqCst);
    let done = world.post(RESULTS, API, &request).await.json();
    assert_eq!((&done["status"], &done["findings"]), (&json!("completed"), &json!([])));
}

#[tokio::test]
async fn a_scan_belongs_to_its_platform_and_cloud() {
    let world = World::new();
    for (name, value) in [("platform", "gitlab"), ("cloud", "gcp"), ("scan_id", "Scan-Nightly")] {
        let mut request = fixture("container-results.request.json");
        request[name] = json!(value);
        world.post(RESULTS, API, &request).await.is_error(404, "scan not found");
    }
}

#[tokio::test]
async fn a_history_is_answered_most_recent_first_by_instant() {
    let world = World::new();
    for token in [API, GIT] {
        let reply = world.post(HISTORY, token, &fixture("agent-history.request.json")).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.json(), fixture("agent-history.json"));
    }
    let empty = world.post(HISTORY, API, &json!({ "repo": "example-org/never-scanned" })).await;
    assert_eq!((empty.status.as_u16(), empty.json()), (200, fixture("agent-history.empty.json")));
}

#[tokio::test]
async fn a_large_history_is_answered_page_by_page_and_breaks_off_where_it_is_replaced() {
    let world = World::new();
    let database = world.database();
    let request = put_large_history(&world, 3_000);
    let ask = || post(HISTORY, API, request.to_string());
    let reply = world.send(ask()).await;
    assert_eq!(reply.header("content-length"), None);
    let answer = reply.json();
    let ids: Vec<i64> =
        answer["scans"].as_array().unwrap().iter().map(|scan| scan["scan_id"].as_i64().unwrap()).collect();
    assert_eq!(ids, (0..3_000).collect::<Vec<_>>());

    let response = world.service.clone().oneshot(ask()).await.unwrap();
    history::insert(&database, "example-org/large", -1, "\"later\"").unwrap();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), answer, "as it was when it was asked for");

    let response = world.service.clone().oneshot(ask()).await.unwrap();
    database.execute("DELETE FROM agent_scan WHERE instant = -3", []).unwrap();
    assert!(to_bytes(response.into_body(), usize::MAX).await.is_err(), "it looked whole");
}

#[tokio::test]
async fn a_history_has_a_length_up_to_256_kib() {
    for (entries, has_length) in [(200, true), (300, false)] {
        let world = World::new();
        let request = put_large_history(&world, entries);
        let reply = world.post(HISTORY, API, &request).await;
        assert_eq!(reply.bytes.len() <= 256 * 1024, has_length, "{} bytes", reply.bytes.len());
        let length = has_length.then(|| reply.bytes.len().to_string());
        assert_eq!(reply.header("content-length"), length.as_deref(), "{entries}");
    }
}

#[tokio::test]
async fn a_team_is_answered_whole() {
    let world = World::new();
    for request in ["team.request.json", "team.request-minimal.json"] {
        let reply = world.post(TEAM, GIT, &fixture(request)).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, fixture("team.json")));
    }
    for name in ["team.minimal.json", "team.inconsistent.json"] {
        let wanted = fixture(name);
        let reply =
            world.post(TEAM, GIT, &json!({ "platform": "github", "org": ORG, "team_id": wanted["team"]["id"] })).await;
        assert_eq!(canonical(reply.json()), canonical(wanted));
    }
}

#[tokio::test]
async fn a_removal_answers_the_team_after_it() {
    for request in ["team-removal.request.json", "team-removal.request-minimal.json"] {
        let world = World::new();
        let reply = world.post(REMOVE, GIT, &fixture(request)).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, fixture("team-removal.json")));
        let team = world.post(TEAM, GIT, &fixture("team.request-minimal.json")).await.json();
        assert_eq!(team["team"], reply.json()["team"]);
    }
}

#[tokio::test]
async fn get_a_team_accepts_no_other_field() {
    let world = World::new();
    for (name, value) in [("user_login", json!("heron")), ("role", json!(null)), ("cloud", json!("aws"))] {
        let mut request = fixture("team.request-minimal.json");
        request[name] = value;
        let reply = world.post(TEAM, GIT, &request).await;
        reply.is_error(400, "only platform, org, team_id and the base URLs are accepted");
    }
}

#[tokio::test]
async fn j7_a_field_that_the_operation_does_not_have_is_400() {
    let world = World::new();
    for (path, token, request) in successes() {
        for name in ["from_the_future", "Platform", ""] {
            let mut request = request.clone();
            request[name] = json!({ "a": [1, 2] });
            let reply = world.post(path, token, &request).await;
            assert_eq!(reply.status, 400, "{path}");
            let text = reply.json()["error"].as_str().unwrap().to_owned();
            assert!(text.starts_with("only ") && text.ends_with(" accepted"), "{path}: {text}");
        }
    }
}

#[tokio::test]
async fn each_wrong_field_is_named_and_its_value_is_not() {
    let world = World::new();
    for (path, token, request) in successes() {
        for name in request.as_object().unwrap().keys() {
            for value in [json!(7), json!(["x"]), json!({ "a": 1 }), json!(true), json!("\u{1}canary\u{1}")] {
                let mut wrong = request.clone();
                wrong[name] = value;
                let reply = world.post(path, token, &wrong).await;
                let text = reply.json()["error"].as_str().unwrap().to_owned();
                assert_eq!(reply.status, 400, "{path} {name}");
                assert!(text.contains(name.as_str()) && !text.contains("canary"), "{path} {name}: {text}");
            }
        }
    }
}

#[tokio::test]
async fn each_required_field_is_required() {
    let world = World::new();
    let requests = [
        (RESULTS, API, "container-results.request-minimal.json"),
        (HISTORY, API, "agent-history.request.json"),
        (TEAM, GIT, "team.request-minimal.json"),
        (REMOVE, GIT, "team-removal.request-minimal.json"),
    ];
    for (path, token, name) in requests {
        let request = fixture(name);
        for field in request.as_object().unwrap().keys() {
            let mut absent = request.clone();
            absent.as_object_mut().unwrap().remove(field);
            let mut null = request.clone();
            null[field] = Value::Null;
            for wrong in [absent, null] {
                assert_eq!(world.post(path, token, &wrong).await.status, 400, "{path} {field}");
            }
        }
    }
}

#[tokio::test]
async fn the_texts_of_the_interface_are_used_word_for_word() {
    let world = World::new();
    let text = |name: &str| fixture(name)["error"].as_str().unwrap().to_owned();
    let unknown = json!({ "platform": "github", "org": ORG, "scan_id": "no-such-scan" });
    world.post(RESULTS, API, &unknown).await.is_error(404, &text("error.scan-not-found.json"));
    world.post(RESULTS, "no-such-token", &unknown).await.is_error(401, &text("error.unauthorized.json"));
    let wrong = json!({ "platform": "GitHub", "org": ORG, "scan_id": "x" });
    world.post(RESULTS, API, &wrong).await.is_error(400, &text("error.validation.json"));
    for repo in [json!({}), json!({ "repo": "payments-api" }), json!({ "repo": 7 }), json!({ "repo": "" })] {
        world.post(HISTORY, API, &repo).await.is_error(400, &text("error.missing-repo.json"));
    }
    let team = json!({ "platform": "github", "org": ORG, "team_id": "0b6f2f60-6d0c-4c39-8a55-ffffffffffff" });
    world.post(TEAM, GIT, &team).await.is_error(404, &text("error.team-not-found.json"));
    let mut stranger = fixture("team-removal.request.json");
    stranger["user_login"] = json!("stranger");
    world.post(REMOVE, GIT, &stranger).await.is_error(404, &text("error.member-not-found.json"));
    world.database().execute_batch("DROP TABLE agent_scan").unwrap();
    let history = world.post(HISTORY, API, &fixture("agent-history.request.json")).await;
    history.is_error(500, &text("error.history-failed.json"));
}

#[tokio::test]
async fn a_hundred_pieces_are_joined_without_a_seam() {
    let world = World::new();
    let request = put_large_scan(&world, 5_000);
    let reply = world.post(RESULTS, API, &request).await;
    let answer = reply.json();
    let findings = answer["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 5_000);
    for (at, finding) in findings.iter().enumerate() {
        assert_eq!(finding["uid"], json!(large_uid(at)));
    }
    assert_eq!(reply.header("content-length"), Some(reply.bytes.len().to_string().as_str()));
    assert_eq!(answer["repositories"][0]["findings"], 5_000);
}

#[tokio::test]
async fn what_is_said_of_a_wrong_name_is_the_whole_rule() {
    let world = World::new();
    for (path, token, request) in successes() {
        for (name, most) in [("org", "1,024"), ("scan_id", "1,024"), ("user_login", "320")] {
            let rule = format!(
                "{name} must be a string of at most {most} characters, not blank and without control characters"
            );
            for wrong in [json!(7), json!(" "), json!("a\nb"), json!("x".repeat(1_025))] {
                if request.get(name).is_some() {
                    let mut request = request.clone();
                    request[name] = wrong;
                    world.post(path, token, &request).await.is_error(400, &rule);
                }
            }
        }
    }
}

#[tokio::test]
async fn each_text_may_be_as_long_as_the_readme_says_and_no_longer() {
    let world = World::new();
    // Characters, not bytes.
    let of = |beginning: &str, most: usize| format!("{beginning}{}", "é".repeat(most - beginning.len()));
    let of_all = [
        ("github_base_url", "https://h/", 2_048),
        ("gitlab_base_url", "https://h/", 2_048),
        ("bitbucket_base_url", "https://h/", 2_048),
        ("azure_devops_base_url", "https://h/", 2_048),
        ("org", "", 1_024),
    ];
    let people = [("user_login", "", 320), ("user_name", "", 320)];
    let fields = |path: &str| match path {
        HISTORY => vec![("repo", "o/", 1_024)],
        RESULTS => [&of_all[..], &[("scan_id", "", 1_024)]].concat(),
        REMOVE => [&of_all[..], &people].concat(),
        _ => of_all.to_vec(),
    };
    for (path, token, request) in successes() {
        for (name, beginning, most) in fields(path) {
            for (length, is_accepted) in [(most, true), (most + 1, false)] {
                let mut request = request.clone();
                request[name] = json!(of(beginning, length));
                let status = world.post(path, token, &request).await.status;
                assert_eq!(status != 400, is_accepted, "{path} {name} {length}: {status}");
            }
        }
    }
}

#[tokio::test]
async fn a_history_is_found_by_the_exact_name_of_its_repository() {
    let world = World::new();
    let repo = fixture("agent-history.request.json")["repo"].as_str().unwrap().to_owned();
    let (org, name) = repo.split_once('/').unwrap();
    for other in [format!("{org}/{}", name.to_uppercase()), format!("{org}/{name}/x"), format!("{org}/x/{name}")] {
        let reply = world.post(HISTORY, API, &json!({ "repo": other })).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "scans": [] })), "{other}");
    }
}
