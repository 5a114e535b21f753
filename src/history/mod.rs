//! Order, groups and summary of agent scans. No I/O, no clock.
