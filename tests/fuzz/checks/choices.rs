//! Bytes that choose, one after another; after the last, each choice is the first.

pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    pub fn next(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first)
    }

    /// One of these, which are at least one.
    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.next() % all.len()]
    }
}
