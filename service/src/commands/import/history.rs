//! `import history`: adds the agent scans of one file, which may be of several repositories. Their timestamps are written in UTC,
//! as the interface has them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use super::{Database, Failure, parse, read, say};
use crate::clock;
use crate::object::Object;
use crate::request::is_repo;
use crate::store::{Mode, begin, connect, history};
use crate::wire::AgentScan;

/// 2^53 - 1: in a larger number, who reads it in JavaScript would read another.
const MOST_FILES: u64 = 9_007_199_254_740_991;

#[derive(Args)]
pub(in crate::commands) struct History {
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `scans`")]
struct Answer {
    scans: Vec<Object<AgentScan>>,
}

impl History {
    /// Every entry is checked before the database is opened.
    pub(super) fn run(self) -> Result<(), Failure> {
        let Object(Answer { scans }) = parse(&self.file, &read(&self.file)?)?;
        let mut scans: Vec<AgentScan> = scans.into_iter().map(|Object(scan)| scan).collect();
        let instants = scans.iter_mut().enumerate().map(|(at, scan)| check(at, scan));
        let instants = instants.collect::<Result<Vec<i64>, String>>();
        let instants = instants.map_err(|why| Failure::new(self.file.display(), why))?;
        let mut connection = connect(&self.database.db, Mode::Create)?;
        let transaction = begin(&mut connection)?;
        let mut added = 0;
        let mut known = HashMap::new();
        for (scan, instant) in scans.iter().zip(instants) {
            let json = serde_json::to_string(scan)?;
            let there = match known.entry((&*scan.repo_name, instant)) {
                Entry::Occupied(there) => there.into_mut(),
                Entry::Vacant(place) => place.insert(history::at(&transaction, &scan.repo_name, instant)?),
            };
            if there.insert(json.clone()) {
                history::insert(&transaction, &scan.repo_name, instant, &json)?;
                added += 1;
            }
        }
        transaction.commit()?;
        match scans.len() - added {
            0 => say(format_args!("{added} agent scans")),
            known => say(format_args!("{added} agent scans; {known} were there already")),
        }
    }
}

/// When a scan was, if it is one that can be asked for; from then on its timestamp is in UTC.
fn check(at: usize, scan: &mut AgentScan) -> Result<i64, String> {
    if !is_repo(&scan.repo_name) {
        return Err(format!("scans[{at}].repo_name must be <owner>/<repository>, as requests name it"));
    }
    if scan.num_files > MOST_FILES {
        return Err(format!("scans[{at}].num_files must be at most 2^53 - 1"));
    }
    let times = clock::micros_of(&scan.timestamp).zip(clock::utc(&scan.timestamp));
    let (micros, utc) = times.ok_or_else(|| format!("scans[{at}].timestamp must be {}", clock::RULE))?;
    scan.timestamp = utc;
    Ok(micros)
}
