//! The commands: what each puts into a database, and the one line that each prints if it cannot.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::process::{Served, fails, fails_unheard, path, run, scratch, succeed, write};
use crate::world::{API, GIT, HISTORY, ORG, RESULTS, TEAM, fixture, fixture_text};

fn report(image: &str) -> String {
    let found = json!({ "VulnerabilityID": "CVE-2024-0001", "PkgName": "zlib", "InstalledVersion": "1.2.12", "Severity": "HIGH" });
    let set = json!({ "Target": "t", "Class": "os-pkgs", "Type": "alpine", "Vulnerabilities": [found] });
    json!({ "SchemaVersion": 2, "ArtifactName": image, "Results": [set] }).to_string()
}

/// Two reports become one scan, which runs for so many seconds; with 0 it is done.
fn import_as(scan_id: &str, db: &str, [one, other]: [&Path; 2], running_for: &str) {
    succeed([
        "import",
        "trivy",
        path(one),
        path(other),
        "--db",
        db,
        "--platform",
        "github",
        "--org",
        ORG,
        "--scan-id",
        scan_id,
        "--running-for",
        running_for,
    ]);
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    let (folder, file) = scratch();
    let db = path(&file);
    let at = folder.path();
    let good = write(at, "good.json", &report("a:1"));
    let cut = write(at, "cut.json", &report("a:1")[..80]);
    let text = write(at, "text.json", "hello\nworld");
    let future = write(at, "future.json", "{\"SchemaVersion\":3,\"Results\":[]}");
    let binary = write(at, "x.json", "");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    let trivy = |report: &Path, words: &str| {
        fails(["import", "trivy", path(&good), path(report), "--db", db, "--platform", "github", "--org", ORG], words);
    };
    trivy(&at.join("absent.json"), "absent.json");
    trivy(&cut, "cut.json");
    trivy(&text, "text.json");
    trivy(&future, "schema version 1 or 2");
    trivy(&binary, "x.json");
    trivy(at, "cannot read");
    assert!(!file.exists(), "a failed import makes no database");

    let no_folder = at.join("absent/x.db");
    for database in [path(&no_folder), path(at)] {
        fails(["seed", "--db", database], database);
        fails(["token", "create", "--kind", "api", "--org", ORG, "--db", database], database);
        fails(["import", "trivy", path(&good), "--db", database, "--platform", "github", "--org", ORG], database);
    }
    fails(["seed", "--db", db, "--now", "0000-01-01T00:00:00Z"], "before the year 0: choose a later time");
    for name in [":memory:", "file:demo?mode=memory"] {
        fails(["seed", "--db", name], "names no file");
        fails(["serve", "--db", name], "names no file");
    }
    fails(["serve", "--db", path(&at.join("none.db"))], "there is no database");
    fails(["serve", "--db", path(&text)], "no database");
    fails(["serve", "--db", path(&write(at, "empty.db", ""))], "empty.db is empty");
    fails(["token", "create", "--kind", "api", "--org", ORG, "--token", "two words", "--db", db], "a token holds only");

    let odd_team = write(at, "team.json", "{\"id\":\"7\",\"name\":\"x\"}");
    fails(["import", "team", path(&odd_team), "--db", db, "--platform", "github", "--org", ORG], "not a UUID");
    fails(["import", "team", path(&text), "--db", db, "--platform", "github", "--org", ORG], "text.json");
    let odd_history = fixture_text("agent-history.json").replace("2026-03-12T06:00:00Z", "yesterday");
    let odd_history = write(at, "history.json", &odd_history);
    fails(["import", "history", path(&odd_history), "--db", db], "scans[3].timestamp");
}

#[test]
fn a_token_is_good_for_one_thing() {
    let (_folder, file) = scratch();
    let db = path(&file);
    let create = ["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", db];
    assert_eq!(succeed(create), format!("{API}\n"));
    assert_eq!(succeed(create), format!("{API}\n"), "making it again changes nothing");
    fails(
        ["token", "create", "--kind", "git", "--org", ORG, "--token", API, "--db", db],
        "exists already, with another kind or organisation: choose another --token",
    );
    let made = succeed(["token", "create", "--kind", "git", "--org", ORG, "--db", db]);
    assert_ne!(made, succeed(["token", "create", "--kind", "git", "--org", ORG, "--db", db]));
    let served = Served::start(&file);
    let team =
        json!({ "platform": "github", "org": ORG, "team_id": "5f0c6a52-3b1e-4c7d-9a60-1d2f4e8b7a01" }).to_string();
    assert_eq!(served.post(TEAM, made.trim(), &team).unwrap().status, 404, "known, but there is no team");
    assert_eq!(served.post(TEAM, API, &team).unwrap().status, 401);
    let stored = fs::read(&file).unwrap();
    assert!(!stored.windows(API.len()).any(|window| window == API.as_bytes()), "the token itself is stored");
}

#[test]
fn a_token_that_cannot_be_printed_is_not_made() {
    let (_folder, file) = scratch();
    let db = path(&file);
    fails_unheard(["token", "create", "--kind", "api", "--org", ORG, "--db", db]);
    let database = rusqlite::Connection::open(&file).unwrap();
    let tokens = || database.query_row("SELECT count(*) FROM token", [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(tokens(), 0);
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--db", db]);
    assert_eq!(tokens(), 1);
}

#[test]
fn an_import_that_cannot_say_that_it_is_done_ends_with_1() {
    let (folder, file) = scratch();
    let db = path(&file);
    let report = write(folder.path(), "a.json", &report("a:1"));
    let import = ["import", "trivy", path(&report), "--db", db, "--platform", "github", "--org", ORG];
    fails_unheard(import);
    fails(import, "exists already");
}

#[test]
fn imports_are_served() {
    let (folder, file) = scratch();
    let db = path(&file);
    let at = folder.path();
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", db]);
    succeed(["token", "create", "--kind", "git", "--org", ORG, "--token", GIT, "--db", db]);
    let (a, b) = (write(at, "a.json", &report("a:1")), write(at, "b.json", &report("b:1")));
    let scan = [
        "import",
        "trivy",
        path(&a),
        path(&b),
        "--db",
        db,
        "--platform",
        "gitlab",
        "--org",
        ORG,
        "--cloud",
        "gcp",
        "--scan-id",
        "s-1",
    ];
    assert_eq!(succeed(scan), format!("scan s-1 of {ORG}: 2 findings\n"));
    fails(scan, "exists already");
    let named = succeed(["import", "trivy", path(&a), "--db", db, "--platform", "gitlab", "--org", ORG]);
    assert!(named.starts_with("scan scan-"), "{named}");
    import_as("s-2", db, [&a, &b], "3600");
    let team = write(at, "team.json", &fixture_text("team.json"));
    let bare = write(at, "bare.json", &fixture("team.json")["team"].to_string());
    for wire in [&team, &bare] {
        succeed(["import", "team", path(wire), "--db", db, "--platform", "github", "--org", ORG]);
    }
    let history = write(at, "history.json", &fixture_text("agent-history.offsets.json"));
    assert_eq!(succeed(["import", "history", path(&history), "--db", db]), "6 agent scans\n");

    let served = Served::start(&file);
    let request = json!({ "platform": "gitlab", "org": ORG, "scan_id": "s-1", "cloud": "gcp" }).to_string();
    let scan = served.post(RESULTS, API, &request).unwrap().json();
    assert_eq!((&scan["status"], scan["findings"].as_array().unwrap().len()), (&json!("completed"), 2));
    let request = json!({ "platform": "github", "org": ORG, "scan_id": "s-2" }).to_string();
    let scan = served.post(RESULTS, API, &request).unwrap().json();
    assert_eq!((&scan["status"], scan.get("findings"), scan.get("completed_at")), (&json!("running"), None, None));
    let team = served.post(TEAM, GIT, &fixture_text("team.request-minimal.json")).unwrap();
    assert_eq!(team.json(), fixture("team.json"));
    let history = served.post(HISTORY, GIT, &fixture_text("agent-history.request.json")).unwrap();
    assert_eq!(history.json(), fixture("agent-history.json"));
    fails(["serve", "--db", db, "--listen", &served.address.to_string()], "cannot listen on 127.0.0.1:");
}

#[test]
fn a_scan_of_reports_that_say_when_they_were_made_has_their_times() {
    let (folder, file) = scratch();
    let db = path(&file);
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", db]);
    let made = |created_at: &str| {
        let report = report("a:1").replacen('{', &format!("{{\"CreatedAt\":\"{created_at}\","), 1);
        write(folder.path(), &format!("{}.json", &created_at[..4]), &report)
    };
    let [first, last, ahead] =
        ["2021-08-25T12:20:30.5Z", "2024-09-09T14:00:00+06:00", "9000-01-01T00:00:00Z"].map(made);
    let before = scanfold_service::clock::system()();
    import_as("dated", db, [&last, &first], "0");
    import_as("ahead", db, [&ahead, &ahead], "0");
    import_as("running", db, [&first, &last], "3600");
    let served = Served::start(&file);
    let ask = |scan_id: &str| {
        let request = json!({ "platform": "github", "org": ORG, "scan_id": scan_id }).to_string();
        served.post(RESULTS, API, &request).unwrap().json()
    };
    let dated = ask("dated");
    let times = ["created_at", "completed_at"].map(|name| dated[name].as_str().unwrap());
    assert_eq!(times, ["2021-08-25T12:20:30.500Z", "2024-09-09T08:00:00.000Z"]);
    let ahead = ask("ahead");
    assert_eq!(ahead["status"], "completed");
    let now = scanfold_service::clock::system()();
    for name in ["created_at", "completed_at"] {
        let at = scanfold_service::clock::millis_of(ahead[name].as_str().unwrap()).unwrap();
        assert!((before..=now).contains(&at), "{name}");
    }
    let running = ask("running");
    assert_eq!(running["status"], "running");
    assert!(running["created_at"].as_str().unwrap() > times[1]);
}

#[test]
fn the_demo_is_served_and_its_running_scan_waits_for_the_start() {
    let (_folder, file) = scratch();
    let db = path(&file);
    let said = succeed(["seed", "--db", db, "--now", "2026-03-14T09:00:00Z"]);
    for line in ["org example-org", "scan scan-fleet 100000 findings", "repo example-org/payments-api 400 agent scans"]
    {
        assert!(said.lines().any(|said| said == line), "{said}");
    }
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", db]);
    let served = Served::start(&file);
    let ask = |scan_id: &str| {
        let request = json!({ "platform": "github", "org": ORG, "scan_id": scan_id }).to_string();
        served.post(RESULTS, API, &request).unwrap().json()
    };
    assert_eq!(ask("scan-nightly")["created_at"], "2026-03-14T07:25:00.000Z");
    let running = ask("scan-running");
    assert_eq!((&running["status"], running.get("findings")), (&json!("running"), None));
    assert_eq!(ask("scan-clean")["findings"], json!([]));
}

#[test]
fn names_that_no_request_can_have_are_refused() {
    let (_folder, file) = scratch();
    let file = file.to_str().unwrap();
    for org in ["", " ", "a\nb", &"o".repeat(1_025)] {
        let output = run(["token", "create", "--kind", "api", "--db", file, "--org", org]);
        assert_eq!(output.status.code(), Some(2), "{org:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("at most 1,024 characters"));
    }
    succeed(["token", "create", "--kind", "api", "--db", file, "--org", &"o".repeat(1_024)]);
}

#[test]
fn reports_in_one_array_are_no_report_of_version_1() {
    let (folder, file) = scratch();
    let db = path(&file);
    for text in [format!("[{}]", report("a:1")), "[{}]".to_owned(), "[{\"Vulnerabilities\":[]}]".to_owned()] {
        let bundle = write(folder.path(), "bundle.json", &text);
        let words = "bundle.json: not a Trivy report: missing field `Target`";
        fails(["import", "trivy", path(&bundle), "--db", db, "--platform", "github", "--org", ORG], words);
    }
    assert!(!file.exists(), "a failed import makes no database");
}

#[test]
fn what_is_wrong_with_a_report_is_told_by_line_and_column_and_not_by_its_value() {
    let (folder, file) = scratch();
    let db = path(&file);
    let version_2 = |results: &str| format!("{{\"SchemaVersion\":2,\n\"Results\":{results}}}");
    for (text, words) in [
        ("\"canary\"".to_owned(), "expected an array or an object at line 1 column 8"),
        ("{\"SchemaVersion\":\"canary, expected\"}".to_owned(), "expected u64 at line 1 column 35"),
        ("[\"canary\"]".to_owned(), "expected an object at line 1 column 9"),
        (version_2("\"canary\""), "expected a sequence at line 2 column 18"),
        (version_2("[{\"Target\":\"t\",\"Vulnerabilities\":[\"canary\"]}]"), "expected an object at line 2 column 52"),
    ] {
        let report = write(folder.path(), "odd.json", &text);
        let words = format!("odd.json: not a Trivy report: {words}");
        fails(["import", "trivy", path(&report), "--db", db, "--platform", "github", "--org", ORG], &words);
    }
    assert!(!file.exists(), "a failed import makes no database");
}

#[test]
fn a_token_that_is_too_long_is_told_why() {
    let (_folder, file) = scratch();
    let create =
        |token: &str| run(["token", "create", "--kind", "api", "--org", ORG, "--token", token, "--db", path(&file)]);
    assert!(create(&"a".repeat(8_192)).status.success());
    let refused = create(&"a".repeat(8_193));
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("at most 8,192 characters"));
}

#[test]
fn an_invalid_command_line_ends_with_2() {
    let (_folder, file) = scratch();
    let db = path(&file);
    let ends_with_2 = |arguments: &[&str]| {
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_scanfold-service")).args(arguments).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    };
    for arguments in [
        &["serve"][..],
        &["serve", "--db", db, "--listen", "nowhere"],
        &["serve", "--db", db, "--origin", "http://h/path"],
        &["import", "trivy", "--db", db, "--platform", "github", "--org", ORG],
        &["import", "trivy", "r.json", "--db", db, "--platform", "azuredevops", "--org", ORG],
        &["import", "trivy", "r.json", "--db", db, "--platform", "github", "--org", ORG, "--running-for", "-1"],
        &["import", "history", "h.json"],
        &["import", "team", "t.json", "--db", db, "--platform", "forgejo", "--org", ORG],
        &["token", "create", "--db", db, "--kind", "both", "--org", ORG],
        &["seed", "--db", db, "--now", "2026-03-14"],
        &["unheard-of"],
    ] {
        ends_with_2(arguments);
    }
    assert!(!file.exists());
}

#[test]
fn the_default_address_is_the_one_of_the_readme() {
    let help = succeed(["serve", "--help"]);
    assert!(help.contains("[default: 127.0.0.1:8787]"), "{help}");
}

#[test]
fn a_scan_of_reports_that_do_not_say_when_they_were_made_begins_now() {
    let (folder, file) = scratch();
    let db = path(&file);
    let report = write(folder.path(), "a.json", &report("a:1"));
    let now = scanfold_service::clock::system();
    let before = now();
    import_as("done", db, [&report, &report], "0");
    import_as("running", db, [&report, &report], "3600");
    let after = now();
    let database = rusqlite::Connection::open(&file).unwrap();
    for (scan_id, lasts) in [("done", 0), ("running", 3_600_000)] {
        let sql = "SELECT created_at, completes_at FROM scan WHERE scan_id = ?1";
        let times = database.query_row(sql, [scan_id], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)));
        let (begun, done) = times.unwrap();
        assert!((before..=after).contains(&begun), "{scan_id}");
        assert_eq!(done - begun, lasts, "{scan_id}");
    }
}

#[test]
fn seeding_again_leaves_scans_teams_and_tokens_that_are_not_the_demos() {
    let (folder, file) = scratch();
    let db = path(&file);
    succeed(["token", "create", "--kind", "git", "--org", ORG, "--token", GIT, "--db", db]);
    let report = write(folder.path(), "a.json", &report("a:1"));
    import_as("mine", db, [&report, &report], "0");
    let team = write(folder.path(), "team.json", &fixture_text("team.json"));
    succeed(["import", "team", path(&team), "--db", db, "--platform", "github", "--org", ORG]);
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", db]);
    for _ in 0..2 {
        succeed(["seed", "--db", db]);
    }
    let served = Served::start(&file);
    let request = json!({ "platform": "github", "org": ORG, "scan_id": "mine" }).to_string();
    assert_eq!(served.post(RESULTS, API, &request).unwrap().json()["findings"].as_array().unwrap().len(), 2);
    let team = served.post(TEAM, GIT, &fixture_text("team.request-minimal.json")).unwrap();
    assert_eq!(team.json(), fixture("team.json"));
}
