//! The words on the wire: requests, answers and their checks. No I/O.
