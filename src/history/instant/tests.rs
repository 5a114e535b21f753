//! What holds for `instant`.
