//! The grammar of RFC 8259 as a table of documents, by the categories of the published JSON test suites: what every parser
//! must accept, what it must refuse, and what the grammar leaves open, with this parser's answer.
//!
//! Each document goes through the tree parser, through the reader of raw values, and as an unnamed member through the
//! ingest of findings, whole and byte by byte. Rows are damaged in every place, after rows that the ingest has learned
//! from.

use crate::findings::ingest::Ingest;
use crate::findings::tests::oracle;
use crate::json::lex::{Lexer, mark_length};
use crate::json::raw::RawReader;
use crate::json::{Limits, parse};

/// Documents that must be accepted.
const ACCEPT: &[&str] = &[
    "[]",
    "{}",
    " [ ] ",
    "\t{\n}\r\n",
    "[[]]",
    "[{}]",
    "{\"a\":[]}",
    "[[[[[[[[[]]]]]]]]]",
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-1",
    "1",
    "123456789012345678901234567890",
    "0.5",
    "-0.0",
    "1.25",
    "1e5",
    "1E5",
    "1e+5",
    "1e-5",
    "1.5e10",
    "0e1",
    "0E+1",
    "-1e-2",
    "1e400",
    "1e-400",
    "[1,2]",
    "[ 1 , 2 ]",
    "[null,true,false]",
    "[1,\n2]",
    "{\"a\":1}",
    "{ \"a\" : 1 , \"b\" : 2 }",
    "{\"a\":{\"b\":{}}}",
    "{\"\":0}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"\\u0061\":2}",
    "\"\"",
    "\" \"",
    "\"a\"",
    "\"\\\"\"",
    "\"\\\\\"",
    "\"\\/\"",
    "\"\\b\\f\\n\\r\\t\"",
    "\"\\u0000\"",
    "\"\\u001f\"",
    "\"\\u0041\"",
    "\"\\uABcd\"",
    "\"\\u00e9\"",
    "\"\\ud83d\\ude00\"",
    "\"\\uD834\\uDD1E\"",
    "\"\u{7f}\"",
    "\"\u{80}\"",
    "\"é\"",
    "\"中文\"",
    "\"😀\"",
    "\"\u{10ffff}\"",
    "\"\u{feff}\"",
    "\"\u{2028}\u{2029}\"",
    "\"\u{e000}\"",
    "\"/\"",
    "\"'\"",
    "\"//\"",
    "\"[\"",
    "\"{}\"",
    "\"\\\\\\\\\"",
    "\"\\\\n\"",
    "\"\\\\u0041\"",
    "[\"a\",\"\"]",
    "{\"\\u0000\":0}",
    "{\"/\":\"~\"}",
    "[-0,0.0,0e0]",
    "[[],[[]],{}]",
    "{\"a\":null}",
    "\"0123456789012345678901234567890123456789\"",
    "\"01234567890123\\n56789\"",
    "\"0123456é89012345\"",
];

/// Documents that must be refused.
const REFUSE: &[&str] = &[
    "",
    " ",
    "[",
    "]",
    "{",
    "}",
    "[[]",
    "[]]",
    "{}}",
    "[}",
    "{]",
    "[1,]",
    "[,1]",
    "[,]",
    "[1,,2]",
    "[1 2]",
    "[1",
    "[1,",
    "[\"a\"",
    "[\"a",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1,}",
    "{,}",
    "{,\"a\":1}",
    "{\"a\" 1}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":1,,\"b\":2}",
    "{a:1}",
    "{'a':1}",
    "{1:1}",
    "{null:1}",
    "{\"a\"}",
    "{\"a\",\"b\"}",
    "{\"a\"::1}",
    "{[]:1}",
    "[:]",
    "nul",
    "nulll",
    "Null",
    "NULL",
    "tru",
    "truee",
    "True",
    "fals",
    "falsee",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "inf",
    "-",
    "--1",
    "+1",
    "01",
    "-01",
    "00",
    "1.",
    ".5",
    "-.5",
    "1.e5",
    "1e",
    "1e+",
    "1E-",
    "1e1.5",
    "1.2.3",
    "0x10",
    "0b1",
    "1_000",
    "1a",
    "1e5e5",
    "0.1.",
    "٣",
    "１",
    "\"",
    "\"a",
    "\"\\",
    "\"\\\"",
    "\"\\x41\"",
    "\"\\a\"",
    "\"\\0\"",
    "\"\\'\"",
    "\"\\u\"",
    "\"\\u1\"",
    "\"\\u12\"",
    "\"\\u123\"",
    "\"\\u123g\"",
    "\"\\U0041\"",
    "\"\\u 041\"",
    "\"\\u+041\"",
    "\"\\é\"",
    "\"\\\u{1}\"",
    "\"a\nb\"",
    "\"a\tb\"",
    "\"\r\"",
    "\"\u{0}\"",
    "\"\u{1f}\"",
    "\"01234567890123456789\u{1}\"",
    "'a'",
    "`a`",
    "[1]x",
    "[1] 2",
    "{} {}",
    "1 2",
    "\"a\" \"b\"",
    "[]\0",
    "\u{0}",
    "\u{a0}[]",
    "[]\u{a0}",
    "\u{2060}[]",
    "\u{b}[]",
    "\u{c}[]",
    "[]\u{c}",
    "//a\n[]",
    "/**/[]",
    "[]/**/",
    "#a\n[]",
    "[1/*a*/]",
    "<a>",
    ")]}'\n[]",
    "\u{feff}\u{feff}[]",
    "[\u{feff}1]",
    "[\"a\":1]",
    "{\"a\":1]",
    "[1}",
    "\"a\"\"b\"",
    "[a",
    "[1,\"",
    "{\"a\":\"",
    "[-]",
    "[+1]",
    "[1.]",
    "[.1]",
    "[1e]",
    "[0e]",
    "[0e+]",
    "[-01]",
    "[012]",
    "[1eE2]",
    "[1 000]",
    "[\\n]",
    "\\u0061",
    "{\"a\":tru}",
    "{\"a\":nul}",
    "[tru",
    "{\"a\":truefalse}",
    "[nullnull]",
    "[\"\\ud83d\\\"]",
    "*",
    "&",
    "[*]",
    "\u{ff5b}\u{ff5d}",
];

/// Byte sequences that are not UTF-8 and must be refused inside strings.
const NOT_UTF8: &[&[u8]] = &[
    b"\xFF",
    b"\xFE",
    b"\x80",
    b"\xBF",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xC3",
    b"\xC3\x28",
    b"\xE2\x82",
    b"\xE2\x28\xA1",
    b"\xE0\x80\x80",
    b"\xE0\x9F\xBF",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xF0\x9F\x98",
    b"\xF0\x80\x80\x80",
    b"\xF0\x28\x8C\xBC",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"aaaaaaaaaaaaaaaaaaa\xFFbbbb",
];

/// What the grammar leaves open, and this parser's answer.
const EITHER: &[(&str, bool)] = &[
    // Unpaired surrogates are repaired and counted, as `toWellFormed` would.
    ("\"\\ud800\"", true),
    ("\"\\udc00\"", true),
    ("\"\\ude00\\ud83d\"", true),
    ("\"\\ud800\\ud800\\udc00\"", true),
    ("\"\\ud83dx\"", true),
    ("{\"\\ud800\":0}", true),
    // One byte order mark is skipped.
    ("\u{feff}[]", true),
    // Numbers are kept as written, whatever a double makes of them.
    ("1e9999", true),
    ("-1e-9999", true),
    ("0.00000000000000000000000000000000000000000000000000000000001", true),
    ("100000000000000000000000000000000000000000000000000000000000000", true),
];

fn tree(bytes: &[u8]) -> bool {
    parse(bytes, &Limits::default()).is_ok()
}

fn raw(bytes: &[u8]) -> bool {
    let mut lexer = Lexer::new(bytes, mark_length(bytes));
    let read = RawReader::default().read(&mut lexer, &Limits::default(), usize::MAX);
    read.is_ok() && lexer.end().is_ok()
}

/// As the value of an unnamed member of a finding.
fn ingest(bytes: &[u8], chunk: usize) -> bool {
    let value = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let body = [&b"[{\"x\":"[..], value, b"}]"].concat();
    let mut ingest = Ingest::rows(Limits::default());
    let pushed = body.chunks(chunk).all(|chunk| ingest.push(chunk).is_ok());
    // Text that closes the finding and opens another value is legal there, though not a value.
    pushed && ingest.finish().is_ok_and(|scan| scan.finding_count() == Some(1))
}

fn check(bytes: &[u8], accepted: bool) {
    let shown = String::from_utf8_lossy(bytes);
    assert_eq!(tree(bytes), accepted, "tree: {shown}");
    assert_eq!(raw(bytes), accepted, "raw: {shown}");
    for chunk in [1, usize::MAX] {
        assert_eq!(ingest(bytes, chunk), accepted, "ingest in chunks of {chunk}: {shown}");
    }
}

#[test]
fn b12_what_the_grammar_has_is_accepted() {
    ACCEPT.iter().for_each(|document| check(document.as_bytes(), true));
}

#[test]
fn b12_what_the_grammar_has_not_is_refused() {
    REFUSE.iter().for_each(|document| check(document.as_bytes(), false));
}

#[test]
fn b10_what_is_not_utf8_is_refused() {
    for bytes in NOT_UTF8 {
        check(&[b"\"", *bytes, b"\""].concat(), false);
        check(&[b"{\"", *bytes, b"\":0}"].concat(), false);
        check(&[b"[\"\\n", *bytes, b"\"]"].concat(), false);
        check(bytes, false);
    }
}

#[test]
fn what_the_grammar_leaves_open_is_decided() {
    EITHER.iter().for_each(|(document, accepted)| check(document.as_bytes(), *accepted));
}

/// A row after rows of other shapes: whether it is accepted, and what is read.
fn after(before: &[&str], row: &[u8]) -> Option<serde_json::Value> {
    let before = before.join(",");
    let body = [before.as_bytes(), b",", row].concat();
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&[b"[", body.as_slice(), b"]"].concat()).ok()?;
    let scan = ingest.finish().ok().filter(|scan| scan.finding_count() == Some(3))?;
    let mut out = String::new();
    scan.write_row(2, &mut out);
    serde_json::from_str(&out).ok()
}

/// What serde_json makes of such a row.
fn expected(row: &[u8]) -> Option<serde_json::Value> {
    let text = std::str::from_utf8(row).ok()?;
    // Text that closes the row and opens another is legal there, though not a row.
    serde_json::from_str::<serde_json::Value>(text).ok()?;
    Some(oracle::read(&["{\"findings\":[", text, "]}"].concat())["findings"][0].clone())
}

#[test]
fn b12_a_row_is_read_by_the_grammar_whatever_the_rows_before_it_taught() {
    let spaced = |row: &str| row.replace(",\"", " ,\n  \"").replace("\":", "\" : ").replacen('{', "{\n  ", 1);
    let orders = [
        r#"{"uid":"1","image":"x","kind":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","title":null,"id":"d","package":"p"}"#,
        r#"{"image":"x","uid":"2","kind":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","id":"d","title":null,"package":"p"}"#,
    ];
    let orders_spaced = orders.map(spaced);
    for [a, b] in [orders, [&orders_spaced[0], &orders_spaced[1]]] {
        for (before, row) in [([a, b], a), ([a, b], b), ([b, a], a), ([b, a], b), ([a, a], a), ([b, b], a)] {
            for at in 0..row.len() {
                let (head, tail) = (&row.as_bytes()[..at], &row.as_bytes()[at..]);
                for piece in ["", "{", "}", "[", "]", ",", ":", "\"", " ", "\\", "0", "n", "{\"uid\":", ",\"image\":"] {
                    for kept in [tail, &tail[1..]] {
                        let changed = [head, piece.as_bytes(), kept].concat();
                        let shown = String::from_utf8_lossy(&changed);
                        assert_eq!(after(&before, &changed), expected(&changed), "{shown} after {before:?}");
                    }
                }
            }
        }
    }
}
