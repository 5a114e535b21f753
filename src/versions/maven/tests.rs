use crate::tests::check;
use Ordering::{Equal, Less};
use std::cmp::Ordering;

/// Every version of a ladder is less than all that come after it.
fn climbs(ladder: &[&str]) {
    for (at, low) in ladder.iter().enumerate() {
        for high in &ladder[at + 1..] {
            check("jar", &[(low, Less, high)]);
        }
    }
}

fn are_equal(versions: &[&str]) {
    for (at, a) in versions.iter().enumerate() {
        for b in &versions[at..] {
            check("pom", &[(a, Equal, b)]);
        }
    }
}

#[test]
fn known_qualifiers_come_before_the_release_and_others_after_it() {
    climbs(&[
        "3-alpha1snapshot",
        "3-alpha1",
        "3-alpha-20",
        "3-beta-1",
        "3-beta30",
        "3-m3",
        "3-milestone-12",
        "3-rc",
        "3-cr2",
        "3-RC20",
        "3-SNAPSHOT",
        "3",
        "3-sp",
        "3-SP2",
        "3-sp30",
        "3-android",
        "3-jre",
        "3-jre-8",
        "3-1-snapshot",
        "3-1",
        "3-2",
        "3-100",
    ]);
}

#[test]
fn a_qualifier_is_less_than_a_number_after_a_hyphen_and_that_less_than_one_after_a_dot() {
    climbs(&[
        "4.0", "4.0.x", "4-2", "4.0.3", "4.0.20", "4.1.0", "4.1-x", "4.1y", "4.1-z", "4.1-1", "4.1.0.1", "4.2", "4.30",
    ]);
    climbs(&["7.a3", "7.a20", "7.b3", "7.b20", "7.m3", "7.m20", "7", "7.a", "7b", "7d", "7m"]);
}

#[test]
fn a_dot_before_a_qualifier_is_a_hyphen() {
    for word in ["alpha", "a", "beta", "b", "milestone", "M", "RC", "cr", "SP", "foo", "redhat"] {
        let spelled = |before: &str, number: &str| [before, word, number].concat();
        are_equal(&[
            &spelled("5-", ""),
            &spelled("5.", ""),
            &spelled("5.0.", ""),
            &spelled("5.0.0-", ""),
            &spelled("5", ""),
        ]);
        check("jar", &[(&spelled("5.0.0.", "1"), Less, &spelled("5.0.0-", "2"))]);
        check("jar", &[(&spelled("5.0.0-", "1"), Less, &spelled("5.0.0.", "2"))]);
    }
    check(
        "jar",
        &[
            ("1.0.0.RC1", Less, "1.0.0-RC2"),
            ("2.0.0.Beta1", Less, "2.0.0-Beta2"),
            ("1.foo", Equal, "1-foo"),
            ("5.6.0.Final", Equal, "5.6.0"),
            ("5.6.0.CR1", Less, "5.6.0.Final"),
        ],
    );
}

#[test]
fn a_dot_before_a_word_is_a_hyphen_only_at_the_end_and_before_a_number() {
    are_equal(&["5.0.0.RC1-x", "5.0.0-RC1-x"]);
    are_equal(&["5.0.RC1.2", "5.0-RC1.2"]);
    are_equal(&["5..2", "5.0.2"]);
    climbs(&["6.x.1", "6-x.1"]);
    // A hyphen after the word is not the end.
    climbs(&["6.x-", "6.x"]);
}

#[test]
fn what_follows_a_release_word_is_less_than_what_follows_a_service_pack() {
    for pack in ["2.0-sp3-vendor", "2.0-sp-3-vendor", "2.0-sp.3-vendor"] {
        check("jar", &[("2.0.final-vendor", Less, pack)]);
    }
}

#[test]
fn a_hyphen_between_a_word_and_a_number_joins_them() {
    are_equal(&["1a1", "1-a1", "1-alpha-1", "1.0-ALPHA1", "1-alpha-01"]);
    are_equal(&["2b3", "2-beta-3", "2.beta3"]);
    are_equal(&["2m4", "2-Milestone-4"]);
    check("jar", &[("1-alpha.1", Less, "1"), ("1-x", Less, "1-x-1"), ("1-x1-snapshot", Less, "1-x1")]);
}

#[test]
fn zeros_and_release_words_say_nothing_where_nothing_follows() {
    are_equal(&["6", "6.0", "6.0.0", "6-0", "6.0-0", "6-ga", "6.GA", "6final", "6.0.0-Final", "6-RELEASE", "6.", "6-"]);
    are_equal(&["6x", "6-x", "6.0-x", "6.0.0-x", "6.0x", "6.0.0X"]);
    are_equal(&["0", "00", "0.0", "0000000000000000000000"]);
    are_equal(&["1", "01", "00000000000000000000001"]);
    climbs(&["1-0.alpha", "1-0.beta", "1"]);
}

#[test]
fn numbers_order_however_long_they_are() {
    climbs(&["20240131.101500", "1234567890.1", "123456789012345.1X.5-beta", "12345678901234567890.1X.5-beta"]);
    climbs(&["6.2.0rc3", "6.2.0", "6.2H.5-beta"]);
}

#[test]
fn real_releases_order_as_they_came() {
    climbs(&["2.9.9", "2.9.9.3", "2.9.10", "2.9.10.4", "2.10.0"]);
    climbs(&["31.1-android", "31.1-jre", "32.0.0-android", "32.0.0-jre"]);
    climbs(&["4.1.99.Final", "4.1.100.Final", "4.2.0.Alpha1", "4.2.0.Beta1", "4.2.0.RC1", "4.2.0.Final"]);
    climbs(&["Finchley.M9", "Finchley.RC1", "Finchley.SR2"]);
}
