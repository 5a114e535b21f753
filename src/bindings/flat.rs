//! Answers as rows of numbers, in the order in which `pkg/lib/figures.js` reads them.

use crate::findings::ScanDiff;

/// Persisting, what each tier matched, the delta, the length of each list; then the rows of each list, pairs one behind the
/// other.
pub fn diff(diff: &ScanDiff) -> Vec<u32> {
    let (matched, delta) = (&diff.matched_by, &diff.delta);
    let pairs = [&diff.severity_changed, &diff.became_fixable, &diff.exploit_became_known];
    let mut out = vec![diff.persisting, matched.uid, matched.exact, matched.without_target, matched.without_version];
    let deltas = [delta.critical, delta.high, delta.medium, delta.low, delta.unknown];
    // Negative numbers come through as their two's complement.
    out.extend(deltas.map(|delta| delta as u32));
    out.extend([diff.added.len() as u32, diff.resolved.len() as u32]);
    out.extend(pairs.map(|pairs| pairs.len() as u32));
    out.extend(&diff.added);
    out.extend(&diff.resolved);
    for pairs in pairs {
        out.extend(pairs.iter().map(|pair| pair.0));
        out.extend(pairs.iter().map(|pair| pair.1));
    }
    out
}
