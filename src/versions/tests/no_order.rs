//! What no rule orders, and what is no version.

use super::*;

#[test]
fn where_schemes_would_order_otherwise_an_unknown_one_has_no_order() {
    for (a, b) in [
        // By the rules of Debian and RPM the first comes before the second; semantic versioning puts numbers before letters.
        ("1:1.1.1-8.0.1", "1:1.1.1c-2"),
        ("1:1.1.1-8.0.1.el8", "1:1.1.1c-2"),
        ("1:1.1.1-8.0.1.gel8", "1:1.1.1c-2.elf"),
        ("1.0-r0", "1.0b-r0"),
        ("1.0-1", "1.0b"),
        ("1.0-foo", "1.0-1"),
        // An unknown word may name a pre-release too.
        ("1.0.rc1", "1.0.foo"),
        ("1.0-rc1", "1.0-foo"),
        ("1.0.0-dev", "1.0.0-canary"),
        // `!` means something only in Python.
        ("12", "1!2"),
        ("1.8.4", "1.8.4.0~rc1"),
        ("1.0~rc1", "1"),
        // Such a word is the release itself in Maven, before it in RubyGems, after it elsewhere.
        ("1.2.3", "1.2.3.Final"),
        ("1.2.3.Final", "1.2.3.RELEASE"),
        ("1.2.3.Final", "1.2.3-Final"),
        ("1.2.3.rc1", "1.2.3.GA"),
        // A pre-release, or a revision.
        ("1.0.0", "1.0.0-1"),
        ("1.0", "1.0-0"),
        ("1.0.0", "1.0.0-nightly"),
        ("1.0.2", "1.0.2-java"),
        ("1.2-3", "1.2.0"),
        ("1.0~git1", "1.0-rc1"),
        ("1.0~git", "1.0~2"),
        ("1.0~rc1", "1.0~2"),
        ("1.0+1", "1.0.1"),
        // A build of the release, or what comes before it.
        ("2.0.0+dev", "2.0.0"),
        ("1.0+rc1", "1.0"),
        ("1.0+rc1", "1.0-rc1"),
        ("1.0+rc1", "1.0+1"),
        ("1.0+rc1", "1.0~git1"),
        // A number comes before a dotted word in Debian, after it in RPM and Maven.
        ("0.0~git20221122.6b5c0a4-2", "0.0~git20221122.e3cbf86-1"),
        ("0.6.0.1-1", "0.6.0.post1-3"),
        ("4.8+really4.7.5-1", "4.8.0+dfsg-1"),
        // A pre-release in RubyGems, a later release elsewhere.
        ("1.0", "1.0.ab"),
        ("1.0", "1.0patch"),
        ("1.2.3.M1", "1.2.3.git1"),
    ] {
        for kind in ["conan", ""] {
            assert_eq!(compare_versions(a, b, Some(kind)), None, "{kind}: {a} {b}");
            assert_eq!(compare_versions(b, a, Some(kind)), None, "{kind}: {b} {a}");
        }
    }
}

#[test]
fn a_release_that_names_its_distribution_has_no_order_with_one_that_does_not() {
    let named = ["1.0-1.el8", "1.0rc1-1.el8", "1.0.post1-1.el8", "1.1.0-1.amzn2", "1.1.0dev-1.el7"];
    let others = ["1.0", "1.0-1", "1.0-2", "1.1.rc1", "1.0rc2", "1.2", "1:1.0", "1.0~rc1-1"];
    for kind in ["library", "conan", ""] {
        for (a, b) in named.iter().flat_map(|a| others.map(|b| (a, b))) {
            assert_eq!(compare_versions(a, b, Some(kind)), None, "{kind}: {a} {b}");
            assert_eq!(compare_versions(b, a, Some(kind)), None, "{kind}: {b} {a}");
        }
    }
}

#[test]
fn a_letter_that_no_rule_explains_comes_neither_before_the_release_nor_after_it() {
    for kind in ["homebrew", "conan", ""] {
        for version in ["1.0.2a", "1.0.2b", "1.0.2.b1", "1.0.2a1", "1.0.2p0", "1.0.2.0b", "1.0.2+a"] {
            for other in ["1.0.2", "1.0.2.0", "1.0.2.rc1"] {
                assert_eq!(compare_versions(version, other, Some(kind)), None, "{kind}: {version} {other}");
                assert_eq!(compare_versions(other, version, Some(kind)), None, "{kind}: {other} {version}");
            }
        }
    }
}

#[test]
fn what_cannot_be_compared_has_no_order() {
    for (a, b, kind) in [
        ("", "1", "npm"),
        ("1", " ", "npm"),
        ("latest", "1.0.0", "npm"),
        ("1.0.0", ">=2.0", "npm"),
        ("10.2.1, 9.0.6", "9.0.5", "npm"),
        ("1.0-", "1.0", "npm"),
        ("1.0 beta", "1.0", ""),
        ("main", "1.0", "gemspec"),
        ("main", "1.0", "conan"),
        ("1.0.x!", "1.0", "pip"),
    ] {
        assert_eq!(compare_versions(a, b, Some(kind)), None, "{kind}: {a} {b}");
    }
}

#[test]
fn what_is_no_version_of_its_kind_has_no_order() {
    for (kind, versions) in [
        ("debian", &["none", "a1", "1.0-", "1.0_1", "1.0^1", "x:1", ":1", "1:", "-1", "1.0-1:2", "~1"][..]),
        ("rpm", &["none", "unfixed", "1.0-", "-1", "1-2-3", "none-1", "1:", "1:2:3", "x:1", ":1", "1.0!"]),
        (
            "apk",
            &[
                "1.0-r",
                "1.0_x1",
                "r1",
                "1..0",
                "1.0~",
                "1.0~12xb",
                "1.0_pre2~12_pre1",
                "1.0_",
                "1.0_5",
                "1.0_rc1a",
                "1.0A",
            ],
        ),
        ("npm", &["1.0.0+", "1.0.0+a..b", "1.0.0+a+b", "1.0.0-", "1.0.0-a..b", "1..0", "1.0.", "1.x"]),
        (
            "pip",
            &[
                "1.0+",
                "1.0.",
                "1.0-",
                "1.0+a..b",
                "1.0+a+b",
                "1.0+a.",
                "1.0.-1",
                "1.0..dev1",
                "1.0a..",
                "1.0r1rev2",
                "1!",
                "!1",
                "1.0-x",
            ],
        ),
        ("jar", &["abc", "2.0:1", "2.0^1", "2.0!"]),
        ("gemspec", &["none", "main", "x1.0", "1a", "1.0.", "1..0", "1.0-", "1.0-a.", "1.0_1", "1.0+1", "1:1"]),
        ("conan", &["none", "main", "x1.0", ":1"]),
    ] {
        for version in versions {
            assert_eq!(compare_versions(version, "1", Some(kind)), None, "{kind}: {version}");
            assert_eq!(compare_versions("1", version, Some(kind)), None, "{kind}: {version}");
        }
    }
}

#[test]
fn marks_that_no_version_holds_leave_no_order_in_any_kind() {
    for kind in ["debian", "rpm", "apk", "npm", "nuget", "pub", "composer", "gem", "pip", "jar", "os-pkgs", ""] {
        assert_eq!(compare_versions("2.0", "1.0", Some(kind)), Some(Greater), "{kind}");
        for mark in "()[]{}<>=$/\\'\"`?#@%&*,;| \u{e9}".chars() {
            let version = ["2.0", "1"].join(&mark.to_string());
            assert_eq!(compare_versions(&version, "1.0", Some(kind)), None, "{kind}: {version}");
        }
        for word in ["none", "unfixed", "TBD", "pending", "will_not_fix", "end-of-life"] {
            assert_eq!(compare_versions(word, "1.0", Some(kind)), None, "{kind}: {word}");
        }
    }
}

#[test]
fn an_unnamed_system_answers_only_where_the_systems_agree() {
    assert_eq!(compare_versions("1.0-1", "1.0-2", Some("os-pkgs")), Some(Less));
    assert_eq!(compare_versions("2.0", "2.a", Some("os-pkgs")), None);
    // Only Alpine reads a fraction.
    assert_eq!(compare_versions("1.05", "1.1", Some("os-pkgs")), None);
    // No Debian version has an underscore.
    assert_eq!(compare_versions("1.2_p1-r0", "1.2_p2-r0", Some("os-pkgs")), Some(Less));
}

#[test]
fn texts_longer_than_any_version_have_no_order() {
    let version = |length: usize| ["1.".repeat(length / 2 - 1), "10".to_owned()].concat();
    for kind in ["npm", "nuget", "pub", "composer", "gem", "debian", "rpm", "alpine", "pip", "maven", ""] {
        let order = |length: usize| compare_versions(&version(length), "1.0", Some(kind));
        assert_eq!((order(LONGEST).is_some(), order(LONGEST + 2)), (true, None), "{kind}");
        let alike = |length: usize| compare_versions(&version(length), &version(length), Some(kind));
        assert_eq!((alike(LONGEST), alike(LONGEST + 2)), (Some(Equal), None), "{kind}");
        let number = |length: usize| ["1.", &"2".repeat(length - 2)].concat();
        let orders = |length: usize| {
            [compare_versions(&number(length), "1.0", Some(kind)), compare_versions("1.0", &number(length), Some(kind))]
        };
        assert_eq!((orders(LONGEST), orders(LONGEST + 1)), ([Some(Greater), Some(Less)], [None; 2]), "{kind}");
    }
}
