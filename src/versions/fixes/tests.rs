use super::*;

/// The versions that a text names.
fn named(kind: &str, text: &str) -> Vec<String> {
    let fixes = Scheme::of_kind(kind).fixes(text, "0").into_iter();
    fixes.filter(|fix| fix.is_named).map(|fix| fix.version.to_owned()).collect()
}

fn check(kind: &str, cases: &[(&str, &[&str])]) {
    for (text, versions) in cases {
        assert_eq!(named(kind, text), *versions, "{kind}: {text}");
    }
}

#[test]
fn a_list_names_each_of_its_versions() {
    check(
        "npm",
        &[
            ("1.2.3", &["1.2.3"]),
            ("v1.2.3", &["v1.2.3"]),
            ("10.2.1, 9.0.6", &["10.2.1", "9.0.6"]),
            ("10.2.1,9.0.6 , 8.0.0", &["10.2.1", "9.0.6", "8.0.0"]),
            ("1.2.3 || 2.0.1", &["1.2.3", "2.0.1"]),
            ("1.2.3 | 2.0.1; 3.0.0", &["1.2.3", "2.0.1", "3.0.0"]),
            ("= 1.2.3, ==2.0.1", &["1.2.3", "2.0.1"]),
            ("latest, 2.0.1", &["2.0.1"]),
            ("", &[]),
            (" , |", &[]),
            ("2.0.0), 3.0.1", &["3.0.1"]),
        ],
    );
}

#[test]
fn only_what_is_above_the_installed_version_is_named() {
    let above = |text, installed| -> Vec<&str> {
        Scheme::Semver.fixes(text, installed).into_iter().map(|fix| fix.version).collect()
    };
    assert_eq!(above("1.2.3, 2.0.1", "1.2.3"), ["2.0.1"]);
    assert_eq!(above("1.2.3, 2.0.1", "main"), [""; 0]);
}

#[test]
fn what_is_no_version_names_nothing() {
    let words = [
        "unfixed",
        "TBD",
        "pending",
        "will_not_fix",
        "see advisory",
        "1.2.3 and later",
        "1.2.3 (esm)",
        "2.0)",
        "${v}",
        "1.2.x",
        "1.2.X",
    ];
    for kind in ["debian", "rpm", "apk", "npm", "pip", "jar", "gemspec", ""] {
        for word in words {
            assert_eq!(named(kind, word), [""; 0], "{kind}: {word}");
        }
    }
}

#[test]
fn constraints_that_stand_together_name_what_all_of_them_allow() {
    check(
        "npm",
        &[
            (">=4.17.11 <5.0.0", &["4.17.11"]),
            (">= 4.17.11 < 5.0.0", &["4.17.11"]),
            (">=4.17.11<5.0.0", &["4.17.11"]),
            (">=2.0.0-rc.1 <2.0.0", &["2.0.0-rc.1"]),
            (">=0.2.1 <1.0.0 || >=1.2.3", &["0.2.1", "1.2.3"]),
            ("<1.0.0 || >=1.2.3", &["1.2.3"]),
            ("^1.2.3 >=1.2.5", &["1.2.5"]),
            ("~1.2.3 >=1.3.0", &[]),
            ("~1.2 >=1.3.0", &[]),
            ("~1.2 >=1.2.7", &["1.2.7"]),
            (">=1.2.0 ~1.2.3", &["1.2.3"]),
            ("~1 >=1.3.0", &["1.3.0"]),
            (">=1.2.3 <1.2.0", &[]),
            (">=1.2.3 !=1.2.3", &[]),
            (">1.2.3 <2.0.0", &[]),
            (">1.2.3", &[]),
            // A bound leaves out the whole line that it names, here as when another finding names the version.
            (">2 >=2.2.1", &[]),
            (">1.2 ~1.2.5", &[]),
            (">1.2 >=1.3.0", &["1.3.0"]),
            (">1.2.3 >=1.2.4", &["1.2.4"]),
            ("<2.0.0", &[]),
            ("<=2.0.0", &[]),
            (">=2.0.0 <=2.0.0", &["2.0.0"]),
            ("!=1.2.3", &[]),
            (">= ", &[]),
            ("=> 1.2.3", &[]),
            (">>= 1.2.3", &[]),
        ],
    );
}

#[test]
fn a_version_without_a_release_is_below_its_releases() {
    check("centos", &[(">= 1.2 >= 1.2-3.el8", &["1.2-3.el8"]), (">= 1.2 ~> 1.2-3.el8", &["1.2-3.el8"])]);
    assert_eq!(Scheme::Rpm.fixes("1.2-3.el8", "1.2").len(), 1);
    assert_eq!(Scheme::Rpm.fixes("1.2", "1.2-3.el8").len(), 0);
}

#[test]
fn after_a_comma_a_constraint_joins_the_range_whose_other_side_it_is() {
    check(
        "gemspec",
        &[
            ("~> 5.2.4, >= 5.2.4.3, >= 6.0.3.1", &["5.2.4.3", "6.0.3.1"]),
            (">= 6.0.3.1, ~> 5.2.4, >= 5.2.4.3", &["6.0.3.1", "5.2.4.3"]),
            (">= 5.2.4.3, ~> 5.2.4, >= 6.0.3.1", &["5.2.4.3", "6.0.3.1"]),
            (
                "~> 4.2.5, >= 4.2.5.1, ~> 4.1.14, >= 4.1.14.1, ~> 3.2.22.1, >= 5.0.0.beta1.1",
                &["4.2.5.1", "4.1.14.1", "3.2.22.1", "5.0.0.beta1.1"],
            ),
            ("~> 5.2.4.3, >= 6.0.3.1", &["5.2.4.3", "6.0.3.1"]),
            ("~> 1.2.8, ~> 1.3.5", &["1.2.8", "1.3.5"]),
            ("~> 2.3, > 2.3.4", &[]),
            ("~> 2.3, < 2.9", &["2.3"]),
        ],
    );
    check(
        "cargo",
        &[
            (">= 3.1.0, >= 2.1.3, < 3.0.0", &["3.1.0", "2.1.3"]),
            ("< 3.0.0, >= 2.1.3, >= 3.1.0", &["2.1.3", "3.1.0"]),
            (">= 3.1.0, < 4.0.0, >= 2.1.3", &["3.1.0", "2.1.3"]),
            ("^0.8.4, >= 0.9.2", &["0.8.4", "0.9.2"]),
            ("^0.8.4, >= 0.8.7", &["0.8.7"]),
            ("^1.2.3, ^2.0.1", &["1.2.3", "2.0.1"]),
            ("< 0.5.0, >= 0.9.2", &["0.9.2"]),
            (">=1.2.3, <2.0.0, !=1.2.3", &[]),
            ("!=1.2.3, >=1.2.3", &[]),
            (">=1.2.3, <2.0.0, !=1.5.0", &["1.2.3"]),
        ],
    );
    check(
        "pip",
        &[
            (">=1.2,<2.0", &["1.2"]),
            ("~=1.4.2", &["1.4.2"]),
            ("~=1.4.2,>=1.4.5", &["1.4.5"]),
            ("===1.4", &["1.4"]),
            ("==1.4+cu118", &["1.4+cu118"]),
            ("1!2.0", &["1!2.0"]),
        ],
    );
}

#[test]
fn intervals_name_their_lower_end_where_it_belongs_to_them() {
    check(
        "maven",
        &[
            ("[1.2,2.0)", &["1.2"]),
            ("[1.2, 2.0]", &["1.2"]),
            ("[1.2,)", &["1.2"]),
            ("[1.2]", &["1.2"]),
            ("(1.2,2.0]", &[]),
            ("(,1.2]", &[]),
            ("(1.2,)", &[]),
            ("(,)", &[]),
            ("(1.2)", &[]),
            ("[1.2)", &[]),
            ("(1.2]", &[]),
            (">=1.2 (,1.2)", &[]),
            (">=1.2 (,1.2]", &["1.2"]),
            ("[2.0,1.2]", &[]),
            ("[1.2,1.2)", &[]),
            ("[1.2,2.0),[2.1,)", &["1.2", "2.1"]),
            ("[1.2,2.0), [2.1,3.0) || [3.0.1,)", &["1.2", "2.1", "3.0.1"]),
            ("(,1.0],[1.2,)", &["1.2"]),
            ("[1.2,2.0), 2.1", &["1.2", "2.1"]),
            ("[1.2],[1.3,2.0)", &["1.2", "1.3"]),
            ("[ 1.2 , 2.0 )", &["1.2"]),
            ("[1.2", &[]),
            ("[1.2,2.0", &[]),
            ("1.2]", &[]),
            ("[1.2,2.0,3.0)", &[]),
            ("[[1.2,2.0)", &[]),
        ],
    );
    check("nuget", &[("[13.0.1, )", &["13.0.1"]), ("[4.3.1,5.0.0)", &["4.3.1"])]);
}

#[test]
fn a_range_reaches_as_far_as_it_says() {
    for (kind, text, within, beyond) in [
        ("npm", ">=4.17.11 <5.0.0", "4.99.0", "5.0.0"),
        ("npm", ">=4.17.11 <=5.0.0", "5.0.0", "5.0.1"),
        ("npm", "^1.2.3", "1.9.0", "2.0.0"),
        ("npm", "^1.0.3", "1.9.0", "2.0.0"),
        ("npm", "^10.2.3", "10.9.0", "11.0.0"),
        ("npm", "^0.2.3", "0.2.9", "0.3.0"),
        ("npm", "^0.0.3", "0.0.3", "0.0.4"),
        ("npm", "~1.2.3", "1.2.9", "1.3.0"),
        ("npm", "~1", "1.9.0", "2.0.0"),
        ("gemspec", "~> 5.2.4, >= 5.2.4.3", "5.2.9", "5.3.0"),
        ("composer", "~1.2.3", "1.2.9", "1.3.0"),
        ("composer", "~1.2", "1.9.0", "2.0.0"),
        ("composer", "~1", "1.9.0", "2.0.0"),
        ("cargo", "~1.2", "1.2.9", "1.3.0"),
        ("gemspec", "~> 2.2", "2.9", "3.0"),
        ("gemspec", "~> 2", "2.9", "3.0"),
        ("gemspec", "~> 2.3, < 2.9", "2.8", "2.9"),
        ("gemspec", "< 2.9, ~> 2.3", "2.8", "2.9"),
        ("gemspec", "~> 5.0.0.rc1", "5.0.7", "5.1.0"),
        ("gemspec", "~> 5.0.0rc1", "5.0.7", "5.1.0"),
        ("composer", "~1.2.3beta1", "1.2.9", "1.3.0"),
        ("composer", "^0.3beta1", "0.3.5", "0.4.0"),
        ("pip", "~=1.4.5a4", "1.4.9", "1.5"),
        ("pip", "~=1!1.4.5", "1!1.4.9", "1!1.9"),
        ("npm", ">=1.2.3 <2.0.0", "1.99.0", "2.0.0-rc.1"),
        ("npm", ">=2.0.0-rc.1 <2.0.0", "2.0.0-rc.2", "2.0.0"),
        ("npm", ">=1.2.3 <2.0.0-rc.4", "2.0.0-rc.2", "2.0.0-rc.4"),
        ("cargo", ">= 1.2.3, < 2.0.0", "1.99.0-rc.1", "2.0.0-rc.1"),
        ("pip", ">=1.2,<2.0", "1.9", "2.0rc1"),
        ("debian", ">= 1.1-1, < 1.2.1", "1.2-9", "1.2.1~rc1"),
        ("debian", ">= 1:1.0, << 2:3.0", "1:5.0", "2:3.0"),
        ("centos", ">= 1.1-1, < 1.2.1", "1.2-9.el8", "1.2.1"),
        ("centos", ">= 1.1-1, <= 1.2-5.el8", "1.2-5.el8", "1.2-6.el8"),
        ("maven", "[9.3,9.4.1)", "9.4-100", "9.4.1"),
        ("pip", ">=1.1,<1.2.1", "1.2-1", "1.2.1.dev1"),
        ("npm", ">=1.1 <1.2.1", "1.2.0+20200101", "1.2.1-0"),
        ("pip", ">=1.2,!=1.5", "1.6", "1.5"),
        ("maven", "[1.2,2.0)", "1.9", "2.0"),
        ("nuget", "[1.2,2.0]", "2.0", "2.0.1"),
    ] {
        let scheme = Scheme::of_kind(kind);
        let fixes = scheme.fixes(text, "0");
        let [fix] = fixes.as_slice() else { panic!("{kind}: {text} {fixes:?}") };
        assert!(fix.is_bounded(), "{kind}: {text}");
        assert!(fix.reaches(within, scheme), "{kind}: {text} {within}");
        assert!(!fix.reaches(beyond, scheme), "{kind}: {text} {beyond}");
    }
    // Each interval is a range of its own, even if they overlap.
    for text in ["1.2.3", ">=1.2.3", "[1.2.3,)", "(,2.0.0),[1.2.3,)", ">1.2.2 >=1.2.3"] {
        let fixes = Scheme::Semver.fixes(text, "0");
        assert!(fixes.iter().map(|fix| (fix.version, fix.is_bounded())).eq([("1.2.3", false)]), "{text}");
    }
}

#[test]
fn what_names_no_version_that_has_the_fix_says_which_have_it() {
    for (kind, text, start, within, beyond) in [
        ("npm", ">1.2.0", "1.2.0", &["1.2.1", "2.0.0"][..], &["1.2.0", "1.1.0"][..]),
        ("npm", ">1.2.0 <2.0.0", "1.2.0", &["1.5.0"], &["1.2.0", "2.0.0"]),
        ("npm", ">=1.2.3 !=1.2.3", "1.2.3", &["1.2.4"], &["1.2.3", "1.2.2"]),
        ("npm", "~1.2.3 !=1.2.3", "1.2.3", &["1.2.4"], &["1.2.3", "1.3.0"]),
        ("gemspec", "~> 2.3, > 2.3.4", "2.3.4", &["2.3.5", "2.9"], &["2.3.4", "3.0"]),
        ("maven", "(1.2,2.0]", "1.2", &["1.3", "2.0"], &["1.2", "2.0.1"]),
        ("pip", ">1.2", "1.2", &["1.2.1", "1.3"], &["1.2.post1", "1.2+local"]),
        ("npm", ">1.2", "1.2", &["1.3.0"], &["1.2.5"]),
        ("npm", ">1.2.3", "1.2.3", &["1.2.3.4"], &["1.2.3"]),
        ("composer", ">1.2", "1.2", &["1.2.5"], &["1.2"]),
        ("apk", ">1.2", "1.2", &["1.2-r1"], &["1.2"]),
        ("debian", ">1.2-3", "1.2-3", &["1.2-3+deb12u1"], &["1.2-3"]),
        ("npm", ">1.2.3 latest", "1.2.3", &[], &["1.2.3", "1.2.4"]),
        ("npm", ">=1.2.3 <1.2.0", "1.2.3", &[], &["1.2.3", "1.2.0", "1.1.0"]),
    ] {
        let scheme = Scheme::of_kind(kind);
        for installed in ["0", start] {
            let fixes = scheme.fixes(text, installed);
            let [fix] = fixes.as_slice() else { panic!("{kind}: {text} {fixes:?}") };
            assert_eq!((fix.version, fix.is_named), (start, false), "{kind}: {text}");
            assert!(within.iter().all(|version| fix.reaches(version, scheme)), "{kind}: {text}");
            assert!(!beyond.iter().any(|version| fix.reaches(version, scheme)), "{kind}: {text}");
        }
        assert!(scheme.fixes(text, "9.0").is_empty(), "{kind}: {text}");
    }
    for text in ["<2.0.0", "<=2.0.0", "!=1.2.3", "(,1.2]", ">= ", ">1.2.x"] {
        assert!(Scheme::Semver.fixes(text, "0").is_empty(), "{text}");
    }
}

#[test]
fn more_constraints_than_anybody_writes_name_nothing() {
    let listed = |count: usize, between: &str| named("npm", &vec!["1.2.3"; count].join(between)).len();
    assert_eq!([listed(MOST_CONSTRAINTS, ", "), listed(MOST_CONSTRAINTS + 1, ", ")], [MOST_CONSTRAINTS, 0]);
    assert_eq!([listed(MOST_TOGETHER, " "), listed(MOST_TOGETHER + 1, " ")], [1, 0]);
    let excluded = |count: usize| vec!["!=1.2.3"; count].join(", ");
    let beside = |count: usize| named("npm", &format!(">=1.2.4, {}, <2.0.0", excluded(count)));
    assert_eq!(
        [beside(MOST_TOGETHER - 2).len(), beside(MOST_TOGETHER - 1).len(), beside(MOST_CONSTRAINTS).len()],
        [1, 0, 0]
    );
    assert_eq!(named("npm", &format!("{}, >=1.2.4", excluded(MOST_TOGETHER))), [""; 0]);
}

#[test]
fn a_bound_after_a_comma_that_cannot_be_read_spoils_the_range_that_it_may_be_of() {
    let cases = [
        ("npm", ">=1.2.3, <2.x"),
        ("npm", "<2.x, >=1.2.3"),
        ("npm", ">=1.2.3, <=2.x"),
        ("npm", ">=1.2.3, and <2.0.0"),
        ("npm", ">=1.2.3, =<2.0.0"),
        ("npm", ">=1.2.3, !1.5.0, <2.0.0"),
        ("npm", "~>2.x, >=2.1.0"),
        ("npm", "^1.2.3, ~2.x"),
        ("composer", ">=1.2.3,<2.0.x-dev"),
        ("pip", ">=1.2,<2.*"),
        ("gem", ">= 1.2.3, < 2.x"),
        ("maven", ">=1.2, <2.x"),
        ("", ">=1.2, <1.2-5"),
    ];
    for (kind, text) in cases {
        let scheme = Scheme::of_kind(kind);
        let fixes = scheme.fixes(text, "1.0");
        assert!(!fixes.iter().any(|fix| fix.is_named || fix.reaches("2.5", scheme)), "{kind}: {text} {fixes:?}");
    }
    check(
        "npm",
        &[
            (">=1.2.3, <2.x || 3.0.1", &["3.0.1"]),
            (">=1.2.3, <2.x, 3.0.1", &["3.0.1"]),
            ("latest, <2.0.0, 2.0.1", &["2.0.1"]),
            ("~1.2.3, latest, ^2.0.1", &["1.2.3", "2.0.1"]),
            (">=1.2.3, <2.0.0, and 3.0.1", &["1.2.3"]),
            (">=1.2.3, !=1.5.0, <2.0.0", &["1.2.3"]),
        ],
    );
    check("debian", &[(">= 1.2-1, << 2.0-1", &["1.2-1"]), (">> 1.2-1 << 2.0-1, 3.0-1", &["3.0-1"])]);
}

#[test]
fn every_white_space_parts_constraints() {
    for blank in ['\u{a0}', '\u{2003}', '\u{202f}', '\u{3000}', '\u{b}'] {
        let of = |text: &str| named("npm", &text.replace('_', &blank.to_string()));
        for text in [
            ">=1.2.3,_<2.0.0",
            ">=_1.2.3",
            ">=1.2.3_<2.0.0",
            "_1.2.3_",
            "1.2.3,_1.2.3_beta",
            "[_1.2.3_,_2.0.0_)",
            "[_1.2.3_]",
        ] {
            assert_eq!(of(text), ["1.2.3"], "{text} {blank:?}");
        }
    }
}

#[test]
fn an_installed_version_that_a_range_leaves_out_does_not_have_the_fix() {
    for (kind, text, installed, within) in [
        ("npm", ">1.2", "1.2.5", "1.3.0"),
        ("npm", ">=1.2.0 !=1.5.0", "1.5.0", "1.6.0"),
        ("npm", "^1.2.0 !=1.5.0", "1.5.0", "1.6.0"),
        ("pip", ">=1.2,!=1.5", "1.5", "1.6"),
        ("pip", ">2.0.0", "2.0.0+cu118", "2.0.1"),
        ("pip", ">=1.2,!=2.0.0", "2.0.0+cu118", "2.0.1"),
    ] {
        let scheme = Scheme::of_kind(kind);
        let fixes = scheme.fixes(text, installed);
        let [fix] = fixes.as_slice() else { panic!("{kind}: {text} {fixes:?}") };
        assert!(!fix.is_named && fix.reaches(within, scheme) && !fix.reaches(installed, scheme), "{kind}: {text}");
    }
    for (text, installed) in
        [(">1.2", "1.3.0"), (">=1.2.0 !=1.5.0", "1.5.1"), ("^1.2.0", "2.0.0"), (">=1.2.0 <2.0.0", "2.5.0")]
    {
        assert!(Scheme::Semver.fixes(text, installed).is_empty(), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_names_a_version_that_it_does_not_hold(text in "([0-9a-c.~^<>=!,|;()\\[\\] \u{e9}-]|1\\.2){0,16}") {
        for scheme in [Scheme::Dpkg, Scheme::Semver, Scheme::Pep440, Scheme::Maven, Scheme::Natural] {
            for fix in scheme.fixes(&text, "0") {
                proptest::prop_assert!(text.contains(fix.version));
                proptest::prop_assert_eq!(scheme.compare(fix.version, fix.version), Some(Ordering::Equal));
                proptest::prop_assert!(fix.reaches(fix.version, scheme) || !fix.is_named);
            }
        }
    }
}
