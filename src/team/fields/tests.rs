//! What holds for `fields`.
