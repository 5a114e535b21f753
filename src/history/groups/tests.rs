//! What holds for `groups`.
