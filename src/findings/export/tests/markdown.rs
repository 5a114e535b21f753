//! Markdown: the figures, the groups, and text of the service as text.

use super::*;

#[test]
fn markdown_is_headed_by_the_scan_and_its_status() {
    let head = |scan: Scan| {
        scan.to_markdown(&MarkdownOptions::default()).unwrap().lines().take(3).collect::<Vec<_>>().join("|")
    };
    assert_eq!(head(running()), "# Container scan s\\|1||Status: running");
    assert_eq!(head(scan(&[])), "# Container scan||Status: completed");
}

#[test]
fn markdown_has_a_table_of_figures_and_one_of_groups() {
    let rows = [
        json!({ "id": "C-1", "package": "p", "image": "a", "severity": "high", "fixed_version": "2" }),
        json!({ "id": "C-1", "package": "q", "image": "a", "severity": "low", "public_exploit": { "known": true } }),
        json!({ "id": "C-2", "package": "q", "severity": "critical" }),
    ];
    let expected = [
        "# Container scan",
        "",
        "Status: completed",
        "",
        "| Figure | Count |",
        "| --- | ---: |",
        "| Findings | 3 |",
        "| Unique vulnerabilities | 2 |",
        "| Packages | 2 |",
        "| Images | 2 |",
        "| Fixable | 1 |",
        "| With a known exploit | 1 |",
        "",
        "| image | critical | high | medium | low | unknown | findings | fixable |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "|  | 1 | 0 | 0 | 0 | 0 | 1 | 0 |",
        "| a | 0 | 1 | 0 | 1 | 0 | 2 | 1 |",
        "| **all** | 1 | 1 | 0 | 1 | 0 | 3 | 1 |",
        "",
    ];
    assert_eq!(scan(&rows).to_markdown(&MarkdownOptions::default()).unwrap(), expected.join("\n"));
}

#[test]
fn markdown_shows_text_of_the_service_as_text() {
    let image = "a|b\n<img src=x onerror=alert(1)>[x](javascript:1)`*_#@you\u{202e} www.a.example https://b.example";
    let rows = [json!({ "image": image, "severity": "high" })];
    let text = scan(&rows).to_markdown(&MarkdownOptions::default()).unwrap();
    let line = text.lines().find(|line| line.starts_with("| a\\|b")).unwrap();
    let expected = "| a\\|b &lt;img src\\=x onerror\\=alert\\(1\\)&gt;\\[x\\]\\(javascript\\:1\\)\\`\\*\\_\\#\\@you  www\\.a.example https\\:/\\/b.example | 0 | 1 | 0 | 0 | 0 | 1 | 0 |";
    assert_eq!(line, expected);
    let text = scan(&[json!({ "image": "a&b &lt;c" })]).to_markdown(&MarkdownOptions::default()).unwrap();
    assert!(text.contains("| a&amp;b &amp;lt\\;c |"), "{text}");
}

#[test]
fn an_address_without_a_scheme_is_no_link_in_markdown() {
    let text = scan(&[json!({ "image": "//a.example/b///c" })]).to_markdown(&MarkdownOptions::default()).unwrap();
    assert!(text.contains("| /\\/a.example/b/\\/\\/c |"), "{text}");
    for (image, shown) in [("www.a.b", "www\\.a.b"), ("Www.a.b", "Www\\.a.b"), ("ww.a.b", "ww.a.b")] {
        let text = scan(&[json!({ "image": image })]).to_markdown(&MarkdownOptions::default()).unwrap();
        assert!(text.contains(&format!("| {shown} |")), "{text}");
    }
}

#[test]
fn an_address_of_mail_is_no_link_in_markdown() {
    for (image, shown) in [
        ("foo@example.com", "foo`@`example.com"),
        ("first.last+tag@mail-1.example.co", "first.last\\+tag`@`mail-1.example.co"),
        ("mailto:a_@b.c", "mailto\\:a\\_`@`b.c"),
        ("mailto:@b.c", "mailto\\:`@`b.c"),
        ("xmpp:foo@b.1/x", "xmpp\\:foo`@`b.1/x"),
        ("a@b.c@d.e", "a`@`b.c`@`d.e"),
        ("a+@b.c", "a\\+`@`b.c"),
        ("&a@b.c>", "&amp;a`@`b.c&gt;"),
        // GitHub makes no link of these.
        ("@scope/name.js", "\\@scope/name.js"),
        ("name@1.2.3", "name\\@1.2.3"),
        ("shop/api@sha256:0a1b.c", "shop/api\\@sha256\\:0a1b.c"),
        ("`@b.c`", "\\`\\@b.c\\`"),
        ("a@é.c", "a\\@é.c"),
        ("root@host", "root\\@host"),
    ] {
        let text = scan(&[json!({ "image": image })]).to_markdown(&MarkdownOptions::default()).unwrap();
        assert!(text.contains(&format!("| {shown} |")), "{image}: {text}");
    }
}

#[test]
fn markdown_of_some_findings_says_of_which() {
    let rows: Vec<Value> = (0..3).map(|at| json!({ "uid": at.to_string(), "severity": "high" })).collect();
    let all = scan(&rows).to_markdown(&MarkdownOptions::default()).unwrap();
    assert!(!all.contains("those that match"));
    let filter = Filter {
        severity: Some(vec![Severity::Critical, Severity::High]),
        image: Some((0..12).map(|at| format!("<i{at}>")).collect()),
        installed_version: Some(vec!["1.0".to_owned()]),
        fixable: Some(true),
        min_epss: Some(0.0505),
        text: Some("a|b".to_owned()),
        ..Filter::default()
    };
    let scope = |filter| {
        let some = scan(&rows).to_markdown(&MarkdownOptions { filter, by: Dimension::Image }).unwrap();
        some.split("\n\n").skip(2).take(2).collect::<Vec<_>>().join("\n")
    };
    let images: Vec<String> = (0..10).map(|at| format!("&lt;i{at}&gt;")).collect();
    let expected = [
        "Of 3 findings, those that match:",
        "- severity: critical, high",
        &format!("- image: {} and 2 more", images.join(", ")),
        "- installed_version: 1.0",
        "- fixable: true",
        "- EPSS: at least 5.05 %",
        "- text: a\\|b",
    ];
    assert_eq!(scope(filter), expected.join("\n"));
    for (values, end) in [(10, "i8, i9"), (11, "i9 and 1 more")] {
        let image = Some((0..values).map(|at| format!("i{at}")).collect());
        assert!(scope(Filter { image, ..Filter::default() }).ends_with(end), "{values}");
    }
    let flags = Filter { fixable: Some(false), exploit: Some(true), ..Filter::default() };
    assert_eq!(scope(flags), "Of 3 findings, those that match:\n- fixable: false\n- exploit: true");
    let unnamed = Filter { image: Some(vec![String::new(), "x".to_owned()]), ..Filter::default() };
    assert_eq!(scope(unnamed), "Of 3 findings, those that match:\n- image: \"\", x");
    let nothing = Filter { severity: Some(vec![]), text: Some(" ".to_owned()), ..Filter::default() };
    assert_eq!(scope(nothing), "Of 3 findings, those that match:\n- severity: none of them");
    let blank =
        MarkdownOptions { filter: Filter { text: Some(" ".to_owned()), ..Filter::default() }, ..Default::default() };
    assert_eq!(scan(&rows).to_markdown(&blank).unwrap(), all);
    for (least, words) in [
        (0.0, "at least 0"),
        (4.9e-7, "above 0"),
        (9e-7, "above 0"),
        (1e-6, "at least 0.0001"),
        (0.07, "at least 7"),
        (0.29, "at least 29"),
        (0.5, "at least 50"),
        (0.1, "at least 10"),
        (0.123_456_7, "at least 12.3456"),
        (0.010_001, "at least 1.0001"),
        (0.000_493, "at least 0.0493"),
        (0.000_1, "at least 0.01"),
        (0.999_9, "at least 99.99"),
        (0.999_99, "at least 99.999"),
        (0.999_999_9, "at least 99.9999"),
        (1.0, "at least 100"),
    ] {
        let filter = Filter { min_epss: Some(least), ..Filter::default() };
        let text = scan(&rows).to_markdown(&MarkdownOptions { filter, by: Dimension::Image }).unwrap();
        assert!(text.contains(&format!("- EPSS: {words} %\n")), "{least}");
    }
}

#[test]
fn markdown_cuts_texts_that_are_too_long_to_read_where_they_are_least_missed() {
    let image = |name: String| scan(&[json!({ "image": name })]).to_markdown(&MarkdownOptions::default()).unwrap();
    assert!(image("é".repeat(200)).contains(&format!("| {} |", "é".repeat(200))));
    let text = image(format!("{}é{}-1", "a".repeat(119), "b".repeat(900)));
    assert!(text.contains(&format!("| {}é…{}-1 |", "a".repeat(119), "b".repeat(77))));
}
