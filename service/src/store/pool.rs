//! Lends connections to blocking work.
//!
//! A caller waits its turn without a thread; only then does the work take a thread of the blocking pool. A connection
//! comes back even if the work panics, and an unfinished transaction is rolled back by its own destructor.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::Semaphore;

/// How long a request waits for a connection.
const TURN: Duration = Duration::from_secs(10);

/// A fixed number of connections.
#[derive(Clone)]
pub struct Pool {
    turns: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

/// Why the work was not done.
#[derive(Debug)]
pub enum PoolError {
    /// No connection became free in time.
    Busy,
    /// The work panicked, or the pool is closed.
    Broken,
    /// What the database said.
    Database(rusqlite::Error),
}

impl Pool {
    /// A pool of these connections.
    pub fn new(connections: Vec<Connection>) -> Self {
        Self { turns: Arc::new(Semaphore::new(connections.len())), idle: Arc::new(Mutex::new(connections)) }
    }

    /// Runs `work` with a connection on a blocking thread. It runs to its end even if the caller goes away.
    pub async fn run<T, W>(&self, work: W) -> Result<T, PoolError>
    where
        T: Send + 'static,
        W: FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let turn = tokio::time::timeout(TURN, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| PoolError::Busy)?.map_err(|_| PoolError::Broken)?;
        let mut loan = Loan::take(&self.idle).ok_or(PoolError::Broken)?;
        let done = tokio::task::spawn_blocking(move || {
            let result = loan.connection.as_mut().map(work);
            drop(loan);
            drop(turn);
            result
        });
        match done.await {
            Ok(Some(result)) => result.map_err(PoolError::Database),
            Ok(None) | Err(_) => Err(PoolError::Broken),
        }
    }
}

/// A connection that goes back when it is dropped, a panic included.
struct Loan {
    connection: Option<Connection>,
    home: Arc<Mutex<Vec<Connection>>>,
}

impl Loan {
    fn take(home: &Arc<Mutex<Vec<Connection>>>) -> Option<Self> {
        let connection = home.lock().unwrap_or_else(PoisonError::into_inner).pop();
        connection.is_some().then(|| Self { connection, home: home.clone() })
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.home.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn j13_a_connection_comes_back_from_work_that_panics() {
        let pool = Pool::new(vec![Connection::open_in_memory().unwrap()]);
        pool.run(|connection| connection.execute_batch("CREATE TABLE t (a)")).await.unwrap();
        let outcome = pool
            .run(|connection| -> rusqlite::Result<()> {
                let transaction = connection.transaction()?;
                transaction.execute("INSERT INTO t VALUES (1)", [])?;
                panic!("on purpose");
            })
            .await;
        assert!(matches!(outcome, Err(PoolError::Broken)));
        let rows = pool.run(|c| c.query_row("SELECT count(*) FROM t", [], |row| row.get::<_, i64>(0))).await;
        assert_eq!(rows.unwrap(), 0);
    }
}
