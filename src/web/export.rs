//! Writes a file of a scan piece by piece, and gives the page its turns in between.

use crate::findings::{Export, Scan};
use crate::json::Error;
use crate::web::fault::CallFault;
use crate::web::host::GrowingFile;
use crate::web::pace::Pace;
use crate::web::stop::{Bounds, Deadlines, Stop};

/// Writes the whole file.
pub async fn write(scan: &Scan, mut export: Export, file: &GrowingFile, stop: &Stop) -> Result<(), CallFault> {
    let mut pace = Pace::start();
    while let Some(piece) = export.next(scan).map_err(|refused| Error::at(refused.into(), ""))? {
        file.write(piece).map_err(CallFault::Thrown)?;
        if pace.is_due() {
            pace.rest(Bounds { stop, deadlines: &Deadlines::never() }).await?;
        }
    }
    Ok(())
}
