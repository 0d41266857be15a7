//! All checks, in layers: the quick ones first.

mod counts;
mod layers;

use std::thread;
use std::time::{Duration, Instant};

use crate::{StepResult, npm};
use counts::TestCounts;

/// One kind of check.
struct Layer {
    name: &'static str,
    run: fn(&mut TestCounts) -> StepResult,
    /// Folders whose npm packages it needs.
    packages: &'static [&'static str],
}

const LAYERS: [Layer; 9] = [
    Layer { name: "format", run: layers::format, packages: &[] },
    Layer { name: "clippy", run: layers::clippy, packages: &[] },
    Layer { name: "doc", run: layers::doc, packages: &[] },
    Layer { name: "unit", run: layers::unit, packages: &[] },
    Layer { name: "server", run: layers::server, packages: &["tests/conformance"] },
    Layer { name: "wasm", run: layers::wasm, packages: &[] },
    Layer { name: "npm", run: layers::npm, packages: &["web", "tests/npm", "tests"] },
    Layer { name: "e2e", run: layers::e2e, packages: &["web", "tests"] },
    Layer { name: "deny", run: layers::deny, packages: &[] },
];

/// Result of a layer.
struct Report {
    name: &'static str,
    took: Duration,
    counts: TestCounts,
}

/// Runs the layers called `names`, or all. Later layers run even if an earlier one fails.
///
/// # Errors
/// Fails when a name is unknown or a check fails.
pub(crate) fn run(names: &[&str]) -> StepResult {
    if let Some(unknown) = names.iter().find(|name| LAYERS.iter().all(|layer| layer.name != **name)) {
        let known: Vec<&str> = LAYERS.iter().map(|layer| layer.name).collect();
        return Err(format!("unknown layer `{unknown}`; the layers are {}", known.join(", ")).into());
    }
    let layers = || LAYERS.iter().filter(|layer| names.is_empty() || names.contains(&layer.name));
    let reports: Vec<Report> = thread::scope(|scope| {
        // Meanwhile the first layers compile. On a slow disk this takes minutes. A layer shows the error of its packages.
        scope.spawn(|| layers().flat_map(|layer| layer.packages).for_each(|folder| drop(npm::packages(folder))));
        layers().map(check).collect()
    });
    print_table(&reports);
    let passed: u32 = reports.iter().map(|report| report.counts.passed).sum();
    let failed: u32 = reports.iter().map(|report| report.counts.failed).sum();
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err("a check failed; its layer above has the details".into()) }
}

/// Runs one layer.
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

fn print_table(reports: &[Report]) {
    println!("\n{:<8} {:>7} {:>7} {:>8}", "layer", "passed", "failed", "time");
    for Report { name, took, counts } in reports {
        let seconds = took.as_secs();
        println!("{name:<8} {:>7} {:>7} {:>5}:{:02}", counts.passed, counts.failed, seconds / 60, seconds % 60);
    }
    let total: u64 = reports.iter().map(|report| report.took.as_secs()).sum();
    println!("{:<8} {:>7} {:>7} {:>5}:{:02}", "all", "", "", total / 60, total % 60);
}
