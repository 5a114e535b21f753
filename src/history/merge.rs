//! A stable merge sort of places by any comparison: one copy of the code for all that is not worth a radix sort.

/// Sorts `places`; `precedes(a, b)` says that `a` must stand before `b`. Without recursion, O(n log n).
#[inline(never)]
pub(super) fn merge_sort(mut places: Vec<u32>, precedes: &dyn Fn(u32, u32) -> bool) -> Vec<u32> {
    let mut width = 1;
    // One round more would change nothing: there is one run then.
    while width < places.len() {
        let mut merged = Vec::with_capacity(places.len());
        for pair in places.chunks(width * 2) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge(left, right, precedes, &mut merged);
        }
        places = merged;
        width *= 2;
    }
    places
}

fn merge(mut left: &[u32], mut right: &[u32], precedes: &dyn Fn(u32, u32) -> bool, out: &mut Vec<u32>) {
    while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
        if precedes(*second, *first) {
            out.push(*second);
            right = right_rest;
        } else {
            out.push(*first);
            left = left_rest;
        }
    }
    out.extend(left);
    out.extend(right);
}
