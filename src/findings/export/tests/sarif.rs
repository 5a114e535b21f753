//! SARIF: rules, results, links and places.

use super::*;

#[test]
fn sarif_holds_a_rule_for_each_identifier_and_a_result_for_each_finding() {
    let rows = [
        json!({ "uid": "u1", "id": "CVE-1", "image": "alpine:3.10", "target": "usr/lib (x)", "severity": "critical", "package": "p",
            "installed_version": "1", "fixed_version": "2", "title": "t", "primary_url": "https://a.example/1" }),
        json!({ "uid": "u2", "id": "CVE-1", "severity": "low", "primary_url": "javascript:1" }),
        json!({ "severity": "odd" }),
        json!({ "uid": "", "id": "", "severity": "medium" }),
    ];
    let sarif: Value = serde_json::from_str(&scan(&rows).to_sarif(&Filter::default()).unwrap()).unwrap();
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect::<Vec<_>>(), ["CVE-1", "unidentified"]);
    assert_eq!(
        (&rules[0]["helpUri"], &rules[0]["shortDescription"]["text"]),
        (&json!("https://a.example/1"), &json!("t"))
    );
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    assert_eq!(
        results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "alpine%3A3.10/usr/lib%20%28x%29"
    );
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"], json!({ "startLine": 1 }));
    assert_eq!(results[0]["message"]["text"], "p 1, fixed in 2: t");
    let levels: Vec<&str> = results.iter().map(|result| result["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["error", "warning", "note", "warning"]);
    let uids: Vec<Option<&str>> = results.iter().map(|result| result["partialFingerprints"]["uid"].as_str()).collect();
    assert_eq!(uids, [Some("u1"), None, Some("u2"), None]);
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
}

#[test]
fn sarif_says_of_an_identifier_what_its_first_finding_that_knows_it_says() {
    let rows = [
        json!({ "uid": "1", "id": "CVE-1", "severity": "high", "title": "" }),
        json!({ "uid": "2", "id": "CVE-1", "severity": "high", "title": "t", "primary_url": "no link" }),
        json!({ "uid": "3", "id": "CVE-1", "severity": "high", "title": "u", "primary_url": "https://a.example/1" }),
        json!({ "uid": "4", "id": "unidentified", "severity": "odd" }),
        json!({ "uid": "5", "severity": "odd" }),
    ];
    let sarif: Value = serde_json::from_str(&scan(&rows).to_sarif(&Filter::default()).unwrap()).unwrap();
    let run = &sarif["runs"][0];
    let rules = json!([
        { "id": "CVE-1", "shortDescription": { "text": "t" }, "helpUri": "https://a.example/1",
          "properties": { "security-severity": "8.0", "tags": ["security"] } },
        { "id": "unidentified", "shortDescription": { "text": "unidentified" } },
    ]);
    assert_eq!(run["tool"]["driver"]["rules"], rules);
    let numbers: Vec<u64> =
        run["results"].as_array().unwrap().iter().map(|result| result["ruleIndex"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [0, 0, 0, 1, 1]);
}

#[test]
fn sarif_scores_a_rule_by_its_worst_finding_within_what_code_scanning_calls_so() {
    for (severity, band) in [("critical", 9.0..10.0), ("high", 7.0..9.0), ("medium", 4.0..7.0), ("low", 0.1..4.0)] {
        let worst = json!({ "uid": "1", "id": "CVE-1", "severity": severity });
        let rows = ["unknown", "low"].map(|other| json!({ "uid": other, "id": "CVE-1", "severity": other }));
        let sarif = scan(&[&rows[..], &[worst]].concat()).to_sarif(&Filter::default()).unwrap();
        let sarif: Value = serde_json::from_str(&sarif).unwrap();
        let score = sarif["runs"][0]["tool"]["driver"]["rules"][0]["properties"]["security-severity"].as_str().unwrap();
        assert!(band.contains(&score.parse().unwrap()), "{severity} {score}");
    }
}

#[test]
fn sarif_messages_have_neither_placeholders_nor_links() {
    let message = |title: &str| -> Value {
        let sarif = scan(&[json!({ "package": "p", "title": title })]).to_sarif(&Filter::default()).unwrap();
        serde_json::from_str::<Value>(&sarif).unwrap()["runs"][0]["results"][0]["message"]["text"].take()
    };
    assert_eq!(message(""), "p");
    for (title, literal) in [
        ("a{0} }", "a{{0}} }}"),
        ("[a](https://a.example) \\[b]", "\\[a\\](https://a.example) \\\\\\[b\\]"),
        ("a[0] \\b", "a[0] \\b"),
        ("a[0] \\b {1}", "a[0] \\b {{1}}"),
    ] {
        assert_eq!(message(title), format!("p: {literal}"));
    }
    let of = |finding: Value| sarif_of(finding)["results"][0]["message"]["text"].take();
    assert_eq!(of(json!({ "id": "C-1" })), "C-1");
    assert_eq!(of(json!({ "installed_version": "2", "fixed_version": "3" })), "2, fixed in 3");
}

/// The run of a log of one finding.
fn sarif_of(finding: Value) -> Value {
    let sarif = scan(&[finding]).to_sarif(&Filter::default()).unwrap();
    serde_json::from_str::<Value>(&sarif).unwrap()["runs"][0].take()
}

#[test]
fn sarif_links_are_uris_and_nothing_else() {
    let link = |url: &str| sarif_of(json!({ "primary_url": url }))["tool"]["driver"]["rules"][0]["helpUri"].take();
    for url in ["https://a.example", "https://a:8080/b%20c?d=%C3%A9#e", "HTTP://a:/", "https://a/b:c@d?e:f"] {
        assert_eq!(link(url), url);
    }
    for url in [
        "https://a/100%",
        "https://a/%zz",
        "https://a/%u0041",
        "https://a/%4",
        "https://a/b[0]",
        "https://a/?c=[1]",
        "https://a/#b#c",
        "https://[zz]/",
        "https://a[b/",
        "https://[::1",
        "https://a:b/",
        "https://a:1:2/",
        "https://:80/",
        "https://a/b|c",
        "https://é.example/",
    ] {
        assert_eq!(link(url), Value::Null, "{url}");
    }
}

#[test]
fn sarif_places_stay_below_where_they_are_read() {
    let place = |image: &str, target: &str| {
        let finding = json!({ "image": image, "target": target });
        sarif_of(finding)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].take()
    };
    for (image, target, uri) in [
        ("a:1", "usr/lib", "a%3A1/usr/lib"),
        ("", "etc/passwd", "etc/passwd"),
        ("", "/etc/passwd", "etc/passwd"),
        ("a", "../../../etc/passwd", "a/etc/passwd"),
        ("..", "./b//c/.", "b/c"),
        ("a", "..%2F...", "a/..%252F..."),
        ("a", "", "a"),
        ("", "", "unidentified"),
        ("c:", "\\b", "c%3A/%5Cb"),
    ] {
        assert_eq!(place(image, target), uri, "{image} {target}");
    }
}
