//! Imports of histories and teams: what is refused, in which words, and what a second run does.

use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::process::{Served, fails, path, scratch, succeed, write};
use crate::world::{GIT, HISTORY, ORG, TEAM, fixture, fixture_text};

fn team() -> Value {
    fixture("team.json")["team"].clone()
}

fn history() -> Value {
    fixture("agent-history.json")
}

#[test]
fn what_is_wrong_is_told_by_member_line_and_column_and_not_by_its_value() {
    let (folder, database) = scratch();
    let db = path(&database);
    let of_team = |text: &str, words: &str| {
        let file = write(folder.path(), "odd.json", text);
        fails(["import", "team", path(&file), "--db", db, "--platform", "github", "--org", ORG], words);
    };
    let of_history = |text: &str, words: &str| {
        let file = write(folder.path(), "odd.json", text);
        fails(["import", "history", path(&file), "--db", db], words);
    };
    of_team("\"canary\"", "odd.json: expected a team, alone or in an answer at line 1 column 8");
    of_team("{\n\"id\":\"7\"}", "odd.json: missing field `name` at line 2 column 9");
    of_team("{\"team\":{\"id\":\"7\"}}", "odd.json: team: missing field `name` at line 1 column 18");
    of_team("{\"team\":null}", "odd.json: missing field `id` at line 1 column 13");
    let odd = "{\"id\":\"7\",\"name\":\"x\",\n\"members\":[{\"user_login\":[\"canary\"]}]}";
    of_team(odd, "odd.json: members[0].user_login: expected a string at line 2 column 25");
    of_team(
        &format!("{{\"team\":{odd}}}"),
        "odd.json: team.members[0].user_login: expected a string at line 2 column 25",
    );
    of_team("{} {}", "odd.json: trailing characters at line 1 column 4");
    of_history("{}", "odd.json: missing field `scans` at line 1 column 2");
    let odd = history().to_string().replacen("\"num_files\":", "\"num_files\":\"canary, expected\",\"was\":", 1);
    of_history(&odd, "odd.json: scans[0].num_files: expected u64 at line 1 column ");
    of_history(r#"[[]]"#, "odd.json: expected an object with `scans` at line 1 column 0");
    let row = r#"["github","o/canary","main","c0ffee","s","p","2026-03-14T05:30:00Z",1]"#;
    of_history(&format!("{{\"scans\":[{row}]}}"), "odd.json: scans[0]: expected an object at line 1 column 10");
    of_team(r#"["7","canary"]"#, "odd.json: expected a team, alone or in an answer at line 1 column 0");
    of_team(r#"{"team":["7","canary"]}"#, "odd.json: team: expected an object at line 1 column 8");
    let odd = r#"{"id":"7","name":"x","members":[["canary",null,null,"lead"]]}"#;
    of_team(odd, "odd.json: members[0]: expected an object at line 1 column 32");
    assert!(!database.exists(), "a failed import makes no database");
}

#[test]
fn what_no_request_could_name_is_not_imported() {
    let (folder, database) = scratch();
    let db = path(&database);
    for repo in ["payments-api", "a//b", "a/\nb", &format!("a/{}", "b".repeat(1_023))] {
        let mut odd = history();
        odd["scans"][2]["repo_name"] = json!(repo);
        let file = write(folder.path(), "history.json", &odd.to_string());
        fails(["import", "history", path(&file), "--db", db], "scans[2].repo_name must be <owner>/<repository>");
    }
    let mut odd = history();
    odd["scans"][4]["num_files"] = json!(9_007_199_254_740_992_u64);
    let file = write(folder.path(), "history.json", &odd.to_string());
    fails(["import", "history", path(&file), "--db", db], "scans[4].num_files must be at most 2^53 - 1");
    for (name, value, words) in [
        ("user_login", " ", "members[1].user_login must be at most 320 characters, not blank"),
        ("user_login", "canary\u{7}", "members[1].user_login must be"),
        ("user_login", &"x".repeat(321), "members[1].user_login must be"),
        ("role", "canary", "members[1].role must be one of member, lead"),
        (
            "joined_at",
            "canary",
            "members[1].joined_at must be an RFC 3339 date-time with an offset, from the year 0000 in UTC and before 9999-12-30T22:00:01Z",
        ),
    ] {
        let mut odd = team();
        odd["members"][1][name] = json!(value);
        let file = write(folder.path(), "team.json", &odd.to_string());
        fails(["import", "team", path(&file), "--db", db, "--platform", "github", "--org", ORG], words);
    }
    for (name, value, words) in [
        ("color", json!("teal"), "color must be #RRGGBB"),
        ("color", json!("#0F766"), "color must be #RRGGBB"),
        ("color", json!("#0F766G"), "color must be #RRGGBB"),
        ("team_leads", json!(["osprey", "canary\u{7}"]), "team_leads[1] must be at most 320 characters, not blank"),
        ("repositories", json!(["o/r", "canary"]), "repositories[1] must be <org>/<repository>, as requests name it"),
        ("repositories", json!(["o/ r"]), "repositories[0] must be <org>/<repository>"),
    ] {
        let mut odd = team();
        odd[name] = value;
        let file = write(folder.path(), "team.json", &odd.to_string());
        fails(["import", "team", path(&file), "--db", db, "--platform", "github", "--org", ORG], words);
    }
    for name in ["created_at", "updated_at"] {
        let mut odd = team();
        odd[name] = json!("2026-03-14");
        let file = write(folder.path(), "team.json", &odd.to_string());
        let words = format!(
            "{name} must be an RFC 3339 date-time with an offset, from the year 0000 in UTC and before 9999-12-30T22:00:01Z"
        );
        fails(["import", "team", path(&file), "--db", db, "--platform", "github", "--org", ORG], &words);
    }
    assert!(!database.exists(), "a failed import makes no database");
}

#[test]
fn what_is_null_in_a_team_is_absent() {
    let (folder, database) = scratch();
    let db = path(&database);
    succeed(["token", "create", "--kind", "git", "--org", ORG, "--token", GIT, "--db", db]);
    let mut sparse = team();
    for name in ["description", "color", "team_leads", "members", "tags", "repositories", "is_active"] {
        sparse[name] = json!(null);
    }
    let file = write(folder.path(), "team.json", &sparse.to_string());
    succeed(["import", "team", path(&file), "--db", db, "--platform", "azuredevops", "--org", ORG]);
    let served = Served::start(&database);
    for platform in ["azuredevops", "azure_devops"] {
        let request = json!({ "platform": platform, "org": ORG, "team_id": sparse["id"] }).to_string();
        let answered = served.post(TEAM, GIT, &request).unwrap().json()["team"].take();
        assert_eq!((answered.get("description"), answered.get("color")), (None, None));
        for name in ["team_leads", "members", "tags", "repositories"] {
            assert_eq!(answered[name], json!([]), "{name}");
        }
        assert_eq!((&answered["is_active"], &answered["name"]), (&json!(true), &sparse["name"]));
    }
}

#[test]
fn a_history_that_is_imported_again_adds_only_what_is_new() {
    let (folder, database) = scratch();
    let db = path(&database);
    succeed(["token", "create", "--kind", "git", "--org", ORG, "--token", GIT, "--db", db]);
    let mut less = history();
    less["scans"].as_array_mut().unwrap().truncate(2);
    let file = write(folder.path(), "history.json", &format!("\u{feff}{less}"));
    let import = || succeed(["import", "history", path(&file), "--db", db]);
    assert_eq!(import(), "2 agent scans\n");
    write(folder.path(), "history.json", &history().to_string());
    assert_eq!(import(), "4 agent scans; 2 were there already\n");
    assert_eq!(import(), "0 agent scans; 6 were there already\n");
    write(folder.path(), "history.json", &fixture_text("agent-history.offsets.json"));
    assert_eq!(import(), "0 agent scans; 6 were there already\n", "the same instants with other offsets");
    let answer = Served::start(&database).post(HISTORY, GIT, &fixture_text("agent-history.request.json")).unwrap();
    assert_eq!(answer.json(), history());
}

/// How many rows each table of a database has.
fn rows(database: &Path) -> Vec<i64> {
    let connection = Connection::open(database).unwrap();
    let tables = ["scan", "scan_piece", "agent_scan", "team", "team_member", "team_lead"];
    let count = |table| connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
    tables.map(count).to_vec()
}

#[test]
fn an_import_that_fails_adds_nothing_to_what_is_there() {
    let (folder, database) = scratch();
    let db = path(&database);
    succeed(["seed", "--db", db]);
    let before = rows(&database);
    let mut odd = history();
    odd["scans"][5]["timestamp"] = json!("yesterday");
    let file = write(folder.path(), "history.json", &odd.to_string());
    fails(["import", "history", path(&file), "--db", db], "scans[5].timestamp");
    let mut odd = team();
    odd["members"][1]["role"] = json!("owner");
    let file = write(folder.path(), "team.json", &odd.to_string());
    fails(["import", "team", path(&file), "--db", db, "--platform", "github", "--org", ORG], "members[1].role");
    let whole = write(folder.path(), "whole.json", r#"{"SchemaVersion":2,"ArtifactName":"a:1"}"#);
    let cut = write(folder.path(), "cut.json", r#"{"SchemaVersion":2,"#);
    let files = [path(&whole), path(&cut)];
    fails(["import", "trivy", files[0], files[1], "--db", db, "--platform", "github", "--org", ORG], "cut.json");
    assert_eq!(rows(&database), before);
}

#[test]
fn times_after_the_last_that_can_be_written_are_refused() {
    let (folder, database) = scratch();
    let db = path(&database);
    for (time, is_accepted) in [("9999-12-30T22:00:00.999999Z", true), ("9999-12-30T22:00:01Z", false)] {
        let (mut scans, mut odd) = (history(), team());
        scans["scans"][0]["timestamp"] = json!(time);
        odd["created_at"] = json!(time);
        let report = json!({ "SchemaVersion": 2, "ArtifactName": "a:1", "CreatedAt": time }).to_string();
        let [scans, odd, report] =
            [("history.json", scans.to_string()), ("team.json", odd.to_string()), ("report.json", report)]
                .map(|(name, text)| write(folder.path(), name, &text));
        let of = ["--db", db, "--platform", "github", "--org", ORG];
        let history = ["import", "history", path(&scans), "--db", db];
        let team = ["import", "team", path(&odd), of[0], of[1], of[2], of[3], of[4], of[5]];
        let trivy = ["import", "trivy", path(&report), of[0], of[1], of[2], of[3], of[4], of[5]];
        if is_accepted {
            succeed(history);
            succeed(team);
            succeed(trivy);
        } else {
            fails(
                history,
                "scans[0].timestamp must be an RFC 3339 date-time with an offset, from the year 0000 in UTC and before 9999-12-30T22:00:01Z",
            );
            fails(
                team,
                "created_at must be an RFC 3339 date-time with an offset, from the year 0000 in UTC and before 9999-12-30T22:00:01Z",
            );
            fails(
                trivy,
                "CreatedAt must be an RFC 3339 date-time with an offset, from the year 0000 in UTC and before 9999-12-30T22:00:01Z",
            );
        }
    }
}

#[test]
fn a_leap_second_stays_one_and_sorts_with_the_second_after_it() {
    let (folder, database) = scratch();
    let db = path(&database);
    succeed(["token", "create", "--kind", "git", "--org", ORG, "--token", GIT, "--db", db]);
    let given =
        ["2016-12-31T23:59:59.9Z", "2017-01-01T01:59:60+02:00", "2017-01-01T00:00:00Z", "2017-01-01T00:00:00.1Z"];
    let mut scans = history();
    scans["scans"].as_array_mut().unwrap().truncate(given.len());
    for (at, time) in given.iter().enumerate() {
        scans["scans"][at]["timestamp"] = json!(time);
    }
    let file = write(folder.path(), "history.json", &scans.to_string());
    succeed(["import", "history", path(&file), "--db", db]);
    let answer = Served::start(&database).post(HISTORY, GIT, &fixture_text("agent-history.request.json")).unwrap();
    let answer = answer.json();
    let times: Vec<&str> =
        answer["scans"].as_array().unwrap().iter().map(|scan| scan["timestamp"].as_str().unwrap()).collect();
    let most_recent_first =
        ["2017-01-01T00:00:00.1Z", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "2016-12-31T23:59:59.9Z"];
    assert_eq!(times, most_recent_first);
}

#[test]
fn a_team_that_is_imported_again_is_replaced() {
    let (folder, database) = scratch();
    let db = path(&database);
    succeed(["token", "create", "--kind", "git", "--org", ORG, "--token", GIT, "--db", db]);
    let mut changed = team();
    changed["name"] = json!("Another");
    changed["members"].as_array_mut().unwrap().truncate(1);
    changed["team_leads"] = json!([]);
    changed.as_object_mut().unwrap().remove("description");
    for team in [team(), changed.clone()] {
        let file = write(folder.path(), "team.json", &team.to_string());
        succeed(["import", "team", path(&file), "--db", db, "--platform", "github", "--org", ORG]);
    }
    let answer = Served::start(&database).post(TEAM, GIT, &fixture_text("team.request-minimal.json")).unwrap();
    assert_eq!(answer.json()["team"], changed);
}
