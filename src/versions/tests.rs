mod by_kind;
mod no_order;

use super::*;
use Ordering::{Equal, Greater, Less};

pub(crate) fn check(kind: &str, cases: &[(&str, Ordering, &str)]) {
    for (a, order, b) in cases {
        assert_eq!(compare_versions(a, b, Some(kind)), Some(*order), "{kind}: {a} {b}");
        assert_eq!(compare_versions(b, a, Some(kind)), Some(order.reverse()), "{kind}: {b} {a}");
    }
}

#[test]
fn a_leading_v_does_not_count() {
    for version in ["v1.2.3", "V1.2.3"] {
        assert_eq!(compare_versions(version, "1.2.3", None), Some(Equal), "{version}");
    }
    // A `v` that begins a word is part of it.
    check("jar", &[("ersion-2", Less, "version-2")]);
}

#[test]
fn white_space_around_a_version_does_not_count() {
    for kind in ["deb", "rpm", "apk", "npm", "nuget", "pub", "composer", "gem", "pip", "jar", "os", ""] {
        check(kind, &[(" 1.2.3\n", Equal, "1.2.3"), ("\t v1.2", Less, "1.3 ")]);
    }
}

proptest::proptest! {
    #[test]
    fn every_scheme_is_antisymmetric_and_never_panics(a in "[0-9a-z.~^+:!_-]{0,12}", b in "[0-9a-z.~^+:!_-]{0,12}", c in ".{0,6}") {
        for kind in ["deb", "rpm", "apk", "npm", "nuget", "pub", "composer", "gem", "pip", "jar", "os", ""] {
            let order = compare_versions(&a, &b, Some(kind));
            proptest::prop_assert_eq!(compare_versions(&b, &a, Some(kind)), order.map(Ordering::reverse));
            compare_versions(&a, &c, Some(kind));
            if let Some(itself) = compare_versions(&a, &a, Some(kind)) {
                proptest::prop_assert_eq!(itself, Equal);
            }
        }
    }

    #[test]
    fn every_scheme_is_transitive(a in "[0-9]{1,2}[.a-c~-]{0,2}[0-9]{0,2}", b in "[0-9]{1,2}[.a-c~-]{0,2}[0-9]{0,2}", c in "[0-9]{1,2}[.a-c~-]{0,2}[0-9]{0,2}") {
        for kind in ["deb", "rpm", "apk", "npm", "pub", "composer", "gem", "pip", ""] {
            let order = |a: &str, b: &str| compare_versions(a, b, Some(kind));
            if let (Some(ab), Some(bc)) = (order(&a, &b), order(&b, &c)) && ab == bc {
                // If no rules are known, `0` < `0aa` < `0b` need not order `0` and `0b`, which may be a beta of `0`.
                let ac = order(&a, &c);
                proptest::prop_assert!(ac == Some(ab) || kind.is_empty() && ac.is_none(), "{} {} {} {}", kind, a, b, c);
            }
        }
    }
}

proptest::proptest! {
    #[test]
    fn on_plain_numbers_all_schemes_agree(
        parts in proptest::collection::vec((0..12_u8, 0..12_u8), 1..5), texts in ["[0-2.]{1,6}", "[0-2.]{1,6}"],
    ) {
        let joined = |numbers: Vec<String>| numbers.join(".");
        let a = joined(parts.iter().map(|(a, _)| a.to_string()).collect());
        let b = joined(parts.iter().map(|(_, b)| b.to_string()).collect());
        let [other_a, other_b] = &texts;
        for (a, b) in [(&a, &b), (&a, &a), (other_a, other_b)] {
            let Some(order) = compare_if_plain(a.as_bytes(), b.as_bytes()) else { continue };
            let rules =
                [dpkg::compare, rpm::compare, apk::compare, semver::compare, semver::compare_nuget, semver::compare_pub, composer::compare, gem::compare, pep440::compare, maven::compare, natural::compare];
            for compare in rules {
                proptest::prop_assert_eq!(compare(a, b), Some(order), "{} {}", a, b);
            }
        }
        proptest::prop_assert_eq!(
            compare_if_plain(a.as_bytes(), b.as_bytes()), Some(parts.iter().map(|it| it.0).cmp(parts.iter().map(|it| it.1)))
        );
    }
}
