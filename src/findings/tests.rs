//! Every question against slow and obvious code, on generated findings (`laws.rs`) and on real reports (`real_data.rs`).

mod laws;
pub(super) mod oracle;
mod real_data;

use super::*;
