use super::*;
use proptest::prelude::*;
use std::cmp::Ordering;

const SCHEMES: [Scheme; 12] = [
    Scheme::Dpkg,
    Scheme::Rpm,
    Scheme::Apk,
    Scheme::Semver,
    Scheme::NuGet,
    Scheme::Pub,
    Scheme::Composer,
    Scheme::Gem,
    Scheme::Pep440,
    Scheme::Maven,
    Scheme::SomeSystem,
    Scheme::Natural,
];

#[test]
fn what_goes_in_circles_is_not_sorted() {
    for (scheme, versions) in [
        (Scheme::Natural, ["1.13", "1.13-java", "1.13.0.rc1"]),
        (Scheme::SomeSystem, ["10.1", "10.1+x", "v10.03"]),
        (Scheme::Maven, ["1.9a0", "1.9.b.21v0", "1.9.0"]),
        (Scheme::Maven, ["1.9a0", "1.9._.21v0", "1.9.0"]),
        (Scheme::Maven, ["1.9a0", "1.9.b-c", "1.9"]),
        (Scheme::Maven, ["1--a0", "1-b.1", "1"]),
        (Scheme::Maven, ["1.0-0-alpha1", "1", "1-7"]),
        (Scheme::Maven, ["1-ga-1", "1", "1-ga-2"]),
        (Scheme::Maven, ["0-alpha.1", "0", "0.b.1"]),
        (Scheme::Maven, ["0-alpha1", "0", "foo1"]),
        // This version is Maven's own, though it seldom meets others like it.
        (Scheme::Maven, ["1-alpha1", "1", "1.0.Final-redhat-1"]),
    ] {
        assert!(!scheme.sorts(&versions), "{scheme:?}");
        assert!(scheme.sorts(&["2.17", "1.13", "10.1.0", "3"]), "{scheme:?}");
    }
}

#[test]
fn what_complete_rules_order_is_sorted_whatever_it_is() {
    let are_complete = |scheme: &Scheme| !matches!(scheme, Scheme::SomeSystem | Scheme::Natural);
    for scheme in SCHEMES.into_iter().filter(are_complete) {
        assert!(scheme.sorts(&["2.17", "0:2.17-307.el7.1", "1.13-java", "10.1+x"]), "{scheme:?}");
    }
}

#[test]
fn all_short_maven_versions_that_are_sorted_have_one_order() {
    let tokens = ["0", "1", "a", "alpha", "ga", "foo", ".", "-"];
    let longer = |texts: &[String]| -> Vec<String> {
        texts.iter().flat_map(|text| tokens.map(|token| [text, token].concat())).collect()
    };
    let two = longer(&longer(&[String::new()]));
    let texts: Vec<String> = longer(&two).into_iter().chain(two).collect();
    let is_sorted = |text: &&str| Scheme::Maven.compare(text, text).is_some() && Scheme::Maven.sorts(&[text]);
    let mut sorted: Vec<&str> = texts.iter().map(String::as_str).filter(is_sorted).collect();
    assert!(sorted.len() > 100, "{}", sorted.len());
    let order = |a: &str, b: &str| Scheme::Maven.compare(a, b).unwrap_or(Ordering::Equal);
    // The same from whichever order it begins: any two stand as they are compared.
    sorted.sort_by(|a, b| order(a, b));
    for (at, a) in sorted.iter().enumerate() {
        let mut is_later = false;
        for b in sorted.iter().skip(at + 1) {
            let is_less = order(a, b) == Ordering::Less;
            assert!(order(a, b) != Ordering::Greater && (is_less || !is_later), "{a:?} {b:?}");
            is_later |= is_less;
        }
    }
}

/// Versions near one another, of the shapes that rules tell apart.
fn near() -> impl Strategy<Value = String> {
    let number = || prop::sample::select(vec!["0", "1", "2", "10", "02", "013"]);
    let tail = prop::sample::select(vec![
        "",
        "",
        "",
        "-1",
        "-2.el7",
        "rc1-1.el7",
        "~rc1",
        "^git1",
        "+1",
        "+x",
        ".rc1",
        "rc1",
        "-java",
        "-SNAPSHOT",
        ".Final",
        "a",
        "-alpha.1",
        "-Alpha.2",
        "-p2",
        "-p10",
        "-RC",
        "-beta2-dev",
        "-dev",
        "_p1",
        ".dev1",
        ".post1",
        "-r1",
        "._.1",
        ".b.1",
        ".b-c",
        "--a0",
        "-b.1",
        "-0-alpha1",
        "-ga-1",
        ".ga2",
        ".ga-sp",
        "-7",
        ".0-5",
        "-sp.1",
    ]);
    let epoch = prop::sample::select(vec!["", "", "", "", "0:", "1:", "1!", "v"]);
    (epoch, prop::collection::vec(number(), 1..4), tail)
        .prop_map(|(epoch, numbers, tail)| format!("{epoch}{}{tail}", numbers.join(".")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn no_three_versions_go_in_a_circle(versions in prop::array::uniform3(near())) {
        let [a, b, c] = versions.each_ref().map(String::as_str);
        // Maven's rules do, but not for versions that are sorted by them: see below.
        for scheme in SCHEMES.into_iter().filter(|scheme| *scheme != Scheme::Maven) {
            let orders = [(a, b), (b, c), (c, a)].map(|(a, b)| scheme.compare(a, b));
            let is_circle = |order: Ordering| order.is_ne() && orders == [Some(order); 3];
            prop_assert!(!orders[0].is_some_and(is_circle), "{:?} {:?}", scheme, versions);
        }
    }

    #[test]
    fn what_rules_sort_has_one_order(versions in prop::array::uniform3(near())) {
        let texts @ [a, b, c] = versions.each_ref().map(String::as_str);
        for scheme in SCHEMES.into_iter().filter(|scheme| scheme.sorts(&texts)) {
            let [Some(ab), Some(bc), Some(ac)] = [(a, b), (b, c), (a, c)].map(|(a, b)| scheme.compare(a, b)) else {
                // Not all are versions by these rules: then one of them has no order with itself either.
                prop_assert!(texts.iter().any(|text| scheme.compare(text, text).is_none()), "{scheme:?} {texts:?}");
                continue;
            };
            prop_assert_eq!(scheme.compare(b, a), Some(ab.reverse()));
            if ab == bc || bc == Ordering::Equal {
                prop_assert_eq!(ac, ab, "{:?} {:?}", scheme, texts);
            } else if ab == Ordering::Equal {
                prop_assert_eq!(ac, bc, "{:?} {:?}", scheme, texts);
            }
        }
    }
}
