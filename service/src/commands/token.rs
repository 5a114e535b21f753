//! `token create`: makes a token for one organisation and prints it, once; the database keeps only its hash.

use clap::{Args, Subcommand};

use super::{Database, Failure, name, say};
use crate::store::tokens::{self, Grant, Kind};
use crate::store::{Mode, begin, connect};
use crate::{auth, clock};

/// Random bytes of a token.
const ENTROPY: usize = 24;

#[derive(Subcommand)]
pub(super) enum Token {
    /// Make a token and print it.
    Create(Create),
}

#[derive(Args)]
pub(super) struct Create {
    #[command(flatten)]
    database: Database,
    /// api: container scans and history. git: teams and history.
    #[arg(long, value_name = "api|git", value_parser = kind)]
    kind: Kind,
    /// The organisation whose data the token opens.
    #[arg(long, value_parser = name)]
    org: String,
    /// The token to store, if a demo or a test has to know it beforehand. Default: a random one.
    #[arg(long)]
    token: Option<String>,
}

impl Token {
    pub(super) fn run(self) -> Result<(), Failure> {
        let Self::Create(create) = self;
        create.run()
    }
}

impl Create {
    fn run(self) -> Result<(), Failure> {
        let token = match self.token {
            Some(token) => token,
            None => random(self.kind)?,
        };
        if !auth::is_token(&token) {
            let rule = "a token holds only letters, digits and -._~+/, with = at its end, and at most 8,192 characters";
            return Err(Failure(rule.to_owned()));
        }
        let mut connection = connect(&self.database.db, Mode::Create)?;
        let transaction = begin(&mut connection)?;
        let grant = Grant { kind: self.kind, org: self.org, digest: auth::digest(&token) };
        if !tokens::insert(&transaction, &grant, clock::system()())? {
            return Err(Failure(
                "this token exists already, with another kind or organisation: choose another --token".to_owned(),
            ));
        }
        // A token that nobody has seen would be good for ever.
        say(token)?;
        transaction.commit()?;
        Ok(())
    }
}

fn kind(text: &str) -> Result<Kind, &'static str> {
    Kind::parse(text).ok_or("one of api, git")
}

fn random(kind: Kind) -> Result<String, Failure> {
    let mut bytes = [0; ENTROPY];
    getrandom::fill(&mut bytes).map_err(|error| Failure::new("cannot make a random token", error))?;
    let prefix = match kind {
        Kind::Api => "sfapi_",
        Kind::Git => "sfgit_",
    };
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{prefix}{digits}"))
}
