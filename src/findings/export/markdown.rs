//! A summary in Markdown: figures, and a table of groups. Text of the service is escaped, so it stays text.

use super::PIECE;
use super::filter::write_filter;
use crate::findings::dimension::Dimension;
use crate::findings::filter::Filter;
use crate::findings::rollup::{Figures, Rollup, RollupGroup, RollupOptions};
use crate::findings::scan::Scan;
use crate::json::decimal;
use crate::json::put::put;
use crate::memory::OutOfMemory;
use crate::wire::deceptive::is_deceptive_in_words;
use crate::wire::severity::Severity;

/// What to summarise.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkdownOptions {
    /// Which findings.
    pub filter: Filter,
    /// What the table groups by. Default: image.
    pub by: Dimension,
}

impl Default for MarkdownOptions {
    fn default() -> Self {
        MarkdownOptions { filter: Filter::default(), by: Dimension::Image }
    }
}

pub(super) struct Markdown {
    options: MarkdownOptions,
    stage: Stage,
}

enum Stage {
    Head,
    /// From this group on.
    Groups(Box<Rollup>, usize),
    End,
}

impl Markdown {
    pub fn new(options: MarkdownOptions) -> Markdown {
        Markdown { options, stage: Stage::Head }
    }

    /// Appends what comes next; `false` if all was written.
    pub fn write(&mut self, scan: &Scan, out: &mut String) -> Result<bool, OutOfMemory> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::End) {
            Stage::Head => self.write_head(scan, out)?,
            Stage::Groups(rollup, from) => self.write_groups(scan, rollup, from, out),
            Stage::End => return Ok(false),
        };
        Ok(true)
    }

    fn write_head(&self, scan: &Scan, out: &mut String) -> Result<Stage, OutOfMemory> {
        let MarkdownOptions { by, filter } = &self.options;
        put(out, "# Container scan");
        if !scan.scan_id().is_empty() {
            put(out, " ");
            escape(scan.scan_id(), out);
        }
        put(out, "\n\nStatus: ");
        escape(scan.status(), out);
        put(out, "\n");
        let rollup_options = RollupOptions { by: vec![*by], filter: filter.clone(), ..RollupOptions::default() };
        let Some(rollup) = scan.rollup(&rollup_options)? else {
            put(out, "\nThe findings of this scan are not known.\n");
            return Ok(Stage::End);
        };
        write_scope(scan, filter, out);
        write_figures(&rollup.figures, *by, out);
        Ok(Stage::Groups(Box::new(rollup), 0))
    }

    fn write_groups(&self, scan: &Scan, rollup: Box<Rollup>, from: usize, out: &mut String) -> Stage {
        for (at, group) in rollup.groups.iter().enumerate().skip(from) {
            if out.len() >= PIECE {
                return Stage::Groups(rollup, at);
            }
            write_group(scan, self.options.by, group, out);
        }
        put(out, "| **all**");
        write_counts(&rollup.figures, out);
        Stage::End
    }
}

/// Writes which findings are counted, if they are not those of the whole scan.
fn write_scope(scan: &Scan, filter: &Filter, out: &mut String) {
    let mut lines = String::new();
    write_filter(filter, &mut lines);
    if lines.is_empty() {
        return;
    }
    put(out, "\nOf ");
    decimal::write(scan.finding_count().unwrap_or_default().into(), out);
    put(out, " findings, those that match:\n\n");
    out.push_str(&lines);
}

/// The figures, and the head of the table of groups.
fn write_figures(figures: &Figures, by: Dimension, out: &mut String) {
    put(out, "\n| Figure | Count |\n| --- | ---: |\n");
    for (name, count) in [
        ("Findings", figures.findings),
        ("Unique vulnerabilities", figures.unique_ids),
        ("Packages", figures.unique_packages),
        ("Images", figures.unique_images),
        ("Fixable", figures.fixable),
        ("With a known exploit", figures.exploitable),
    ] {
        put(out, "| ");
        put(out, name);
        write_count(count, out);
        put(out, " |\n");
    }
    put(out, "\n| ");
    put(out, by.word());
    let mut rule = "| ---".to_owned();
    for name in Severity::ALL.map(Severity::word).into_iter().chain(["findings", "fixable"]) {
        put(out, " | ");
        put(out, name);
        rule.push_str(" | ---:");
    }
    put(out, " |\n");
    put(out, &rule);
    put(out, " |\n");
}

fn write_group(scan: &Scan, by: Dimension, group: &RollupGroup, out: &mut String) {
    put(out, "| ");
    let [value, ..] = group.key;
    escape(scan.word(by, value), out);
    write_counts(&group.figures, out);
}

fn write_counts(figures: &Figures, out: &mut String) {
    for count in figures.by_severity.in_order().into_iter().chain([figures.findings, figures.fixable]) {
        write_count(count, out);
    }
    put(out, " |\n");
}

fn write_count(count: u32, out: &mut String) {
    put(out, " | ");
    decimal::write(count.into(), out);
}

/// Longest text of the service shown whole, in characters. Of a longer one the beginning and the end are shown, which tell names
/// apart.
const SHOWN: usize = 200;
const BEGINNING: usize = 120;
const END: usize = 79;

/// Appends text so that Markdown and HTML show it as it is: punctuation escaped, line breaks and controls as spaces.
pub(super) fn escape(text: &str, out: &mut String) {
    let length = text.chars().count();
    for (at, (start, c)) in text.char_indices().enumerate() {
        if length > SHOWN && (BEGINNING..length - END).contains(&at) {
            if at == BEGINNING {
                put(out, "…");
            }
            continue;
        }
        match c {
            '<' => put(out, "&lt;"),
            '>' => put(out, "&gt;"),
            '&' => put(out, "&amp;"),
            c if is_deceptive_in_words(c) => out.push(' '),
            '@' if is_in_address(text, start) => put(out, "`@`"),
            c if c.is_ascii_punctuation() && !matches!(c, '-' | '/' | ',' | '.' | '%') => {
                put(out, "\\");
                out.push(c);
            }
            '.' if out.as_bytes().last_chunk::<3>().is_some_and(|last| last.eq_ignore_ascii_case(b"www")) => {
                put(out, "\\.")
            }
            // An address without a scheme.
            '/' if out.ends_with('/') => put(out, "\\/"),
            c => out.push(c),
        }
    }
}

/// Whether GitHub's Markdown makes a link of what is around this `@`. It does so after reading all escapes, so no escape prevents
/// it. A code span does, which reads well as plain text too, and needs no HTML.
fn is_in_address(text: &str, at: usize) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+' | '/');
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    let host = after.strip_prefix('@').and_then(|after| after.split(|c| !is_part(c)).next()).unwrap_or_default();
    // In `name@1.2` a version follows, not a host.
    let is_host = host.contains('.') && host.contains(|c: char| c.is_ascii_alphabetic());
    // `mailto:` and `xmpp:` make a link without a name too.
    is_host && before.ends_with(|c| is_part(c) || c == ':')
}
