//! What most questions ask of a finding, in one byte: its severity, whether a fix is known, whether an exploit is.

use crate::wire::severity::{Severity, SeverityCounts};

/// `severity * OF_A_SEVERITY + fixable * 2 + exploit`: a small number, so counting by class answers several questions at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class(u8);

/// How many classes there are.
pub(crate) const CLASSES: usize = Severity::ALL.len() * Class::OF_A_SEVERITY;

// `Class::severity`, `Tally::add` and `by_severity` know five severities, by number.
const _: () = assert!(Severity::ALL.len() == 5 && Severity::Critical as u8 == 0 && Severity::Unknown as u8 == 4);

impl Class {
    /// Classes that a severity has, one after another.
    pub const OF_A_SEVERITY: usize = 4;

    pub const fn of(severity: Severity, fixable: bool, exploit: bool) -> Self {
        Class(severity as u8 * Self::OF_A_SEVERITY as u8 + fixable as u8 * 2 + exploit as u8)
    }

    /// The class with a number below [`CLASSES`].
    pub const fn at(number: usize) -> Self {
        Class(number as u8)
    }

    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub const fn severity(self) -> Severity {
        match self.0 / Self::OF_A_SEVERITY as u8 {
            0 => Severity::Critical,
            1 => Severity::High,
            2 => Severity::Medium,
            3 => Severity::Low,
            _ => Severity::Unknown,
        }
    }

    #[inline(always)]
    pub const fn is_fixable(self) -> bool {
        self.0 & 2 != 0
    }

    #[inline(always)]
    pub const fn is_exploitable(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Classes that are added at a time: no byte of a sum may overflow, and a last eight may come on top.
const AT_ONCE: usize = 8 * (u8::MAX as usize - 1);

const ONES: u64 = 0x0101_0101_0101_0101;

/// How many findings have each severity, a fix, an exploit: all that figures need of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub by_severity: SeverityCounts,
    pub fixable: u32,
    pub exploitable: u32,
}

impl Tally {
    /// What counts by class add up to.
    pub fn of(by_class: &[u32; CLASSES]) -> Self {
        Tally {
            by_severity: by_severity(by_class),
            fixable: count_of(by_class, &Class::is_fixable),
            exploitable: count_of(by_class, &Class::is_exploitable),
        }
    }

    /// Adds one class.
    #[inline(always)]
    pub fn count(&mut self, class: Class) {
        *self.by_severity.of_mut(class.severity()) += 1;
        self.fixable += u32::from(class.is_fixable());
        self.exploitable += u32::from(class.is_exploitable());
    }

    /// Adds classes, eight in a word. A class has five bits: an exploit is known, a fix is known, and three of the severity's
    /// number. Each sum counts the classes with one bit. `both` is severity 3, which alone has both lower bits; the highest bit is
    /// severity 4. The zeros that fill up the last word add nothing.
    pub fn add(&mut self, classes: &[Class]) {
        for classes in classes.chunks(AT_ONCE) {
            let (eights, rest) = classes.as_chunks::<8>();
            let mut last = [Class(0); 8];
            last.iter_mut().zip(rest).for_each(|(place, class)| *place = *class);
            let mut sums = [0u64; 6];
            for eight in eights.iter().chain([&last]) {
                let bits = u64::from_le_bytes(eight.map(|class| class.0));
                let (first, second) = (bits >> 2, bits >> 3);
                for (sum, bits) in sums.iter_mut().zip([bits, bits >> 1, first, second, first & second, bits >> 4]) {
                    *sum += bits & ONES;
                }
            }
            let [exploitable, fixable, first, second, both, unknown] =
                sums.map(|sum| sum.to_le_bytes().into_iter().map(u32::from).sum::<u32>());
            let counts = &mut self.by_severity;
            // Severities are numbered from 0, critical, to 4, unknown.
            counts.critical += classes.len() as u32 - (first + second - both) - unknown;
            counts.high += first - both;
            counts.medium += second - both;
            counts.low += both;
            counts.unknown += unknown;
            self.fixable += fixable;
            self.exploitable += exploitable;
        }
    }
}

/// Adds up the classes that are wanted.
pub(crate) fn count_of(by_class: &[u32; CLASSES], wanted: &dyn Fn(Class) -> bool) -> u32 {
    by_class.iter().enumerate().filter(|(class, _)| wanted(Class::at(*class))).map(|(_, count)| count).sum()
}

/// Adds up the classes of each severity.
pub(crate) fn by_severity(by_class: &[u32; CLASSES]) -> SeverityCounts {
    SeverityCounts::each(|severity| {
        let start = severity as usize * Class::OF_A_SEVERITY;
        by_class.iter().skip(start).take(Class::OF_A_SEVERITY).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_what_counting_says_however_many_classes_there_are() {
        for length in [0, 1, 7, 8, 9, 500, AT_ONCE, AT_ONCE + 3, 3 * AT_ONCE + 7] {
            let classes: Vec<Class> = (0..length).map(|at| Class::at(at * 7 % 13 * at % CLASSES)).collect();
            let mut tally = Tally::default();
            let (first, second) = classes.split_at(length / 3);
            tally.add(first);
            tally.add(second);
            let mut by_class = [0; CLASSES];
            classes.iter().for_each(|class| by_class[class.number()] += 1);
            let of = |wanted: fn(Class) -> bool| classes.iter().filter(|class| wanted(**class)).count() as u32;
            let expected = Tally {
                by_severity: by_severity(&by_class),
                fixable: of(Class::is_fixable),
                exploitable: of(Class::is_exploitable),
            };
            assert_eq!(tally, expected, "{length}");
        }
    }
}
