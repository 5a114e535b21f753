//! What followed an image or an identifier in an earlier row, byte for byte, and what it meant.
//!
//! Rows of one identifier differ in a field or two. If the bytes of a member are those of the template, so is its code: nothing is
//! scanned, hashed or looked up. A member that differs is read in the general way, and the comparison goes on after it.

mod entry;
mod kept;

use super::by_code::{MOST_CODES, grow_to};
use super::row::RowMember;
use crate::findings::store::column::{COLUMNS, Column};
use crate::json::scan::same::common_start;
use entry::{ENTRY, Entry};
use kept::{At, FollowedText, Head, Kept, Template};

/// Most members of a template.
const MEMBERS: usize = 14;

/// Longest template, in bytes.
const LONGEST: usize = 4096;

/// A table of what is known of texts begins with entries for this many codes.
const FEWEST_CODES: usize = 64;

/// Templates that may be kept before any has proved useful: for texts seen for the first time, and in place of others.
/// Each use earns some more, since it saves several times what keeping one costs.
const CREDIT: u32 = 1 << 7;
const EARNED: u32 = 6;

/// What a segment of the row follows: the value of this column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    Image,
    Id,
}

impl Follows {
    #[inline(always)]
    pub fn of(member: RowMember) -> Option<Follows> {
        match member {
            RowMember::Named(Column::Image) => Some(Follows::Image),
            RowMember::Named(Column::Id) => Some(Follows::Id),
            _ => None,
        }
    }
}

/// Members that a template had.
pub(super) struct Taken {
    /// How many bytes they take.
    pub length: usize,
    /// The literal of the shape to try after them.
    pub literal: usize,
    /// Their columns, a bit each.
    pub columns: u32,
}

/// What is known of a text that a segment follows.
#[derive(Clone, Copy, Default)]
enum Slot {
    #[default]
    Never,
    Seen,
    Kept(At),
}

/// The segment of the row under way: what its template predicts, and what it turns out to be.
struct Segment {
    follows: Follows,
    code: u32,
    /// Offset of its first byte in the text.
    start: usize,
    /// Length and hash of the text that it follows, if this is right before the segment and has no escapes.
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

/// Templates that may still be kept before they are known to be of use, by what they follow.
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
            follows: Follows::Image,
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
        self.segment.template = self.kept.find(FollowedText { text, hash });
        self.segment.template.map(|(_, head)| head.code)
    }

    /// Begins the segment after a value of `follows`, at offset `start`.
    #[inline(always)]
    pub fn begin(&mut self, follows: Follows, code: u32, start: usize) {
        let segment = &mut self.segment;
        segment.seen = true;
        if segment.template.is_none() {
            let slots = self.slots.get(follows as usize);
            match slots.and_then(|slots| slots.get(code as usize)).copied().unwrap_or_default() {
                Slot::Never => segment.seen = false,
                Slot::Seen => {}
                Slot::Kept(at) => segment.template = self.kept.head(at).map(|head| (at, head)),
            }
        }
        (segment.follows, segment.code, segment.start) = (follows, code, start);
        (segment.next, segment.next_start, segment.count) = (0, 0, 0);
        segment.records = segment.seen || self.credit.is_left(follows);
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
        self.credit.earn(segment.follows);
        Some(Taken { length: segment.next_start - start, literal: last.literal.into(), columns: columns.into() })
    }

    /// Notes that a member was read in the general way, up to offset `end`: the comparison goes on after it.
    #[inline(always)]
    pub fn pass(&mut self, column: Option<Column>, code: u32, end: usize, literal: usize) {
        if !self.open {
            return;
        }
        let segment = &mut self.segment;
        if segment.records {
            match (segment.entries.get_mut(segment.count), u16::try_from(end - segment.start)) {
                (Some(entry), Ok(end)) => {
                    *entry = Entry::new(column, code, end, literal).write();
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

    /// Notes what is known of the text that the segment follows.
    fn note(&mut self, slot: Slot) {
        let Some(slots) = self.slots.get_mut(self.segment.follows as usize) else { return };
        let code = self.segment.code as usize;
        if code >= slots.len() {
            grow_to(slots, code, FEWEST_CODES, Slot::Never);
        }
        if let Some(place) = slots.get_mut(code) {
            *place = slot;
        }
    }

    /// Keeps the segment as the template of the text that it follows, or notes that this was there.
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
        // A text that was seen before and has no template gets one, whatever the credit.
        let costs = !segment.seen || segment.template.is_some();
        let is_paid = !costs || self.credit.is_left(segment.follows);
        if length > LONGEST || segment.code as usize >= MOST_CODES || !is_paid {
            return None;
        }
        let key = segment.key.and_then(|(length, hash)| {
            let quote = segment.start.checked_sub(1)?;
            Some(FollowedText { text: text.get(quote.checked_sub(length)?..quote)?, hash })
        });
        let template = Template { code: segment.code, key, entries, bytes };
        let at = self.kept.keep(&template, segment.template.map(|(at, _)| at))?;
        if costs {
            self.credit.spend(segment.follows);
        }
        Some(at)
    }
}

impl Credit {
    #[inline(always)]
    fn is_left(&self, follows: Follows) -> bool {
        self.0.get(follows as usize).is_some_and(|credit| *credit > 0)
    }

    #[inline(always)]
    fn earn(&mut self, follows: Follows) {
        if let Some(credit) = self.0.get_mut(follows as usize) {
            *credit = credit.saturating_add(EARNED);
        }
    }

    fn spend(&mut self, follows: Follows) {
        if let Some(credit) = self.0.get_mut(follows as usize) {
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
            templates.begin(Follows::Id, code, 3);
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
        templates.begin(Follows::Id, 0, 3);
        let taken = templates.take(&ROW[3..], &mut [0; COLUMNS]).unwrap();
        assert_eq!((taken.length, taken.columns), (ROW.len() - 4, 1 << Column::Title as u32));
        templates.end(ROW, false);
        assert_eq!(show(&mut templates, 2_000..3_000), first + 200 + EARNED as usize);
    }

    #[test]
    fn codes_beyond_the_most_have_no_template() {
        let mut templates = Templates::new();
        let most = MOST_CODES as u32;
        assert_eq!(show(&mut templates, most..most + 10), 0);
        assert_eq!(show(&mut templates, most - 1..most + 10), 1);
    }
}
