//! Filters, chosen by bytes, and which findings they mean, finding by finding.

use super::choices::Choices;
use super::logins::folded;
use super::plain_findings::Plain;
use scanfold::findings::Filter;
use scanfold::wire::severity::Severity;

/// A filter that asks some things; its texts are mostly those of findings.
pub fn filter(choices: &mut Choices, plain: &[Plain], search: &str) -> Filter {
    let parts = choices.next() | choices.next() << 8;
    let mut part = (0..).map(|bit| parts >> bit & 1 == 1);
    let mut is_asked = || part.next() == Some(true);
    let text = is_asked().then(|| search.to_owned());
    let severity = is_asked().then(|| (0..choices.next() % 4).map(|_| choices.of(&Severity::ALL)).collect());
    let mut list = |name| is_asked().then(|| wanted(choices, plain, name));
    let [image, kind, target, package, id, installed_version] =
        ["image", "kind", "target", "package", "id", "installed_version"].map(&mut list);
    let [fixable, exploit] = [(); 2].map(|()| is_asked().then(|| choices.next() % 2 == 1));
    let min_epss = is_asked().then(|| choices.of(&[0.0, 0.1, 0.25, 0.5, 0.97, 1.0]));
    Filter { severity, image, kind, target, package, id, installed_version, fixable, exploit, min_epss, text }
}

/// Texts that findings have, the empty one, and one that none has.
fn wanted(choices: &mut Choices, plain: &[Plain], name: &str) -> Vec<String> {
    let text = |place: usize| match plain.get(place % (plain.len() + 2)) {
        Some(finding) => finding.text(name),
        None if place.is_multiple_of(2) => "",
        None => "nowhere",
    };
    (0..choices.next() % 5).map(|_| text(choices.next()).to_owned()).collect()
}

/// Whether a finding matches every part of a filter.
pub fn matches(finding: &Plain, filter: &Filter) -> bool {
    let listed = |list: &Option<Vec<String>>, name| {
        list.as_ref().is_none_or(|list| list.iter().any(|text| text == finding.text(name)))
    };
    filter.severity.as_ref().is_none_or(|list| list.contains(&finding.severity))
        && listed(&filter.image, "image")
        && listed(&filter.kind, "kind")
        && listed(&filter.target, "target")
        && listed(&filter.package, "package")
        && listed(&filter.id, "id")
        && listed(&filter.installed_version, "installed_version")
        && filter.fixable.is_none_or(|wanted| wanted == finding.is_fixable)
        && filter.exploit.is_none_or(|wanted| wanted == finding.is_exploitable)
        && filter.min_epss.is_none_or(|least| finding.epss.is_some_and(|epss| epss >= least))
        && filter.text.as_ref().is_none_or(|text| text.split_whitespace().all(|term| holds(finding, term)))
}

/// Whether what a term says of a finding is so.
fn holds(finding: &Plain, term: &str) -> bool {
    let without_case = |text: &str| -> String { text.chars().map(folded).collect() };
    let unwanted = term.strip_prefix('-').filter(|rest| !rest.is_empty());
    let term = without_case(unwanted.unwrap_or(term));
    let searched = ["id", "package", "title", "target", "image"];
    let is_there = searched.iter().any(|name| without_case(finding.text(name)).contains(&term));
    is_there == unwanted.is_none()
}
