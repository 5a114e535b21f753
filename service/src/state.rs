//! What every operation has at hand: the database, the time, the limits.

use rusqlite::{Connection, ErrorCode};

use crate::clock::Clock;
use crate::fault::Fault;
use crate::limits::Limits;
use crate::log;
use crate::store::{PoolError, Store};

/// The service, as an operation sees it.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// When the service started, in milliseconds since 1970.
    pub started: i64,
    /// How much is too much.
    pub limits: Limits,
}

impl App {
    /// A service that starts now.
    pub fn new(store: Store, clock: Clock, limits: Limits) -> Self {
        let started = clock();
        Self { store, clock, started, limits }
    }

    /// Reads from the database.
    pub async fn read<T, W>(&self, work: W) -> Result<T, Fault>
    where
        T: Send + 'static,
        W: FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.store.readers.run(work).await.map_err(fault)
    }

    /// Changes the database.
    pub async fn write<T, W>(&self, work: W) -> Result<T, Fault>
    where
        T: Send + 'static,
        W: FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.store.writer.run(work).await.map_err(fault)
    }
}

/// What a failure of the database means to the client. The database's own words stay in the log.
fn fault(error: PoolError) -> Fault {
    match error {
        PoolError::Busy => Fault::Busy,
        PoolError::Broken => Fault::Internal,
        PoolError::Database(error) => {
            log::line(format_args!("database: {error}"));
            match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Fault::Busy,
                _ => Fault::Storage,
            }
        }
    }
}
