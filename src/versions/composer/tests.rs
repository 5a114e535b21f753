use crate::compare_versions;
use crate::tests::check;
use Ordering::{Equal, Greater, Less};
use std::cmp::Ordering;

#[test]
fn composer_versions_order_as_composer_orders_them() {
    let ladder = [
        "1.0-dev",
        "1.0-alpha1-dev",
        "1.0-alpha1",
        "1.0a2",
        "1.0-beta",
        "1.0-beta1-dev",
        "1.0-beta1",
        "1.0-beta.2",
        "1.0.b10",
        "1.0-RC",
        "1.0-RC0",
        "1.0-RC1",
        "1.0-rc1.2",
        "1.0",
        "1.0-p1",
        "1.0-pl2",
        "1.0-patch10",
        "1.0.0.1",
        "1.0.1-dev",
    ];
    for (at, version) in ladder.iter().enumerate() {
        for later in &ladder[at + 1..] {
            check("composer", &[(version, Less, later)]);
        }
    }
    check(
        "lang-pkgs/composer",
        &[
            ("2.4.6-p3", Greater, "2.4.6"),
            ("2.4.6-p2", Less, "2.4.6-p10"),
            ("v1.0.0-STABLE", Equal, "1.0"),
            ("1.0.0-RC1", Greater, "1.0.0-beta1"),
            ("1.0-p1", Equal, "1.0.0.PL1"),
            ("1.0_beta1", Equal, "1.0-beta1"),
            ("1.0-beta-2", Equal, "1.0-beta.2"),
            ("1.0-RC1-2", Less, "1.0-RC1.10"),
            ("1.0-RC1.DEV", Equal, "1.0-RC1-dev"),
            ("1.0+build", Equal, "1.0"),
        ],
    );
    for branch in [
        "dev-main",
        "dev",
        "beta2",
        "1.x-dev",
        "1.0-foo",
        "1-2",
        "1.0-p1.",
        "1.0-",
        "1.0-beta1-dev2",
        "1.0-dev1",
        "1.0-dev-dev",
        "1.0-stable1",
        "1.0-stable-dev",
        "1.0-p1-",
        "1.0+",
        "1.0+a~b",
    ] {
        assert_eq!(compare_versions(branch, "1.0", Some("composer")), None, "{branch}");
    }
}
