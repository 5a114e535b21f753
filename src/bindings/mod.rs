//! The only exports to JavaScript: thin, one file per part of the public interface.
