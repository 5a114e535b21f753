//! Members that occur more than once in a row: the last one counts, its type included, and a note is kept of it.

use super::{RowMember, RowReader, UID_BIT, member_of};
use crate::findings::store::column::Column;
use crate::findings::store::dictionary::ABSENT;
use crate::json::Fault;
use crate::json::lex::Lexer;

impl RowReader {
    /// Passes over a value of a wrong type if its member occurs again in the row: that one counts.
    #[cold]
    #[inline(never)]
    pub(super) fn pass_wrong(&mut self, lexer: &mut Lexer, fault: Fault) -> Result<u32, Fault> {
        let mut ahead = lexer.clone();
        if fault != Fault::WrongType {
            return Err(fault);
        }
        match self.comes_again(&mut ahead) {
            Ok(Some(end)) => lexer.at = end,
            Err(other @ (Fault::Truncated | Fault::OutOfMemory)) => return Err(other),
            _ => return Err(fault),
        }
        // Noted now, so that nothing is learned from this row.
        self.duplicates |= self.seen & self.bit();
        Ok(ABSENT)
    }

    /// Where the value at hand ends, if the member under way occurs again in the row.
    fn comes_again(&mut self, lexer: &mut Lexer) -> Result<Option<usize>, Fault> {
        self.raw.read(lexer, &self.limits, usize::MAX)?;
        let end = lexer.at;
        while lexer.more(b'}')? {
            let key = lexer.key()?;
            if member_of(lexer, key)? == self.member {
                return Ok(Some(end));
            }
            self.raw.read(lexer, &self.limits, usize::MAX)?;
        }
        Ok(None)
    }

    /// The bit of the member under way, if it has one.
    fn bit(&self) -> u32 {
        match self.member {
            RowMember::Uid => UID_BIT,
            RowMember::Named(column) => 1 << column as u32,
            RowMember::Row | RowMember::Unnamed => 0,
        }
    }

    /// Whether members of the row just stored occurred more than once, or hold members that do.
    pub fn has_duplicates(&self) -> bool {
        self.duplicates != 0
    }

    /// Names of the members that occurred more than once in the row just stored, or hold members that do; empty for unnamed ones.
    pub fn duplicates(&self) -> impl Iterator<Item = &'static str> {
        let found = self.duplicates;
        let columns = Column::ALL.into_iter().filter(move |column| found >> *column as u32 & 1 == 1);
        (found & UID_BIT != 0).then_some("uid").into_iter().chain(columns.map(Column::name))
    }
}
