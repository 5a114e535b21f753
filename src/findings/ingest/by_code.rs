//! Tables by dictionary code, of what is learned of texts while rows are read.

/// Codes beyond these have no entry: nothing is learned of them.
pub(super) const MOST_CODES: usize = 1 << 16;

/// Makes a table large enough for a code that it has no entry for, and for `least` codes. If the code has no entry after all,
/// because it is beyond the most or memory is refused, what would have been learned is lost, and nothing else.
#[cold]
pub(super) fn grow_to<T: Clone>(table: &mut Vec<T>, code: usize, least: usize, empty: T) {
    let room = (code + 1).next_power_of_two().max(least);
    if room <= MOST_CODES && table.try_reserve_exact(room - table.len()).is_ok() {
        table.resize(room, empty);
    }
}
