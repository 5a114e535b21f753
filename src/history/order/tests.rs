//! What holds for `order`.
