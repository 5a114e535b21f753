//! Diff, merge and removal of team members. No I/O.
