//! How a change of the database begins.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// A transaction that is the one writer from its beginning: one that reads first and writes later fails if another wrote in
/// between.
pub fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}
