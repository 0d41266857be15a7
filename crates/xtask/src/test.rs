//! Everything that is checked, in layers: the quick ones first.

mod layers;
mod tally;

use std::time::{Duration, Instant};

use crate::Outcome;
use tally::Tally;

/// One kind of check.
struct Layer {
    name: &'static str,
    run: fn(&mut Tally) -> Outcome,
}

const LAYERS: [Layer; 8] = [
    Layer { name: "format", run: layers::format },
    Layer { name: "clippy", run: layers::clippy },
    Layer { name: "doc", run: layers::doc },
    Layer { name: "unit", run: layers::unit },
    Layer { name: "server", run: layers::server },
    Layer { name: "wasm", run: layers::wasm },
    Layer { name: "e2e", run: layers::e2e },
    Layer { name: "deny", run: layers::deny },
];

/// How a layer ended.
struct Report {
    name: &'static str,
    took: Duration,
    tally: Tally,
}

/// Runs the layers called `names`, or all. A layer that fails does not keep the others from running.
///
/// # Errors
/// A name is no layer's, or something failed.
pub(crate) fn run(names: &[&str]) -> Outcome {
    if let Some(unknown) = names.iter().find(|name| LAYERS.iter().all(|layer| layer.name != **name)) {
        let known: Vec<&str> = LAYERS.iter().map(|layer| layer.name).collect();
        return Err(format!("no layer `{unknown}`; there are {}", known.join(", ")).into());
    }
    let reports: Vec<Report> = LAYERS
        .iter()
        .filter(|layer| names.is_empty() || names.contains(&layer.name))
        .map(|layer| {
            println!("\n== {} ==", layer.name);
            let start = Instant::now();
            let mut tally = Tally::default();
            if let Err(error) = (layer.run)(&mut tally) {
                eprintln!("{error}");
                tally.failed = tally.failed.max(1);
            }
            Report { name: layer.name, took: start.elapsed(), tally }
        })
        .collect();
    print_table(&reports);
    let passed: u32 = reports.iter().map(|report| report.tally.passed).sum();
    let failed: u32 = reports.iter().map(|report| report.tally.failed).sum();
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err("something failed; the layers above say what".into()) }
}

fn print_table(reports: &[Report]) {
    println!("\n{:<8} {:>7} {:>7} {:>8}", "layer", "passed", "failed", "time");
    for Report { name, took, tally } in reports {
        let seconds = took.as_secs();
        let note = if tally.skipped { "  skipped" } else { "" };
        println!("{name:<8} {:>7} {:>7} {:>5}:{:02}{note}", tally.passed, tally.failed, seconds / 60, seconds % 60);
    }
    let total: u64 = reports.iter().map(|report| report.took.as_secs()).sum();
    println!("{:<8} {:>7} {:>7} {:>5}:{:02}", "all", "", "", total / 60, total % 60);
}
