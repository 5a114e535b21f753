//! What JavaScript knows by number of the module's columns, dimensions and severities is what the module means.

use std::fs;

use scanfold::client::removal::READ_AGAIN;
use scanfold::findings::{Column, Dimension, ROW_CODES};
use scanfold::json::{Fault, Limits};
use scanfold::wire::severity::Severity;

use crate::sources::{quoted, root};

/// What stands between `const <name> = ` and the semicolon; where a name is a list, in brackets.
fn constant(file: &str, name: &str) -> String {
    let text = fs::read_to_string(root().join("pkg/lib").join(file)).unwrap();
    let found = text.split_once(&format!("const {name} = ")).and_then(|(_, rest)| rest.split_once(';'));
    found.map(|(value, _)| value.to_owned()).ok_or_else(|| format!("pkg/lib/{file} has no {name}")).unwrap()
}

#[test]
fn findings_are_read_by_the_columns_that_the_module_writes() {
    let number = |file: &str, name: &str| constant(file, name).parse::<usize>().unwrap();
    assert_eq!(
        number("rows.js", "CODES"),
        ROW_CODES,
        "CODES of pkg/lib/rows.js, and the codes of a row; `make` reads them by place"
    );
    let json = number("texts.js", "FIRST_JSON")..=number("texts.js", "LAST_JSON");
    for column in Column::ALL {
        let is_json = json.contains(&(column as usize));
        assert_eq!(is_json, column.is_json(), "FIRST_JSON to LAST_JSON of pkg/lib/texts.js, and {column:?}");
    }
}

#[test]
fn values_are_read_by_the_dimensions_and_columns_that_the_module_writes() {
    let named = "[IMAGE, KIND, TARGET, ID, PACKAGE, INSTALLED, FIXED]";
    let columns = [
        Column::Image,
        Column::Kind,
        Column::Target,
        Column::Id,
        Column::Package,
        Column::InstalledVersion,
        Column::FixedVersion,
    ];
    let numbers = columns.map(|column| (column as usize).to_string()).join(", ");
    assert_eq!(constant("figures.js", named), format!("[{numbers}]"), "{named} of pkg/lib/figures.js, and the columns");

    let severities = constant("figures.js", "SEVERITIES");
    assert_eq!(quoted(&severities), Severity::ALL.map(Severity::word), "SEVERITIES of pkg/lib/figures.js");

    let text = fs::read_to_string(root().join("pkg/lib/figures.js")).unwrap();
    let (_, dimensions) = text.split_once("const DIMENSIONS = ").unwrap();
    let dimensions = dimensions.split_once("];\n").unwrap().0;
    assert_eq!(quoted(dimensions), Dimension::ALL.map(Dimension::word), "DIMENSIONS of pkg/lib/figures.js");
    for (line, dimension) in dimensions.lines().skip(1).zip(Dimension::ALL) {
        let texts = match dimension {
            Dimension::Severity => "SEVERITIES".to_owned(),
            Dimension::Fixable | Dimension::Exploit => "FLAGS".to_owned(),
            Dimension::Image | Dimension::Kind | Dimension::Target | Dimension::Package | Dimension::Id => {
                dimension.word().to_uppercase()
            }
        };
        assert_eq!(line.trim(), format!("[\"{}\", {texts}],", dimension.word()), "DIMENSIONS of pkg/lib/figures.js");
    }
}

#[test]
fn as_many_numbers_are_read_of_a_figure_and_an_upgrade_as_are_written() {
    let flat = fs::read_to_string(root().join("src/bindings/flat.rs")).unwrap();
    for name in ["FIGURES", "OF_A_STEP"] {
        let line = format!("const {name}: usize = {};\n", constant("figures.js", name));
        assert!(flat.contains(&line), "src/bindings/flat.rs, which makes room for so many, lacks: {line}");
    }
}

#[test]
fn the_most_rows_of_an_answer_are_the_same_wherever_they_stand() {
    let most = Limits::default().max_rows;
    assert_eq!(most % 1_000_000, 0, "these texts write it with two groups of zeros");
    let millions = most / 1_000_000;
    for (file, name) in [("encoded.js", "MOST_FINDINGS"), ("history.js", "MOST_ENTRIES")] {
        assert_eq!(constant(file, name), format!("{millions}_000_000"), "{name} of pkg/lib/{file}");
    }
    let sentence = format!("a scan holds at most {millions},000,000 findings");
    for file in ["pkg/lib/encoded.js", "src/client/body.rs"] {
        assert!(fs::read_to_string(root().join(file)).unwrap().contains(&sentence), "{file} does not say: {sentence}");
    }
}

#[test]
fn the_most_bytes_of_a_text_and_of_a_string_are_those_that_the_documentation_says() {
    let Limits { max_bytes, max_string, .. } = Limits::default();
    assert_eq!((max_bytes % (1 << 20), max_string % (1 << 20)), (0, 0), "these sentences write whole MiB");
    let docs = fs::read_to_string(root().join("docs/errors.md")).unwrap();
    let sentences = format!("by default {} MiB. Or a string of more than {} MiB", max_bytes >> 20, max_string >> 20);
    assert!(docs.contains(&sentences), "docs/errors.md does not say: {sentences}");
}

#[test]
fn what_helps_after_an_unknown_removal_is_told_in_the_same_words_on_both_sides() {
    let about = fs::read_to_string(root().join("pkg/lib/about.js")).unwrap();
    assert!(about.contains(&format!("hint: \"{READ_AGAIN}\",")), "pkg/lib/about.js does not say: {READ_AGAIN}");
}

#[test]
fn a_lack_of_memory_is_told_in_the_same_words_on_both_sides() {
    let line = format!("const NO_MEMORY = \"{}\";\n", Fault::OutOfMemory.message());
    assert!(
        fs::read_to_string(root().join("pkg/lib/room.js")).unwrap().contains(&line),
        "pkg/lib/room.js lacks: {line}"
    );
}
