//! Each kind of package orders its versions by rules of its own.

use super::*;

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
