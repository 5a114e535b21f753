//! Long work in slices: the page gets a turn before it could miss one.

use crate::web::clock;
use crate::web::fault::CallFault;
use crate::web::host;
use crate::web::promised::Promised;
use crate::web::stop::Bounds;

/// How long a slice is. A browser may collect garbage after it, before the page gets its turn: both are to take less than 4 ms.
const SLICE_MS: f64 = 1.5;

/// The slice under way.
pub struct Pace {
    began: f64,
}

impl Pace {
    /// Begins the first slice.
    pub fn start() -> Pace {
        Pace { began: clock::monotonic_ms() }
    }

    /// Whether the slice has been long enough.
    pub fn is_due(&self) -> bool {
        clock::monotonic_ms() - self.began > SLICE_MS
    }

    /// Gives the page a turn, and begins the next slice.
    pub async fn rest(&mut self, bounds: Bounds<'_>) -> Result<(), CallFault> {
        bounds.guard(Promised::of(&host::later_turn())).await?.map_err(CallFault::Thrown)?;
        self.began = clock::monotonic_ms();
        Ok(())
    }
}
