//! Versions by the rules of every kind, and texts of fixed versions: laws that hold whatever the rules are.

use scanfold::versions::Scheme;
use std::cmp::Ordering;

/// A kind for each set of rules.
const KINDS: [&str; 12] =
    ["debian", "rpm", "alpine", "npm", "nuget", "pub", "composer", "gem", "pip", "maven", "os-pkgs", "unheard-of"];

/// Lines: three versions, and two texts of fixed versions, the first of which may go on over lines.
pub fn versions(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.splitn(4, '\n').collect();
    let [a, b, c, fixed] = lines.as_slice() else { return };
    let (one, other) = fixed.rsplit_once('\n').unwrap_or((fixed, ""));
    for scheme in KINDS.map(Scheme::of_kind) {
        order(scheme, [a, b, c]);
        for text in [one, other] {
            fixes(scheme, text, a, [b, c]);
        }
        alternatives(scheme, one, other, a);
    }
}

/// Two versions have one order, whichever comes first, and three that rules order without exception go in no circle.
fn order(scheme: Scheme, [a, b, c]: [&str; 3]) {
    let compare = |one: &str, other: &str| {
        let order = scheme.compare(one, other);
        assert_eq!(scheme.compare(other, one), order.map(Ordering::reverse), "{scheme:?} {one:?} {other:?}");
        assert_eq!(scheme.compare(&format!(" {one}\t"), other), order, "{scheme:?} {one:?} {other:?}");
        order
    };
    for version in [a, b, c] {
        assert_ne!(compare(version, version).unwrap_or(Ordering::Equal), Ordering::Less, "{scheme:?} {version:?}");
    }
    let orders = [compare(a, b), compare(b, c), compare(a, c)];
    let is_version = |text: &&str| scheme.compare(text, text).is_some();
    if !scheme.sorts(&[a, b, c]) || ![a, b, c].iter().all(is_version) {
        return;
    }
    let [Some(ab), Some(bc), Some(ac)] = orders else { panic!("no order in {scheme:?}: {a:?} {b:?} {c:?}") };
    match (ab, bc) {
        (Ordering::Equal, other) | (other, Ordering::Equal) => assert_eq!(ac, other, "{scheme:?} {a:?} {b:?} {c:?}"),
        (first, second) if first == second => assert_eq!(ac, first, "{scheme:?} {a:?} {b:?} {c:?}"),
        _ => {}
    }
}

/// A fix is a version of the text, above the installed one if it has the fix itself and begins no range that leaves it out.
fn fixes(scheme: Scheme, text: &str, installed: &str, others: [&str; 2]) {
    for fix in scheme.fixes(text, installed) {
        assert!(text.contains(fix.version), "{scheme:?} {text:?}");
        let order = scheme.compare(fix.version, installed);
        assert!(order.is_some(), "{scheme:?} {text:?} {installed:?}");
        assert!(order == Some(Ordering::Greater) || !fix.is_named, "{scheme:?} {text:?} {installed:?}");
        for other in others {
            assert!(fix.is_bounded() || fix.reaches(other, scheme), "{scheme:?} {text:?} {other:?}");
        }
    }
}

/// One side of `||` says nothing about the other.
fn alternatives(scheme: Scheme, one: &str, other: &str, installed: &str) {
    // An interval includes what it encloses, and texts of many constraints name nothing.
    if one.contains(['[', '(']) || one.len() + other.len() > 250 {
        return;
    }
    let told =
        |text: &str| -> Vec<String> { scheme.fixes(text, installed).iter().map(|fix| format!("{fix:?}")).collect() };
    let both = [told(one), told(other)].concat();
    for mark in [" || ", ";", "|"] {
        assert_eq!(told(&[one, mark, other].concat()), both, "{scheme:?} {one:?} {other:?} {installed:?}");
    }
}
