//! What holds for `merge`.
