//! `seed`: fills a database with the demo data and says what is in it.

use clap::Args;

use super::{Database, Failure, say};
use crate::store::{Mode, begin, connect};
use crate::{clock, seed};

#[derive(Args)]
pub(super) struct Seed {
    #[command(flatten)]
    database: Database,
    /// The time the data is relative to. Default: now.
    #[arg(long, value_name = "RFC 3339", value_parser = millis)]
    now: Option<i64>,
}

impl Seed {
    pub(super) fn run(self) -> Result<(), Failure> {
        let now = self.now.unwrap_or_else(|| clock::system()());
        let mut connection = connect(&self.database.db, Mode::Create)?;
        let transaction = begin(&mut connection)?;
        let summary =
            seed::fill(&transaction, now).map_err(|error| Failure::new("cannot make the demo data", error))?;
        transaction.commit()?;
        summary.iter().try_for_each(say)
    }
}

fn millis(text: &str) -> Result<i64, &'static str> {
    clock::millis_of(text).ok_or(clock::RULE)
}
