//! The limit of what the tries of one question may cost. Comparing two numbers costs one, two texts more.

use std::cell::Cell;

/// Work for one question, and for each of its findings: real reports take a fraction.
const A_QUESTION: usize = 1 << 24;
const A_FINDING: usize = 1 << 4;

/// What comparing two texts costs beside their bytes.
const TEXTS: usize = 16;

/// The work that is left for a question. Once it is used up, only the greatest version of each group is tried.
pub(super) struct Work(Cell<usize>);

impl Work {
    pub fn new(left: usize) -> Work {
        Work(Cell::new(left))
    }

    /// The work for a question about this many findings.
    pub fn for_findings(findings: usize) -> Work {
        Work::new(A_QUESTION.saturating_add(findings.saturating_mul(A_FINDING)))
    }

    pub fn left(&self) -> usize {
        self.0.get()
    }

    /// Takes what a try costs.
    pub fn spend(&self, cost: usize) {
        self.0.set(self.left().saturating_sub(cost));
    }

    /// How many tries of this cost are left, at least one.
    pub fn tries(&self, cost: usize) -> usize {
        (self.left() / cost.max(1)).max(1)
    }

    /// What it costs to compare a text with another.
    pub fn of_texts(text: &str) -> usize {
        TEXTS + text.len()
    }
}
