//! What the body of an answer means if it is not what was asked for: it broke off, is wrong, or says that the service refused.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::hint::Hint;
use crate::client::server_message;
use crate::client::token::Tokens;
use crate::findings::IngestError;
use crate::json::{Error, Fault};

/// How much of a body came. To WebKit the end of a connection is the end of a body, whatever length was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What was announced, if anything was.
    Whole,
    /// Fewer bytes than announced. The length announced may be that of the compressed body, and compression may make JSON longer,
    /// but such JSON hardly ever ends too early as well.
    Short,
}

/// Said of a scan with more findings than `Limits::max_rows`, which has this number too. Too many bytes have another error.
const MOST_OF_A_SCAN: &str = "a scan holds at most 10,000,000 findings";

impl Extent {
    /// How much it is that so many bytes came, of these if a length was announced.
    pub fn of(bytes: u64, announced: Option<f64>) -> Extent {
        if announced.is_some_and(|announced| (bytes as f64) < announced) { Extent::Short } else { Extent::Whole }
    }

    /// What JSON that cannot be read means: if a short body's JSON ends too early, the connection broke off.
    pub fn fault(self, error: Error) -> Failure {
        match (self, error.fault) {
            (Extent::Short, Fault::Truncated) => Failure::new(ErrorKind::Network),
            _ => error.into(),
        }
    }

    /// What a failed ingest means.
    pub fn ingest_fault(self, error: IngestError) -> Failure {
        match error {
            IngestError::Json(error) if error.fault.is_limit() && error.is_in("error") => Failure::rejected(None),
            IngestError::Json(error) if error.fault == Fault::TooLarge => {
                Failure::from(error).with_hint(MOST_OF_A_SCAN)
            }
            IngestError::Json(error) => self.fault(error),
            IngestError::Refused(text) => Failure::rejected(text),
            IngestError::RefusedAtLength(beginning) => {
                Failure { message_is_cut: true, ..Failure::rejected(Some(beginning)) }
            }
        }
    }
}

/// A failure of an answer's body as it may be told: without the tokens, and with what may help.
pub fn told(failure: Failure, tokens: &Tokens, is_online: bool) -> Failure {
    match failure.kind {
        ErrorKind::Rejected => {
            let text = failure.server_message.as_deref();
            Failure::rejected(match text.filter(|_| failure.message_is_cut) {
                Some(beginning) => server_message::cut_message(beginning, tokens),
                None => server_message::fit_to_show(text, tokens),
            })
        }
        // The stream is not of bytes; here it was not the caller who gave it, but the fetch option.
        ErrorKind::InvalidArgument => {
            Failure::new(ErrorKind::Network).with_hint("the body of the fetch option's Response must be bytes")
        }
        ErrorKind::Network if is_online => failure.with_hint("the connection broke off before the answer was complete"),
        ErrorKind::Network => failure.with_hint(Hint::Offline),
        // A path is made of the answer's own names.
        _ => Failure { path: failure.path.map(|path| tokens.redact_pointer(&path)), ..failure },
    }
}

#[cfg(test)]
mod tests;
