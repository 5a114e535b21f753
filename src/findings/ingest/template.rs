//! What followed an image or an identifier in an earlier row, byte for byte, and what it meant.
//!
//! Rows of one identifier differ in a field or two. If the bytes of a member are those of the template, so is its code: nothing is
//! scanned, hashed or looked up. A member that differs is read in the general way, and the comparison goes on after it.

mod entry;
mod kept;

use super::row::RowMember;
use crate::findings::store::column::{COLUMNS, Column};
use crate::json::scan::same::common_start;
use entry::{ENTRY, Entry};
use kept::{At, Head, Kept, Key, Template};

/// Most members of a template.
const MEMBERS: usize = 14;

/// Longest template, in bytes.
const LONGEST: usize = 4096;

/// Most contexts that are remembered.
const CONTEXTS: usize = 1 << 16;

/// Templates that may be kept before any has proved useful: for contexts seen for the first time, and in place of others.
/// Each use earns some more, since it saves several times what keeping one costs.
const CREDIT: u32 = 1 << 7;
const EARNED: u32 = 6;

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

/// Members that a template had.
pub(super) struct Taken {
    /// How many bytes they take.
    pub length: usize,
    /// Where the shape goes on after them.
    pub place: usize,
    /// Their columns, a bit each.
    pub columns: u32,
}

/// What is known of a context.
#[derive(Clone, Copy, Default)]
enum Slot {
    #[default]
    Never,
    Seen,
    Kept(At),
}

/// The segment of the row under way: what its template predicts, and what it turns out to be.
struct Segment {
    context: Context,
    code: u32,
    /// Offset of its first byte in the text.
    start: usize,
    /// Length and hash of the context's text, if it is right before the segment and has no escapes.
    key: Option<(usize, u32)>,
    seen: bool,
    template: Option<(At, Head)>,
    /// Place of the member expected next, and where it begins in the template.
    next: usize,
    next_start: usize,
    /// Whether the members are recorded, as they may become a template: the template there is, if any, has matched none so far.
    records: bool,
    /// The members recorded.
    entries: [[u8; ENTRY]; MEMBERS],
    count: usize,
}

/// Templates that may still be kept before they are known to be of use, by context.
struct Credit([u32; 2]);

pub(super) struct Templates {
    slots: [Vec<Slot>; 2],
    kept: Kept,
    credit: Credit,
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
            key: None,
            seen: false,
            template: None,
            next: 0,
            next_start: 0,
            records: false,
            entries: [[0; ENTRY]; MEMBERS],
            count: 0,
        };
        let credit = Credit([CREDIT; 2]);
        Templates { slots: [Vec::new(), Vec::new()], kept: Kept::default(), credit, open: false, segment }
    }

    /// The code of an identifier whose template is kept, without a look-up in the dictionary. The segment that begins next
    /// follows this text.
    #[inline(always)]
    pub fn recall_id(&mut self, text: &[u8], hash: u32) -> Option<u32> {
        self.segment.key = Some((text.len(), hash));
        self.segment.template = self.kept.find(Key { text, hash });
        self.segment.template.map(|(_, head)| head.code)
    }

    /// Begins the segment after a value of `context`, at offset `start`.
    #[inline(always)]
    pub fn begin(&mut self, context: Context, code: u32, start: usize) {
        let segment = &mut self.segment;
        segment.seen = true;
        if segment.template.is_none() {
            let slots = self.slots.get(context as usize);
            match slots.and_then(|slots| slots.get(code as usize)).copied().unwrap_or_default() {
                Slot::Never => segment.seen = false,
                Slot::Seen => {}
                Slot::Kept(at) => segment.template = self.kept.head(at).map(|head| (at, head)),
            }
        }
        (segment.context, segment.code, segment.start) = (context, code, start);
        (segment.next, segment.next_start, segment.count) = (0, 0, 0);
        segment.records = segment.seen || self.credit.is_left(context);
        self.open = true;
    }

    /// Takes the members at the beginning of `text` that are as in the template, and gives a row their codes.
    #[inline(always)]
    pub fn take(&mut self, text: &[u8], codes: &mut [u32; COLUMNS]) -> Option<Taken> {
        if !self.open {
            return None;
        }
        let segment = &mut self.segment;
        let (at, head) = segment.template?;
        let (entries, bytes) = self.kept.parts(at, head)?;
        let entries = entries.get(segment.next..)?;
        let mut last = Entry::read(entries.last()?);
        let bytes = bytes.get(segment.next_start..)?;
        let common = common_start(bytes, text);
        let mut columns = head.columns;
        if common == bytes.len() && segment.next == 0 && columns != 0 {
            entries.iter().for_each(|bytes| Entry::read(bytes).put(codes));
            segment.next = entries.len();
        } else {
            columns = 0;
            for entry in entries.iter().map(Entry::read) {
                // The byte after a value must be the same too, or the value might go on.
                if usize::from(entry.end) >= common + segment.next_start || entry.bit() == 0 {
                    break;
                }
                entry.put(codes);
                columns |= entry.bit();
                segment.next += 1;
                last = entry;
            }
            if columns == 0 {
                return None;
            }
        }
        let start = std::mem::replace(&mut segment.next_start, last.end.into());
        segment.records = false;
        self.credit.earn(segment.context);
        Some(Taken { length: segment.next_start - start, place: last.place.into(), columns: columns.into() })
    }

    /// Notes that a member was read in the general way, up to offset `end`: the comparison goes on after it.
    #[inline(always)]
    pub fn pass(&mut self, column: Option<Column>, code: u32, end: usize, place: usize) {
        if !self.open {
            return;
        }
        let segment = &mut self.segment;
        if segment.records {
            match (segment.entries.get_mut(segment.count), u16::try_from(end - segment.start)) {
                (Some(entry), Ok(end)) => {
                    *entry = Entry::new(column, code, end, place).write();
                    segment.count += 1;
                }
                // Too much for a template.
                _ => segment.records = false,
            }
        }
        let Some((at, head)) = segment.template else { return };
        let Some((entries, _)) = self.kept.parts(at, head) else { return };
        for (skipped, entry) in entries.iter().skip(segment.next).map(Entry::read).enumerate() {
            if entry.is_of(column) {
                segment.next += skipped + 1;
                segment.next_start = usize::from(entry.end);
                return;
            }
        }
    }

    /// Ends the segment under way, if there is one, and learns from it unless the row is odd.
    #[inline(always)]
    pub fn end(&mut self, text: &[u8], is_odd: bool) {
        if !self.open {
            return;
        }
        if self.segment.records && !is_odd {
            self.learn(text);
        } else if !self.segment.seen {
            self.note(Slot::Seen);
        }
        self.abandon();
    }

    /// Gives up the segment under way.
    #[inline(always)]
    pub fn abandon(&mut self) {
        self.open = false;
        (self.segment.key, self.segment.template) = (None, None);
    }

    /// Notes what is known of the context. If memory is refused there is no template, and nothing else is lost.
    fn note(&mut self, slot: Slot) {
        let Some(slots) = self.slots.get_mut(self.segment.context as usize) else { return };
        let code = self.segment.code as usize;
        if code >= slots.len() {
            let room = (code + 1).next_power_of_two().max(64);
            if room > CONTEXTS || slots.try_reserve_exact(room - slots.len()).is_err() {
                return;
            }
            slots.resize(room, Slot::Never);
        }
        if let Some(place) = slots.get_mut(code) {
            *place = slot;
        }
    }

    /// Keeps the segment as the template of its context, or notes that it was there.
    #[inline(never)]
    fn learn(&mut self, text: &[u8]) {
        match self.keep(text) {
            Some(at) => self.note(Slot::Kept(at)),
            None if !self.segment.seen => self.note(Slot::Seen),
            None => {}
        }
    }

    fn keep(&mut self, text: &[u8]) -> Option<At> {
        let segment = &self.segment;
        let entries = segment.entries.get(..segment.count)?;
        let length = usize::from(Entry::read(entries.last()?).end) + 1;
        let bytes = text.get(segment.start..segment.start + length)?;
        // A context that was seen before and has no template gets one, whatever the credit.
        let costs = !segment.seen || segment.template.is_some();
        let is_paid = !costs || self.credit.is_left(segment.context);
        if length > LONGEST || segment.code as usize >= CONTEXTS || !is_paid {
            return None;
        }
        let key = segment.key.and_then(|(length, hash)| {
            let quote = segment.start.checked_sub(1)?;
            Some(Key { text: text.get(quote.checked_sub(length)?..quote)?, hash })
        });
        let template = Template { code: segment.code, key, entries, bytes };
        let at = self.kept.keep(&template, segment.template.map(|(at, _)| at))?;
        if costs {
            self.credit.spend(segment.context);
        }
        Some(at)
    }
}

impl Credit {
    #[inline(always)]
    fn is_left(&self, context: Context) -> bool {
        self.0.get(context as usize).is_some_and(|credit| *credit > 0)
    }

    #[inline(always)]
    fn earn(&mut self, context: Context) {
        if let Some(credit) = self.0.get_mut(context as usize) {
            *credit = credit.saturating_add(EARNED);
        }
    }

    fn spend(&mut self, context: Context) {
        if let Some(credit) = self.0.get_mut(context as usize) {
            *credit = credit.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &[u8] = br#""x","title":"t"}"#;

    /// Shows a segment after each of some identifiers; says how many have a template then.
    fn show(templates: &mut Templates, codes: std::ops::Range<u32>) -> usize {
        for code in codes {
            templates.begin(Context::Id, code, 3);
            templates.pass(Some(Column::Title), 1, ROW.len() - 1, 0);
            templates.end(ROW, false);
        }
        let [_, of_ids] = &templates.slots;
        of_ids.iter().filter(|slot| matches!(slot, Slot::Kept(_))).count()
    }

    #[test]
    fn few_templates_are_kept_before_one_is_of_use() {
        let mut templates = Templates::new();
        let first = CREDIT as usize;
        assert_eq!(show(&mut templates, 0..1_000), first);
        // Seen again, an identifier is worth a template.
        assert_eq!(show(&mut templates, 500..700), first + 200);
        templates.begin(Context::Id, 0, 3);
        let taken = templates.take(&ROW[3..], &mut [0; COLUMNS]).unwrap();
        assert_eq!((taken.length, taken.columns), (ROW.len() - 4, 1 << Column::Title as u32));
        templates.end(ROW, false);
        assert_eq!(show(&mut templates, 2_000..3_000), first + 200 + EARNED as usize);
    }

    #[test]
    fn contexts_beyond_the_most_have_no_template() {
        let mut templates = Templates::new();
        let most = CONTEXTS as u32;
        assert_eq!(show(&mut templates, most..most + 10), 0);
        assert_eq!(show(&mut templates, most - 1..most + 10), 1);
    }
}
