//! What holds for `roster`.
