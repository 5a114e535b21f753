//! The leading parts of a version, for questions about branches: is `10.0.1` of the same line as `10.2`?

/// How many leading parts two versions share, without epoch and leading `v`: `9.0.6` and `9.0.9` share two.
pub fn shared_parts(a: &str, b: &str) -> usize {
    parts(a).zip(parts(b)).take_while(|(a, b)| a == b).count()
}

/// The parts of a version, without epoch and leading `v`.
pub(super) fn parts(version: &str) -> impl Iterator<Item = &str> {
    let version = version.trim();
    let version = version.split_once(':').map_or(version, |(_, rest)| rest);
    version.trim_start_matches(['v', 'V']).split(['.', '-', '_', '+', '~'])
}
