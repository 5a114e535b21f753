//! What holds for `renames`.
