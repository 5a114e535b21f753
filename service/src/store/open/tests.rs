//! Which files are opened, which are made, and which are refused and left alone.

use super::*;

#[test]
fn a_missing_file_is_made_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.db");
    assert!(matches!(connect(&file, Mode::Existing), Err(OpenError::Missing(_))));
    assert!(connect(&file, Mode::Create).is_ok());
    assert!(connect(&file, Mode::Existing).is_ok());
}

#[test]
fn a_file_that_cannot_be_looked_for_is_not_called_missing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("n".repeat(1_000));
    assert!(file.try_exists().is_err());
    assert!(matches!(connect(&file, Mode::Existing), Err(OpenError::Unusable(..))));
}

#[test]
fn an_empty_file_is_filled_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.db");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(connect(&file, Mode::Existing), Err(OpenError::Empty(_))));
    assert_eq!(std::fs::metadata(&file).unwrap().len(), 0);
    assert!(connect(&file, Mode::Create).is_ok());
    assert!(connect(&file, Mode::Existing).is_ok());
}

#[test]
fn commands_that_make_one_database_at_once_make_it_once() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..30 {
        let file = folder.path().join(format!("{round}.db"));
        let start = std::sync::Barrier::new(4);
        let make = || {
            start.wait();
            connect(&file, Mode::Create).map(drop)
        };
        thread::scope(|scope| {
            for one in [(); 4].map(|()| scope.spawn(make)) {
                one.join().unwrap().unwrap_or_else(|error| panic!("round {round}: {error}"));
            }
        });
    }
}

#[test]
fn somebody_elses_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.db");
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE theirs (a)").unwrap();
    assert!(matches!(connect(&file, Mode::Create), Err(OpenError::Foreign(_))));
    let tables: i64 =
        Connection::open(&file).unwrap().query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 1);
}

#[test]
fn a_database_of_another_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("before.db");
    drop(connect(&file, Mode::Create).unwrap());
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 1).unwrap();
    let before = std::fs::read(&file).unwrap();
    for mode in [Mode::Create, Mode::Existing] {
        assert!(matches!(connect(&file, mode), Err(OpenError::Foreign(_))));
        assert!(std::fs::read(&file).unwrap() == before, "{mode:?}");
    }
}

#[test]
fn j5_what_is_damaged_or_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.db");
    std::fs::write(&text, "this is not a database, whatever its name says\n".repeat(200)).unwrap();
    assert!(matches!(connect(&text, Mode::Existing), Err(OpenError::Corrupt(_))));

    let torn = folder.path().join("torn.db");
    drop(connect(&torn, Mode::Create).unwrap());
    let mut bytes = std::fs::read(&torn).unwrap();
    bytes[4096..].fill(0x5a);
    std::fs::write(&torn, bytes).unwrap();
    assert!(matches!(connect(&torn, Mode::Existing), Err(OpenError::Corrupt(_))));
}

#[test]
fn j5_a_database_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sealed.db");
    drop(connect(&file, Mode::Create).unwrap());
    let error = prepare(&mut reader(&file).unwrap(), Mode::Existing).err().unwrap();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly));
}

/// A copy of a new database that is not in WAL mode, and the mode that it is in when asked.
fn copy_without_wal(folder: &Path) -> (PathBuf, impl Fn() -> String) {
    let copy = folder.join("copy.db");
    let original = connect(&folder.join("original.db"), Mode::Create).unwrap();
    original.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    let asked = copy.clone();
    let mode =
        move || reader(&asked).unwrap().query_row("PRAGMA journal_mode", [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(mode(), "delete");
    (copy, mode)
}

#[test]
fn a_database_that_is_not_in_wal_mode_is_put_into_it() {
    for open in [Mode::Create, Mode::Existing] {
        let folder = tempfile::tempdir().unwrap();
        let (copy, mode) = copy_without_wal(folder.path());
        drop(connect(&copy, open).unwrap());
        assert_eq!(mode(), "wal", "{open:?}");
    }
}

#[test]
fn a_database_of_others_is_not_put_into_wal_mode() {
    let folder = tempfile::tempdir().unwrap();
    let (copy, mode) = copy_without_wal(folder.path());
    Connection::open(&copy).unwrap().pragma_update(None, "application_id", 1).unwrap();
    assert!(matches!(connect(&copy, Mode::Create), Err(OpenError::Foreign(_))));
    assert_eq!(mode(), "delete");
}

#[test]
fn j5_a_database_that_cannot_be_written_is_refused_in_any_mode() {
    let folder = tempfile::tempdir().unwrap();
    let (copy, mode) = copy_without_wal(folder.path());
    let error = prepare(&mut reader(&copy).unwrap(), Mode::Existing).err().unwrap();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly));
    assert_eq!(mode(), "delete");
}

#[test]
fn j5_a_folder_is_not_a_database() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(connect(folder.path(), Mode::Existing), Err(OpenError::Unusable(..))));
}
