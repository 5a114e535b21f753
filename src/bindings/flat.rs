//! Answers as rows of numbers, in the order in which `pkg/lib/figures.js` reads them.

use crate::findings::{Column, Facets, Figures, Page, RemediationStep, Rollup, Scan, ScanDiff};
use crate::wire::severity::Severity;
use std::collections::TryReserveError;

/// Stands for no severity.
const NONE: u32 = u32::MAX;

/// How many dimensions, which, and the figures of all; then for each group its values and its figures.
pub fn rollup(rollup: &Rollup) -> Result<Vec<u32>, TryReserveError> {
    let by = &rollup.by;
    let mut out = Vec::new();
    out.try_reserve_exact(1 + by.len() + FIGURES + rollup.groups.len() * (by.len() + FIGURES))?;
    out.push(by.len() as u32);
    out.extend(by.iter().map(|&dimension| dimension as u32));
    figures(&rollup.figures, &mut out);
    for group in &rollup.groups {
        out.extend(group.key.iter().take(by.len()));
        figures(&group.figures, &mut out);
    }
    Ok(out)
}

/// How many numbers [`figures`] writes.
const FIGURES: usize = 12;

fn figures(figures: &Figures, out: &mut Vec<u32>) {
    let Figures { findings, by_severity, unique_ids, unique_packages, unique_images, fixable, exploitable, worst } =
        *figures;
    out.push(findings);
    out.extend(by_severity.in_order());
    out.extend([unique_ids, unique_packages, unique_images, fixable, exploitable]);
    out.push(worst.map_or(NONE, |severity| severity as u32));
}

/// How many dimensions; for each of them which, how many values, the values and their counts. Then the steps of probability,
/// if there are any: the two halves of the number, and the count.
pub fn facets(facets: &Facets) -> Result<Vec<u32>, TryReserveError> {
    let counts = facets.values.iter().map(|facet| 2 + 2 * facet.values.len());
    let mut out = Vec::new();
    let steps = facets.min_epss.as_ref().map_or(0, |steps| 1 + 3 * steps.len());
    out.try_reserve_exact(1 + counts.sum::<usize>() + steps)?;
    out.push(facets.values.len() as u32);
    for facet in &facets.values {
        out.extend([facet.dimension as u32, facet.values.len() as u32]);
        out.extend(facet.values.iter().map(|value| value.value));
        out.extend(facet.values.iter().map(|value| value.count));
    }
    if let Some(steps) = &facets.min_epss {
        out.push(steps.len() as u32);
        for step in steps {
            let bits = step.min.to_bits();
            out.extend([bits as u32, (bits >> 32) as u32, step.count]);
        }
    }
    Ok(out)
}

/// How many findings there are on all pages, the offset, and the numbers of the findings on this page.
pub fn page(page: &Page) -> Result<Vec<u32>, TryReserveError> {
    let mut out = Vec::new();
    out.try_reserve_exact(2 + page.rows.len())?;
    out.extend([page.total, page.offset as u32]);
    out.extend(&page.rows);
    Ok(out)
}

/// How many steps; then runs of as many numbers: image, package, installed version, the list of fixes, where the version begins
/// in it and where it ends, findings cleared, these by severity, and how many identifiers; then these.
pub fn remediation(scan: &Scan, steps: &[RemediationStep<'_>]) -> Result<Vec<u32>, TryReserveError> {
    let ids: usize = steps.iter().map(|step| step.ids.len()).sum();
    let mut out = Vec::new();
    out.try_reserve_exact(1 + steps.len() * OF_A_STEP + ids)?;
    let mut places = Vec::new();
    places.try_reserve_exact(steps.len())?;
    places.extend(steps.iter().map(|step| place(scan, step)));
    out.push(steps.len() as u32);
    let run = |out: &mut Vec<u32>, number: &dyn Fn(&RemediationStep<'_>) -> u32| out.extend(steps.iter().map(number));
    run(&mut out, &|step| step.image);
    run(&mut out, &|step| step.package);
    run(&mut out, &|step| step.installed_version);
    run(&mut out, &|step| step.fixed_version);
    out.extend(places.iter().map(|[start, _]| start));
    out.extend(places.iter().map(|[_, end]| end));
    run(&mut out, &|step| step.clears);
    for severity in 0..Severity::ALL.len() {
        run(&mut out, &|step| step.by_severity.in_order().get(severity).copied().unwrap_or_default());
    }
    run(&mut out, &|step| step.ids.len() as u32);
    out.extend(steps.iter().flat_map(|step| &step.ids));
    Ok(out)
}

/// How many numbers a step has besides its identifiers.
const OF_A_STEP: usize = 13;

/// Where the version to upgrade to begins in its list of fixes and where it ends, as JavaScript counts.
fn place(scan: &Scan, step: &RemediationStep<'_>) -> [u32; 2] {
    let units = |text: &str| text.encode_utf16().count() as u32;
    let (text, version) = (scan.text_of(Column::FixedVersion, step.fixed_version), step.upgrade_to.as_bytes());
    // Whichever occurrence it is: JavaScript cuts this text out and no more.
    let at = text.as_bytes().windows(version.len().max(1)).position(|place| place == version);
    let start = at.and_then(|at| text.get(..at)).map_or(0, units);
    [start, start + units(step.upgrade_to)]
}

/// Persisting, what each tier matched, the delta, the length of each list; then the rows of each list, pairs one after the
/// other. If the lists have a limit, how many changes there are of each kind comes last.
pub fn diff(diff: &ScanDiff, is_limited: bool) -> Result<Vec<u32>, TryReserveError> {
    let (matched, delta) = (&diff.matched_by, &diff.delta);
    let pairs = [&diff.severity_changed, &diff.became_fixable, &diff.exploit_became_known];
    let counts = diff.counts.in_order();
    let numbers = pairs.iter().map(|pairs| 2 * pairs.len()).sum::<usize>() + diff.added.len() + diff.resolved.len();
    let mut out = Vec::new();
    out.try_reserve_exact(DIFF_HEAD + numbers + counts.len())?;
    out.extend([diff.persisting, matched.uid, matched.exact, matched.without_target, matched.without_version]);
    // Negative numbers come through as their two's complement.
    out.extend(delta.in_order().map(|delta| delta as u32));
    out.extend([diff.added.len() as u32, diff.resolved.len() as u32]);
    out.extend(pairs.map(|pairs| pairs.len() as u32));
    out.extend(&diff.added);
    out.extend(&diff.resolved);
    for pairs in pairs {
        out.extend(pairs.iter().map(|pair| pair.0));
        out.extend(pairs.iter().map(|pair| pair.1));
    }
    out.extend(counts.into_iter().filter(|_| is_limited));
    Ok(out)
}

/// How many numbers of a diff come before its rows.
const DIFF_HEAD: usize = 15;
