//! The service's own description, held against what is served, the fixtures and the demo data. Its answers are in `described`.

use std::collections::BTreeSet;
use std::path::Path;

use scanfold_service::seed;
use serde_json::{Value, json};

use crate::seeded::{findings, history, seeded};
use crate::world::*;

pub fn description() -> Value {
    serde_yaml_ng::from_str(include_str!("../../openapi.yaml")).unwrap()
}

/// What is wrong with a value under one of the description's schemas.
pub fn complaints(description: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let root = json!({ "allOf": [schema], "components": description["components"] });
    let validator = jsonschema::draft202012::options().should_validate_formats(true).build(&root).unwrap();
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn component(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

#[test]
fn every_fixture_of_an_ordinary_answer_is_as_described() {
    let description = description();
    for (name, schema) in [
        ("container-results.completed.json", "ContainerScanResult"),
        ("container-results.running.json", "ContainerScanResult"),
        ("container-results.empty.json", "ContainerScanResult"),
        ("agent-history.json", "AgentHistory"),
        ("agent-history.empty.json", "AgentHistory"),
        ("team.json", "TeamAnswer"),
        ("team-removal.json", "MemberRemoval"),
        ("team-removal.nobody-removed.json", "MemberRemoval"),
        ("error.scan-not-found.json", "ErrorResponse"),
        ("error.missing-repo.json", "ErrorResponse"),
        ("error.history-failed.json", "ErrorResponse"),
        ("error.unauthorized.json", "ErrorResponse"),
        ("error.forbidden.json", "ErrorResponse"),
        ("error.team-not-found.json", "ErrorResponse"),
        ("error.member-not-found.json", "ErrorResponse"),
        ("error.rate-limited.json", "ErrorResponse"),
        ("error.validation.json", "ErrorResponse"),
        ("error.internal.json", "ErrorResponse"),
        ("error.busy.json", "ErrorResponse"),
        ("container-results.request.json", "ContainerResultsRequest"),
        ("container-results.request-minimal.json", "ContainerResultsRequest"),
        ("agent-history.request.json", "AgentHistoryRequest"),
        ("team.request.json", "TeamRequest"),
        ("team.request-minimal.json", "TeamRequest"),
        ("team-removal.request.json", "RemoveMemberRequest"),
        ("team-removal.request-minimal.json", "RemoveMemberRequest"),
    ] {
        assert_eq!(complaints(&description, &component(schema), &fixture(name)), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn demo_data_is_as_described() {
    let description = description();
    let (_folder, connection) = seeded();
    let nightly: Vec<Value> = findings(&connection, seed::NIGHTLY).into_values().collect();
    let lists = [("ContainerFinding", nightly), ("AgentScan", history(&connection))];
    for (schema, list) in lists {
        let schema = json!({ "type": "array", "items": component(schema), "minItems": 1 });
        assert_eq!(complaints(&description, &schema, &json!(list)).first(), None);
    }
}

#[test]
fn fixtures_that_leave_the_interface_are_noticed() {
    let description = description();
    for (name, schema) in [
        ("container-results.unknown-severity.json", "ContainerScanResult"),
        ("container-results.extra-fields.json", "ContainerScanResult"),
        ("container-results.sparse.json", "ContainerScanResult"),
        ("agent-history.extra-fields.json", "AgentHistory"),
        ("agent-history.offsets.json", "AgentHistory"),
        ("team-removal.request.json", "TeamRequest"),
        ("team.json", "ErrorResponse"),
    ] {
        assert!(!complaints(&description, &component(schema), &fixture(name)).is_empty(), "{name}");
    }
}

/// The paths in the files of `operations`.
fn served() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/operations");
    let files = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    files.filter_map(|text| Some(text.split_once("const PATH: &str = \"")?.1.split('"').next()?.to_owned())).collect()
}

#[test]
fn the_description_names_the_operations_that_are_served_and_no_other() {
    let description = description();
    let described: BTreeSet<String> = description["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(described, served(), "openapi.yaml, and the files of src/operations");
    let tested = successes().map(|(path, ..)| path.to_owned());
    assert_eq!(BTreeSet::from(tested), served(), "`successes`, and the files of src/operations");
    assert_eq!(description["info"]["version"], "1.0.0");
    assert_eq!(description["paths"][RESULTS]["post"]["operationId"], "getContainerScanVulnerabilities");
}

#[tokio::test]
async fn the_description_is_served() {
    let world = World::new();
    let request = axum::http::Request::get("/openapi.yaml").body(axum::body::Body::empty()).unwrap();
    let reply = world.send(request).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some("application/yaml")));
    assert_eq!(serde_yaml_ng::from_slice::<Value>(&reply.bytes).unwrap(), description());
}

#[tokio::test]
async fn white_space_is_what_the_description_takes_for_it() {
    let description = description();
    let world = World::new();
    for c in ['\u{a0}', '\u{1680}', '\u{180e}', '\u{2003}', '\u{200b}', '\u{2028}', '\u{3000}', '\u{feff}'] {
        for (path, token, request, name, text) in [
            (TEAM, GIT, "team.request-minimal.json", "org", c.to_string()),
            (REMOVE, GIT, "team-removal.request-minimal.json", "user_login", c.to_string()),
            (TEAM, GIT, "team.request-minimal.json", "github_base_url", format!("http://h/{c}")),
            (HISTORY, API, "agent-history.request.json", "repo", format!("{ORG}/a{c}")),
        ] {
            let mut request = fixture(request);
            request[name] = json!(text);
            let schema = &description["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
            let is_described = complaints(&description, schema, &request).is_empty();
            let is_accepted = world.post(path, token, &request).await.status != 400;
            assert_eq!(is_accepted, is_described, "{name} {c:?}");
        }
    }
}
