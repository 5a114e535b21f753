//! The program `scanfold-service`: reads the command line and leaves the rest to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    scanfold_service::commands::run()
}
