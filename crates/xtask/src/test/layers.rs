//! What each layer runs.
//!
//! Cargo builds a dependency anew when another selection of packages turns on other features of it. So the layers that
//! build for this machine select alike and differ only in the targets they run.

use std::process::Command;

use super::tally::Tally;
use crate::command::{cargo, command, find, run};
use crate::console::{self, Build};
use crate::{Outcome, browser, korean, npm, postgres, repository, tools};

const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];
const BROWSER_CRATES: [&str; 4] = ["--package", "answerdeck-client", "--package", "answerdeck-console"];
const CONSOLE: &str = "answerdeck-console";

/// Rust's layout.
pub(super) fn format(tally: &mut Tally) -> Outcome {
    tally.check(cargo().args(["fmt", "--all", "--check"]))
}

/// Lints, on this machine's target and on the browser's.
pub(super) fn clippy(tally: &mut Tally) -> Outcome {
    tools::wasm_target()?;
    let deny = ["--", "-D", "warnings"];
    tally.check(cargo().args(["clippy", "--workspace", "--exclude", CONSOLE, "--all-targets"]).args(deny))?;
    tally.check(cargo().arg("clippy").args(BROWSER_CRATES).args(WASM).args(["--lib", "--bins"]).args(deny))
}

/// The documentation, with its links.
pub(super) fn doc(tally: &mut Tally) -> Outcome {
    tools::wasm_target()?;
    let doc = || {
        let mut doc = cargo();
        doc.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        doc
    };
    tally.check(doc().args(["--workspace", "--exclude", CONSOLE]))?;
    tally.check(doc().args(["--package", CONSOLE]).args(WASM))
}

/// The tests that stand in the sources, and the documentation's examples.
pub(super) fn unit(tally: &mut Tally) -> Outcome {
    tally.tests(&mut native(&["--lib", "--bins"]))?;
    tally.tests(&mut native(&["--doc"]))
}

/// The server over HTTP, on both databases, and the client against it.
pub(super) fn server(tally: &mut Tally) -> Outcome {
    postgres::ensure()?;
    let dictionary = korean::dictionary()?;
    tally.tests(native(&["--test", "*"]).env("ANSWERDECK_KOREAN_DICTIONARY", dictionary))
}

/// What needs a browser's own interfaces, in one.
pub(super) fn wasm(tally: &mut Tally) -> Outcome {
    let runner = tools::wasm_bindgen()?.join("wasm-bindgen-test-runner");
    tally.tests(
        cargo()
            .arg("test")
            .args(BROWSER_CRATES)
            .args(WASM)
            .args(["--lib", "--bins"])
            .env("CHROMEDRIVER", browser::driver()?)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner),
    )
}

/// The console as it is shipped, over the server, in a browser.
pub(super) fn e2e(tally: &mut Tally) -> Outcome {
    let programs = npm::packages("tests")?;
    console::build_if_changed(Build::Optimised)?;
    run(cargo().args(["build", "--workspace", "--bin", "answerdeck"]))?;
    tally.check(command(programs.join("tsc")).args(["--noEmit", "--project", "tests"]))?;
    let mut playwright = command(programs.join("playwright"));
    playwright
        .args(["test", "--config", "tests/playwright.config.ts"])
        .env("ANSWERDECK_BINARY", repository::target().join("debug").join("answerdeck"));
    browser::name(&mut playwright)?;
    tally.tests(&mut playwright)
}

/// Licences, banned crates and sources.
pub(super) fn deny(tally: &mut Tally) -> Outcome {
    if find("cargo-deny").is_none() {
        println!("cargo-deny is not installed: `cargo install cargo-deny` brings it");
        tally.skipped = true;
        return Ok(());
    }
    tally.check(cargo().args(["deny", "check", "licenses", "bans", "sources"]))
}

fn native(targets: &[&str]) -> Command {
    let mut test = cargo();
    test.args(["test", "--workspace", "--no-fail-fast"]).args(targets);
    test
}
