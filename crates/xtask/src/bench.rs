//! Measurements of the console in a browser, and the benchmarks of the crates.

use std::path::Path;
use std::process::Command;

use crate::command::{cargo, run};
use crate::programs::Features;
use crate::{StepResult, browser, korean, npm, npm_package, postgres, serve};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audit {
    Lighthouse,
    No,
}

/// Runs all measurements, and prints:
///
/// - the bytes that a first visit to each page loads,
/// - what each page asks of the API, and how long that takes,
/// - how fast long lists, charts and rankings are drawn,
/// - the size and the speed of the npm package,
/// - Lighthouse's audit, if `audit` asks for it,
/// - the benchmarks of the crates, which fail when one is slower than they allow.
pub(crate) fn run_all(audit: Audit) -> StepResult {
    let binary = serve::build()?;
    run(&mut in_browser(&binary, "sizes")?)?;
    run(&mut in_browser(&binary, "pages")?)?;
    run(&mut in_browser(&binary, "drawing")?)?;
    let tarball = npm_package::build(Features::OfPrograms)?;
    npm::packages("tests/npm")?;
    run(in_browser(&binary, "npm")?.env("ANSWERDECK_TARBALL", tarball))?;
    if audit == Audit::Lighthouse {
        npm::packages("tests/bench")?;
        run(&mut in_browser(&binary, "lighthouse")?)?;
    }
    postgres::ensure()?;
    let mut benches = cargo();
    let packages = ["answerdeck-server", "answerdeck-words", "answerdeck-insight"];
    benches.arg("bench").args(packages.iter().flat_map(|package| ["--package", package])).arg("--no-fail-fast");
    korean::set_for(&mut benches);
    run(&mut benches)
}

/// The command that runs the measurement `name` of `tests/bench` against the server program `binary`.
fn in_browser(binary: &Path, name: &str) -> StepResult<Command> {
    let mut playwright = browser::playwright("tests/bench/playwright.config.ts", binary)?;
    playwright.arg(format!("{name}.bench.ts"));
    Ok(playwright)
}
