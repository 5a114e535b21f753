//! The log of the program: a line for each request, and nothing in it that somebody sent.

use std::io::Write;

use crate::crash::{removal, team_of};
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
