//! The demo data: what it promises, and that it is the same wherever it is made.

use std::collections::BTreeMap;

use rusqlite::Connection;
use scanfold_service::seed;
use scanfold_service::store::scans::{self, ScanKey};
use scanfold_service::store::{self, Mode};
use serde_json::{Value, json};

use crate::world::{NOW, fixture};

pub fn seeded() -> (tempfile::TempDir, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let mut connection = store::connect(&folder.path().join("demo.db"), Mode::Create).unwrap();
    let transaction = connection.transaction().unwrap();
    seed::fill(&transaction, NOW).unwrap();
    transaction.commit().unwrap();
    (folder, connection)
}

fn text(connection: &Connection, scan_id: &str) -> String {
    let key = ScanKey { platform: "github", org: seed::ORG.to_owned(), cloud: "aws", scan_id: scan_id.to_owned() };
    let scan = scans::find(connection, &key).unwrap().unwrap();
    let pieces = (0..).map_while(|seq| scans::piece(connection, scan.row, seq).unwrap());
    let bytes: Vec<u8> = pieces.flatten().collect();
    assert_eq!(bytes.len() as u64, scan.findings_bytes);
    format!("[{}]", String::from_utf8(bytes).unwrap())
}

/// A history that fits into one page.
pub fn history(connection: &Connection) -> Vec<Value> {
    let extent = store::history::extent(connection, seed::REPO).unwrap();
    let page = store::history::page(connection, seed::REPO, extent, None).unwrap();
    serde_json::from_str(&format!("[{}]", page.json)).unwrap()
}

pub fn findings(connection: &Connection, scan_id: &str) -> BTreeMap<String, Value> {
    let list: Vec<Value> = serde_json::from_str(&text(connection, scan_id)).unwrap();
    let count = list.len();
    let by_uid: BTreeMap<String, Value> =
        list.into_iter().map(|f| (f["uid"].as_str().unwrap().to_owned(), f)).collect();
    assert_eq!(by_uid.len(), count, "{scan_id}: a uid is used twice");
    by_uid
}

#[test]
fn seeding_twice_gives_the_same_data_once() {
    let (_folder, mut connection) = seeded();
    let (_other_folder, other) = seeded();
    let before = [seed::NIGHTLY, seed::RUNNING, seed::FLEET].map(|scan| text(&connection, scan));
    assert_eq!(before, [seed::NIGHTLY, seed::RUNNING, seed::FLEET].map(|scan| text(&other, scan)));
    let transaction = connection.transaction().unwrap();
    seed::fill(&transaction, NOW).unwrap();
    transaction.commit().unwrap();
    assert_eq!(before, [seed::NIGHTLY, seed::RUNNING, seed::FLEET].map(|scan| text(&connection, scan)));
    for (table, rows) in [("scan", 5), ("agent_scan", 400), ("team", 3), ("team_member", 21)] {
        let count: i64 = connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        assert_eq!(count, rows, "{table}");
    }
}

#[test]
fn seeding_again_replaces_the_demo_and_leaves_what_was_imported() {
    let (_folder, mut connection) = seeded();
    let mut imported = fixture("agent-history.json")["scans"][0].clone();
    imported["repo_name"] = json!(seed::REPO);
    store::history::insert(&connection, seed::REPO, 0, &imported.to_string()).unwrap();
    let transaction = connection.transaction().unwrap();
    seed::fill(&transaction, NOW + 60_000).unwrap();
    transaction.commit().unwrap();
    let entries = history(&connection);
    assert_eq!((entries.len(), entries.last()), (401, Some(&imported)));
}

#[test]
fn the_scans_have_the_sizes_they_promise() {
    let (_folder, connection) = seeded();
    let nightly = findings(&connection, seed::NIGHTLY);
    assert!((2_300..2_700).contains(&nightly.len()), "{}", nightly.len());
    let images: std::collections::BTreeSet<&str> = nightly.values().map(|f| f["image"].as_str().unwrap()).collect();
    assert_eq!(images.len(), 12);
    assert_eq!(findings(&connection, seed::FLEET).len(), 100_000);
    assert!(findings(&connection, seed::CLEAN).is_empty());
}

#[test]
fn a_week_makes_every_kind_of_difference() {
    let (_folder, connection) = seeded();
    let (before, after) = (findings(&connection, seed::NIGHTLY_BEFORE), findings(&connection, seed::NIGHTLY));
    let both = || before.iter().filter_map(|(uid, old)| after.get(uid).map(|new| (old, new)));
    let changed = |name: &str| both().filter(|(old, new)| old.get(name) != new.get(name)).count();
    let counts = [
        ("resolved", before.keys().filter(|uid| !after.contains_key(*uid)).count()),
        ("added", after.keys().filter(|uid| !before.contains_key(*uid)).count()),
        ("severity", changed("severity")),
        (
            "fixed_version",
            both()
                .filter(|(old, new)| old.get("fixed_version").is_none() && new.get("fixed_version").is_some())
                .count(),
        ),
        (
            "public_exploit",
            both()
                .filter(|(old, new)| old.get("public_exploit").is_none() && new.get("public_exploit").is_some())
                .count(),
        ),
        ("installed_version", changed("installed_version")),
    ];
    for (what, count) in counts {
        assert!(count >= 4 && count < before.len() / 5, "{what}: {count}");
    }
    assert!(both().count() > before.len() * 8 / 10, "most persist");
}

#[test]
fn the_history_is_newest_first_in_utc_with_a_pause() {
    let (_folder, connection) = seeded();
    let entries = history(&connection);
    let stamps: Vec<&str> = entries.iter().map(|entry| entry["timestamp"].as_str().unwrap()).collect();
    let instants: Vec<i64> = stamps.iter().map(|stamp| scanfold_service::clock::micros_of(stamp).unwrap()).collect();
    assert!(instants.windows(2).all(|pair| pair[0] > pair[1]));
    for stamp in &stamps {
        assert_eq!(scanfold_service::clock::utc(stamp).as_deref(), Some(*stamp), "UTC, as the interface has it");
    }
    let longest = instants.windows(2).map(|pair| pair[0] - pair[1]).max().unwrap();
    assert!(longest > 10 * 86_400_000_000, "{longest}");
    let branches: std::collections::BTreeSet<&str> =
        entries.iter().map(|entry| entry["branch"].as_str().unwrap()).collect();
    assert_eq!((entries.len(), branches.len()), (400, 5));
}
