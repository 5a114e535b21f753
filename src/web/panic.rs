//! The panic hook: says that the instance is lost before it traps, so that nothing waits for it for ever.

use crate::web::host;

/// Installs the hook; once an instance.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|_| host::instance_died()));
}
