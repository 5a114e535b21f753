//! The shared checks, as tables of what is accepted and what is not.

use super::*;

fn fields(name: &str, value: &str) -> Fields {
    let body = serde_json::json!({ name: value }).to_string();
    Fields::parse(body.as_bytes()).unwrap()
}

#[test]
fn platforms_are_those_of_the_interface() {
    for text in ["github", "gitlab", "bitbucket", "azure_devops"] {
        assert_eq!(Platform::of_scan(&fields("platform", text)).unwrap().0, text);
        assert_eq!(Platform::of_team(&fields("platform", text)).unwrap().0, text);
    }
    assert_eq!(Platform::of_team(&fields("platform", "azuredevops")), Ok(Platform("azure_devops")));
    for text in ["azuredevops", "GitHub", "", " github", "forgejo"] {
        assert!(Platform::of_scan(&fields("platform", text)).is_err(), "{text}");
    }
    assert!(Platform::of_scan(&fields("org", "x")).is_err());
}

#[test]
fn cloud_defaults_to_aws() {
    assert_eq!(Cloud::of(&fields("org", "x")), Ok(Cloud("aws")));
    assert_eq!(Cloud::of(&fields("cloud", "gcp")), Ok(Cloud("gcp")));
    assert_eq!(Cloud::of(&fields("cloud", "AWS")), Err(Fault::Invalid(Cloud::RULE)));
    assert!(Cloud::RULE.ends_with(&Cloud::ALL.join(", ")));
    assert!(Platform::RULE.ends_with(&Platform::ALL.join(", ")));
    assert_eq!(Platform::TEAM_RULE, format!("{}, azuredevops", Platform::RULE));
}

#[test]
fn j12_base_urls_are_http_or_https_without_user_information() {
    let good = [
        "https://github.example.com",
        "http://gitlab.local:8080/prefix/",
        "HTTPS://h/2.0",
        "http://169.254.169.254/",
        "http://[::1]:3000/",
    ];
    let bad = [
        "",
        "github.example.com",
        "//h",
        "file:///etc/passwd",
        "ftp://h",
        "https://",
        "https:///x",
        "https://:443",
        "https://user@h",
        "https://user:secret@h/",
        "https://h/\n",
        "https://h\\@evil",
        " https://h",
        "javascript:alert(1)",
    ];
    for name in HostUrls::NAMES {
        for url in good {
            assert_eq!(HostUrls::check(&fields(name, url)), Ok(()), "{url}");
        }
        for url in bad {
            assert!(HostUrls::check(&fields(name, url)).is_err(), "{url}");
        }
        assert!(HostUrls::check(&fields(name, &format!("https://h/{}", "a".repeat(URL_CHARS)))).is_err());
    }
}

#[test]
fn names_are_not_blank_not_huge_and_hold_no_control_characters() {
    for good in ["example-org", "Ünïcode", "a b", "'; DROP TABLE scan; --"] {
        assert_eq!(org(&fields("org", good)).as_deref(), Ok(good));
    }
    for bad in ["", "   ", "a\u{0}b", "a\nb", "x".repeat(NAME_CHARS + 1).as_str()] {
        assert!(org(&fields("org", bad)).is_err());
        assert!(scan_id(&fields("scan_id", bad)).is_err());
    }
}

#[test]
fn repositories_have_an_owner_and_no_empty_part() {
    for good in ["o/r", "group/sub/repo", "o/r.git"] {
        assert_eq!(repo(&fields("repo", good)).as_deref(), Ok(good));
    }
    for bad in ["", "o", "/r", "o/", "o//r", "/", "o/..", "./r", "o /r", "o/r\n"] {
        assert_eq!(repo(&fields("repo", bad)), Err(Fault::MissingRepo), "{bad}");
    }
    assert_eq!(repo(&fields("repository", "o/r")), Err(Fault::MissingRepo));
}

#[test]
fn team_ids_are_uuids_in_any_case() {
    let lower = "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01";
    assert_eq!(team_id(&fields("team_id", lower)).as_deref(), Ok(lower));
    assert_eq!(team_id(&fields("team_id", &lower.to_uppercase())).as_deref(), Ok(lower));
    for bad in [
        "",
        "0b6f2f60",
        "{0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a01}",
        "0b6f2f606d0c4c398a556f6a6d9f4a01",
        "0b6f2f60-6d0c-4c39-8a55-6f6a6d9f4a0g",
    ] {
        assert!(team_id(&fields("team_id", bad)).is_err(), "{bad}");
    }
}

#[test]
fn logins_are_kept_as_given() {
    for good in ["heron", "Heron", "kestrel+work@example.com", " spaced ", &"é".repeat(320)] {
        assert_eq!(user_login(&fields("user_login", good)).as_deref(), Ok(good));
    }
    for bad in ["", "  ", "a\u{7}", &"é".repeat(321)] {
        assert!(user_login(&fields("user_login", bad)).is_err());
    }
    assert!(check_role(&fields("role", "owner")).is_err() && check_role(&fields("role", "lead")).is_ok());
    assert!(check_user_name(&fields("user_name", "")).is_ok());
}

#[test]
fn what_is_said_of_a_long_text_names_its_limit() {
    let (thousands, rest) = (NAME_CHARS / 1000, NAME_CHARS % 1000);
    assert!(name_rule!("").contains(&format!("at most {thousands},{rest:03} characters")));
    assert!(login_rule!("").contains(&format!("at most {PERSON_CHARS} characters")));
    let (thousands, rest) = (URL_CHARS / 1000, URL_CHARS % 1000);
    assert!(url_rule!("").contains(&format!("at most {thousands},{rest:03} characters")));
    let Err(Fault::Invalid(rule)) = check_user_name(&fields("user_name", &"x".repeat(PERSON_CHARS + 1))) else {
        panic!("a display name that is too long");
    };
    assert!(rule.contains(&format!("at most {PERSON_CHARS} characters")));
}
