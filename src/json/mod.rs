//! JSON in: strict, bounded, and exact.
//!
//! Accepts what `JSON.parse` accepts and nothing else, within limits. Bytes must be UTF-8. No I/O.

mod beginning;
pub(crate) mod decimal;
mod error;
pub(crate) mod escapes;
mod flat;
mod items;
pub(crate) mod lex;
mod limits;
mod parse;
pub(crate) mod path;
pub(crate) mod put;
pub(crate) mod raw;
pub(crate) mod room;
pub(crate) mod scan;
mod value;

pub(crate) use beginning::beginning_of_text;
pub use beginning::{Beginning, beginning};
pub use decimal::write as append_count;
pub use error::{Error, Fault};
pub use flat::Flat;
pub use items::{Items, Part};
pub use limits::Limits;
pub(crate) use limits::{MOST_MEMBERS, MOST_NAME_BYTES};
pub use parse::{parse, parse_members};
pub use path::{beginning_of, push_index, push_step};
pub use put::write_string;
pub use room::{append, append_string, copy};
pub use value::{Number, Value};
