//! What the tests of findings share: generated findings, ways to write them, serde_json's reading of them, and what a finding
//! means, the slow and obvious way.

use super::{Dimension, is_fixable};
use crate::findings::store::column::COLUMNS;
use crate::wire::severity::Severity;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Texts as scanners write them, and as they should not.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(vec!["", "a", "alpine:3.10", "CVE-2020-1", "openssl", "1.0.1", "os-pkgs/alpine"]).prop_map(str::to_owned),
        2 => "[a-c]{1,3}",
        1 => ".{0,8}",
        1 => Just("\"\\/\n\t\u{1}é😀".to_owned()),
    ]
}

fn object() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        (0u32..4).prop_map(|epss| json!({ "epss": f64::from(epss) / 4.0 })),
        text().prop_map(|text| json!({ "score": "0.5", "a": [1, { "b": text }], "c": null })),
        Just(json!([{ "epss": 0.1 }, { "epss": 0.9 }])),
    ]
}

fn severity() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(vec!["critical", "high", "medium", "low", "unknown"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["CRITICAL", "Low", "negligible", ""]).prop_map(str::to_owned),
    ]
}

fn uid() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => any::<u128>().prop_map(canonical),
        1 => (0u128..4).prop_map(canonical),
        1 => text(),
    ]
}

fn canonical(number: u128) -> String {
    let digits = format!("{number:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// A finding, any of whose members may be absent or null.
pub(crate) fn finding() -> impl Strategy<Value = Value> {
    let names =
        ["image", "kind", "target", "id", "package", "installed_version", "fixed_version", "title", "primary_url"];
    let texts = prop::collection::vec(prop::option::weighted(0.85, text()), names.len());
    let extra = prop::collection::btree_map("[x-z]{1,2}", object(), 0..2);
    let parts = (uid(), severity(), texts, prop::option::of(object()), prop::option::of(object()), extra, any::<u8>());
    parts.prop_map(move |(uid, severity, texts, epss, exploit, extra, odd)| {
        let mut row = Map::new();
        if odd % 7 != 0 {
            row.insert("uid".into(), uid.into());
        }
        for (name, text) in names.into_iter().zip(texts) {
            match text {
                Some(text) => drop(row.insert(name.into(), text.into())),
                None if odd % 2 == 0 => drop(row.insert(name.into(), Value::Null)),
                None => {}
            }
        }
        if odd % 5 != 0 {
            row.insert("severity".into(), severity.into());
        }
        row.extend(epss.map(|epss| ("epss_details".into(), epss)));
        row.extend(exploit.map(|exploit| ("public_exploit".into(), exploit)));
        row.extend(extra);
        Value::Object(row)
    })
}

/// A finding as the twins see it.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub row: u32,
    pub value: Value,
}

impl Plain {
    pub fn text(&self, name: &str) -> &str {
        self.value[name].as_str().unwrap_or("")
    }

    pub fn severity(&self) -> Severity {
        Severity::from_word(self.text("severity")).unwrap_or(Severity::Unknown)
    }

    pub fn fixable(&self) -> bool {
        is_fixable(self.value["fixed_version"].as_str())
    }

    pub fn exploit(&self) -> bool {
        match &self.value["public_exploit"] {
            Value::Object(members) => !members.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => false,
        }
    }

    pub fn epss(&self) -> Option<f64> {
        let of = |value: &Value| {
            ["epss", "score", "epss_score", "probability"]
                .iter()
                .find_map(|name| value[name].as_f64().or_else(|| value[name].as_str()?.parse().ok()))
        };
        match &self.value["epss_details"] {
            Value::Array(items) => items.iter().filter_map(of).reduce(f64::max),
            value => of(value),
        }
    }

    pub fn key(&self, dimension: Dimension) -> String {
        match dimension {
            Dimension::Severity => self.severity().word().to_owned(),
            Dimension::Fixable => self.fixable().to_string(),
            Dimension::Exploit => self.exploit().to_string(),
            other => self.text(other.word()).to_owned(),
        }
    }
}

/// Writes findings as a JSON array: plain, indented, or with every character outside of ASCII letters escaped.
pub(crate) fn write(rows: &[Value], style: u8) -> String {
    match style {
        0 => serde_json::to_string(rows).unwrap(),
        1 => serde_json::to_string_pretty(rows).unwrap(),
        _ => {
            let escape = |c: char| match c {
                '\0'..='\u{7f}' => c.to_string(),
                other => other.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04X}")).collect(),
            };
            serde_json::to_string(rows).unwrap().chars().map(escape).collect()
        }
    }
}

/// What serde_json reads, with the rule that a member that the interface names counts as absent if it is `null`.
pub(crate) fn read(text: &str) -> Value {
    const NAMED: [&str; COLUMNS] = [
        "uid",
        "image",
        "kind",
        "target",
        "id",
        "package",
        "severity",
        "installed_version",
        "fixed_version",
        "title",
        "primary_url",
        "epss_details",
        "public_exploit",
    ];
    let mut value: Value = serde_json::from_str(text).unwrap();
    if let Some(rows) = value["findings"].as_array_mut() {
        for row in rows.iter_mut().filter_map(Value::as_object_mut) {
            row.retain(|name, value| !value.is_null() || !NAMED.contains(&name.as_str()));
        }
    }
    value
}

/// A scan that has some of everything.
pub(crate) fn scan_text() -> String {
    r#"{ "scan_id":"s-1", "status" : "completed","created_at":"2024-01-01T00:00:00Z", "completed_at":null,
  "repositories":[{"name":"a/b","counts":{"high":1}}, {}], "page": 12.5, "flag":true ,
  "findings":[
    {"uid":"123e4567-e89b-12d3-a456-426614174000","image":"alpine:3.10","kind":"os-pkgs/alpine","target":"alpine:3.10 (alpine 3.10.2)",
     "id":"CVE-2019-1549","package":"openssl","severity":"medium","installed_version":"1.1.1c-r0","fixed_version":"1.1.1d-r0",
     "title":"openssl: \"fork\" \ud83d\ude00 \\ é 中","primary_url":"https://avd.example/cve-2019-1549","epss_details":{"epss":0.00123,"percentile":"0.5"},
     "public_exploit":{"refs":["https://x.example/\u00e9"]}},
    {"title":null,"severity":"HIGH","uid":"odd","\u0069d":"CVE-2019-2","cvss":{"v3":[9.8,{"a":-1e3}]},"seen":false},
    {},{"package":"p","package":"q","severity":"negligible"}
  ] }
"#
    .to_owned()
}
