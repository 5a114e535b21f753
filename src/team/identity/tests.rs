//! What holds for `identity`.
