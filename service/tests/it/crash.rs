//! The program under misfortune: killed, told to stop, out of disk, on a damaged file.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;

use crate::process::{Served, answer, path, request, run, scratch, succeed};
use crate::world::{API, GIT, HISTORY, ORG, REMOVE, RESULTS, TEAM};

pub const ID: &str = "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a09";

/// A database with tokens and one team of so many leads.
pub fn team_of(file: &Path, count: usize) {
    succeed(["token", "create", "--kind", "git", "--org", ORG, "--token", GIT, "--db", path(file)]);
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", path(file)]);
    let logins: Vec<String> = (0..count).map(|at| format!("m{at}")).collect();
    let members: Vec<_> = logins.iter().map(|login| json!({ "user_login": login, "role": "lead" })).collect();
    let team = json!({ "id": ID, "name": "Large", "members": members, "team_leads": logins });
    let wire = file.with_extension("json");
    std::fs::write(&wire, team.to_string()).unwrap();
    succeed(["import", "team", path(&wire), "--db", path(file), "--platform", "github", "--org", ORG]);
}

fn seeded(file: &Path) {
    succeed(["seed", "--db", path(file)]);
    succeed(["token", "create", "--kind", "api", "--org", ORG, "--token", API, "--db", path(file)]);
}

pub fn removal(login: &str) -> String {
    json!({ "platform": "github", "org": ORG, "team_id": ID, "user_login": login }).to_string()
}

fn fleet() -> String {
    json!({ "platform": "github", "org": ORG, "scan_id": "scan-fleet" }).to_string()
}

fn column(connection: &Connection, sql: &str) -> BTreeSet<String> {
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

#[test]
fn j4_what_was_answered_survives_a_kill_and_nothing_is_half_done() {
    let (_folder, file) = scratch();
    team_of(&file, 600);
    let mut answered = BTreeSet::new();
    let (mut next, mut was_cut) = (0, false);
    // Each round is killed after some more answers of a stream of removals; they add up to several checkpoints.
    for round in 0..12 {
        let mut served = Served::start(&file);
        let answers = AtomicUsize::new(0);
        let patience = Instant::now() + Duration::from_secs(10);
        let first = next;
        std::thread::scope(|scope| {
            let (served, answers) = (&served, &answers);
            let workers: Vec<_> = (0..4)
                .map(|worker| {
                    scope.spawn(move || {
                        let mine = (first + worker..first + 48).step_by(4).map(|at| format!("m{at}"));
                        mine.filter(|login| {
                            let is_done =
                                served.post(REMOVE, GIT, &removal(login)).is_some_and(|answer| answer.status == 200);
                            answers.fetch_add(usize::from(is_done), Ordering::Relaxed);
                            is_done
                        })
                        .collect::<Vec<_>>()
                    })
                })
                .collect();
            while answers.load(Ordering::Relaxed) < 4 * round && Instant::now() < patience {
                std::thread::sleep(Duration::from_micros(200));
            }
            served.signal("KILL");
            let of_this_round: Vec<String> = workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect();
            was_cut |= (1..48).contains(&of_this_round.len());
            answered.extend(of_this_round);
        });
        served.ended_within(5);
        next += 48;
        let database = Connection::open(&file).unwrap();
        let verdict: String = database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(verdict, "ok", "round {round}");
        let members = column(&database, "SELECT user_login FROM team_member");
        let leads = column(&database, "SELECT user_login FROM team_lead");
        let removed = column(&database, "SELECT user_login FROM audit");
        assert_eq!(members, leads, "round {round}: half a removal");
        assert_eq!(
            members.len() + removed.len(),
            600,
            "round {round}: a removal without its audit row, or the reverse"
        );
        assert!(members.is_disjoint(&removed));
        assert!(answered.is_subset(&removed), "round {round}: an answered removal is gone");
    }
    assert!(was_cut, "no round was killed in its middle");
}

#[test]
fn j5_a_full_disk_is_an_error_and_not_an_end() {
    let (_folder, file) = scratch();
    team_of(&file, 400);
    let size = std::fs::metadata(&file).unwrap().len();
    // The log may grow a little beyond the database's own size, and then no more.
    let mut served = Served::start_on_full_disk(&file, size / 512 + 200);
    let mut statuses = Vec::new();
    for at in 0..400 {
        let answer = served.post(REMOVE, GIT, &removal(&format!("m{at}"))).expect("an answer");
        statuses.push(answer.status);
        if answer.status != 200 {
            assert_eq!((answer.status, answer.json()), (500, json!({ "error": "the database failed" })));
            break;
        }
    }
    assert_eq!(statuses.last(), Some(&500), "the disk never filled up");
    let request = json!({ "platform": "github", "org": ORG, "team_id": ID }).to_string();
    let team = served.post(TEAM, GIT, &request).unwrap().json();
    let removed = statuses.iter().filter(|status| **status == 200).count();
    assert_eq!(team["team"]["members"].as_array().unwrap().len(), 400 - removed);
    assert_eq!(team["team"]["team_leads"].as_array().unwrap().len(), 400 - removed);
    assert!(served.alive());
}

#[test]
fn j6_connections_that_take_the_last_descriptor_leave_the_others_their_answers() {
    let (_folder, file) = scratch();
    team_of(&file, 3);
    let served = Served::start_with_descriptors(&file, 64);
    let mut early: Vec<TcpStream> = (0..16).map(|_| served.connect()).collect();
    let _idle: Vec<TcpStream> = (0..64).map(|_| served.connect()).collect();
    served.logs("accept: ");
    // All at once, so that every reader has something to do.
    let team = json!({ "platform": "github", "org": ORG, "team_id": ID }).to_string();
    for stream in &mut early {
        stream.write_all(request(TEAM, GIT, &team, "keep-alive").as_bytes()).unwrap();
    }
    let statuses: Vec<u16> = early.iter_mut().map(|stream| answer(stream).unwrap().status).collect();
    assert_eq!(statuses, [200; 16]);
}

#[test]
fn j5_a_file_that_is_damaged_while_in_use_is_an_error_and_not_an_end() {
    let (_folder, file) = scratch();
    team_of(&file, 400);
    let mut served = Served::start(&file);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4096..].fill(0x5a);
    std::fs::OpenOptions::new().write(true).open(&file).unwrap().write_all(&bytes).unwrap();
    let team = json!({ "platform": "github", "org": ORG, "team_id": ID }).to_string();
    for (path, token, body) in [(TEAM, GIT, team.as_str()), (RESULTS, API, &fleet()), (REMOVE, GIT, &removal("m1"))] {
        let answer = served.post(path, token, body).unwrap();
        assert_eq!((answer.status, answer.json()), (500, json!({ "error": "the database failed" })), "{path}");
    }
    let answer = served.post(HISTORY, API, r#"{"repo":"example-org/r"}"#).unwrap();
    assert_eq!((answer.status, answer.json()), (500, json!({ "error": "Failed to retrieve scan history" })));
    assert!(served.alive());
    drop(served);
    let refused = run(["serve", "--db", path(&file), "--listen", "127.0.0.1:0"]);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is damaged"));
}

/// Asks for the large scan and reads only its beginning.
fn begin_reading(served: &Served) -> (TcpStream, Vec<u8>) {
    let mut stream = served.connect();
    stream.write_all(request(RESULTS, API, &fleet(), "keep-alive").as_bytes()).unwrap();
    let mut begun = vec![0; 4096];
    stream.read_exact(&mut begun).unwrap();
    (stream, begun)
}

/// Whether it accepts no new connections any more, at the latest within two seconds.
pub fn refuses(served: &Served) -> bool {
    (0..2_000).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        TcpStream::connect(served.address).is_err()
    })
}

#[test]
fn j14_a_request_under_way_is_finished_before_the_end() {
    let (_folder, file) = scratch();
    seeded(&file);
    for signal in ["TERM", "INT"] {
        let mut served = Served::start(&file);
        let (mut stream, mut answer) = begin_reading(&served);
        served.signal(signal);
        assert!(refuses(&served), "{signal}: new connections are still accepted");
        assert!(served.alive(), "{signal}: it did not wait for the request");
        stream.read_to_end(&mut answer).unwrap();
        let head_end = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        let scan: serde_json::Value = serde_json::from_slice(&answer[head_end..]).unwrap();
        assert_eq!(scan["findings"].as_array().unwrap().len(), 100_000);
        assert_eq!(served.ended_within(5).code(), Some(0));
        let log = file.with_extension("db-wal");
        assert!(!log.exists() || std::fs::metadata(&log).unwrap().len() == 0, "the log was not written back");
    }
}

#[test]
fn j14_a_log_that_another_process_reads_is_said_to_be_left() {
    let (_folder, file) = scratch();
    team_of(&file, 3);
    let words = "the database's log was not written back";
    for others in [true, false] {
        let served = Served::start(&file);
        let reader = Connection::open(&file).unwrap();
        if others {
            reader.execute_batch("BEGIN; SELECT count(*) FROM team").unwrap();
        }
        assert_eq!(served.post(REMOVE, GIT, &removal(if others { "m0" } else { "m1" })).unwrap().status, 200);
        assert_eq!(served.stop().contains(words), others);
    }
}

#[test]
fn j14_a_second_signal_ends_at_once() {
    let (_folder, file) = scratch();
    seeded(&file);
    for signal in ["TERM", "INT"] {
        let mut served = Served::start(&file);
        let (_stream, _) = begin_reading(&served);
        served.signal("TERM");
        assert!(refuses(&served) && served.alive(), "the first signal drains");
        served.signal(signal);
        assert_eq!(served.ended_within(2).code(), Some(1));
    }
}
