//! The log of the program: a line for each request, and nothing in it that somebody sent.

use std::io::Write;
use std::net::Shutdown;
use std::time::{Duration, Instant};

use crate::crash::{refuses, removal, team_of};
use crate::process::{Served, answer, request, scratch};
use crate::world::{API, GIT, HISTORY, REMOVE, RESULTS, TEAM};

#[test]
fn j14_a_log_that_nobody_reads_holds_up_neither_answers_nor_the_end() {
    let (_folder, file) = scratch();
    team_of(&file, 3);
    let mut served = Served::start_unread(&file);
    let mut stream = served.connect();
    // Some 70 bytes a line: more than a pipe holds, and than wait to be written.
    for _ in 0..8_000 {
        stream.write_all(request(TEAM, GIT, "{}", "keep-alive").as_bytes()).unwrap();
        assert_eq!(answer(&mut stream).unwrap().status, 400);
    }
    served.signal("TERM");
    assert_eq!(served.ended_within(5).code(), Some(0));
}

#[test]
fn lines_that_nobody_reads_are_dropped_and_counted() {
    const ASKED: usize = 8_000;
    let (_folder, file) = scratch();
    team_of(&file, 3);
    let mut served = Served::start_unread(&file);
    let mut stream = served.connect();
    for _ in 0..ASKED {
        stream.write_all(request(TEAM, GIT, "{}", "keep-alive").as_bytes()).unwrap();
        assert_eq!(answer(&mut stream).unwrap().status, 400);
    }
    served.read_log();
    served.logs(" lines were left out: nobody read them in time");
    // What comes later is written again.
    assert_eq!(served.post(HISTORY, "unknown", "{}").unwrap().status, 401);
    served.logs(&format!(" POST {HISTORY} 401 "));
    let log = served.stop();
    let written = log.lines().filter(|line| line.contains(&format!(" POST {TEAM} 400 "))).count();
    let dropped = log.lines().filter_map(|line| line.split_once(" lines were left out")?.0.rsplit(' ').next());
    let dropped: usize = dropped.map(|count| count.parse::<usize>().unwrap()).sum();
    assert!(written >= 4_096 && dropped > 0, "{written} written, {dropped} dropped");
    assert_eq!(written + dropped, ASKED);
    assert_eq!(log.lines().find(|line| !begins_with_its_time(line)), None);
}

fn begins_with_its_time(line: &str) -> bool {
    line.split(' ').next().is_some_and(|time| scanfold_service::clock::micros_of(time).is_some())
}

#[test]
fn an_answer_names_the_line_of_its_request() {
    let (_folder, file) = scratch();
    team_of(&file, 3);
    let served = Served::start(&file);
    let asked = [(TEAM, GIT, "{}", 400), (REMOVE, "unknown", "{}", 401), ("/nowhere", API, "", 404)];
    let ids = asked.map(|(path, token, body, status)| {
        let answer = served.post(path, token, body).unwrap();
        assert_eq!(answer.status, status);
        answer.header("x-request-id").unwrap().to_owned()
    });
    let log = served.stop();
    assert_eq!(log.lines().count(), asked.len(), "{log}");
    for ((line, (path, _, _, status)), id) in log.lines().zip(asked).zip(ids) {
        let [time, method, target, written, took, last] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        assert!(begins_with_its_time(time) && took.trim_end_matches("ms").parse::<u32>().is_ok(), "{line}");
        assert_eq!((method, target, written, last), ("POST", path, status.to_string().as_str(), id.as_str()));
    }
}

#[test]
fn a_client_that_ends_its_sending_is_gone_and_its_removal_may_be_done() {
    let (_folder, file) = scratch();
    team_of(&file, 4);
    let served = Served::start(&file);
    let leaves = |login: &str| {
        // Holds the removal up, so that the client leaves before its answer.
        let holder = rusqlite::Connection::open(&file).unwrap();
        let removals = || holder.query_row("SELECT count(*) FROM audit", [], |row| row.get::<_, i64>(0)).unwrap();
        let before = removals();
        holder.execute_batch("BEGIN IMMEDIATE").unwrap();
        let mut stream = served.connect();
        stream.write_all(request(REMOVE, GIT, &removal(login), "keep-alive").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(500));
        stream.shutdown(Shutdown::Write).unwrap();
        let is_closed = answer(&mut stream).is_none();
        // The removal waits for 2 s.
        holder.execute_batch("ROLLBACK").unwrap();
        let limit = Instant::now() + Duration::from_secs(5);
        while removals() == before && Instant::now() < limit {
            std::thread::sleep(Duration::from_millis(10));
        }
        is_closed && removals() > before
    };
    // On a busy machine the client may leave before its removal begins, or so late that the removal is refused.
    assert!(["m1", "m2", "m3"].into_iter().any(leaves), "the removal was given up, or answered");
    served.logs(&format!(" POST {REMOVE} gone "));
}

#[test]
fn j14_a_request_that_the_service_does_not_wait_for_any_longer_is_gone() {
    let (_folder, file) = scratch();
    team_of(&file, 3);
    let mut served = Served::start(&file);
    let whole = request(TEAM, GIT, "{}", "keep-alive");
    let (begun, rest) = whole.split_at(60);
    let mut stream = served.connect();
    stream.write_all(begun.as_bytes()).unwrap();
    // Until the service has read that: what has begun is not an idle connection.
    std::thread::sleep(Duration::from_secs(1));
    served.signal("TERM");
    assert!(refuses(&served), "new connections are still accepted");
    std::thread::sleep(Duration::from_secs(2));
    // The body may take 10 s from here on, and the service ends in less.
    stream.write_all(rest.trim_end_matches("{}").as_bytes()).unwrap();
    let began = Instant::now();
    assert_eq!(served.ended_within(13).code(), Some(0));
    assert!(began.elapsed() > Duration::from_secs(5), "it did not wait for the request");
    let log = served.whole_log();
    assert!(log.contains(&format!(" POST {TEAM} gone ")), "{log}");
    assert!(log.contains("some requests did not end in time and were cut off"), "{log}");
}

#[test]
fn j17_the_log_has_a_line_for_each_request_and_neither_token_nor_body() {
    let (_folder, file) = scratch();
    team_of(&file, 3);
    let served = Served::start(&file);
    let canary = "canary-value-5d1e";
    let bodies = [removal(canary), removal("m0"), format!("{{\"repo\":\"{canary}/x\"}}"), format!("not JSON {canary}")];
    for token in [API, GIT, "canary-unknown-token"] {
        for path in [RESULTS, HISTORY, TEAM, REMOVE] {
            for body in &bodies {
                served.post(path, token, body).unwrap();
            }
        }
    }
    served.post(&format!("{RESULTS}?token=canary-query"), API, "{}").unwrap();
    let mut stream = served.connect();
    let long = "X".repeat(10_000);
    stream.write_all(format!("{long} /{long} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).unwrap();
    assert_eq!(answer(&mut stream).unwrap().status, 404);
    stream.write_all(b"GET x:80 HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    assert_eq!(answer(&mut stream).unwrap().status, 404);
    let log = served.stop();
    assert!(log.lines().all(|line| line.len() < 350), "{log}");
    assert!(log.contains("Z GET - 404 "), "a target without a path: {log}");
    assert_eq!(log.lines().filter(|line| line.contains(" POST /api/")).count(), 3 * 4 * 4 + 1);
    assert!(!log.contains("canary") && !log.contains("Bearer"), "{log}");
    let line = log.lines().next().unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!((words.len(), words[1], words[2]), (6, "POST", RESULTS), "{line}");
}
