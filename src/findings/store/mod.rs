//! The resident store: findings as columns of codes, with what each code stands for.
//!
//! A row enters whole or not at all. Everything that can be known of a code once (its severity, whether it names a fix,
//! its probability) is kept beside the dictionary, so a row is one small number for each column, a uid and a class.

pub(crate) mod blocks;
pub(crate) mod class;
pub(crate) mod codes;
pub(crate) mod column;
pub(crate) mod dictionary;
mod table;
pub(crate) mod texts;
pub(crate) mod uids;
pub(crate) mod uuid;

use crate::compact;
use crate::memory::{OutOfMemory, push};
use crate::wire::severity::{Severity, SeverityCounts};
use blocks::Blocks;
use class::{CLASSES, Class};
use codes::Codes;
use column::{COLUMNS, Column};
use dictionary::{ABSENT, Dictionary, Interned};
use texts::{Place, Texts};
use uids::{Uid, Uids};

/// A finding about to be stored: a code for every column.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub uid: Uid<'a>,
    pub codes: [u32; COLUMNS],
}

pub(crate) struct Store {
    columns: [Codes; COLUMNS],
    dictionaries: [Dictionary; COLUMNS],
    texts: Texts,
    pub uids: Uids,
    /// Severity, fixable and exploit known, packed into a byte a row.
    classes: Blocks<Class>,
    severity_of: Vec<Severity>,
    fixable_of: Vec<bool>,
    exploit_of: Vec<bool>,
    /// Probability by code; negative if there is none.
    epss_of: Blocks<f64>,
    /// Rows of each class: true at any time.
    by_class: [u32; CLASSES],
    rows: u32,
    /// The seed of hashes.
    seed: u64,
}

impl Store {
    pub fn new() -> Self {
        Store {
            columns: Column::ALL.map(codes_of),
            dictionaries: Column::ALL.map(|column| Dictionary::new(column.uniqueness())),
            texts: Texts::new(),
            uids: Uids::new(),
            classes: Blocks::new(),
            severity_of: vec![Severity::Unknown],
            fixable_of: vec![false],
            exploit_of: vec![false],
            epss_of: Blocks::new(),
            by_class: [0; CLASSES],
            rows: 0,
            seed: 0,
        }
    }

    /// Sets a seed that makes hashes unforeseeable. Only before the first text: texts kept under another seed are not found again.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn len(&self) -> u32 {
        self.rows
    }

    pub fn by_severity(&self) -> SeverityCounts {
        class::by_severity(&self.by_class)
    }

    /// Rows of each class.
    pub fn by_class(&self) -> &[u32; CLASSES] {
        &self.by_class
    }

    #[inline(always)]
    fn dictionary(&self, column: Column) -> &Dictionary {
        let [first, ..] = &self.dictionaries;
        self.dictionaries.get(column as usize).unwrap_or(first)
    }

    /// One more than the greatest code of a column.
    pub fn code_count(&self, column: Column) -> usize {
        self.dictionary(column).len()
    }

    /// The code of a text in a column that is grouped by.
    pub fn find(&self, column: Column, text: &str) -> Option<u32> {
        let text = text.as_bytes();
        self.dictionary(column).find(&self.texts, text, self.hash(text))
    }

    /// The text of a code as bytes; empty for absence.
    #[inline(always)]
    pub fn bytes_of(&self, column: Column, code: u32) -> &[u8] {
        self.texts.entry(self.dictionary(column).place(code)).1
    }

    /// The text of a code; empty for absence.
    pub fn text_of(&self, column: Column, code: u32) -> &str {
        std::str::from_utf8(self.bytes_of(column, code)).unwrap_or_default()
    }

    /// The code and the text at a place that [`Store::intern`] returned.
    #[inline(always)]
    pub fn entry(&self, place: Place) -> (u32, &[u8]) {
        self.texts.entry(place)
    }

    #[inline(always)]
    pub fn codes(&self, column: Column) -> &Codes {
        let [first, ..] = &self.columns;
        self.columns.get(column as usize).unwrap_or(first)
    }

    /// The code of a row, for callers that need few: the look-up is too much code to be inlined into each.
    #[inline(never)]
    pub fn code(&self, column: Column, row: u32) -> u32 {
        self.codes(column).get(row)
    }

    /// The text of a row in a column; `None` if the row has none. Not inlined either: exports ask for a dozen.
    #[inline(never)]
    pub fn text(&self, column: Column, row: u32) -> Option<&str> {
        let code = self.codes(column).get(row);
        (code != ABSENT).then(|| self.text_of(column, code))
    }

    #[inline(always)]
    pub fn class(&self, row: u32) -> Class {
        self.classes.get(row as usize).unwrap_or_default()
    }

    pub fn class_block(&self, number: usize) -> &[Class] {
        self.classes.block(number)
    }

    /// Number of blocks that rows fill, the last one perhaps in part.
    pub fn blocks(&self) -> usize {
        (self.rows as usize).div_ceil(blocks::BLOCK)
    }

    /// The probability behind a code of `epss_details`.
    #[inline(always)]
    pub fn epss_of(&self, code: u32) -> Option<f64> {
        let at = (code as usize).checked_sub(1)?;
        self.epss_of.get(at).filter(|probability| *probability >= 0.0)
    }

    /// The code of a text, which must be UTF-8, with what is known of it.
    pub fn intern(&mut self, column: Column, text: &[u8]) -> Result<Interned, OutOfMemory> {
        self.intern_by(column, text, None)
    }

    /// The hash of a text, in the tables of all columns.
    #[inline(always)]
    pub fn hash(&self, text: &[u8]) -> u32 {
        compact::hash(text, self.seed)
    }

    /// The same for a text whose hash is known.
    pub fn intern_hashed(&mut self, column: Column, text: &[u8], hash: u32) -> Result<Interned, OutOfMemory> {
        self.intern_by(column, text, Some(hash))
    }

    /// One function for all callers: looking for equals is much code to repeat in each.
    #[inline(never)]
    fn intern_by(&mut self, column: Column, text: &[u8], hash: Option<u32>) -> Result<Interned, OutOfMemory> {
        let seed = self.seed;
        let hash = || hash.unwrap_or_else(|| compact::hash(text, seed));
        let dictionary = self.dictionaries.get_mut(column as usize).ok_or(OutOfMemory)?;
        let interned = dictionary.intern(&mut self.texts, text, hash)?;
        if interned.new {
            self.learn(column, interned.place)?;
        }
        Ok(interned)
    }

    /// Notes once what a new code means.
    #[inline(never)]
    fn learn(&mut self, column: Column, place: Place) -> Result<(), OutOfMemory> {
        let text = || std::str::from_utf8(self.texts.entry(place).1).unwrap_or_default();
        match column {
            Column::Severity => push(&mut self.severity_of, Severity::from_word(text()).unwrap_or(Severity::Unknown)),
            Column::FixedVersion => push(&mut self.fixable_of, super::fixable::is_fixable(Some(text()))),
            Column::PublicExploit => push(&mut self.exploit_of, super::exploit::is_exploitable(text())),
            Column::EpssDetails => {
                let probability = super::epss::probability(text())?;
                self.epss_of.push(probability.unwrap_or(-1.0))
            }
            _ => Ok(()),
        }
    }

    /// Stores a row. If memory for it is refused, the store keeps the rows that it had, and nothing may be stored after that.
    #[inline(always)]
    pub fn push(&mut self, row: &Row) -> Result<(), OutOfMemory> {
        for (column, code) in self.columns.iter_mut().zip(row.codes) {
            column.push(code)?;
        }
        let class = self.classify(&row.codes);
        self.uids.push(row.uid)?;
        self.classes.push(class)?;
        if let Some(rows) = self.by_class.get_mut(class.number()) {
            *rows += 1;
        }
        self.rows += 1;
        Ok(())
    }

    #[inline(always)]
    fn classify(&self, codes: &[u32; COLUMNS]) -> Class {
        let code = |column: Column| codes.get(column as usize).copied().unwrap_or_default() as usize;
        let severity = self.severity_of.get(code(Column::Severity)).copied().unwrap_or(Severity::Unknown);
        let fixable = self.fixable_of.get(code(Column::FixedVersion)).copied().unwrap_or_default();
        let exploit = self.exploit_of.get(code(Column::PublicExploit)).copied().unwrap_or_default();
        Class::of(severity, fixable, exploit)
    }

    /// Forgets all rows; texts stay, because they may come again.
    pub fn clear_rows(&mut self) {
        self.columns = Column::ALL.map(codes_of);
        self.uids = Uids::new();
        self.classes.clear();
        self.by_class = [0; CLASSES];
        self.rows = 0;
    }

    /// Frees what only further rows would need.
    pub fn seal(&mut self) {
        self.dictionaries.iter_mut().for_each(Dictionary::seal);
        self.columns.iter_mut().for_each(Codes::shrink);
        self.texts.shrink();
        self.uids.shrink();
        self.classes.shrink();
        self.epss_of.shrink();
    }

    /// Bytes held, dictionaries included.
    pub fn memory_bytes(&self) -> usize {
        let columns: usize = self.columns.iter().map(Codes::memory_bytes).sum();
        let dictionaries: usize = self.dictionaries.iter().map(Dictionary::memory_bytes).sum();
        let notes = self.severity_of.capacity() + self.fixable_of.capacity() + self.exploit_of.capacity();
        let rest = self.uids.memory_bytes() + self.classes.memory_bytes() + self.epss_of.memory_bytes();
        columns + dictionaries + self.texts.memory_bytes() + notes + rest + size_of::<Self>()
    }
}

#[inline(never)]
fn codes_of(column: Column) -> Codes {
    if column.is_sparse() { Codes::sparse() } else { Codes::dense() }
}
