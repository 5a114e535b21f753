use super::*;

fn text(text: &str) -> Argument {
    Argument::Text(text.to_owned())
}

fn texts(words: &[&str]) -> Argument {
    Argument::List(words.iter().map(|word| text(word)).collect())
}

fn members(members: &[(&str, Argument)]) -> Argument {
    Argument::Members(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

fn refusal<T>(found: Result<T, Invalid>) -> String {
    found.err().map(|invalid| invalid.to_string()).unwrap_or_default()
}

#[test]
fn a_filter_takes_what_it_names() {
    let given = members(&[
        ("severity", texts(&["critical", "unknown"])),
        ("image", texts(&["a", ""])),
        ("kind", texts(&["k"])),
        ("target", texts(&["t"])),
        ("package", texts(&["p"])),
        ("id", texts(&["i"])),
        ("installed_version", texts(&["v"])),
        ("fixable", Argument::Flag(false)),
        ("exploit", Argument::Flag(true)),
        ("minEpss", Argument::Number(1.0)),
        ("text", text("two words")),
    ]);
    let expected = Filter {
        severity: Some(vec![Severity::Critical, Severity::Unknown]),
        image: Some(vec!["a".to_owned(), String::new()]),
        kind: Some(vec!["k".to_owned()]),
        target: Some(vec!["t".to_owned()]),
        package: Some(vec!["p".to_owned()]),
        id: Some(vec!["i".to_owned()]),
        installed_version: Some(vec!["v".to_owned()]),
        fixable: Some(false),
        exploit: Some(true),
        min_epss: Some(1.0),
        text: Some("two words".to_owned()),
    };
    assert_eq!(filter(Some(&given)), Ok(expected));
    assert_eq!(filter(None), Ok(Filter::default()));
}

#[test]
fn f10_a_filter_may_be_ill_formed_and_a_word_may_not() {
    let ill_formed = || Argument::IllFormed("a\u{fffd}".to_owned());
    let searched = filter(Some(&members(&[("text", ill_formed())])));
    assert_eq!(searched, Ok(Filter { text: Some("a\u{fffd}".to_owned()), ..Filter::default() }));
    let named = filter(Some(&members(&[("image", Argument::List(vec![ill_formed()]))])));
    assert_eq!(named, Ok(Filter { image: Some(vec!["a\u{fffd}".to_owned()]), ..Filter::default() }));
    let severe = refusal(filter(Some(&members(&[("severity", Argument::List(vec![ill_formed()]))]))));
    assert_eq!(severe, "where.severity must be an array of strings of well-formed Unicode");
}

#[test]
fn a_question_without_options_is_the_usual_one() {
    let none = members(&[]);
    assert_eq!(query(&none), Ok(Query::default()));
    assert_eq!(rollup(&none), Ok(RollupOptions::default()));
    assert_eq!(facets(&none), Ok(FacetOptions::default()));
}

#[test]
fn an_order_ascends_unless_it_says_otherwise() {
    let by = |more: &[(&str, Argument)]| {
        let sort = members(&[&[("by", text("severity"))], more].concat());
        query(&members(&[("sort", Argument::List(vec![sort]))])).unwrap().sort[0].descending
    };
    let descending = |flag| by(&[("descending", Argument::Flag(flag))]);
    assert_eq!([by(&[]), descending(false), descending(true)], [false, false, true]);
}

#[test]
fn one_dimension_may_stand_without_a_list() {
    let by = |by: Argument| rollup(&members(&[("by", by)])).map(|options| options.by);
    assert_eq!(by(text("image")), Ok(vec![Dimension::Image]));
    let three = vec![Dimension::Image, Dimension::Severity, Dimension::Kind];
    assert_eq!(by(texts(&["image", "severity", "kind"])), Ok(three));
}

#[test]
fn groups_come_in_the_order_that_is_named() {
    let sort = |word: &str| rollup(&members(&[("sort", text(word))])).map(|options| options.sort);
    let named = ["severity", "findings", "key"].map(|word| sort(word).unwrap());
    assert_eq!(named, [GroupSort::Severity, GroupSort::Findings, GroupSort::Key]);
    assert!(refusal(sort("Severity")).starts_with("sort must be one of"));
}

#[test]
fn what_an_export_goes_by_and_how_many_groups_and_values_are_what_was_asked_for() {
    let given = members(&[("by", text("kind")), ("limit", Argument::Number(3.0))]);
    assert_eq!(markdown(&members(&[("by", text("kind"))])).map(|options| options.by), Ok(Dimension::Kind));
    assert_eq!(refusal(markdown(&members(&[("by", Argument::Number(3.0))]))), "by must be a string");
    assert_eq!(rollup(&given).map(|options| options.limit), Ok(Some(3)));
    assert_eq!(facets(&members(&[("limit", Argument::Number(0.0))])).map(|options| options.limit), Ok(Some(0)));
}

#[test]
fn an_export_and_a_comparison_are_the_usual_ones_unless_asked_otherwise() {
    let none = members(&[]);
    assert_eq!(diff(&none), Ok(DiffOptions::default()));
    assert_eq!(csv(&none), Ok(CsvOptions::default()));
    assert_eq!(markdown(&none), Ok(MarkdownOptions::default()));
    assert_eq!(sarif(&none), Ok(Filter::default()));
    let only = members(&[("where", members(&[("fixable", Argument::Flag(true))]))]);
    let expected = Filter { fixable: Some(true), ..Filter::default() };
    assert_eq!(sarif(&only), Ok(expected.clone()));
    assert_eq!(csv(&only), Ok(CsvOptions { filter: expected, ..CsvOptions::default() }));
    let by_id = members(&[("by", text("id"))]);
    let sorted = members(&[("sort", Argument::List(vec![by_id]))]);
    let expected = vec![Sort { by: SortKey::Id, descending: false }];
    assert_eq!(csv(&sorted), Ok(CsvOptions { sort: expected, ..CsvOptions::default() }));
    assert_eq!(refusal(sarif(&sorted)), "sort is an unknown option");
    assert_eq!(
        diff(&members(&[("ignoreImage", Argument::Flag(true))])),
        Ok(DiffOptions { ignore_image: true, ..DiffOptions::default() })
    );
    assert_eq!(refusal(sarif(&members(&[("raw", Argument::Flag(true))]))), "raw is an unknown option");
}

#[test]
fn changes_keep_the_order_of_the_responses_unless_one_is_asked_for() {
    let by_id = Argument::List(vec![members(&[("by", text("id"))])]);
    let only = members(&[("fixable", Argument::Flag(true))]);
    let asked = |sort: Argument| members(&[("where", only.clone()), ("sort", sort), ("limit", Argument::Number(3.0))]);
    let filter = Filter { fixable: Some(true), ..Filter::default() };
    for (sort, expected) in
        [(by_id, vec![Sort { by: SortKey::Id, descending: false }]), (Argument::List(vec![]), vec![])]
    {
        let expected =
            DiffOptions { ignore_image: false, filter: filter.clone(), sort: Some(expected), limit: Some(3) };
        assert_eq!(diff(&asked(sort)), Ok(expected));
    }
    assert_eq!(refusal(diff(&asked(text("id")))), "sort must be an array of { by, descending }");
    assert_eq!(refusal(diff(&members(&[("offset", Argument::Number(1.0))]))), "offset is an unknown option");
}

#[test]
fn facets_count_from_the_probabilities_given() {
    let least = Argument::List([0.0, 0.5, 1.0].map(Argument::Number).to_vec());
    let expected = FacetOptions { min_epss: Some(vec![0.0, 0.5, 1.0]), ..FacetOptions::default() };
    assert_eq!(facets(&members(&[("minEpss", least)])), Ok(expected));
}

#[test]
fn a_refusal_names_the_member_and_the_rule() {
    let filters: [(&str, Argument, &str); 4] = [
        ("minEpss", Argument::Number(1.01), "where.minEpss must be a probability from 0 to 1"),
        ("minEpss", Argument::Number(f64::NAN), "where.minEpss must be"),
        ("severity", texts(&["CRITICAL"]), "where.severity must be one of"),
        ("fixible", Argument::Flag(true), "where.fixible is an unknown option"),
    ];
    for (name, value, expected) in filters {
        let given = members(&[(name, value)]);
        let found = refusal(filter(Some(&given)));
        assert!(found.starts_with(expected), "{found}");
        assert_eq!(refusal(query(&members(&[("where", given.clone())]))), found);
        assert_eq!(refusal(rollup(&members(&[("where", given)]))), found);
    }
    let four = texts(&["image", "kind", "package", "id"]);
    assert_eq!(refusal(rollup(&members(&[("by", four)]))), "by must name at most three dimensions");
    assert!(refusal(rollup(&members(&[("by", text("owner"))]))).starts_with("by must be one of"));
    let none = members(&[("by", Argument::Number(1.0))]);
    assert_eq!(refusal(rollup(&none)), "by must be a dimension, or an array of dimensions");
    let sort = Argument::List(vec![members(&[("descending", Argument::Flag(true))])]);
    assert_eq!(refusal(query(&members(&[("sort", sort)]))), "sort.by is missing");
    assert_eq!(refusal(query(&members(&[("sort", text("id"))]))), "sort must be an array of { by, descending }");
    let items = Argument::List(vec![text("id")]);
    assert_eq!(refusal(query(&members(&[("sort", items)]))), "sort must be an array of { by, descending }");
    for (least, rule) in [(2.0, "must hold probabilities from 0 to 1"), (f64::NAN, "must be an array of numbers")] {
        let least = Argument::List(vec![Argument::Number(0.5), Argument::Number(least)]);
        assert_eq!(refusal(facets(&members(&[("minEpss", least)]))), ["minEpss ", rule].concat());
    }
}
