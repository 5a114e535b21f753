//! The demo data: what it promises, and that it is the same wherever it is made.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use rusqlite::Connection;
use scanfold_service::seed;
use scanfold_service::store::scans::{self, ScanKey};
use scanfold_service::store::teams::{self, TeamKey};
use scanfold_service::store::{self, Mode};
use scanfold_service::wire::Team;
use serde_json::{Value, json};

use crate::world::{API, NOW, RESULTS, World, fixture};

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
    let fleet = findings(&connection, seed::FLEET);
    let images = |found: &BTreeMap<String, Value>| -> BTreeSet<String> {
        found.values().map(|finding| finding["image"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((nightly.len(), images(&nightly).len()), (2_581, 12));
    assert_eq!(images(&findings(&connection, seed::NIGHTLY_BEFORE)), images(&nightly));
    assert_eq!((fleet.len(), images(&fleet).len()), (100_000, 200));
    assert!(findings(&connection, seed::CLEAN).is_empty());
}

#[test]
fn enrichment_has_the_members_that_the_readme_names() {
    let (_folder, connection) = seeded();
    let nightly = findings(&connection, seed::NIGHTLY);
    for (name, members) in [("epss_details", ["epss", "percentile"]), ("public_exploit", ["references", "sources"])] {
        let given: Vec<&Value> = nightly.values().filter_map(|finding| finding.get(name)).collect();
        assert!((1..nightly.len()).contains(&given.len()), "{name} is known of some findings");
        for object in given {
            assert!(object.as_object().unwrap().keys().eq(members), "{object}");
        }
    }
}

#[tokio::test]
async fn the_running_scan_completes_twenty_seconds_after_the_start() {
    let world = World::new();
    let mut database = world.database();
    let transaction = database.transaction().unwrap();
    for scan_id in ["scan-nightly", "scan-running", "scan-clean"] {
        transaction.execute("DELETE FROM scan WHERE scan_id = ?1", [scan_id]).unwrap();
    }
    // However long ago the data was made.
    seed::fill(&transaction, NOW - 86_400_000).unwrap();
    transaction.commit().unwrap();
    let request = json!({ "platform": seed::PLATFORM, "org": seed::ORG, "scan_id": seed::RUNNING });
    for (after, status) in [(0, "running"), (19_999, "running"), (20_000, "completed")] {
        world.clock.store(NOW + after, Ordering::SeqCst);
        let scan = world.post(RESULTS, API, &request).await.json();
        assert_eq!(
            (&scan["status"], &scan["created_at"]),
            (&json!(status), &json!("2026-03-14T09:00:00.000Z")),
            "{after}"
        );
        assert_eq!(scan.get("findings").is_some(), status == "completed", "{after}");
    }
}

#[test]
fn the_teams_are_those_of_the_readme() {
    let (_folder, mut connection) = seeded();
    let mut team = |id: &str| {
        let key = TeamKey { platform: seed::PLATFORM, org: seed::ORG.to_owned(), team_id: id.to_owned() };
        teams::read(&mut connection, &key).unwrap().unwrap()
    };
    let [payments, platform, web] = seed::TEAMS.map(&mut team);
    for (team, name, members, leads) in [(&payments, "Payments", 5, 1), (&platform, "Platform", 12, 2)] {
        assert_eq!((team.name.as_str(), team.members.len(), team.team_leads.len()), (name, members, leads));
        assert_eq!(leads_by_role(team), BTreeSet::from_iter(team.team_leads.iter()), "{name}");
    }
    assert_eq!(web.name, "Web");
    assert_ne!(leads_by_role(&web), BTreeSet::from_iter(web.team_leads.iter()));
}

fn leads_by_role(team: &Team) -> BTreeSet<&String> {
    team.members.iter().filter(|member| member.role == "lead").map(|member| &member.user_login).collect()
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
    let branches: BTreeSet<&str> = entries.iter().map(|entry| entry["branch"].as_str().unwrap()).collect();
    assert_eq!((entries.len(), branches.len()), (400, 5));
    let ids = entries.iter().rev().map(|entry| entry["scan_id"].as_str().unwrap().to_owned());
    assert!(ids.eq((1..=400).map(|number| format!("demo-{number:04}"))), "demo-0001 to demo-0400, oldest first");
}

#[test]
fn the_history_has_two_drops_in_coverage() {
    let (_folder, connection) = seeded();
    let mut before = BTreeMap::new();
    let mut drops = 0;
    for entry in history(&connection).iter().rev() {
        // As the library has it: the same branch and prompt, and half of the files or fewer.
        let of = ["branch", "prompt"].map(|name| entry[name].as_str().unwrap().to_owned());
        let files = entry["num_files"].as_u64().unwrap();
        drops += usize::from(before.insert(of, files).is_some_and(|before| files <= before / 2));
    }
    assert_eq!(drops, 2);
}
