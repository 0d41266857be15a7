//! Measurements: of the console in a browser, and of the server's own benches.

use std::path::Path;
use std::process::Command;

use crate::command::{cargo, command, run};
use crate::{Outcome, browser, korean, npm, serve};

/// Whether Lighthouse runs too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audit {
    /// It does.
    Lighthouse,
    /// It does not.
    No,
}

/// Prints what a first visit to each page loads, if asked for what Lighthouse thinks, and how quick the server is.
///
/// # Errors
/// A step fails, or the server is slower than a bench wants it to be.
pub(crate) fn run_all(audit: Audit) -> Outcome {
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

/// A measurement of `tests/bench`, against the server at `binary`.
fn in_browser(binary: &Path, name: &str) -> Outcome<Command> {
    let mut playwright = command(npm::packages("tests")?.join("playwright"));
    playwright.args(["test", "--config", "tests/bench/playwright.config.ts", name]).env("ANSWERDECK_BINARY", binary);
    browser::name(&mut playwright)?;
    Ok(playwright)
}
