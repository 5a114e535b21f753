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

    /// Takes in one line of `cargo test -- --show-output`.
    pub fn libtest_line(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.passed += count(result, "passed");
            self.failed += count(result, "failed");
        } else if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ignored")) {
            let (name, reason) = name;
            self.skipped.push(format!("{name}: {}", reason.trim_start_matches([',', ' '])));
        } else if let Some(reason) = line.trim_start().strip_prefix("skipped: ") {
            // The test itself is counted as passed by libtest.
            self.passed = self.passed.saturating_sub(1);
            self.skipped.push(reason.to_owned());
        }
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

/// The number before a word: `count("ok. 3 passed; 0 failed", "passed")` is 3.
fn count(text: &str, word: &str) -> usize {
    let before = text.split(word).next().unwrap_or_default().trim_end();
    before.rsplit([' ', ';']).next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtest_results_add_up_and_a_test_without_its_data_is_skipped_not_passed() {
        let mut tally = Tally::default();
        for line in [
            "running 3 tests",
            "test a ... ok",
            "test b ... ignored, needs an hour",
            "---- real_reports stdout ----",
            "skipped: real_reports: no data",
            "test result: FAILED. 5 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
        ] {
            tally.libtest_line(line);
        }
        assert_eq!(tally.failed, 2);
        assert_eq!(tally.skipped, ["b: needs an hour", "real_reports: no data"]);
        assert_eq!(tally.passed, 9);
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
