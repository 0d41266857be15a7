//! The commands of each layer.
//!
//! Cargo builds a dependency again when another selection of packages turns on other features of it. So the layers that
//! build for this machine select the same packages, with the dependencies of their tests, and differ only in the targets
//! that they run.

use std::process::Command;

use super::counts::TestCounts;
use crate::command::{cargo, command, path_with, run};
use crate::{StepResult, browser, korean, npm, npm_package, postgres, repository, serve, tools};

const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];
const BROWSER_CRATES: [&str; 4] = ["--package", "answerdeck-client", "--package", "answerdeck-console"];
const CONSOLE: &str = "answerdeck-console";
const INSIGHT: &str = "answerdeck-insight";
const BROWSER_STORE: &str = "answerdeck-browser-store";
const NPM: &str = "answerdeck-npm";

/// Checks the format of Rust sources.
pub(super) fn format(counts: &mut TestCounts) -> StepResult {
    counts.check(cargo().args(["fmt", "--all", "--check"]))
}

/// Runs the lints, for this machine and for the browser.
pub(super) fn clippy(counts: &mut TestCounts) -> StepResult {
    tools::wasm_target()?;
    let deny = ["--", "-D", "warnings"];
    counts.check(cargo().args(["clippy", "--workspace", "--exclude", CONSOLE, "--all-targets"]).args(deny))?;
    let others = [INSIGHT, "answerdeck-answer-store", BROWSER_STORE, NPM, "answerdeck-analysis-worker"];
    let others = others.into_iter().flat_map(|package| ["--package", package]);
    let release = ["--package", "insight-bench", "--features", "answerdeck-console/split"];
    let mut browser = cargo();
    browser.arg("clippy").args(BROWSER_CRATES).args(others).args(release).args(WASM);
    counts.check(browser.args(["--lib", "--bins"]).args(deny))
}

/// Builds the documentation and checks its links.
pub(super) fn doc(counts: &mut TestCounts) -> StepResult {
    tools::wasm_target()?;
    let doc = || {
        let mut doc = cargo();
        doc.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        doc
    };
    // Both are for browsers only.
    counts.check(doc().args(["--workspace", "--exclude", CONSOLE, "--exclude", BROWSER_STORE]))?;
    counts.check(doc().args(["--package", CONSOLE, "--package", BROWSER_STORE]).args(WASM))
}

/// Runs the tests in the sources and the examples in the documentation.
pub(super) fn unit(counts: &mut TestCounts) -> StepResult {
    counts.run_tests(&mut native(&["--lib", "--bins"]))?;
    counts.run_tests(&mut native(&["--doc"]))
}

/// Tests the server over HTTP on both databases, its conformance with the Model Context Protocol, and the client against it.
pub(super) fn server(counts: &mut TestCounts) -> StepResult {
    postgres::ensure()?;
    npm::packages("tests/conformance")?;
    let dictionary = korean::dictionary()?;
    counts.run_tests(native(&["--test", "*"]).env("ANSWERDECK_KOREAN_DICTIONARY", dictionary))
}

/// Runs the tests that need a browser's interfaces, in a browser, and those of the client in a worker and in Node. The
/// mentions of brands need the browser's Unicode normalization.
pub(super) fn wasm(counts: &mut TestCounts) -> StepResult {
    let runner = tools::wasm_bindgen("wasm-bindgen-test-runner")?;
    let driver = browser::driver()?;
    let test = || {
        let mut test = cargo();
        test.arg("test")
            .args(WASM)
            .env("CHROMEDRIVER", &driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", repository::root().join("tests/webdriver.json"))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner);
        test
    };
    counts.run_tests(test().args(BROWSER_CRATES).args(["--lib", "--bins"]))?;
    counts.run_tests(test().args(["--package", "answerdeck-client", "--test", "worker", "--test", "node"]))?;
    counts.run_tests(test().args(["--package", "answerdeck-json", "--features", "host", "--lib"]))?;
    counts.run_tests(test().args(["--package", INSIGHT, "--test", "mentions"]))?;
    counts.run_tests(test().args(["--package", BROWSER_STORE, "--lib", "--test", "*"]))
}

/// Tests the tarball of the npm package in projects of its users: in Node, in a browser, and with bundlers.
pub(super) fn npm(counts: &mut TestCounts) -> StepResult {
    let tarball = npm_package::build()?;
    npm::packages("tests/npm")?;
    let programs = npm::packages("tests")?;
    run(cargo().args(["build", "--workspace", "--bin", "answerdeck", "--test", "*"]))?;
    let mut playwright = command(programs.join("playwright"));
    playwright
        .args(["test", "--config", "tests/npm/playwright.config.ts"])
        .env("ANSWERDECK_TARBALL", tarball)
        .env("ANSWERDECK_BINARY", repository::debug_program("answerdeck"));
    browser::set_for(&mut playwright)?;
    counts.run_tests(&mut playwright)
}

/// Tests the optimized console with the server, in a browser.
pub(super) fn e2e(counts: &mut TestCounts) -> StepResult {
    let programs = npm::packages("tests")?;
    serve::build_console()?;
    // With the tests of the layer `server`: without them Cargo builds the server's dependencies again.
    run(cargo().args(["build", "--workspace", "--bin", "answerdeck", "--test", "*"]))?;
    counts.check(command(programs.join("tsc")).args(["--noEmit", "--project", "tests"]))?;
    let mut playwright = command(programs.join("playwright"));
    playwright
        .args(["test", "--config", "tests/playwright.config.ts"])
        .env("ANSWERDECK_BINARY", repository::debug_program("answerdeck"));
    browser::set_for(&mut playwright)?;
    counts.run_tests(&mut playwright)
}

/// Checks the dependencies' licenses, banned crates and sources.
pub(super) fn deny(counts: &mut TestCounts) -> StepResult {
    let path = path_with(&[tools::cargo_deny()?])?;
    counts.check(cargo().args(["deny", "check", "licenses", "bans", "sources"]).env("PATH", path))
}

fn native(targets: &[&str]) -> Command {
    let mut test = cargo();
    test.args(["test", "--workspace", "--no-fail-fast"]).args(targets);
    test
}
