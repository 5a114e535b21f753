//! What holds for `removal`.
