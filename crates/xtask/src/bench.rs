//! Measurements of the console in a browser, and the server's benchmarks.

use std::path::Path;
use std::process::Command;

use crate::command::{cargo, command, run};
use crate::{StepResult, browser, korean, npm, serve};

/// Whether Lighthouse audits the console.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audit {
    /// Audits two pages.
    Lighthouse,
    /// Runs no audit.
    No,
}

/// Prints the bytes that a first visit to each page loads, optionally Lighthouse's audit, and the server's benchmarks.
///
/// # Errors
/// Fails when a step fails, or when the server is slower than a benchmark allows.
pub(crate) fn run_all(audit: Audit) -> StepResult {
    let binary = serve::build()?;
    run(&mut in_browser(&binary, "sizes")?)?;
    if audit == Audit::Lighthouse {
        run(&mut in_browser(&binary, "lighthouse")?)?;
    }
    let mut benches = cargo();
    benches.args(["bench", "--package", "answerdeck-server", "--package", "answerdeck-words", "--no-fail-fast"]);
    match korean::dictionary() {
        Ok(dictionary) => drop(benches.env("ANSWERDECK_KOREAN_DICTIONARY", dictionary)),
        Err(error) => println!("{error}"),
    }
    run(&mut benches)
}

/// The command that runs the measurement `name` of `tests/bench` against the server program `binary`.
fn in_browser(binary: &Path, name: &str) -> StepResult<Command> {
    let mut playwright = command(npm::packages("tests")?.join("playwright"));
    playwright.args(["test", "--config", "tests/bench/playwright.config.ts", name]).env("ANSWERDECK_BINARY", binary);
    browser::set_for(&mut playwright)?;
    Ok(playwright)
}
