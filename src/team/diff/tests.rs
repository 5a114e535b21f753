//! What holds for `diff`.
