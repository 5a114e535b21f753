use crate::tests::check;
use Ordering::{Equal, Greater, Less};
use std::cmp::Ordering;

#[test]
fn gem_versions_order_as_ruby_gems_orders_them() {
    let ladder = [
        "1.0.0.a",
        "1.0.0.a.1",
        "1.0.0.alpha.1",
        "1.0.0.beta.1",
        "1.0.beta2",
        "1.0.0.beta.10",
        "1.0.0-rc1",
        "1.0.0.rc.1",
        "1.0.0.rc2",
        "1.0.0",
        "1.0.0.1.pre",
        "1.0.0.1",
        "1.0.1.B",
        "1.0.1.a",
        "1.0.1",
    ];
    for (at, version) in ladder.iter().enumerate() {
        for later in &ladder[at + 1..] {
            check("gemspec", &[(version, Less, later)]);
        }
    }
    check(
        "rubygems",
        &[
            ("6.0.2.1", Less, "6.0.3.1"),
            ("1.0", Equal, "1.0.0"),
            ("1.0", Equal, "1.00"),
            ("0", Equal, "0.0"),
            ("1.0.a", Equal, "1.a.0"),
            ("1.a.0.1", Greater, "1.a"),
            ("1.0.b1", Equal, "1.b.1"),
            ("2.0-1", Equal, "2.0.pre.1"),
            ("2.0-a-b", Equal, "2.pre.a.pre.b"),
            ("2.0-rc.1", Equal, "2.pre.rc.1"),
            ("1.0.2b", Less, "1.0.2"),
            ("1.0.2b", Greater, "1.0.1"),
            ("1.0.2b", Less, "1.0.2.rc1"),
            ("1.0.0.RC1", Less, "1.0.0.rc1"),
        ],
    );
}

#[test]
fn the_platform_of_a_gem_is_no_part_of_its_version() {
    check(
        "bundler",
        &[
            ("1.13.10-java", Equal, "1.13.10"),
            ("1.13.10-x86_64-linux", Equal, "1.13.10-arm64-darwin-22"),
            ("1.77.5-riscv64-linux-gnu", Equal, "1.77.5"),
            ("1.77.5-x64-mingw-ucrt", Equal, "1.77.5-i686-linux"),
            ("1.13.9-x64-mingw-ucrt", Less, "1.13.10"),
            ("1.13.10.rc1-x86-linux", Less, "1.13.10"),
        ],
    );
}
