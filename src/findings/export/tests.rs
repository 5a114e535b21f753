mod markdown;
mod sarif;

use super::{Export, ExportOptions, PIECE};
use crate::findings::tests::oracle::{Plain, finding};
use crate::findings::{
    CsvOptions, Dimension, Filter, Ingest, Limits, MarkdownOptions, Query, RollupOptions, Scan, Sort, SortKey,
};
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
fn a_long_export_has_every_line_once_and_in_order() {
    // Several times as much as a writer gathers before a piece is taken over.
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

/// Every format, of all findings.
fn all_formats() -> [ExportOptions; 4] {
    [
        ExportOptions::Csv(CsvOptions::default()),
        ExportOptions::Json,
        ExportOptions::Markdown(MarkdownOptions::default()),
        ExportOptions::Sarif(Filter::default()),
    ]
}

#[test]
fn a_piece_is_short_and_other_questions_in_between_change_nothing() {
    let row = |at: u32| json!({ "id": format!("n{}", at % 5000), "image": format!("i{at}"), "title": "é".repeat(60) });
    let scan = scan(&(0..20_000).map(row).collect::<Vec<_>>());
    for options in all_formats() {
        let whole = Export::new(&scan, options.clone()).unwrap().text(&scan).unwrap();
        let mut export = Export::new(&scan, options).unwrap();
        let (mut bytes, mut pieces) = (Vec::new(), 0);
        while let Some(piece) = export.next(&scan).unwrap() {
            assert!(piece.len() < PIECE + 1000, "{}", piece.len());
            bytes.extend_from_slice(piece);
            pieces += 1;
            let filter = Filter { image: Some(vec![format!("i{pieces}")]), ..Filter::default() };
            assert_eq!(scan.query(&Query { filter, ..Query::default() }).unwrap().unwrap().total, 1);
        }
        assert!(export.next(&scan).unwrap().is_none(), "the end stays the end");
        assert!(pieces > 10, "{pieces}");
        assert_eq!(String::from_utf8(bytes).unwrap(), whole);
    }
    let mut log = Export::new(&scan, ExportOptions::Sarif(Filter::default())).unwrap();
    assert_eq!(log.next(&scan), Ok(Some(&b""[..])), "not all rows are looked through at once");
}

#[test]
fn a_long_json_has_every_finding_and_a_long_log_every_rule_and_result() {
    let id = |at: usize| format!("n{:05}", at % 5000);
    let rows: Vec<_> = (0..20_000).map(|at| json!({ "id": id(at), "image": "i", "title": "é".repeat(60) })).collect();
    let scan = scan(&rows);
    let read = |text: String| serde_json::from_str::<Value>(&text).unwrap();
    assert_eq!(read(scan.to_json().unwrap())["findings"], Value::from(rows));
    let log = read(scan.to_sarif(&Filter::default()).unwrap());
    let [rules, results] =
        ["/runs/0/tool/driver/rules", "/runs/0/results"].map(|at| log.pointer(at).unwrap().as_array().unwrap());
    assert!(rules.iter().map(|rule| rule["id"].clone()).eq((0..5000).map(|at| json!(id(at)))));
    assert_eq!(results.len(), 20_000);
    assert!(
        results.iter().all(|result| rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"] == result["ruleId"])
    );
}

#[test]
fn json_of_what_has_no_findings_or_nothing_beside_them_is_whole() {
    let json = |scan: &Scan| serde_json::from_str::<Value>(&scan.to_json().unwrap()).unwrap();
    assert_eq!(json(&running()), json!({ "scan_id": "s|1", "status": "running" }));
    assert_eq!(json(&scan(&[]))["findings"], json!([]));
    let findings = json!([{ "uid": "u", "deep": [[1.50]], "epss_details": { "epss": "1e-2" } }, {}]);
    assert_eq!(json(&scan(findings.as_array().unwrap()))["findings"], findings);
}

/// Whether a cell is a text, or the text after the apostrophe that defuses it.
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
        let order = scan.query(&Query { limit: rows.len(), ..Default::default() }).unwrap().unwrap().rows;
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
    fn json_has_each_finding_as_its_codes_and_their_texts_say(rows in prop::collection::vec(finding(), 0..12)) {
        let scan = scan(&rows);
        let row = |row| {
            let mut text = String::new();
            scan.write_row(row, &mut text);
            text
        };
        let findings = (0..rows.len() as u32).map(row).collect::<Vec<_>>().join(",");
        let json = scan.to_json().unwrap();
        prop_assert!(json.ends_with(&format!("\"findings\":[{findings}]}}")), "{json}");
        prop_assert!(serde_json::from_str::<Value>(&json).is_ok());
    }

    #[test]
    fn a_table_has_the_order_of_the_pages(
        rows in prop::collection::vec(finding(), 0..20),
        // Many rows are split into parts, and read a window at a time.
        times in prop_oneof![9 => 1_usize..20, 1 => 200_usize..400],
        sort in prop::collection::vec((prop::sample::select(&SortKey::ALL), any::<bool>()), 0..3),
    ) {
        let mut rows = vec![rows; times].concat();
        rows.iter_mut().enumerate().for_each(|(at, row)| row["uid"] = json!(at.to_string()));
        let scan = scan(&rows);
        let sort: Vec<_> = sort.into_iter().map(|(by, descending)| Sort { by, descending }).collect();
        let page = scan.query(&Query { sort: sort.clone(), limit: rows.len(), ..Default::default() }).unwrap().unwrap();
        let lines = read_csv(&scan.to_csv(&CsvOptions { sort, ..Default::default() }).unwrap());
        let written: Vec<u32> = lines.iter().skip(1).map(|line| line[0].parse().unwrap()).collect();
        prop_assert_eq!(written, page.rows);
    }

    #[test]
    fn exports_count_what_the_rollup_counts(rows in prop::collection::vec(finding(), 0..20), fixable: Option<bool>) {
        let scan = scan(&rows);
        let filter = Filter { fixable, ..Default::default() };
        let rollup = scan.rollup(&RollupOptions { filter: filter.clone(), ..Default::default() }).unwrap().unwrap();
        let findings = rollup.figures.findings as usize;
        let csv = scan.to_csv(&CsvOptions { filter: filter.clone(), raw: true, ..Default::default() }).unwrap();
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
