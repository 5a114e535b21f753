//! What test runs say, counted: passed, failed, and skipped with the reasons.
//!
//! Two formats are read: libtest's plain output and the TAP of Node's runner. A Rust test cannot be reported as skipped
//! by libtest at run time; one that finds its data absent prints a line `skipped: <reason>` and is counted here.

/// The counts of one run, or of several added up.
#[derive(Debug, Default, PartialEq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// One line each: the test and the reason.
    pub skipped: Vec<String>,
}

impl Tally {
    /// One check that is not a test run: it held or it did not.
    pub fn check(held: bool) -> Self {
        Self { passed: usize::from(held), failed: usize::from(!held), skipped: Vec::new() }
    }

    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped.extend(other.skipped);
    }

    /// Takes in one line of TAP. The counts are in the comments at the end, the reasons at each test.
    pub fn tap_line(&mut self, line: &str) {
        if let Some((test, reason)) = line.split_once(" # SKIP") {
            let name = test.split_once(" - ").map_or(test, |(_, name)| name);
            self.skipped.push(format!("{}: {}", name.trim(), reason.trim()));
        } else if let Some(number) = line.strip_prefix("# pass ") {
            self.passed += number.trim().parse().unwrap_or(0);
        } else if let Some(number) = line.strip_prefix("# fail ").or_else(|| line.strip_prefix("# cancelled ")) {
            self.failed += number.trim().parse().unwrap_or(0);
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped.len())
    }
}

/// Reads `cargo test -- --show-output`, line by line.
#[derive(Default)]
pub struct Libtest {
    pub tally: Tally,
    /// Inside the output of tests that passed: of interest only for what was skipped.
    in_passed: bool,
    /// The test whose output is being read, until it says that it was skipped.
    current: Option<String>,
    /// Tests of this program that libtest counts as passed and that were skipped.
    skipped_here: usize,
}

impl Libtest {
    /// Takes in a line, and says whether a person wants to see it.
    pub fn line(&mut self, line: &str) -> bool {
        match line {
            "successes:" => self.in_passed = true,
            "failures:" => self.in_passed = false,
            _ => {}
        }
        if let Some(result) = line.strip_prefix("test result: ") {
            self.in_passed = false;
            self.tally.passed += count(result, "passed").saturating_sub(std::mem::take(&mut self.skipped_here));
            self.tally.failed += count(result, "failed");
        } else if let Some((name, reason)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ignored"))
        {
            self.tally.skipped.push(format!("{name}: {}", reason.trim_start_matches([',', ' '])));
        } else if let Some((name, _)) = line.strip_prefix("---- ").and_then(|rest| rest.split_once(" stdout ----")) {
            self.current = Some(name.to_owned());
        } else if let Some(reason) = line.strip_prefix("skipped: ").filter(|_| self.in_passed) {
            // A test may say it of several things; it is one test.
            if let Some(name) = self.current.take() {
                self.skipped_here += 1;
                self.tally.skipped.push(format!("{name}: {reason}"));
            }
        }
        let is_routine = line.is_empty() || (line.starts_with("test ") && line.ends_with(" ... ok"));
        !self.in_passed && !is_routine
    }
}

/// The number before a word: `count("ok. 3 passed; 0 failed", "passed")` is 3.
fn count(text: &str, word: &str) -> usize {
    let before = text.split(word).next().unwrap_or_default().trim_end();
    before.rsplit([' ', ';']).next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str = "\
running 8 tests
test a ... ok
test b ... ignored, needs an hour
test c ... FAILED

successes:

---- real_reports stdout ----
skipped: no reports of 2020
skipped: no reports of 2021

---- noisy stdout ----
passed with words

successes:
    a
    real_reports

failures:

---- c stdout ----
skipped: the words of a test that failed

test result: FAILED. 5 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";

    #[test]
    fn libtest_results_add_up_and_a_test_without_its_data_is_skipped_not_passed() {
        let mut run = Libtest::default();
        let shown: Vec<&str> = RUN.lines().filter(|line| run.line(line)).collect();
        let skipped = vec!["b: needs an hour".to_owned(), "real_reports: no reports of 2020".to_owned()];
        assert_eq!(run.tally, Tally { passed: 8, failed: 2, skipped });
        assert!(shown.contains(&"test c ... FAILED") && shown.contains(&"---- c stdout ----"), "{shown:?}");
        assert!(!shown.iter().any(|line| line.contains("passed with words") || *line == "test a ... ok"), "{shown:?}");
    }

    #[test]
    fn tap_counts_come_from_the_end_and_reasons_from_the_tests() {
        let mut tally = Tally::default();
        for line in [
            "    ok 1 - counts equal the reports' # SKIP no real reports",
            "not ok 2 - opens",
            "# tests 4",
            "# suites 0",
            "# pass 2",
            "# fail 1",
            "# cancelled 0",
            "# skipped 1",
            "# todo 0",
        ] {
            tally.tap_line(line);
        }
        let skipped = vec!["counts equal the reports': no real reports".to_owned()];
        assert_eq!(tally, Tally { passed: 2, failed: 1, skipped });
        assert_eq!(tally.to_string(), "2 passed, 1 failed, 1 skipped");
    }
}
