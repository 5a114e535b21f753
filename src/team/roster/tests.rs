//! A team against a list, and lists as people have them.

use super::*;
use crate::team::samples::{member, team, texts};

fn logins(members: &[Member]) -> Vec<&str> {
    members.iter().map(|member| member.user_login.as_str()).collect()
}

#[test]
fn who_is_missing_and_who_should_not_be_there() {
    let result = diff_roster(&team("*Zed Ann bob"), &texts(&[" carl ", " ANN ", "Yan"]));
    assert_eq!(result.missing, ["carl", "Yan"]);
    assert_eq!(logins(&result.unexpected), ["bob", "Zed"]);
    assert_eq!(logins(&result.matched), ["Ann"]);
    assert!(result.duplicates.is_empty() && result.ambiguous.is_empty());
}

#[test]
fn lines_that_repeat_a_login_are_named_once_and_count_once() {
    let result = diff_roster(&team("ann"), &texts(&["Ann", "zoe", "ann", "ANN", "Zoe", "", "  "]));
    assert_eq!(result.duplicates, ["Ann", "zoe"]);
    assert_eq!((logins(&result.matched), result.missing), (vec!["ann"], texts(&["zoe"])));
}

#[test]
fn c19_several_spellings_in_the_team_are_ambiguous_unless_the_list_has_one_of_them() {
    let state = team("ann Ann bob");
    let ambiguous = diff_roster(&state, &texts(&["ANN", "bob"]));
    assert_eq!(ambiguous.ambiguous.len(), 1);
    assert_eq!(
        (ambiguous.ambiguous[0].login.as_str(), logins(&ambiguous.ambiguous[0].members)),
        ("ANN", vec!["ann", "Ann"])
    );
    assert_eq!(logins(&ambiguous.matched), ["bob"]);
    assert_eq!(ambiguous.unexpected, [], "they are accounted for");
    let exact = diff_roster(&state, &texts(&["Ann", "bob"]));
    assert_eq!((exact.ambiguous.len(), exact.matched.len()), (0, 2));
    let repeated = diff_roster(&team("ann ann bob bob ann"), &texts(&["ANN", "BOB"]));
    assert_eq!((repeated.ambiguous.len(), repeated.matched.len()), (0, 2), "one spelling is one person");
    let state = Team { members: vec![member(" ann", "member"), member("ann ", "member")], ..team("") };
    let spaced = diff_roster(&state, &texts(&["ANN"]));
    assert_eq!((spaced.ambiguous.len(), spaced.matched.len()), (0, 1), "white space is no spelling");
}

#[test]
fn c19_of_many_spellings_any_that_both_have_settles_it() {
    let spelling = |at: usize| -> String {
        let letters = "abcdefghijkl".chars().enumerate();
        letters.map(|(bit, letter)| if at >> bit & 1 == 1 { letter.to_ascii_uppercase() } else { letter }).collect()
    };
    let state = |places: std::ops::Range<usize>| Team {
        members: places.map(|at| member(&spelling(at), "member")).collect(),
        ..team("")
    };
    let listed: Vec<String> = (2000..4096).map(spelling).collect();
    let apart = diff_roster(&state(0..2000), &listed);
    let ambiguous: Vec<_> = apart.ambiguous.iter().map(|it| (it.login.clone(), it.members.len())).collect();
    assert_eq!((ambiguous, apart.matched), (vec![(spelling(2000), 2000)], vec![]));
    let shared = diff_roster(&state(0..2001), &listed);
    assert_eq!((shared.ambiguous, shared.duplicates), (vec![], vec![spelling(2000)]));
    assert_eq!(logins(&shared.matched), [spelling(2000)], "the entry that the list names");
}

#[test]
fn of_several_spellings_the_listed_one_is_shown() {
    let state = Team { members: vec![member("Ann", "lead"), member("ann", "member")], ..team("") };
    assert_eq!(diff_roster(&state, &texts(&["ann"])).matched, [member("ann", "member")]);
    assert_eq!(diff_roster(&state, &texts(&["Ann"])).matched, [member("Ann", "lead")]);
    assert_eq!(diff_roster(&state, &texts(&["ANN", "ann"])).matched, [member("ann", "member")]);
}

#[test]
fn of_somebody_listed_twice_the_entry_that_leads_is_shown() {
    let state = Team { members: vec![member("ann", "member"), member("ann", "lead")], ..team("") };
    assert_eq!(diff_roster(&state, &[]).unexpected, [member("ann", "lead")]);
    assert_eq!(diff_roster(&state, &texts(&["ann"])).matched, [member("ann", "lead")]);
}

#[test]
fn a_member_without_a_login_is_on_no_list() {
    let state = Team { members: vec![member("", "member"), member("cy", "lead")], ..team("") };
    for list in [texts(&["cy"]), texts(&["", "cy", " "])] {
        let result = diff_roster(&state, &list);
        assert_eq!((logins(&result.unexpected), logins(&result.matched)), (vec![""], vec!["cy"]));
    }
}

#[test]
fn a_roster_crosses_the_border_in_plain_names() {
    let result = diff_roster(&team("ann Ann bob"), &texts(&["ANN", "zoe", "zoe"]));
    let person = |login: &str| serde_json::json!({ "user_login": login, "role": "member" });
    let expected = serde_json::json!({
        "missing": ["zoe"], "unexpected": [person("bob")], "matched": [], "duplicates": ["zoe"],
        "ambiguous": [{ "login": "ANN", "members": [person("ann"), person("Ann")] }],
    });
    assert_eq!(serde_json::to_value(result).unwrap(), expected);
}

#[test]
fn lists_are_read_as_people_have_them() {
    for (text, expected) in [
        ("", &[][..]),
        ("\n \r\n", &[]),
        ("ann", &["ann"]),
        ("ann\nbob\r\n\n  carl  \n", &["ann", "bob", "carl"]),
        ("\u{feff}ann\nbob", &["ann", "bob"]),
        ("ann, bob;carl\tdan,", &["ann", "bob", "carl", "dan"]),
        ("@ann\n@bob", &["ann", "bob"]),
        ("ann,Ann A.,member\nbob,Bob B.,lead", &["ann", "bob"]),
        ("login,role\nann,member\nbob,lead", &["ann", "bob"]),
        ("Name;User_Login\nAnn A.;ann\nBob B.;bob\nno login", &["ann", "bob"]),
        ("email\tuser_login\na@x\tann", &["ann"]),
        ("username\nann", &["ann"]),
        ("GitHub username\nann", &["ann"]),
        ("Name,GitLab_User Name\nAnn A.,ann", &["ann"]),
        ("Name;Last login;E-Mail\nAnn A.;today;a@x", &["a@x"]),
        ("Name\tBitbucket  handle\nAnn A.\tann", &["ann"]),
        ("github\nann", &["github", "ann"]),
        ("github-user\nann", &["github-user", "ann"]),
        ("user\nann", &["ann"]),
        ("Email\na@x.org", &["a@x.org"]),
        ("login", &[]),
        ("ann, user, bob", &["ann", "user", "bob"]),
        ("\n \t\nlogin;role\nann;lead", &["ann"]),
        ("ann, bob\n \n\n", &["ann", "bob"]),
        ("\"ann\"\n\"b\"\"ob\", x", &["ann", "b\"ob"]),
        ("\"Archer, Ann\",x\nbob,y", &["Archer, Ann", "bob"]),
        ("o\"neil\nann", &["o\"neil", "ann"]),
        (" \"ann\" ,x\nbob", &["ann", "bob"]),
        ("\"unfinished, ann\nbob", &["unfinished, ann", "bob"]),
        ("\"unfinished\nann\n\"bob\", x", &["unfinished", "ann", "bob"]),
        ("\"ann\n\"bob\n", &["ann", "bob"]),
        ("login,note\r\nann,\"first line\r\n\r\nsecond, line\"\r\nbob,z\r\n", &["ann", "bob"]),
        ("login,note\nann,\"x\n\"\"y\"\"\n\" \nbob,z", &["ann", "bob"]),
        ("note;login\n\"x\ny\";ann\n\"\";bob", &["ann", "bob"]),
        ("note;login\n\"x\nz;y\";ann", &["ann"]),
        ("login,note\nann,\"x\ny\"", &["ann"]),
        ("login;note\n\"\";x\nann;y", &["ann"]),
        ("login\rann\rbob\r", &["ann", "bob"]),
        ("ann\n\r\n\n\rbob", &["ann", "bob"]),
        ("ann\nann", &["ann", "ann"]),
        ("@\n@ ann", &["ann"]),
        (" \" \" \"ann\", x", &["ann", "x"]),
        ("\"\"\"\"\"ann\n", &["\"\"ann"]),
    ] {
        assert_eq!(read_logins(text, &team("")), expected, "{text:?}");
    }
}

#[test]
fn the_login_of_a_member_is_no_heading() {
    for (text, members, expected) in [
        ("user\nann", "user ann", &["user", "ann"][..]),
        ("@Login\nann", "login ann", &["Login", "ann"]),
        ("ann, handle, bob\ncy", "ann handle bob", &["ann", "cy"]),
        ("handle;name\nann;Ann", "handle ann", &["handle", "ann"]),
        // Alone in its line it may be the login of somebody who is missing.
        ("handle\nann", "ann", &["handle", "ann"]),
        ("e-mail\nann", "ann", &["e-mail", "ann"]),
        ("github_login\nann", "ann", &["github_login", "ann"]),
        ("GitHub handle\nann", "ann", &["ann"]),
    ] {
        assert_eq!(read_logins(text, &team(members)), expected, "{text:?}");
    }
}

#[test]
fn what_parts_no_names_of_columns_parts_no_cells_below_them() {
    for (text, expected) in [
        ("name;login\nDoe, Jane;jdoe\nSmith, Bob;bsmith", &["jdoe", "bsmith"][..]),
        ("name\tlogin\nDoe, Jane\tjdoe\n\"Smith; Bob\"\tbsmith", &["jdoe", "bsmith"]),
        ("name,login\r\nDoe; Jane,jdoe\r\n", &["jdoe"]),
        ("login;name\njdoe;Jane \"JD\", Doe\nbob;Bob", &["jdoe", "bob"]),
        ("note;login\n\"a\", b;ann\nc;bob", &["ann", "bob"]),
        ("team, login; name\ncore, ann; Ann", &["ann"]),
        ("login\nann, bob", &["ann"]),
        ("ann, bob; login", &["ann", "bob", "login"]),
        ("ann;login", &["ann", "login"]),
    ] {
        assert_eq!(read_logins(text, &team("")), expected, "{text:?}");
    }
}

#[test]
fn of_several_columns_of_logins_the_one_that_names_most_members_is_read() {
    for (members, expected) in [
        ("ann bob", ["ann", "@BOB"]),
        ("a@x.org bob", ["a@x.org", "b@x.org"]),
        ("a@x.org b@x.org ann", ["a@x.org", "b@x.org"]),
        ("cy", ["a@x.org", "b@x.org"]),
    ] {
        let expected = expected.map(|login| login.trim_start_matches('@'));
        assert_eq!(read_logins("User,Email\nann,a@x.org\n@BOB,b@x.org", &team(members)), expected, "{members}");
    }
    assert_eq!(read_logins("User,Handle\nAnn A.,ann\nBob B.,bob", &team("ann")), ["ann", "bob"], "of two, too");
}
