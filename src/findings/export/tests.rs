use crate::findings::oracle::{Plain, finding};
use crate::findings::{CsvOptions, Dimension, Filter, Ingest, Limits, MarkdownOptions, RollupOptions, Scan};
use crate::wire::severity::Severity;
use proptest::prelude::*;
use serde_json::{Value, json};

const HEADER: &str =
    "uid,image,kind,target,id,package,severity,installed_version,fixed_version,title,primary_url,epss,fixable,exploit";

fn scan(rows: &[Value]) -> Scan {
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(rows).unwrap()).unwrap();
    ingest.finish().unwrap()
}

fn running() -> Scan {
    let mut ingest = Ingest::new(Limits::default());
    ingest.push(br#"{"scan_id":"s|1","status":"running"}"#).unwrap();
    ingest.finish().unwrap()
}

/// Reads CSV by the letter of RFC 4180.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let line = lines.last_mut().unwrap();
        let cell = line.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\r' if !quoted => {
                assert_eq!(letters.next(), Some('\n'), "a line ends with CR LF");
                lines.push(vec![String::new()]);
            }
            '\n' if !quoted => panic!("a bare line feed outside of quotes"),
            other => cell.push(other),
        }
    }
    assert!(!quoted, "an open quote");
    assert_eq!(lines.pop(), Some(vec![String::new()]), "the last line ends too");
    lines
}

fn cell_of(title: &str) -> String {
    let csv = scan(&[json!({ "title": title })]).to_csv(&CsvOptions::default()).unwrap();
    read_csv(&csv)[1][9].clone()
}

#[test]
fn i16_cells_that_a_spreadsheet_would_run_are_defused() {
    for cell in [
        "=1+1",
        "+1",
        "-1.2",
        "@scope/name",
        "\tx",
        "\rx",
        "\0=x",
        "\"=1",
        " =1",
        "'=1",
        "＝1",
        "＠a",
        "\n=1",
        "\nx",
        "－1",
        " \0x",
        "\"\0",
        "'\tx",
        " \rx",
    ] {
        assert_eq!(cell_of(cell), format!("'{cell}"), "{cell:?}");
    }
    for unseen in ['\u{feff}', '\u{200b}', '\u{1}', '\u{7f}', '\u{a0}', '\u{202e}', '\u{34f}', '\u{fe0f}'] {
        let cell = format!("{unseen}=1");
        assert_eq!(cell_of(&cell), format!("'{cell}"), "{cell:?}");
    }
    for cell in ["a=b", "1-2", "name@scope", "", "it's", "a;b", "\"quoted\"", " a ", "x,y", "two\nlines"] {
        assert_eq!(cell_of(cell), cell, "{cell:?}");
    }
}

#[test]
fn i16_a_probability_is_no_formula() {
    let csv = |raw| {
        let finding = json!({ "uid": "u", "epss_details": { "epss": "-0e5" } });
        read_csv(&scan(&[finding]).to_csv(&CsvOptions { raw, ..Default::default() }).unwrap())[1][11].clone()
    };
    assert_eq!([csv(false), csv(true)], ["0", "0"]);
}

#[test]
fn i16_defusing_can_be_switched_off() {
    let csv = scan(&[json!({ "package": "@a/b" })]).to_csv(&CsvOptions { raw: true, ..Default::default() }).unwrap();
    assert_eq!(read_csv(&csv)[1][5], "@a/b");
}

#[test]
fn csv_lines_are_as_wide_as_their_cells_and_quoted_only_where_readers_differ() {
    let line = |finding: Value| {
        let csv = scan(&[finding]).to_csv(&CsvOptions::default()).unwrap();
        csv.lines().nth(1).unwrap().to_owned()
    };
    let finding = json!({ "uid": "u", "id": "C-1", "severity": "High", "epss_details": { "epss": 0.25 } });
    assert_eq!(line(finding), "u,,,,C-1,,High,,,,,0.25,false,false");
    let finding = json!({ "fixed_version": "2", "epss_details": { "note": 1 }, "public_exploit": { "known": true } });
    assert_eq!(line(finding), ",,,,,,,,2,,,,true,true");
    for (title, cell) in [
        ("a b", "a b"),
        (" a", "\" a\""),
        ("a ", "\"a \""),
        ("a;b", "\"a;b\""),
        ("a\tb", "\"a\tb\""),
        ("a\0b", "\"a\0b\""),
        ("a\"b", "\"a\"\"b\""),
        ("@a", "'@a"),
        ("@a,b", "\"'@a,b\""),
    ] {
        assert_eq!(line(json!({ "title": title })), format!(",,,,,,,,,{cell},,,false,false"));
    }
}

#[test]
fn a_running_scan_exports_nothing_and_says_so() {
    assert_eq!(read_csv(&running().to_csv(&CsvOptions::default()).unwrap()).len(), 1);
    assert!(running().to_markdown(&MarkdownOptions::default()).unwrap().contains("are not known"));
    let sarif: Value = serde_json::from_str(&running().to_sarif(&Filter::default()).unwrap()).unwrap();
    assert_eq!(sarif["runs"][0].get("results"), None, "no results would be a clean scan");
    assert_eq!(sarif["runs"][0]["invocations"], json!([{ "executionSuccessful": false }]));
}

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
        // GitHub makes none of these.
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
fn a_long_export_has_every_line_once_and_in_order() {
    // Several times what a writer gathers before it is taken over.
    let names: Vec<String> = (0..3000).map(|at| format!("n{at:04}")).collect();
    let row = |name: &String| json!({ "id": name, "image": name, "title": "t".repeat(80) });
    let scan = scan(&names.iter().map(row).collect::<Vec<_>>());
    let csv = read_csv(&scan.to_csv(&CsvOptions::default()).unwrap());
    assert!(csv[1..].iter().map(|line| &line[4]).eq(&names));
    let log: Value = serde_json::from_str(&scan.to_sarif(&Filter::default()).unwrap()).unwrap();
    let named =
        |list: &Value, key: &str| list.as_array().unwrap().iter().map(|item| item[key].clone()).collect::<Vec<_>>();
    assert_eq!(named(&log["runs"][0]["tool"]["driver"]["rules"], "id"), names);
    assert_eq!(named(&log["runs"][0]["results"], "ruleId"), names);
    let markdown = scan.to_markdown(&MarkdownOptions::default()).unwrap();
    let images =
        markdown.lines().filter_map(|line| line.strip_prefix("| ")?.get(..5)).filter(|cell| cell.starts_with('n'));
    assert!(images.eq(names.iter()));
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

/// Whether a cell is a text, or that behind the apostrophe that defuses it.
fn is_of(cell: &str, original: &str) -> bool {
    cell == original || cell.strip_prefix('\'') == Some(original)
}

proptest! {
    #[test]
    fn csv_reads_back_to_the_same_cells(rows in prop::collection::vec(finding(), 0..12), raw: bool) {
        let scan = scan(&rows);
        let lines = read_csv(&scan.to_csv(&CsvOptions { raw, ..Default::default() }).unwrap());
        prop_assert_eq!(lines.len(), rows.len() + 1);
        prop_assert_eq!(lines[0].join(","), HEADER);
        let order = scan.query(&crate::findings::Query { limit: rows.len(), ..Default::default() }).unwrap().rows;
        for (line, row) in lines.iter().skip(1).zip(order) {
            prop_assert_eq!(line.len(), lines[0].len());
            let row = Plain { row, value: rows[row as usize].clone() };
            for (cell, name) in line.iter().zip(&lines[0]) {
                let is_right = match name.as_str() {
                    "epss" => row.epss().map_or(cell.is_empty(), |epss| cell.parse() == Ok(epss)),
                    "fixable" => *cell == row.fixable().to_string(),
                    "exploit" => *cell == row.exploit().to_string(),
                    name if raw => cell == row.text(name),
                    name => is_of(cell, row.text(name)),
                };
                prop_assert!(is_right, "{}: {:?}", name, cell);
            }
        }
    }

    #[test]
    fn exports_count_what_the_rollup_counts(rows in prop::collection::vec(finding(), 0..20), fixable: Option<bool>) {
        let scan = scan(&rows);
        let filter = Filter { fixable, ..Default::default() };
        let rollup = scan.rollup(&RollupOptions { filter: filter.clone(), ..Default::default() }).unwrap();
        let findings = rollup.figures.findings as usize;
        let csv = scan.to_csv(&CsvOptions { filter: filter.clone(), raw: true }).unwrap();
        prop_assert_eq!(read_csv(&csv).len() - 1, findings);
        let sarif: Value = serde_json::from_str(&scan.to_sarif(&filter).unwrap()).unwrap();
        prop_assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), findings);
        let markdown = scan.to_markdown(&MarkdownOptions { filter, by: Dimension::Severity }).unwrap();
        let figures = format!("| Findings | {findings} |");
        prop_assert!(markdown.contains(&figures));
        let counts = rollup.figures.by_severity.in_order().map(|count| count.to_string()).join(" | ");
        let all = format!("| **all** | {counts} |");
        prop_assert!(markdown.contains(&all));
    }
}
