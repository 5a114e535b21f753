//! What followed an image or an identifier in an earlier row, byte for byte, and what it meant.
//!
//! Rows of one identifier are alike but for a field or two. Where the bytes of a member are those of the template, its code
//! is the template's: nothing is scanned, hashed or looked up. A member that differs is read in the general way, and the
//! comparison goes on behind it.

use super::row::RowMember;
use crate::findings::store::column::Column;
use crate::json::scan::same::common_start;

/// Members that a template holds at most.
const MEMBERS: usize = 14;

/// Longest template, in bytes.
const LONGEST: usize = 4096;

/// Contexts beyond this many, and bytes beyond this many, are not remembered.
const CONTEXTS: usize = 1 << 16;
const BYTES: usize = 1 << 23;

/// Replacements allowed; each member that a template spared earns another.
const CREDIT: u32 = 1 << 12;

/// A column that begins a segment of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    Image,
    Id,
}

impl Context {
    #[inline(always)]
    pub fn of(member: RowMember) -> Option<Context> {
        match member {
            RowMember::Named(Column::Image) => Some(Context::Image),
            RowMember::Named(Column::Id) => Some(Context::Id),
            _ => None,
        }
    }
}

/// A member of a template: where it ends, counted from the template's beginning, and what it means.
#[derive(Clone, Copy, Default)]
struct Entry {
    end: u16,
    /// Number of the column; beyond the columns for a member that is always read in the general way.
    column: u8,
    /// Where the shape goes on behind this member.
    place: u8,
    code: u32,
}

const ENTRY: usize = 8;
const NO_COLUMN: u8 = u8::MAX;

impl Entry {
    #[inline(always)]
    fn read(bytes: &[u8; ENTRY]) -> Entry {
        let [a, b, column, place, c, d, e, f] = *bytes;
        Entry { end: u16::from_le_bytes([a, b]), column, place, code: u32::from_le_bytes([c, d, e, f]) }
    }

    fn write(self) -> [u8; ENTRY] {
        let ([a, b], [c, d, e, f]) = (self.end.to_le_bytes(), self.code.to_le_bytes());
        [a, b, self.column, self.place, c, d, e, f]
    }
}

/// Where a context's template is: entries first, then its bytes and the one behind them.
#[derive(Clone, Copy, Default)]
struct Slot {
    at: u32,
    length: u16,
    /// Entries; none until the context was seen twice.
    count: u8,
    seen: bool,
}

/// The segment of the row under way: what its template predicts, and what it turns out to be.
struct Segment {
    context: Context,
    code: usize,
    /// Offset of its first byte in the text.
    start: usize,
    slot: Slot,
    /// Place of the member expected next, and where it begins in the template.
    next: usize,
    next_start: usize,
    /// Whether the members are recorded: the context was seen before, and its template, if it has one, held for no member.
    records: bool,
    /// The members recorded.
    entries: [Entry; MEMBERS],
    count: usize,
}

pub(super) struct Templates {
    slots: [Vec<Slot>; 2],
    bytes: Vec<u8>,
    credit: u32,
    /// Whether a segment is under way.
    open: bool,
    segment: Segment,
}

impl Templates {
    pub fn new() -> Self {
        let segment = Segment {
            context: Context::Image,
            code: 0,
            start: 0,
            slot: Slot::default(),
            next: 0,
            next_start: 0,
            records: false,
            entries: [Entry::default(); MEMBERS],
            count: 0,
        };
        Templates { slots: [Vec::new(), Vec::new()], bytes: Vec::new(), credit: CREDIT, open: false, segment }
    }

    /// Begins the segment behind a value of `context`, at offset `start`.
    #[inline(always)]
    pub fn begin(&mut self, context: Context, code: u32, start: usize) {
        let code = code as usize;
        let slot = self.slots.get(context as usize).and_then(|slots| slots.get(code)).copied().unwrap_or_default();
        let segment = &mut self.segment;
        (segment.context, segment.code, segment.start, segment.slot) = (context, code, start, slot);
        (segment.next, segment.next_start, segment.records, segment.count) = (0, 0, slot.seen, 0);
        self.open = true;
    }

    /// Takes the members that stand at the beginning of `text` as the template has them. Returns how many bytes they take,
    /// and where the shape goes on behind them.
    #[inline(always)]
    pub fn take(&mut self, text: &[u8], mut found: impl FnMut(u8, u32)) -> Option<(usize, usize)> {
        let segment = &mut self.segment;
        let count = usize::from(segment.slot.count);
        if !self.open || segment.next >= count {
            return None;
        }
        let template = self.bytes.get(segment.slot.at as usize..)?;
        let (entries, bytes) = template.split_at_checked(count * ENTRY)?;
        let common = common_start(bytes.get(segment.next_start..usize::from(segment.slot.length))?, text);
        let common = common + segment.next_start;
        let mut last = None;
        for bytes in entries.as_chunks().0.iter().skip(segment.next) {
            let entry = Entry::read(bytes);
            // The byte behind a value must be the same too, or the value might go on.
            if usize::from(entry.end) >= common || entry.column == NO_COLUMN {
                break;
            }
            found(entry.column, entry.code);
            segment.next += 1;
            last = Some(entry);
        }
        let last = last?;
        let start = std::mem::replace(&mut segment.next_start, usize::from(last.end));
        segment.records = false;
        self.credit = self.credit.saturating_add(1);
        Some((segment.next_start - start, usize::from(last.place)))
    }

    /// Tells that a member was read in the general way, up to offset `end`: the comparison goes on behind it.
    #[inline(always)]
    pub fn pass(&mut self, column: Option<Column>, code: u32, end: usize, place: usize) {
        if !self.open || !self.segment.slot.seen {
            return;
        }
        let segment = &mut self.segment;
        let column = column.map_or(NO_COLUMN, |column| column as u8);
        if segment.records {
            match (segment.entries.get_mut(segment.count), u16::try_from(end - segment.start)) {
                (Some(entry), Ok(end)) => {
                    *entry = Entry { end, column, place: place as u8, code };
                    segment.count += 1;
                }
                // Too much for a template.
                _ => segment.records = false,
            }
        }
        let template = self.bytes.get(segment.slot.at as usize..).unwrap_or_default();
        let entries = template.as_chunks().0.iter().take(segment.slot.count.into()).skip(segment.next);
        for (skipped, bytes) in entries.enumerate() {
            let entry = Entry::read(bytes);
            if entry.column == column {
                segment.next += skipped + 1;
                segment.next_start = usize::from(entry.end);
                return;
            }
        }
    }

    /// Ends the segment under way, if there is one, and learns from it unless the row is odd.
    #[inline(always)]
    pub fn end(&mut self, text: &[u8], is_odd: bool) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        if !self.segment.slot.seen {
            self.see();
        } else if self.segment.records && !is_odd {
            self.learn(text);
        }
    }

    /// Gives up the segment under way.
    pub fn abandon(&mut self) {
        self.open = false;
    }

    fn slot(&mut self) -> Option<&mut Slot> {
        self.slots.get_mut(self.segment.context as usize)?.get_mut(self.segment.code)
    }

    /// Marks a context as seen. Without the memory there are no templates, and nothing else is lost.
    fn see(&mut self) {
        let Some(slots) = self.slots.get_mut(self.segment.context as usize) else { return };
        if self.segment.code >= slots.len() {
            let room = (self.segment.code + 1).next_power_of_two().max(64);
            if room > CONTEXTS || slots.try_reserve_exact(room - slots.len()).is_err() {
                return;
            }
            slots.resize(room, Slot::default());
        }
        if let Some(slot) = self.slot() {
            slot.seen = true;
        }
    }

    /// Keeps the segment as the template of its context.
    #[inline(never)]
    fn learn(&mut self, text: &[u8]) {
        let Some(entries) = self.segment.entries.get(..self.segment.count) else { return };
        let Some(last) = entries.last() else { return };
        let length = usize::from(last.end) + 1;
        let Some(bytes) = text.get(self.segment.start..self.segment.start + length) else { return };
        let needed = entries.len() * ENTRY + length;
        let replaces = self.segment.slot.count > 0;
        if length > LONGEST || self.bytes.len() + needed > BYTES || replaces && self.credit == 0 {
            return;
        }
        if self.bytes.try_reserve(needed).is_err() {
            return;
        }
        self.credit = self.credit.saturating_sub(replaces.into());
        let at = self.bytes.len() as u32;
        entries.iter().for_each(|entry| self.bytes.extend_from_slice(&entry.write()));
        self.bytes.extend_from_slice(bytes);
        let learned = Slot { at, length: length as u16, count: entries.len() as u8, seen: true };
        if let Some(slot) = self.slot() {
            *slot = learned;
        }
    }
}
