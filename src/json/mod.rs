//! The push parser: bytes in, values or columns out. No I/O.
