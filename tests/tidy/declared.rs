//! The names that other files use for the module's parts are those it knows: fields of findings, words of questions,
//! operations. The compilers check that the entries keep the types' promises, not that the types promise all there is.

use std::collections::BTreeSet;

use scanfold::findings::{Column, CsvOptions, Dimension, GroupSort, Ingest, Limits, SortKey};
use scanfold::wire::severity::Severity;

use crate::sources::{none, part, quoted};

const TYPES: &str = "pkg/index.d.ts";

/// The members that an interface of the types has itself; none of these has `readonly` ones.
fn members(interface: &str) -> BTreeSet<String> {
    let body = part(TYPES, &format!("export interface {interface} {{"), "\n}");
    let own =
        body.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.starts_with(char::is_alphabetic));
    own.filter_map(|line| line.split([':', '?', '(']).next()).map(str::to_owned).collect()
}

/// Reports what is `known` but not `said`, and the other way round.
#[track_caller]
fn same<T: AsRef<str>, U: AsRef<str>>(
    what: &str,
    said: impl IntoIterator<Item = T>,
    known: impl IntoIterator<Item = U>,
) {
    let said: BTreeSet<String> = said.into_iter().map(|word| word.as_ref().to_owned()).collect();
    let known: BTreeSet<String> = known.into_iter().map(|word| word.as_ref().to_owned()).collect();
    let differences = said.symmetric_difference(&known);
    none(
        differences
            .map(|word| match known.contains(word) {
                true => format!("{what}: `{word}` is missing"),
                false => format!("{what}: the module has no `{word}`"),
            })
            .collect(),
    );
}

#[test]
fn fields_of_findings_are_declared() {
    let columns = Column::ALL.map(Column::name).into_iter().filter(|name| !name.is_empty());
    same("pkg/index.d.ts, ContainerFinding", members("ContainerFinding"), columns.chain(["uid"]));
}

/// A row's members are handed out one by one, so a test of rows has to have all of them.
#[test]
fn the_tests_of_rows_have_every_field() {
    let base = part("tests/client/rows.test.mjs", "const BASE = {", "\n};");
    let names = base.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':')).map(|(name, _)| name);
    let columns = Column::ALL.map(Column::name).into_iter().filter(|name| !name.is_empty());
    same("tests/client/rows.test.mjs, BASE", names, columns);
}

#[test]
fn formats_of_exports_are_the_same_wherever_they_are_named() {
    let formats = members("ScanExports");
    for file in ["docs/scans.md", "docs/worker.md"] {
        let others = part(file, "`export(\"csv\"", ")`");
        same(file, quoted(&others).into_iter().chain(["csv"]), &formats);
    }
    let refusal = |file: &str| part(file, "\"must be csv", "\"");
    let told = refusal("pkg/lib/growing-file.js");
    assert_eq!(refusal("src/client/scan_options.rs"), told, "a format that there is not is refused in two ways");
    let words = told.split([',', ' ']).filter(|word| !["", "or"].contains(word)).chain(["csv"]);
    same("pkg/lib/growing-file.js", words, &formats);
}

#[test]
fn words_of_questions_are_declared() {
    let union = |name: &str| part(TYPES, &format!("export type {name} ="), ";");
    same("pkg/index.d.ts, Severity", quoted(&union("Severity")), Severity::ALL.map(Severity::word));
    same("pkg/index.d.ts, Dimension", quoted(&union("Dimension")), Dimension::ALL.map(Dimension::word));
    same("pkg/index.d.ts, SortKey", quoted(&union("SortKey")), SortKey::ALL.map(SortKey::word));
    let rollup = part(TYPES, "export interface RollupOptions {", "\n}");
    let sort = rollup.lines().find(|line| line.starts_with("  sort?: ")).unwrap_or_default();
    same("pkg/index.d.ts, RollupOptions.sort", quoted(sort), GroupSort::ALL.map(GroupSort::word));
    let filter = part("src/client/scan_options.rs", "const FILTER: [", ";\n\n");
    same("pkg/index.d.ts, FindingFilter", members("FindingFilter"), quoted(&filter));
}

#[test]
fn words_of_questions_are_known_to_the_page() {
    let severities = part("www/src/state/severity.ts", "export const SEVERITIES", ";");
    same("www/src/state/severity.ts, SEVERITIES", quoted(&severities), Severity::ALL.map(Severity::word));
    let keys = part("www/src/state/url.ts", "const SORT_KEYS = [", "]");
    same("www/src/state/url.ts, SORT_KEYS", quoted(&keys), SortKey::ALL.map(SortKey::word));
}

#[test]
fn columns_of_a_csv_are_documented() {
    let mut empty = Ingest::rows(Limits::default());
    empty.push(b"[]").unwrap();
    let csv = empty.finish().unwrap().to_csv(&CsvOptions::default()).unwrap();
    let sentence = part("docs/scans.md", "The columns of a CSV are", "(`true`");
    same("docs/scans.md, columns of a CSV", sentence.split('`').skip(1).step_by(2), csv.trim_end().split(','));
}

#[test]
fn operations_are_declared_and_reach_the_worker() {
    let names = part("src/client/operation.rs", "pub const fn name(self)", "\n    }\n");
    let names = quoted(&names);
    assert!(names.contains(&"teams.get"), "the names of operations are read wrongly: {names:?}");
    same("pkg/index.d.ts, Operation", quoted(&part(TYPES, "export type Operation =", ";")), &names);
    let about = part("pkg/lib/about.js", "const SCANS", "\n/** The same");
    let about = about.split("operation: \"").skip(1).filter_map(|rest| rest.split('"').next());
    same("pkg/lib/about.js", about, &names);

    let client = part(TYPES, "export interface Client ", "\n}");
    let worker = part("pkg/lib/worker/client.js", "constructor(line", "Object.freeze(this)");
    let worker_types = part("pkg/worker.d.ts", "export interface WorkerClient ", "\n}");
    let mut breaches = Vec::new();
    for name in names {
        if !quoted(&worker).contains(&name) {
            breaches.push(format!("pkg/lib/worker/client.js: `{name}` is missing"));
        }
        let Some((group, method)) = name.split_once('.') else { continue };
        if !worker_types.contains(&format!("  readonly {group}: ")) {
            breaches.push(format!("pkg/worker.d.ts, WorkerClient: `{group}` is missing"));
        }
        let group = client.split_once(&format!("readonly {group}: {{")).map_or("", |(_, rest)| rest);
        let mut methods = group.split("\n  };").next().unwrap_or_default().lines();
        if !methods.any(|line| line.trim_start().starts_with(&format!("{method}("))) {
            breaches.push(format!("{TYPES}, Client: `{name}` is missing"));
        }
    }
    none(breaches);
}
