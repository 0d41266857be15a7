//! Counts of passed and failed tests, and the output of those that failed.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::StepResult;
use crate::command::run;

/// Maximum number of lines about failures that a layer repeats.
const REPEATED_LINES: usize = 200;

/// Numbers of tests and checks of a layer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TestCounts {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    /// The first lines that the test runners print about failed tests.
    pub(crate) failures: Vec<String>,
    /// Whether the next line is about a failed test.
    is_about_failure: bool,
}

impl TestCounts {
    /// Runs `command` as one check.
    pub(crate) fn check(&mut self, command: &mut Command) -> StepResult {
        run(command).inspect(|()| self.passed += 1).inspect_err(|_| self.failed += 1)
    }

    /// Runs `command`, shows its output, and counts the tests that it reports.
    pub(crate) fn run_tests(&mut self, command: &mut Command) -> StepResult {
        let program = command.get_program().to_string_lossy().into_owned();
        let mut child =
            command.stdout(Stdio::piped()).spawn().map_err(|error| format!("cannot start `{program}`: {error}"))?;
        let failed_before = self.failed;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).split(b'\n') {
                let line = String::from_utf8_lossy(&line?).into_owned();
                println!("{line}");
                self.read_line(line);
            }
        }
        let status = child.wait()?;
        if status.success() {
            return Ok(());
        }
        if self.failed == failed_before {
            // It failed before it ran a test.
            self.failed += 1;
        }
        Err(format!("`{program}` failed ({status})").into())
    }

    /// Counts the tests of a summary, and keeps a line about a failed test: both runners list failures before the summary.
    fn read_line(&mut self, line: String) {
        let passed_and_failed = (self.passed, self.failed);
        self.count_line(&line);
        if passed_and_failed != (self.passed, self.failed) {
            self.is_about_failure = false;
        } else if line == "failures:" || line.starts_with("  1) ") {
            self.is_about_failure = true;
        }
        if self.is_about_failure && self.failures.len() < REPEATED_LINES {
            self.failures.push(line);
        }
    }

    /// Reads the summaries of Rust's test runners (`test result: ok. 3 passed; 0 failed; …`) and of Playwright's
    /// (`  3 passed (4.2s)`).
    fn count_line(&mut self, line: &str) {
        let summary = match line.strip_prefix("test result: ") {
            Some(rest) => rest.split_once(". ").map_or("", |(_, counts)| counts),
            None if line.starts_with("  ") => line.trim_start(),
            None => return,
        };
        for entry in summary.split("; ") {
            let mut words = entry.split(' ');
            let (Some(Ok(number)), Some(kind)) = (words.next().map(str::parse::<u32>), words.next()) else { continue };
            match kind {
                "passed" => self.passed += number,
                "failed" | "flaky" | "interrupted" => self.failed += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lines: &[&str]) -> (u32, u32) {
        let mut counts = TestCounts::default();
        lines.iter().for_each(|line| counts.count_line(line));
        (counts.passed, counts.failed)
    }

    fn failures(lines: &[&str]) -> Vec<String> {
        let mut counts = TestCounts::default();
        lines.iter().for_each(|line| counts.read_line((*line).to_owned()));
        counts.failures
    }

    #[test]
    fn output_of_failed_rust_tests_is_kept() {
        let lines = [
            "test one ... ok",
            "failures:",
            "---- two stdout ----",
            "assertion failed",
            "failures:",
            "    two",
            "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test three ... ok",
        ];
        assert_eq!(failures(&lines), lines[1..6]);
    }

    #[test]
    fn output_of_failed_playwright_tests_is_kept() {
        let lines = [
            "  ✘  1 a.spec.ts:3:1 › signs in (1.2s)",
            "  1) a.spec.ts:3:1 › signs in ─────",
            "    Error: expect(locator).toBeVisible() failed",
            "  1 failed",
            "    a.spec.ts:3:1 › signs in ─────",
            "  21 passed (1.2m)",
        ];
        assert_eq!(failures(&lines), lines[1..3]);
    }

    #[test]
    fn summaries_are_added_and_other_output_is_not() {
        let rust = [
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.01s",
            "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        ];
        let playwright = ["  1 failed", "    [ko] a.spec.ts:3:1 › signs in", "  21 passed (1.2m)"];
        let other = ["3 passed through here", "running 4 tests"];
        assert_eq!([count(&rust), count(&playwright), count(&other)], [(14, 1), (21, 1), (0, 0)]);
    }
}
