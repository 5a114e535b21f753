//! Opens a database file, makes its tables if it is new, and refuses one that is damaged, foreign or not writable.

use std::fmt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::Pool;
use super::transaction::begin;

/// `scfd`, in the file's header: says that the tables are ours.
const APPLICATION: i32 = 0x7363_6664;
/// The version of the tables. In files of version 1, ids of agent scans were used again, the demo's scans had other ids, and
/// timestamps of histories kept their offsets.
const VERSION: i32 = 2;
const READERS: usize = 4;
/// How a database is made and filled, in the messages of those that cannot be used.
const BY_COMMAND: &str = "with `scanfold-service seed --db FILE` or an import";
/// How long a statement waits for another process that writes.
const BUSY: Duration = Duration::from_secs(2);

/// Whether a file that is not there is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Make it.
    Create,
    /// It has to be there.
    Existing,
}

/// Why a database cannot be used. Its text is one line that names the file.
#[derive(Debug)]
pub enum OpenError {
    /// There is no such file.
    Missing(PathBuf),
    /// The name is one that SQLite does not take for a file's.
    NoFile(PathBuf),
    /// There is nothing in the file.
    Empty(PathBuf),
    /// The file is a database of something else, or of another version.
    Foreign(PathBuf),
    /// The file is damaged, or no database.
    Corrupt(PathBuf),
    /// It cannot be opened or written.
    Unusable(PathBuf, rusqlite::Error),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(file) => write!(f, "there is no database {}: make one {BY_COMMAND}", file.display()),
            Self::NoFile(name) => {
                write!(f, "{:?} names no file: nothing would be saved", name.display().to_string())
            }
            Self::Empty(file) => write!(f, "the database {} is empty: fill it {BY_COMMAND}", file.display()),
            Self::Foreign(file) => {
                let file = file.display();
                write!(f, "{file} is not a database of this version of the service: make a new one {BY_COMMAND}")
            }
            Self::Corrupt(file) => {
                let file = file.display();
                write!(
                    f,
                    "the database {file} is damaged, or no database: restore a copy, or make a new one {BY_COMMAND}"
                )
            }
            Self::Unusable(file, error) => write!(f, "cannot use the database {}: {error}", file.display()),
        }
    }
}

impl std::error::Error for OpenError {}

/// The connections of a running service.
#[derive(Clone)]
pub struct Store {
    /// Exactly one connection writes.
    pub writer: Pool,
    /// These only read.
    pub readers: Pool,
}

impl Store {
    /// Opens an existing database for a service.
    pub fn open(file: &Path) -> Result<Self, OpenError> {
        let writer = connect(file, Mode::Existing)?;
        let readers = (0..READERS).map(|_| reader(file)).collect::<rusqlite::Result<Vec<_>>>();
        let readers = readers.map_err(|error| classify(file, error))?;
        Ok(Self { writer: Pool::new(vec![writer]), readers: Pool::new(readers) })
    }

    /// Writes the write-ahead log back into the file: the last thing a service does. Says whether all of it was written, which it
    /// is not while another process reads.
    pub async fn checkpoint(&self) -> Result<bool, super::PoolError> {
        let whole = |connection: &mut Connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0))
        };
        self.writer.run(whole).await
    }
}

/// One connection that may write, to a sound database with our tables.
pub fn connect(file: &Path, mode: Mode) -> Result<Connection, OpenError> {
    if !names_a_file(file) {
        return Err(OpenError::NoFile(file.to_owned()));
    }
    if mode == Mode::Existing && matches!(file.try_exists(), Ok(false)) {
        return Err(OpenError::Missing(file.to_owned()));
    }
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, mode == Mode::Create);
    let mut connection = Connection::open_with_flags(file, flags).map_err(|error| classify(file, error))?;
    match prepare(&mut connection, mode) {
        Ok(Tables::Ours) => Ok(connection),
        Ok(Tables::None) => Err(OpenError::Empty(file.to_owned())),
        Ok(Tables::Others) => Err(OpenError::Foreign(file.to_owned())),
        Err(error) => Err(classify(file, error)),
    }
}

/// SQLite takes some names for databases in memory, and some for addresses.
fn names_a_file(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name != ":memory:" && !name.starts_with("file:")
}

/// Whose tables a file holds.
enum Tables {
    Ours,
    Others,
    None,
}

/// Makes the tables in an empty file, unless the database has to be there: an empty one would answer 401 to everybody.
fn prepare(connection: &mut Connection, mode: Mode) -> rusqlite::Result<Tables> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if is_blank(connection)? {
        if mode == Mode::Existing {
            return Ok(Tables::None);
        }
        make(connection)?;
    }
    let version: i32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if application != APPLICATION || version != VERSION {
        return Ok(Tables::Others);
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT), None));
    }
    // FULL: what was answered as done is still done after a loss of power.
    connection.pragma_update(None, "synchronous", "FULL")?;
    check_writable(connection)?;
    // A copy by `VACUUM INTO` is not in WAL mode; there, who reads holds up who writes.
    set_wal_mode(connection)?;
    Ok(Tables::Ours)
}

fn is_blank(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    Ok(tables == 0 && application == 0)
}

/// Makes the tables, unless another command that found the file empty was quicker.
fn make(connection: &mut Connection) -> rusqlite::Result<()> {
    set_wal_mode(connection)?;
    let transaction = begin(connection)?;
    if is_blank(&transaction)? {
        transaction.execute_batch(include_str!("schema.sql"))?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Sets WAL mode. SQLite's busy timeout does not apply to that, so this waits for others itself.
fn set_wal_mode(connection: &Connection) -> rusqlite::Result<()> {
    let began = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && began.elapsed() < BUSY => {
                thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

/// Fails now rather than at the first removal.
fn check_writable(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = begin(connection)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// A connection that only reads. It reads once now, because only that opens its log: later, clients may hold all descriptors.
fn reader(file: &Path) -> rusqlite::Result<Connection> {
    let connection =
        Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

fn classify(file: &Path, error: rusqlite::Error) -> OpenError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => OpenError::Corrupt(file.to_owned()),
        _ => OpenError::Unusable(file.to_owned(), error),
    }
}

#[cfg(test)]
mod tests;
