//! A service without a socket: a database of its own, tokens, a clock that can be set, and the fixtures as data.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use rusqlite::Connection;
use scanfold_service::app;
use scanfold_service::auth::digest;
use scanfold_service::limits::Limits;
use scanfold_service::state::App;
use scanfold_service::store::scans::{Completion, Draft, ScanKey};
use scanfold_service::store::teams::{self, TeamKey};
use scanfold_service::store::tokens::{self, Grant, Kind};
use scanfold_service::store::{self, Mode, Store};
use scanfold_service::wire::{ContainerFinding, Severity, Team};
use scanfold_service::{clock, store::history};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

pub const RESULTS: &str = "/api/cloud/container-scanning/results";
pub const HISTORY: &str = "/api/agents/scan/history";
pub const TEAM: &str = "/api/metrics/developer/teams/get";
pub const REMOVE: &str = "/api/metrics/developer/teams/members/remove";

pub const ORG: &str = "example-org";
pub const API: &str = "canary-api-7c1f40a2";
pub const GIT: &str = "canary-git-90be55d3";
pub const FOREIGN_API: &str = "canary-foreign-api-1a2b";
pub const FOREIGN_GIT: &str = "canary-foreign-git-3c4d";
pub const PAGE: &str = "http://127.0.0.1:5173";

/// 2026-03-14T09:00:00Z, the time of the fixtures.
pub const NOW: i64 = 1_773_478_800_000;

pub struct World {
    folder: TempDir,
    pub file: PathBuf,
    pub clock: Arc<AtomicI64>,
    pub service: Router,
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Bytes,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("not JSON: {:?}", self.bytes))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Panics unless this is the error of this status and text.
    #[track_caller]
    pub fn is_error(&self, status: u16, text: &str) {
        assert_eq!((self.status.as_u16(), self.json()), (status, json!({ "error": text })));
        assert_eq!(self.header("content-type"), Some("application/json"));
        assert!(self.header("x-request-id").is_some());
    }
}

pub fn fixture(name: &str) -> Value {
    serde_json::from_str(&fixture_text(name)).unwrap()
}

pub fn fixture_text(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

impl World {
    pub fn new() -> Self {
        Self::with(Limits::default())
    }

    pub fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("service.db");
        fill(&mut store::connect(&file, Mode::Create).unwrap());
        let clock = Arc::new(AtomicI64::new(NOW));
        let hand = clock.clone();
        let store = Store::open(&file).unwrap();
        let app = App::new(store, Arc::new(move || hand.load(Ordering::SeqCst)), limits);
        let service = app::service(&app, &[PAGE.parse().unwrap()]);
        Self { folder, file, clock, service }
    }

    /// The same service on a database that has become read-only.
    pub fn sealed() -> Self {
        let world = Self::new();
        let mut store = Store::open(&world.file).unwrap();
        store.writer = store.readers.clone();
        world.on(store)
    }

    /// Its data by other connections, at a fixed time, with the limits that there are by default, for pages of no origin.
    pub fn on(self, store: Store) -> Self {
        let app = App::new(store, Arc::new(|| NOW), Limits::default());
        Self { service: app::service(&app, &[]), ..self }
    }

    /// The same service on a database that another holds against readers too, and the other.
    pub fn locked() -> (Self, Connection) {
        let world = Self::new();
        let file = world.folder.path().join("locked.db");
        world.database().execute("VACUUM INTO ?1", [file.to_str().unwrap()]).unwrap();
        let readers = vec![Connection::open(&file).unwrap()];
        readers[0].busy_timeout(std::time::Duration::ZERO).unwrap();
        let mut store = Store::open(&world.file).unwrap();
        store.readers = store::Pool::new(readers);
        let holder = Connection::open(&file).unwrap();
        holder.execute_batch("BEGIN EXCLUSIVE").unwrap();
        (world.on(store), holder)
    }

    /// A second connection to the database, beside the service's own.
    pub fn database(&self) -> Connection {
        assert!(self.folder.path().exists());
        store::connect(&self.file, Mode::Existing).unwrap()
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        reply(&self.service, request).await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.send(post(path, token, body.to_string())).await
    }
}

pub async fn reply(service: &Router, request: Request<Body>) -> Reply {
    let response = service.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    Reply { status: parts.status, headers: parts.headers, bytes: to_bytes(body, usize::MAX).await.unwrap() }
}

pub fn post(path: &str, token: &str, body: impl Into<Body>) -> Request<Body> {
    Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .unwrap()
}

/// One request that succeeds for each operation, with the right token.
pub fn successes() -> [(&'static str, &'static str, Value); 4] {
    [
        (RESULTS, API, fixture("container-results.request.json")),
        (HISTORY, API, fixture("agent-history.request.json")),
        (TEAM, GIT, fixture("team.request-minimal.json")),
        (REMOVE, GIT, fixture("team-removal.request.json")),
    ]
}

/// A scan of so many findings, which fill many pieces, and the request that finds it.
pub fn put_large_scan(world: &World, findings: usize) -> Value {
    let mut finding = finding_of(&fixture("container-results.completed.json")["findings"][0]);
    let mut draft = Draft::default();
    for at in 0..findings {
        finding.uid = large_uid(at);
        draft.push(&finding).unwrap();
    }
    let scan_id = "scan-large".to_owned();
    let key = ScanKey { platform: "github", org: ORG.to_owned(), cloud: "azure", scan_id };
    let mut database = world.database();
    let transaction = database.transaction().unwrap();
    assert!(draft.insert(&transaction, &key, NOW, Completion::At(NOW)).unwrap());
    transaction.commit().unwrap();
    json!({ "platform": "github", "org": ORG, "scan_id": "scan-large", "cloud": "azure" })
}

/// The `uid` of a finding of the large scan.
pub fn large_uid(at: usize) -> String {
    format!("{at}-{}", "é".repeat(at % 700))
}

/// A history of so many entries of more than 1,000 bytes, numbered in the order of the answer, and the request that finds it.
/// Many share an instant: those keep the order they came in, across pages too.
pub fn put_large_history(world: &World, entries: i64) -> Value {
    let mut database = world.database();
    let transaction = database.transaction().unwrap();
    let mut scan = fixture("agent-history.json")["scans"][0].clone();
    scan["prompt"] = json!("p".repeat(1000));
    for at in 0..entries {
        scan["scan_id"] = json!(at);
        history::insert(&transaction, "example-org/large", -(at / 700), &scan.to_string()).unwrap();
    }
    transaction.commit().unwrap();
    json!({ "repo": "example-org/large" })
}

pub fn team_key(platform: &'static str, team: &Team) -> TeamKey {
    TeamKey { platform, org: ORG.to_owned(), team_id: team.id.clone() }
}

fn fill(connection: &mut Connection) {
    let transaction = connection.transaction().unwrap();
    for (token, kind, org) in [
        (API, Kind::Api, ORG),
        (GIT, Kind::Git, ORG),
        (FOREIGN_API, Kind::Api, "other-org"),
        (FOREIGN_GIT, Kind::Git, "other-org"),
    ] {
        let grant = Grant { kind, org: org.to_owned(), digest: digest(token) };
        assert!(tokens::insert(&transaction, &grant, NOW).unwrap());
    }
    for name in ["container-results.completed.json", "container-results.empty.json", "container-results.running.json"] {
        let scan = fixture(name);
        let mut draft = Draft::default();
        for finding in scan["findings"].as_array().into_iter().flatten() {
            draft.push(&finding_of(finding)).unwrap();
        }
        if name == "container-results.empty.json" {
            draft.image("registry.example.com/status-page:1");
        }
        let completion = match scan["completed_at"].as_str() {
            Some(text) => Completion::At(millis(text)),
            None => Completion::At(NOW + 60_000),
        };
        let scan_id = scan["scan_id"].as_str().unwrap().to_owned();
        let key = ScanKey { platform: "github", org: ORG.to_owned(), cloud: "aws", scan_id };
        assert!(draft.insert(&transaction, &key, millis(scan["created_at"].as_str().unwrap()), completion).unwrap());
    }
    // In an order that is neither the file's nor its reverse.
    let scans = fixture("agent-history.json")["scans"].as_array().unwrap().clone();
    for at in [3, 0, 5, 1, 4, 2] {
        let scan: scanfold_service::wire::AgentScan = serde_json::from_value(scans[at].clone()).unwrap();
        let micros = clock::micros_of(&scan.timestamp).unwrap();
        history::insert(&transaction, &scan.repo_name, micros, &serde_json::to_string(&scan).unwrap()).unwrap();
    }
    for name in ["team.json", "team.minimal.json", "team.inconsistent.json"] {
        let team: Team = serde_json::from_value(fixture(name)["team"].clone()).unwrap();
        for platform in ["github", "azure_devops"] {
            teams::replace(&transaction, &team_key(platform, &team), &team).unwrap();
        }
    }
    transaction.commit().unwrap();
}

fn millis(text: &str) -> i64 {
    clock::millis_of(text).unwrap()
}

pub fn finding_of(value: &Value) -> ContainerFinding {
    let text = |name: &str| value[name].as_str().map(str::to_owned);
    let object = |name: &str| value.get(name).map(|inner| serde_json::from_str(&inner.to_string()).unwrap());
    ContainerFinding {
        uid: text("uid").unwrap(),
        image: text("image").unwrap(),
        kind: text("kind").unwrap(),
        target: text("target").unwrap(),
        id: text("id").unwrap(),
        package: text("package").unwrap(),
        severity: Severity::of_word(value["severity"].as_str().unwrap()),
        installed_version: text("installed_version").unwrap(),
        fixed_version: text("fixed_version"),
        title: text("title"),
        primary_url: text("primary_url"),
        epss_details: object("epss_details"),
        public_exploit: object("public_exploit"),
    }
}
