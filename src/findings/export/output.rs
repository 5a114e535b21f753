//! The text of an export as it grows: what is longer than a text can be, or than memory holds, is told instead of being fatal.
//!
//! Writers append to a piece of their own, which cannot become long, and hand it over after each line.

/// The export is longer than a text can be, or than memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// Longest text of V8's, in characters; no text has fewer bytes.
const LONGEST: usize = (1 << 29) - 24;
/// Pieces are taken over once they are so long.
const STEP: usize = 1 << 16;

/// What writers append to.
pub(super) trait Piece: AsRef<[u8]> {
    fn empty(&mut self);
}

impl Piece for String {
    fn empty(&mut self) {
        self.clear();
    }
}

impl Piece for Vec<u8> {
    fn empty(&mut self) {
        self.clear();
    }
}

pub(super) struct Output {
    bytes: Vec<u8>,
    longest: usize,
}

impl Output {
    pub fn new() -> Output {
        Output { bytes: Vec::new(), longest: LONGEST }
    }

    /// Takes over a piece that is long enough, and leaves it empty.
    pub fn take_step(&mut self, piece: &mut impl Piece) -> Result<(), TooLong> {
        if piece.as_ref().len() < STEP { Ok(()) } else { self.take(piece) }
    }

    /// Takes over a piece, and leaves it empty.
    pub fn take(&mut self, piece: &mut impl Piece) -> Result<(), TooLong> {
        self.append(piece.as_ref())?;
        piece.empty();
        Ok(())
    }

    #[inline(never)]
    fn append(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        if bytes.len() > self.longest - self.bytes.len() {
            return Err(TooLong);
        }
        let room = self.bytes.try_reserve(bytes.len());
        room.or_else(|_| self.bytes.try_reserve_exact(bytes.len())).map_err(|_| TooLong)?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// The whole text. Writers append whole characters.
    pub fn finish(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_what_was_taken_over() {
        let mut output = Output::new();
        let mut piece = b"short".to_vec();
        output.take_step(&mut piece).unwrap();
        assert_eq!(piece, b"short");
        piece.resize(STEP, b'.');
        output.take_step(&mut piece).unwrap();
        assert!(piece.is_empty());
        piece.extend_from_slice(b"end");
        output.take(&mut piece).unwrap();
        let text = output.finish();
        assert!(text.len() == STEP + 3 && text.starts_with("short.") && text.ends_with(".end"));
    }

    #[test]
    fn what_is_longer_than_a_text_can_be_is_told() {
        let mut output = Output { bytes: Vec::new(), longest: 5 };
        output.take(&mut b"abc".to_vec()).unwrap();
        assert_eq!(output.take(&mut b"def".to_vec()), Err(TooLong));
        output.take(&mut b"de".to_vec()).unwrap();
        assert_eq!(output.finish(), "abcde");
    }
}
