use super::{BLOCK, FEW, LONG};
use crate::findings::{Filter, Ingest, Limits, Query};
use proptest::prelude::*;

/// Places of the titles that a search finds.
fn found(titles: &[String], text: &str) -> Vec<u32> {
    let rows: Vec<_> = titles.iter().map(|title| serde_json::json!({ "title": title })).collect();
    let mut ingest = Ingest::rows(Limits::default());
    ingest.push(&serde_json::to_vec(&rows).unwrap()).unwrap();
    let scan = ingest.finish().unwrap();
    let filter = Filter { text: Some(text.to_owned()), ..Filter::default() };
    let mut rows = scan.query(&Query { filter, limit: usize::MAX, ..Query::default() }).unwrap().unwrap().rows;
    rows.sort_unstable();
    rows
}

/// The same, with so many rows that they are not searched one by one.
fn found_of_many(titles: &[String], text: &str) -> Vec<u32> {
    let copies = found(&vec![titles; FEW + 1].concat(), text);
    let found = copies.get(..copies.len() / (FEW + 1)).unwrap().to_vec();
    let count = titles.len() as u32;
    let expected = (0..=FEW as u32).flat_map(|copy| found.iter().map(move |row| copy * count + row));
    assert_eq!(copies, expected.collect::<Vec<_>>());
    found
}

#[test]
fn a_long_term_is_found_wherever_its_beginning_stands_too() {
    let term = ["a".repeat(80), "b".to_owned()].concat();
    let title = |before: usize, end: &str| ["x ", &"A".repeat(before), end].concat();
    let titles = [
        title(80, "B"),
        title(79, "B"),
        title(100_000, "b"),
        title(100_000, "c"),
        title(80, "éb"),
        "É".repeat(40) + &title(90, "b "),
    ];
    assert_eq!(found(&titles, &term), [0, 2, 5]);
    assert_eq!(found(&titles, &("-".to_owned() + &term)), [1, 3, 4]);
    assert_eq!(found(&titles, &"É".repeat(40)), [5]);
    assert_eq!(found(&titles, &"a".repeat(100_001)), [0; 0]);
}

#[test]
fn a_term_is_found_after_many_places_that_begin_like_it() {
    let term = ["a".repeat(40), "b".to_owned()].concat();
    let titles: Vec<String> = [40, 200, 2_000]
        .into_iter()
        .flat_map(|count| {
            let begun = "A".repeat(count);
            [begun.clone(), [&begun, "b"].concat(), [&begun, "c", &begun, "B", &begun].concat()]
        })
        .collect();
    assert_eq!(found(&titles, &term), [1, 2, 4, 5, 7, 8]);
    assert_eq!(found(&titles, &["-", &term].concat()), [0, 3, 6]);
}

#[test]
fn of_many_terms_each_counts() {
    let words = |places: std::ops::Range<usize>| places.map(|at| format!("<{at}>")).collect::<Vec<_>>();
    let titles = [words(0..200).concat(), words(0..199).concat(), words(1..200).concat()];
    for found in [found, found_of_many] {
        assert_eq!(found(&titles, &words(0..200).join(" ")), [0]);
        assert_eq!(found(&titles, &words(1..199).join(" ")), [0, 1, 2]);
        assert_eq!(found(&titles, &[words(1..199).join(" "), " -<199>".to_owned()].concat()), [1]);
        assert_eq!(found(&titles, &[words(1..199).join(" "), " -<0> <0>".to_owned()].concat()), [0; 0]);
        assert_eq!(found(&titles, &["<5> ".repeat(300), "-<0>".to_owned()].concat()), [2]);
        assert_eq!(found(&titles, &[words(300..999).join(" -"), words(1..199).join(" ")].join(" ")), [0; 0]);
        let unwanted = ["-", &words(199..999).join(" -"), " <1>"].concat();
        assert_eq!(found(&titles, &unwanted), [1]);
        let all_but_one = [&unwanted, " -", &"x".repeat(LONG + 1), " -<0><1><2><3>", &"<4><5>".repeat(9)].concat();
        assert_eq!(found(&titles, &all_but_one), [1]);
        assert_eq!(found(&titles, &[&unwanted, " -", &words(1..40).concat()].concat()), [0; 0]);
    }
}

#[test]
fn many_terms_are_found_in_every_block_of_findings() {
    let count = BLOCK + BLOCK / 2;
    let terms = "<0> <1> <2> <3> <4> <5> <6> <7> <8> <9>";
    let wanted = |at: usize| at % (BLOCK - 1) == 7;
    let titles: Vec<String> = (0..count).map(|at| if wanted(at) { terms.into() } else { String::new() }).collect();
    let (holding, others): (Vec<u32>, Vec<u32>) = (0..count as u32).partition(|at| wanted(*at as usize));
    assert_eq!(holding, [7, BLOCK as u32 + 6]);
    assert_eq!(found(&titles, terms), holding);
    assert_eq!(found(&titles, &["-", &terms.replace(' ', " -")].concat()), others);
}

#[test]
fn a_minus_alone_is_a_term_like_others() {
    let titles = ["a-b", "a b", "-", "b"].map(str::to_owned);
    assert_eq!(found(&titles, "-"), [0, 2]);
    assert_eq!(found(&titles, "- b"), [0]);
    assert_eq!(found(&titles, "--"), [1, 3], "what must not occur is a minus");
}

#[test]
fn a_sigma_is_found_wherever_in_a_word_it_stands() {
    let titles = ["ΟΔΟΣ", "οδος", "οδοσ"].map(str::to_owned);
    for text in &titles {
        assert_eq!(found(&titles, text), [0, 1, 2], "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_found_holds_every_term_and_no_unwanted_one(
        titles in prop::collection::vec("([abAB]{0,90}|[abé ]{0,90}|[aΣςσ ]{0,9}){2}", 1..8),
        terms in prop::collection::vec("-?([ab]{1,4}|(ab|a){30,50}|[aé]{1,60}|[Σςσ]{1,2})", 0..20),
    ) {
        let lower = |text: &str| text.to_lowercase().replace('ς', "σ");
        let holds = |title: &str, term: &str| lower(title).contains(&lower(term));
        let matches = |title: &String| terms.iter().all(|term| match term.strip_prefix('-') {
            Some(unwanted) => !holds(title, unwanted),
            None => holds(title, term),
        });
        let expected: Vec<u32> = (0..).zip(&titles).filter(|(_, title)| matches(title)).map(|(at, _)| at).collect();
        prop_assert_eq!(&found(&titles, &terms.join(" ")), &expected);
        prop_assert_eq!(found_of_many(&titles, &terms.join(" ")), expected);
    }
}
