//! The resident store of a container scan: columns, ingest, query, rollup, diff. No I/O.
