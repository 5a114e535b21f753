use super::*;
use proptest::prelude::*;

fn read(text: &str) -> Result<Value, Error> {
    parse(text.as_bytes(), &Limits::default())
}

fn fault(bytes: &[u8]) -> Option<Fault> {
    parse(bytes, &Limits::default()).err().map(|error| error.fault)
}

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[test]
fn b26_more_items_than_the_limit_are_refused_where_they_begin() {
    let limits = Limits { max_rows: 2, ..Limits::default() };
    assert!(parse(b"[[0,1],[0,1]]", &limits).is_ok());
    let error = parse(br#"{"scans":[{},{},{}]}"#, &limits).unwrap_err();
    assert_eq!((error.fault, &*error.pointer, error.offset), (Fault::TooLarge, "/scans", Some(16)));
}

#[test]
fn b9_one_byte_order_mark_is_skipped() {
    assert_eq!(read("\u{feff}{}"), Ok(Value::Object(vec![])));
    assert_eq!(fault("\u{feff}\u{feff}{}".as_bytes()), Some(Fault::Syntax));
    assert_eq!(fault(b"\xEF\xBB"), Some(Fault::Syntax));
}

#[test]
fn b10_invalid_utf8_in_a_string_is_a_fault_at_its_byte() {
    let error = parse(b"[\"ab\xFFcd\"]", &Limits::default()).unwrap_err();
    assert_eq!((error.fault, error.offset, &*error.pointer), (Fault::Utf8, Some(4), "/0"));
    for bytes in [&b"\"\xC0\x80\""[..], b"\"\xED\xA0\x80\"", b"\"\xF4\x90\x80\x80\"", b"\"\xE2\x82\""] {
        assert_eq!(fault(bytes), Some(Fault::Utf8), "{bytes:?}");
    }
}

#[test]
fn b11_utf16_is_refused() {
    let little: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(fault(&little), Some(Fault::Syntax));
    assert_eq!(fault(&[&b"\xFF\xFE"[..], &little].concat()), Some(Fault::Syntax));
}

#[test]
fn b12_dialects_of_json_are_refused() {
    for text in [
        ")]}'{}",
        "/**/{}",
        "{}//",
        "{'a':1}",
        "[1,]",
        "{\"a\":1,}",
        "NaN",
        "-Infinity",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "\"a\tb\"",
        "\"\\x41\"",
        "\"\\u12g4\"",
        "{a:1}",
        "[1 2]",
        "{\"a\" 1}",
        "True",
        "nul!",
        "\u{a0}1",
        "-",
        "--1",
    ] {
        assert!(fault(text.as_bytes()).is_some(), "{text}");
    }
}

#[test]
fn b13_anything_after_the_value_is_refused() {
    for text in ["{} x", "{}{}", "1\0", "[] ,"] {
        assert_eq!(fault(text.as_bytes()), Some(Fault::TrailingData), "{text}");
    }
    assert!(read(" {} \r\n\t").is_ok());
}

#[test]
fn b14_unpaired_surrogates_are_replaced() {
    let value = read(r#"{"a\ud800":"\udc00\ud83d\ude00"}"#).unwrap();
    assert_eq!(value.to_json().unwrap(), "{\"a\u{fffd}\":\"\u{fffd}😀\"}");
}

#[test]
fn b15_escaped_nul_is_text() {
    assert_eq!(read(r#""a\u0000b""#).unwrap(), Value::String("a\0b".into()));
}

#[test]
fn b16_depth_127_is_read_and_128_is_refused() {
    assert!(read(&nested(127)).is_ok());
    assert_eq!(fault(nested(128).as_bytes()), Some(Fault::TooDeep));
    assert_eq!(fault("[".repeat(1_000_000).as_bytes()), Some(Fault::TooDeep));
}

#[test]
fn b16_a_member_that_is_passed_over_may_be_a_hundred_thousand_deep() {
    let members = |text: &str| parse_members(text.as_bytes(), &Limits::default(), &["scans", "error"]);
    let deep = nested(100_000);
    for text in [
        format!(r#"{{"scans":[1],"x":{deep}}}"#),
        format!(r#" {{ "x" : {deep} , "scan\u0073":[1], "y":{{"scans":2}} }} "#),
        format!(r#"{{"x":1,"scans":0,"x":{deep},"scans":[1]}}"#),
    ] {
        assert_eq!(members(&text).unwrap().to_json().unwrap(), r#"{"scans":[1]}"#, "{text:.60}");
    }
    for (text, fault, pointer) in [
        (format!(r#"{{"scans":{}}}"#, nested(127)), Fault::TooDeep, "/scans"),
        (format!(r#"{{"scans":[],"x":{}"#, "[".repeat(100_000)), Fault::Truncated, "/x"),
        (r#"{"x":[1,]}"#.to_owned(), Fault::Syntax, "/x"),
        (r#"{"x":1}{}"#.to_owned(), Fault::TrailingData, ""),
    ] {
        let error = members(&text).unwrap_err();
        assert_eq!((error.fault, error.pointer.get(..pointer.len())), (fault, Some(pointer)), "{text:.60}");
    }
    // Members inside a wanted one stay, wanted or not, and other values have no members.
    assert_eq!(members(r#"{"error":{"x":1},"x":1}"#).unwrap().to_json().unwrap(), r#"{"error":{"x":1}}"#);
    assert_eq!(members(r#"[{"x":1}]"#).unwrap().to_json().unwrap(), r#"[{"x":1}]"#);
}

#[test]
fn what_is_written_is_what_was_read() {
    for text in [r#"[1,"",[],{},[true,false,null]]"#, r#"{"":0,"a":{"b":[{"c":1}],"d":"e"},"f":""}"#] {
        assert_eq!(read(text).unwrap().to_json().unwrap(), text);
    }
}

#[test]
fn b18_numbers_keep_their_text() {
    let digits = "9".repeat(1_000_000);
    for text in ["1e400", "-0", "3.0", "9007199254740993", "1E+2", &digits] {
        assert_eq!(read(text).unwrap().to_json().unwrap(), text);
    }
}

#[test]
fn b21_the_last_of_equal_keys_wins() {
    let value = read(r#"{"t":[{"a":1,"b":2,"a":3,"c":4,"a":5}]}"#).unwrap();
    assert_eq!(value.to_json().unwrap(), r#"{"t":[{"a":5,"b":2,"c":4}]}"#);
}

#[test]
fn b21_the_last_of_many_equal_keys_wins() {
    let members: Vec<String> = (0..2000).map(|at| format!("\"k{}\":{at}", at % 1000)).collect();
    let value = read(&format!("{{{}}}", members.join(","))).unwrap();
    assert_eq!(value.as_object().unwrap().len(), 1000);
    assert_eq!(value.get("k7"), Some(&Value::from(1007)));
}

#[test]
fn b22_keys_are_equal_however_they_are_escaped() {
    let value = read(r#"{"severity":"low","se\u0076erity":"high"}"#).unwrap();
    assert_eq!(value.to_json().unwrap(), r#"{"severity":"high"}"#);
}

#[test]
fn b24_proto_members_are_dropped_and_the_others_kept() {
    let text = r#"{"__proto__":{"x":1},"constructor":1,"a":{"\u005f_proto__":2,"toString":3}}"#;
    assert_eq!(read(text).unwrap().to_json().unwrap(), r#"{"constructor":1,"a":{"toString":3}}"#);
}

#[test]
fn c16_strings_up_to_the_limit_are_read() {
    let limits = Limits { max_string: 4, ..Limits::default() };
    assert!(parse(br#"["abcd","\u0041bcd"]"#, &limits).is_ok());
    let error = parse(br#"{"k":["abcde"]}"#, &limits).unwrap_err();
    assert_eq!((error.fault, &*error.pointer, error.offset), (Fault::TooLong, "/k/0", Some(7)));
}

#[test]
fn a_text_longer_than_the_limit_is_refused_unread() {
    let limits = Limits { max_bytes: 3, ..Limits::default() };
    assert_eq!(parse(b"[1,]", &limits).unwrap_err().fault, Fault::TooLarge);
    assert!(parse(b"[1]", &limits).is_ok());
}

#[test]
fn faults_carry_their_place() {
    for (text, pointer, offset, fault) in [
        ("", "", 0, Fault::Truncated),
        ("{\"a\":[1,{\"b/c\":tru", "/a/1/b~1c", 18, Fault::Truncated),
        ("{\"a\":[1,x]}", "/a/1", 8, Fault::Syntax),
        ("{\"a\":1,}", "", 7, Fault::Syntax),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((&*error.pointer, error.offset, error.fault), (pointer, Some(offset), fault), "{text}");
    }
}

/// What serde_json reads, with this parser's rules applied: a byte order mark is no part of the text, `__proto__` no member.
fn oracle(bytes: &[u8]) -> Option<serde_json::Value> {
    fn drop_proto(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(members) => {
                members.remove("__proto__");
                members.values_mut().for_each(drop_proto);
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(drop_proto),
            _ => {}
        }
    }
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut value = serde_json::from_slice(text).ok()?;
    drop_proto(&mut value);
    Some(value)
}

/// Texts that are JSON, or nearly. Those with a number that no double holds are left out: serde_json refuses what `JSON.parse`
/// reads as infinite.
pub(crate) fn nearly_json() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        8 => prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-2.5e3", "true", "false", "null", " ", "\n", "{}", "[]",
            "\"\\u00e9\"", "\"\\ud83d\\ude00\"", "\"é\"", "{\"a\":", "\"a\":1", "0", "\"__proto__\":1",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(|c| c.to_string()),
    ];
    let is_in_range = |text: &String| {
        let read: Result<serde_json::Value, _> = serde_json::from_str(text);
        read.err().is_none_or(|error| !error.to_string().starts_with("number out of range"))
    };
    let texts = prop::collection::vec(token, 0..12).prop_map(|tokens| tokens.concat());
    texts.prop_filter("numbers that a double holds", is_in_range)
}

proptest! {
    #[test]
    fn what_serde_json_reads_is_read_alike_and_what_it_refuses_is_refused(text in nearly_json()) {
        let expected = oracle(text.as_bytes());
        let read = read(&text).ok().map(|value| serde_json::from_str(&value.to_json().unwrap()).unwrap());
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn any_bytes_are_read_or_refused_as_serde_json_does(bytes: Vec<u8>) {
        prop_assert_eq!(fault(&bytes).is_none(), oracle(&bytes).is_some());
    }
}
