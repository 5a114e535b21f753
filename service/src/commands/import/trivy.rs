//! `import trivy`: reports of images become one container scan. What a report means is for the crate's `trivy` to say.

use std::path::PathBuf;

use clap::Args;
use sha2::{Digest, Sha256};

use super::{Database, Failure, cloud, name, platform, read, say};
use crate::request::{Cloud, Platform};
use crate::store::scans::{Completion, Draft, ScanKey};
use crate::store::{Mode, begin, connect};
use crate::{clock, trivy};

#[derive(Args)]
pub(in crate::commands) struct Trivy {
    /// Reports, one image each.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    database: Database,
    #[arg(long, value_parser = platform)]
    platform: Platform,
    #[arg(long, value_parser = name)]
    org: String,
    #[arg(long, value_parser = cloud, default_value = "aws")]
    cloud: Cloud,
    /// Default: made from the reports' content.
    #[arg(long, value_parser = name)]
    scan_id: Option<String>,
    /// The scan reports itself as begun now, and running for this long. With 0 it has the reports' times.
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    running_for: u32,
}

impl Trivy {
    /// Every report is read and checked before the database is opened.
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut scan = trivy::Import::default();
        let mut content = Sha256::new();
        for file in &self.files {
            let text = read(file)?;
            content.update(&text);
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            scan.report(&name, &text).map_err(|error| Failure::new(file.display(), error))?;
        }
        let scan_id = self.scan_id.clone().unwrap_or_else(|| default_id(&content.finalize()));
        let key = ScanKey { platform: self.platform.0, org: self.org, cloud: self.cloud.0, scan_id };
        let now = clock::system()();
        let times = match scan.made() {
            // A time to come is that of a clock which was ahead.
            Some((first, last)) if self.running_for == 0 => (first.min(now), last.min(now)),
            _ => (now, now + i64::from(self.running_for) * 1000),
        };
        store_scan(&self.database, &key, scan.finish(), times)
    }
}

fn store_scan(database: &Database, key: &ScanKey, draft: Draft, (begun, done): (i64, i64)) -> Result<(), Failure> {
    let count = draft.findings();
    let mut connection = connect(&database.db, Mode::Create)?;
    let transaction = begin(&mut connection)?;
    if !draft.insert(&transaction, key, begun, Completion::At(done))? {
        return Err(Failure(format!("scan {} exists already: choose another --scan-id", key.scan_id)));
    }
    transaction.commit()?;
    say(format_args!("scan {} of {}: {count} findings", key.scan_id, key.org))
}

fn default_id(hash: &[u8]) -> String {
    let digits: String = hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("scan-{digits}")
}
