//! A SARIF 2.1.0 log: one run, a rule for each vulnerability identifier, a result for each finding.

mod result;
mod rules;

use super::PIECE;
use super::rows::Rows;
use crate::findings::filter::Filter;
use crate::findings::scan::Scan;
use crate::json::put::put;
use crate::memory::OutOfMemory;
use result::write_result;
use rules::{Rules, write_rule};

const HEAD: &str = concat!(
    r#"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"#,
    r#""tool":{"driver":{"name":"scanfold","semanticVersion":""#,
    env!("CARGO_PKG_VERSION"),
    r#"","rules":["#
);

const AFTER_RULES: &str = "]}},\"columnKind\":\"utf16CodeUnits\",";

/// In place of an identifier or a location that a finding does not have: they must not be empty.
const UNIDENTIFIED: &str = "unidentified";

pub(super) struct Sarif {
    rows: Rows,
    rules: Option<Rules>,
    stage: Stage,
}

enum Stage {
    /// Rows are looked through for the rules, which come before the results.
    Search,
    /// From this rule on.
    Rules(usize),
    /// Whether one was written.
    Results(bool),
    End,
}

/// Rows looked through at a time.
const SEARCHED: usize = 1 << 13;

impl Sarif {
    pub fn new(scan: &Scan, filter: &Filter) -> Result<Sarif, OutOfMemory> {
        let rules = scan.known().map(|(store, _)| Rules::of(store)).transpose()?;
        Ok(Sarif { rows: Rows::new(scan, filter, Vec::new())?, rules, stage: Stage::Search })
    }

    /// Appends what comes next, perhaps nothing; `false` if all was written.
    pub fn write(&mut self, scan: &Scan, out: &mut String) -> Result<bool, OutOfMemory> {
        self.stage = match self.stage {
            Stage::Search => self.search(scan, out)?,
            Stage::Rules(from) => self.write_rules(scan, from, out),
            Stage::Results(is_begun) => self.write_results(scan, is_begun, out)?,
            Stage::End => return Ok(false),
        };
        Ok(true)
    }

    fn search(&mut self, scan: &Scan, out: &mut String) -> Result<Stage, OutOfMemory> {
        let Some(((store, _), rules)) = scan.known().zip(self.rules.as_mut()) else {
            put(out, HEAD);
            put(out, AFTER_RULES);
            // An empty list would say that nothing was found.
            put(out, "\"invocations\":[{\"executionSuccessful\":false}]}]}");
            return Ok(Stage::End);
        };
        for _ in 0..SEARCHED {
            let Some(row) = self.rows.next(scan)? else {
                self.rows.rewind();
                put(out, HEAD);
                return Ok(Stage::Rules(0));
            };
            rules.look_at(store, row)?;
        }
        Ok(Stage::Search)
    }

    fn write_rules(&self, scan: &Scan, from: usize, out: &mut String) -> Stage {
        let Some(((store, _), rules)) = scan.known().zip(self.rules.as_ref()) else { return Stage::End };
        for (at, rule) in rules.found.iter().enumerate().skip(from) {
            if out.len() >= PIECE {
                return Stage::Rules(at);
            }
            put(out, if at > 0 { "," } else { "" });
            write_rule(store, rule, out);
        }
        put(out, AFTER_RULES);
        put(out, "\"results\":[");
        Stage::Results(false)
    }

    fn write_results(&mut self, scan: &Scan, mut is_begun: bool, out: &mut String) -> Result<Stage, OutOfMemory> {
        let Some(((store, _), rules)) = scan.known().zip(self.rules.as_ref()) else { return Ok(Stage::End) };
        while out.len() < PIECE {
            let Some(row) = self.rows.next(scan)? else {
                put(out, "]}]}");
                return Ok(Stage::End);
            };
            put(out, if is_begun { "," } else { "" });
            write_result(store, row, rules.number(store, row), out);
            is_begun = true;
        }
        Ok(Stage::Results(is_begun))
    }
}
