//! Rows that are read with the help of the rows before them: all of them come out as they went in.

use super::*;

/// Rows that a template is learned from, then rows that differ from it in one place each.
#[test]
fn a_row_that_differs_from_its_template_anywhere_is_read_as_it_is() {
    let row = r#"{"uid":"u","image":"i","kind":"k","target":"t","id":"d","package":"p","severity":"high","installed_version":"1","fixed_version":null,"title":"a \"b\" é","primary_url":"https://x","epss_details":{"epss":0.5,"n":12},"public_exploit":{}}"#;
    let mut rows = vec![row.to_owned(); 4];
    for at in (0..row.len()).filter(|&at| row.is_char_boundary(at)) {
        let (head, tail) = row.split_at(at);
        for change in ["0", "x", " ", "\\n", "\\ud800", "}", ",\"x\":1", ",\"title\":\"z\"", ",\"id\":\"e\"", "\""] {
            rows.push([head, change, tail].concat());
            rows.push([head, change, tail.get(1..).unwrap_or(tail)].concat());
        }
    }
    let alone: Vec<bool> =
        rows.iter().map(|row| ingest(with_findings(&["[", row, "]"].concat()).as_bytes()).is_ok()).collect();
    let legal: Vec<String> = rows.into_iter().zip(&alone).filter(|(_, alone)| **alone).map(|(row, _)| row).collect();
    assert!(legal.len() > 300, "{}", legal.len());
    let text = with_findings(&["[", &legal.join(","), "]"].concat());
    let scan = read(&text);
    for (at, row) in (0u32..).zip(&legal) {
        let single = read(&with_findings(&["[", row, "]"].concat()));
        let (mut out, mut expected) = (String::new(), String::new());
        scan.write_row(at, &mut out);
        single.write_row(0, &mut expected);
        assert_eq!(out, expected, "{row}");
    }
    // A row that is refused alone is refused after rows like it too.
    let row_of = |at: usize| row.get(..at).unwrap_or_default();
    for at in 1..row.len() {
        let text = with_findings(&["[", row, ",", row, ",", row, ",", row_of(at), "]"].concat());
        assert!(ingest(text.as_bytes()).is_err(), "{at}");
    }
}

/// Whole numbers below a bound.
fn chance(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |bound| {
        state = (state ^ state << 13).wrapping_add(0x9E37_79B9_7F4A_7C15);
        state ^= state >> 7;
        (state.wrapping_mul(0xD134_2543_DE82_EF95) >> 33) % bound
    }
}

/// A finding of one of a few hundred identifiers, which mostly is as the others of its identifier are.
fn varied(pick: &mut impl FnMut(u64) -> u64) -> String {
    let (image, number) = (pick(12), pick(400));
    let mut id = format!("CVE-2025-{number}");
    if number % 50 == 0 {
        id = format!("CVE-2025-{number}-{}", "long".repeat(number as usize));
    }
    let id = if pick(20) == 0 { id.replace('C', "\\u0043") } else { id };
    let mut before = vec![
        format!(r#""uid":"{:08x}-0000-4000-8000-{:012x}""#, pick(1 << 32), pick(1 << 32)),
        format!(r#""image":"registry/{image}""#),
        format!(r#""target":"layer {image} {}""#, pick(3)),
    ];
    let mut after = vec![
        format!(r#""package":"package-{}""#, number % 40),
        format!(r#""severity":"{}""#, ["high", "low", "odd"][number as usize % 3]),
        format!(r#""title":"{number} \"und\" für""#),
        format!(r#""epss_details":{{"epss":0.{number}}}"#),
        format!(r#""fixed_version":"{}""#, if number % 2 == 0 { "" } else { "1.2" }),
    ];
    if pick(4) == 0 {
        let at = pick(5) as usize;
        match pick(6) {
            0 => after[at] = r#""title":"another""#.to_owned(),
            1 => after.insert(at, r#""other":[1,2]"#.to_owned()),
            2 => after.truncate(at),
            3 => after.swap(0, at),
            4 => before.push(r#""title":"before""#.to_owned()),
            _ => before.truncate(1),
        }
    }
    let id = format!(r#""id":"{id}""#);
    let rows = if pick(30) == 0 { [vec![id], before, after] } else { [before, vec![id], after] };
    format!("{{{}}}", rows.concat().join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn findings_of_many_identifiers_come_out_as_they_went_in(seed: u64, size in 100usize..5_000) {
        let mut pick = chance(seed);
        // The first list is replaced by the second, whose rows meet templates of the first.
        let [replaced, rows] = [0; 2].map(|_| (0..1_500).map(|_| varied(&mut pick)).collect::<Vec<_>>());
        let list = with_findings(&format!("[{}]", rows.join(",")));
        let text = format!(r#"{{"findings":[{}],{}"#, replaced.join(","), &list[1..]);
        let twice = rows.iter().enumerate().filter(|(_, row)| row.matches(r#""title":"#).count() > 1);
        let twice: Vec<String> = twice.map(|(at, _)| format!("/findings/{at}/title")).collect();
        let expected: Value = serde_json::from_str(&text).unwrap();
        for scan in [read(&text), ingest_in_pieces(text.as_bytes(), size).unwrap()] {
            let seen = to_value(&scan);
            let rows = |value: &Value| value["findings"].as_array().unwrap().clone();
            let unlike = rows(&seen).into_iter().zip(rows(&expected)).find(|(seen, expected)| seen != expected);
            prop_assert_eq!(unlike, None);
            prop_assert!(seen == expected);
            let notes = scan.diagnostics().unwrap().inconsistent.iter().filter(|note| note.contains("more than once"));
            let noted: Vec<&str> = notes.filter_map(|note| note.split_once(' ')).map(|(pointer, _)| pointer).collect();
            prop_assert_eq!(&noted[1..], &twice[..twice.len().min(noted.len() - 1)]);
            prop_assert!(noted.len() > twice.len().min(50));
        }
    }
}

/// The seed decides what is found at which place of the tables, and nothing else.
#[test]
fn a_seed_changes_nothing_of_what_is_read() {
    let mut pick = chance(7);
    let text = with_findings(&format!("[{}]", (0..2_000).map(|_| varied(&mut pick)).collect::<Vec<_>>().join(",")));
    let expected = to_value(&read(&text));
    for seed in [1, u64::MAX, 0x0123_4567_89AB_CDEF] {
        let mut ingest = Ingest::new(Limits::default()).seeded(seed);
        assert_ne!(ingest.store.hash(b"a text"), Store::new().hash(b"a text"));
        assert_eq!(ingest.store.seed(), seed);
        ingest.push(text.as_bytes()).unwrap();
        assert_eq!(to_value(&ingest.finish().unwrap()), expected);
    }
}
