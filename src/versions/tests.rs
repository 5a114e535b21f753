use super::*;
use Ordering::{Equal, Greater, Less};

pub(crate) fn check(kind: &str, cases: &[(&str, Ordering, &str)]) {
    for (a, order, b) in cases {
        assert_eq!(compare_versions(a, b, Some(kind)), Some(*order), "{kind}: {a} {b}");
        assert_eq!(compare_versions(b, a, Some(kind)), Some(order.reverse()), "{kind}: {b} {a}");
    }
}

#[test]
fn debian_versions_order_as_dpkg_orders_them() {
    check(
        "debian",
        &[
            ("1.0-1", Less, "1.0-2"),
            ("1.0~rc1", Less, "1.0"),
            ("1.0~~", Less, "1.0~"),
            ("1:1.0", Greater, "2.0"),
            ("2.0.5-1", Less, "2.0.5-1+deb10u1"),
            ("1.1.0k-1~deb9u1", Less, "1.1.0l-1~deb9u1"),
            ("1.44.1-1ubuntu1.1", Less, "1.44.1-1ubuntu1.2"),
            ("0:1", Equal, "1"),
            ("1.0a", Less, "1.0+"),
            ("1.010", Equal, "1.10"),
            ("1.2-3-4", Greater, "1.2-3"),
            ("1.0", Equal, "1.0-0"),
            ("1:2:3-1", Greater, "1:2-1"),
        ],
    );
}

#[test]
fn rpm_versions_order_as_rpm_orders_them() {
    check(
        "os-pkgs/centos",
        &[
            ("1.0rc2", Less, "1.0rc10"),
            ("1:1.0.2k-16.el7", Less, "1:1.0.2k-19.el7"),
            ("1.0", Less, "1.0.1"),
            ("1.0~rc1", Less, "1.0"),
            ("1.0^git1", Greater, "1.0"),
            ("1.0^git1", Less, "1.0.1"),
            ("1.0^git1~pre", Less, "1.0^git1"),
            ("1.0^20240101", Less, "1.0.1"),
            ("1.0ab", Less, "1.0b"),
            ("2.0", Greater, "2.a"),
            ("1.0a", Greater, "1.0"),
            ("5.5p10", Greater, "5.5p1"),
            ("10xyz", Less, "10.1xyz"),
            ("1_0", Equal, "1.0"),
            ("32:9.11.4-26.P2.amzn2.5.2", Less, "99:9.11.4-26.P2.amzn2.13"),
            ("1.0", Less, "1.0-0"),
            ("1.0", Less, "1.0-5"),
            ("1.0-5", Less, "1.0.1"),
        ],
    );
}

#[test]
fn alpine_versions_order_as_apk_orders_them() {
    check(
        "alpine",
        &[
            ("1.1.20-r4", Less, "1.1.20-r5"),
            ("1.1.1c-r0", Less, "1.1.1d-r0"),
            ("1.1.1", Less, "1.1.1a"),
            ("2.0_rc1", Less, "2.0"),
            ("2.0_alpha1", Less, "2.0_beta1"),
            ("2.0_p1", Greater, "2.0"),
            ("2.0_git20200101", Greater, "2.0"),
            ("1.05", Less, "1.1"),
            ("05.1", Greater, "1.1"),
            ("1.2", Less, "1.2.0"),
            ("1.2", Less, "1.2-r0"),
            ("1.2-r0", Less, "1.2-r1"),
            ("1.9-r10", Less, "1.10-r0"),
            ("1.0~1234", Less, "1.0~2345"),
            ("1.0~1234", Greater, "1.0-r9"),
            ("1.0_pre2~1234-r1", Less, "1.0_pre2~2345-r0"),
            ("1.0_pre2~1234-r0", Less, "1.0_pre2~1234-r1"),
            ("1.0~1234", Less, "1.0.1"),
            ("1_alpha", Less, "1_alpha0"),
            ("1_alpha0", Equal, "1_alpha00"),
            ("1_alpha-r9", Less, "1_alpha9-r1"),
            ("1_alpha_p", Greater, "1_alpha9_p"),
            ("1_alpha_p", Greater, "1_alpha"),
            ("1_alpha_rc", Less, "1_alpha9"),
        ],
    );
}

#[test]
fn semantic_versions_order_by_precedence() {
    let ladder = [
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
        "1.0.1",
        "1.2",
        "13.0.1",
        "13.0.1.2",
    ];
    for pair in ladder.windows(2) {
        check("npm", &[(pair[0], Less, pair[1])]);
    }
    check(
        "gomod",
        &[
            ("v2.7.1+incompatible", Less, "v2.8.0"),
            ("v0.35.0", Less, "0.37.0"),
            ("v0.0.0-20200101000000-abcdefabcdef", Less, "v0.0.0-20210101000000-abcdefabcdef"),
            ("1.2", Equal, "1.2.0"),
            ("go1.22.1", Less, "1.22.2"),
            ("go1.22.1", Equal, "1.22.1"),
        ],
    );
}

#[test]
fn python_versions_order_by_pep_440() {
    let ladder = [
        "1.dev0",
        "1.0.dev456",
        "1.0a1",
        "1.0a2.dev456",
        "1.0a12.dev456",
        "1.0a12",
        "1.0b1.dev456",
        "1.0b2",
        "1.0b2.post345.dev456",
        "1.0b2.post345",
        "1.0rc1.dev456",
        "1.0rc1",
        "1.0",
        "1.0+abc.5",
        "1.0+abc.7",
        "1.0+5",
        "1.0.post456.dev34",
        "1.0.post456",
        "1.0.15",
        "1.1.dev1",
        "1!0.1",
    ];
    for pair in ladder.windows(2) {
        check("pip", &[(pair[0], Less, pair[1])]);
    }
    check(
        "python-pkg",
        &[
            ("1.0", Equal, "1.0.0"),
            ("1.0-1", Equal, "1.0.post1"),
            ("1.0ALPHA1", Equal, "1.0a1"),
            ("1.0-rc.1", Equal, "1.0c1"),
            ("0.9.8", Less, "65.5.1"),
            ("1.0postdev1", Equal, "1.0.post0.dev1"),
            ("1.0adev1", Less, "1.0a"),
            ("1.0rcpost1", Greater, "1.0rc"),
            ("1.0previewrev2dev", Equal, "1.0rc0.post2.dev0"),
            ("1.0a-", Equal, "1.0a0"),
            ("1.0a.", Equal, "1.0a0"),
            ("1.0a..post1", Equal, "1.0a0.post1"),
            ("1.0b--2", Equal, "1.0b0.post2"),
            ("1.0+Ubuntu_1", Equal, "1.0+ubuntu.1"),
        ],
    );
}

#[test]
fn other_versions_order_naturally() {
    check(
        "conan",
        &[
            ("1:1.0", Greater, "2.0"),
            ("6.0.2.1", Less, "6.0.3.1"),
            ("1.9", Less, "1.10"),
            ("1.0.0.rc1", Less, "1.0.0"),
            ("8.43", Less, "8.45"),
            ("1.0", Equal, "1.0.0"),
            ("1.0a", Less, "1.0.1"),
            ("1.0.2a", Less, "1.0.2b"),
            ("1.0b1", Less, "1.0.1.rc1"),
            ("1.0-rc1", Less, "1.0.0-rc2"),
            ("1.0.0-rc1", Less, "1.0-rc2"),
            ("1.0-RC1", Equal, "1.0.0.rc1"),
            ("1.43.4-2", Less, "1.43.4-2+deb9u1"),
            ("1:1.1.1-8", Less, "1:1.1.2c-2"),
            ("1.0~git1", Less, "1.0"),
            ("1.0~git1", Less, "1.0~git2"),
            ("1~2", Less, "1.2"),
            ("1.2-3", Less, "1.2.3"),
            ("1.0-foo", Less, "1.0.1"),
            ("1.2.3.Final", Less, "1.2.4.Final"),
            ("1.2.3.Final", Less, "1.2.3.1"),
            ("1.2.3.Final", Equal, "1.2.3.final"),
            ("1.0-rc1", Less, "1.0-1"),
            ("1.0+rc1", Less, "1.0.1"),
            ("1.0+dev.3", Less, "1.1"),
            ("1.0+rc1", Less, "1.0+rc2"),
            ("2:1.0", Greater, "1:3.0"),
            ("1:2:3", Less, "1:2:4"),
        ],
    );
}

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
fn releases_that_name_their_distribution_order_as_rpm_orders_them() {
    for (a, b) in [
        ("1:1.1.1-8.0.1.el8", "1:1.1.1c-2.el8"),
        ("2.17-307.el7.1", "2.17-326.el7_9"),
        ("1.0.2k-16.amzn2.1.1", "1.0.2k-19.amzn2.0.3"),
        ("3.10.0-957.el7", "3.10.0-957.1.3.el7"),
        ("3.0b-1.fc38", "3.0c-1.fc38"),
        ("1.1.1g-2.ph3", "1.1.1h-1.ph3"),
        ("7.61.1-14.module+el8.3.0", "7.61.1-18.module+el8.4.0"),
    ] {
        for kind in ["conan", "", "os-pkgs", "OS"] {
            assert_eq!(compare_versions(a, b, Some(kind)), Some(Less), "{kind}: {a} {b}");
            assert_eq!(compare_versions(b, a, Some(kind)), Some(Greater), "{kind}: {b} {a}");
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
fn nuget_labels_are_the_same_in_any_letter_case() {
    check(
        "nuget",
        &[
            ("1.0.0-alpha", Less, "1.0.0-Beta"),
            ("1.0.0-RC1", Greater, "1.0.0-beta1"),
            ("1.0.0-Beta.2", Equal, "1.0.0-beta.2"),
            ("1.0.0-beta.2", Less, "1.0.0-BETA.11"),
            ("4.7.0.1-preview", Less, "4.7.0.1"),
            ("1.0.0+x", Equal, "1.0.0"),
        ],
    );
}

#[test]
fn of_dart_what_was_built_later_is_later() {
    check(
        "pub",
        &[
            ("1.0.0", Less, "1.0.0+1"),
            ("1.0.0+1", Less, "1.0.0+2"),
            ("1.0.0+2", Less, "1.0.0+10"),
            ("1.0.0+1", Less, "1.0.0+1.1"),
            ("1.0.0-dev+2", Less, "1.0.0"),
        ],
    );
    check("npm", &[("1.0.0", Equal, "1.0.0+1")]);
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
