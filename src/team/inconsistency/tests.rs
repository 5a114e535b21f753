//! What holds for `inconsistency`.
