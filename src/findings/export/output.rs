//! The text of an export as it grows: one longer than a text can be, or than memory holds, is an error instead of being fatal.

use crate::memory::OutOfMemory;

/// The export is longer than a text can be, or than memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl From<OutOfMemory> for TooLong {
    fn from(_: OutOfMemory) -> Self {
        TooLong
    }
}

/// Longest text in V8, in characters; a text has at least as many bytes.
const LONGEST: usize = (1 << 29) - 24;

pub(super) struct Output {
    bytes: Vec<u8>,
    longest: usize,
}

impl Output {
    pub fn new() -> Output {
        Output { bytes: Vec::new(), longest: LONGEST }
    }

    /// Appends whole characters.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        if bytes.len() > self.longest - self.bytes.len() {
            return Err(TooLong);
        }
        let room = self.bytes.try_reserve(bytes.len());
        room.or_else(|_| self.bytes.try_reserve_exact(bytes.len())).map_err(|_| TooLong)?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// The whole text.
    pub fn finish(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_a_text_can_be_is_told() {
        let mut output = Output { bytes: Vec::new(), longest: 5 };
        output.append(b"abc").unwrap();
        assert_eq!(output.append(b"def"), Err(TooLong));
        output.append(b"de").unwrap();
        assert_eq!(output.finish(), "abcde");
    }
}
