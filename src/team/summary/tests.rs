//! What holds for `summary`.
