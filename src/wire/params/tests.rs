use super::*;

fn argument(value: &serde_json::Value) -> Argument {
    match value {
        serde_json::Value::String(text) => Argument::Text(text.clone()),
        serde_json::Value::Bool(flag) => Argument::Flag(*flag),
        serde_json::Value::Number(number) => Argument::Number(number.as_f64().unwrap()),
        serde_json::Value::Null => Argument::Other,
        serde_json::Value::Array(items) => Argument::List(items.iter().map(argument).collect()),
        serde_json::Value::Object(members) => {
            Argument::Members(members.iter().map(|(key, value)| (key.clone(), argument(value))).collect())
        }
    }
}

fn given(text: &str) -> Argument {
    argument(&serde_json::from_str(text).unwrap())
}

fn same_json(left: &str, right: &str) {
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(parse(left), parse(right));
}

const TEAM: &str = r#""platform":"azuredevops","org":"o","team_id":"3F2504E0-4f89-41d3-9a0c-0305e82c3301""#;

#[test]
fn request_fixtures_are_sent_as_they_stand() {
    for fixture in [
        include_str!("../../../tests/fixtures/container-results.request.json"),
        include_str!("../../../tests/fixtures/container-results.request-minimal.json"),
    ] {
        same_json(&container_results(&given(fixture)).unwrap().body, fixture);
    }
    let fixture = include_str!("../../../tests/fixtures/agent-history.request.json");
    same_json(&agent_history(&given(fixture)).unwrap().body, fixture);
    let fixture = include_str!("../../../tests/fixtures/team.request-minimal.json");
    same_json(&team(&given(fixture)).unwrap().body, fixture);
    for fixture in [
        include_str!("../../../tests/fixtures/team-removal.request.json"),
        include_str!("../../../tests/fixtures/team-removal.request-minimal.json"),
    ] {
        same_json(&remove_member(&given(fixture)).unwrap().removal.body, fixture);
    }
}

#[test]
fn c8_words_outside_the_interface_are_refused() {
    let refused = |text: &str| container_results(&given(text)).unwrap_err().path;
    assert_eq!(refused(r#"{"platform":"GitHub","org":"o","scan_id":"s"}"#), "platform");
    assert_eq!(refused(r#"{"platform":"azuredevops","org":"o","scan_id":"s"}"#), "platform");
    assert_eq!(refused(r#"{"platform":"github","org":"o","scan_id":"s","cloud":"AWS"}"#), "cloud");
    assert!(team(&given(&["{", TEAM, "}"].concat())).is_ok());
}

#[test]
fn g9_only_the_platforms_own_address_may_be_given() {
    let fixture = include_str!("../../../tests/fixtures/team.request.json");
    assert_eq!(team(&given(fixture)).unwrap_err().path, "github_base_url");
    let own = ["{", TEAM, r#","azure_devops_base_url":"https://Devops.example/Tfs/"}"#].concat();
    assert!(team(&given(&own)).unwrap().body.contains(r#""azure_devops_base_url":"https://Devops.example/Tfs/""#));
    let foreign = own.replace("azuredevops", "github");
    assert_eq!(team(&given(&foreign)).unwrap_err().path, "azure_devops_base_url");
    let hostile = ["{", TEAM, r#","azure_devops_base_url":"http://169.254.169.254/"}"#].concat();
    assert_eq!(team(&given(&hostile)).unwrap_err().path, "azure_devops_base_url");
}

#[test]
fn g10_c26_repositories_have_an_owner_and_a_name() {
    for (repo, accepted) in [
        ("owner/name", true),
        ("group/sub/name", true),
        ("name", false),
        ("/name", false),
        ("owner/", false),
        ("owner//name", false),
        ("owner/ ", false),
        ("owner/..", false),
        ("./name", false),
        ("owner/%2E.", false),
        ("owner/..name", true),
        ("owner/...", true),
    ] {
        let params = Argument::Members(vec![("repo".to_owned(), Argument::Text(repo.to_owned()))]);
        assert_eq!(agent_history(&params).is_ok(), accepted, "{repo}");
    }
}

#[test]
fn g11_team_ids_are_uuids_sent_as_given() {
    let checked = team(&given(&["{", TEAM, "}"].concat())).unwrap();
    assert!(checked.body.contains("3F2504E0-4f89"));
    let bad = given(r#"{"platform":"github","org":"o","team_id":"42"}"#);
    assert_eq!(team(&bad).unwrap_err(), Invalid::new("team_id", "must be a UUID"));
}

#[test]
fn g12_logins_are_sent_exactly_as_given() {
    let with = |login: &str| {
        let login = serde_json::to_string(login).unwrap();
        remove_member(&given(&["{", TEAM, ",\"user_login\":", &login, "}"].concat()))
    };
    for login in [" Ann Lee ", "a+b@example.com", "李雷", &"x".repeat(320)] {
        let checked = with(login).unwrap();
        let body: serde_json::Value = serde_json::from_str(&checked.removal.body).unwrap();
        assert_eq!(body["user_login"], login);
        assert_eq!(checked.user_login, login);
    }
    assert_eq!(with(&"x".repeat(321)).unwrap_err().path, "user_login");
}

#[test]
fn f10_a_name_is_sent_with_what_is_left_of_it_where_it_was_cut() {
    let mut members = vec![("user_name".to_owned(), Argument::IllFormed("Ann \u{fffd}".to_owned()))];
    for (name, text) in [
        ("platform", "github"),
        ("org", "o"),
        ("team_id", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
        ("user_login", "ann"),
    ] {
        members.push((name.to_owned(), Argument::Text(text.to_owned())));
    }
    let body = remove_member(&Argument::Members(members)).unwrap().removal.body;
    assert!(body.ends_with("\"user_login\":\"ann\",\"user_name\":\"Ann \u{fffd}\"}"), "{body}");
}

#[test]
fn g13_the_cloud_is_left_to_the_service_unless_given() {
    let checked = container_results(&given(r#"{"platform":"github","org":"o","scan_id":"s"}"#)).unwrap();
    assert!(!checked.body.contains("cloud"));
    assert_eq!(checked.subject, "s");
}

#[test]
fn g14_a_team_is_asked_for_without_other_fields() {
    let extra = given(&["{", TEAM, r#","user_login":"x"}"#].concat());
    assert!(team(&extra).unwrap_err().rule.starts_with("is an unknown option"));
    let removal = given(&["{", TEAM, r#","user_login":"x","role":"lead"}"#].concat());
    let checked = remove_member(&removal).unwrap();
    assert!(!checked.team.body.contains("user_login"));
}

#[test]
fn g16_values_of_other_types_are_refused_by_name() {
    for value in [Argument::Other, Argument::Function, Argument::Number(1.0), Argument::Flag(true)] {
        let params = Argument::Members(vec![("repo".to_owned(), value)]);
        assert_eq!(agent_history(&params).unwrap_err(), Invalid::new("repo", "must be a string"));
    }
}

#[test]
fn what_is_said_of_a_long_login_names_the_limit() {
    let text = format!(r#"{{{TEAM},"user_login":"{}"}}"#, "x".repeat(MAX_LOGIN + 1));
    let wrong = remove_member(&given(&text)).err().unwrap();
    assert_eq!(wrong, Invalid::new("user_login", format!("must not be longer than {MAX_LOGIN} characters")));
}
