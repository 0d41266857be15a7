//! The commands of each layer. Cargo builds a dependency again when another selection of packages turns on other features of
//! it. So the layers that build for this machine, and likewise those that check without building, select the same packages,
//! with the dependencies of their tests, and differ only in the targets that they run.

use std::env;
use std::process::Command;
use std::thread;

use super::counts::TestCounts;
use crate::command::{cargo, command, path_with, run};
use crate::programs::Features;
use crate::{
    StepResult, browser, clickhouse, korean, npm, npm_package, pgbouncer, postgres, programs, python, repository,
    serve, tools,
};

/// The packages that are checked for this machine: everything but the console.
const CHECKED_NATIVE: [&str; 3] = ["--workspace", "--exclude", CONSOLE];
/// The packages that are checked for browsers, as they are released.
const CHECKED_WASM: [&str; 10] = [
    "--package",
    "answerdeck-client",
    "--package",
    CONSOLE,
    "--package",
    "answerdeck-insight",
    "--package",
    NPM,
    "--features",
    "answerdeck-console/split",
];
const WASM: [&str; 2] = ["--target", tools::WASM_TARGET];
const CONSOLE: &str = "answerdeck-console";
const NPM: &str = "answerdeck-npm";

pub(super) fn format(counts: &mut TestCounts) -> StepResult {
    counts.check(cargo().args(["fmt", "--all", "--check"]))
}

pub(super) fn clippy(counts: &mut TestCounts) -> StepResult {
    tools::wasm_target()?;
    let deny = ["--", "-D", "warnings"];
    counts.check(cargo().arg("clippy").args(CHECKED_NATIVE).arg("--all-targets").args(deny))?;
    counts.check(cargo().arg("clippy").args(CHECKED_WASM).args(WASM).args(["--lib", "--bins"]).args(deny))
}

/// Builds the documentation and checks its links.
pub(super) fn doc(counts: &mut TestCounts) -> StepResult {
    tools::wasm_target()?;
    let doc = || {
        let mut doc = cargo();
        doc.args(["doc", "--no-deps", "--lib", "--bins"]).env("RUSTDOCFLAGS", "-D warnings");
        doc
    };
    // The examples make Cargo check with the dependencies of the tests, as the lints do.
    counts.check(doc().arg("--examples").args(CHECKED_NATIVE))?;
    counts.check(doc().args(CHECKED_WASM).args(WASM))
}

/// Runs the tests in the sources and the examples in the documentation.
pub(super) fn unit(counts: &mut TestCounts) -> StepResult {
    counts.run_tests(&mut native(&["--lib", "--bins"]))?;
    counts.run_tests(&mut native(&["--doc"]))
}

/// Runs the integration tests of all crates: the server over HTTP on both databases, its conformance with the Model Context
/// Protocol, the client against it, and the crawler, the adapters of providers, and insight.
pub(super) fn server(counts: &mut TestCounts) -> StepResult {
    postgres::ensure()?;
    npm::packages("tests/conformance")?;
    let dictionary = korean::dictionary()?;
    // Tests also wait: for databases, for processes, for the next request of a rate. So three share a core.
    let threads = 3 * thread::available_parallelism()?.get();
    let mut test = native(&["--test", "*"]);
    pgbouncer::set_for(&mut test);
    clickhouse::set_for(&mut test);
    counts.run_tests(test.env("ANSWERDECK_KOREAN_DICTIONARY", dictionary).env("RUST_TEST_THREADS", threads.to_string()))
}

/// Runs the tests that need a browser's APIs in a browser, and those of the client in a worker and in Node.
pub(super) fn wasm(counts: &mut TestCounts) -> StepResult {
    tools::wasm_target()?;
    let runner = programs::build("wasm-bindgen-test-runner", Features::OfTests)?;
    let driver = browser::driver()?;
    let packages = ["--package", "answerdeck-client", "--package", "answerdeck-json"];
    let features = ["--features", "answerdeck-json/host"];
    counts.run_tests(
        cargo()
            .arg("test")
            .args(WASM)
            .args(packages)
            .args(features)
            .args(["--lib", "--test", "node", "--test", "worker"])
            .env("CHROMEDRIVER", &driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", repository::root().join("tests/webdriver.json"))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner),
    )
}

/// Tests the tarball of the npm package in projects of its users: in Node, in a browser, and with bundlers. With
/// `NPM_ENVIRONMENTS=all` in every environment.
pub(super) fn npm(counts: &mut TestCounts) -> StepResult {
    let tarball = npm_package::build(Features::OfTests)?;
    npm::packages("tests/npm")?;
    if env::var_os("NPM_ENVIRONMENTS").is_some_and(|environments| environments == "all") {
        npm::packages("tests/npm/environments")?;
    }
    let webhooks = python::packages("webhooks")?;
    let binary = programs::build("answerdeck", Features::OfTests)?;
    let mut playwright = browser::playwright("tests/npm/playwright.config.ts", &binary)?;
    counts.run_tests(playwright.env("ANSWERDECK_TARBALL", tarball).env("WEBHOOKS_PYTHON", webhooks))
}

/// Tests the optimized console with the server, in a browser.
pub(super) fn e2e(counts: &mut TestCounts) -> StepResult {
    let packages = npm::packages("tests")?;
    serve::build_console(Features::OfTests)?;
    counts.check(command(packages.join("tsc")).args(["--noEmit", "--project", "tests"]))?;
    let binary = programs::build("answerdeck", Features::OfTests)?;
    counts.run_tests(&mut browser::playwright("tests/playwright.config.ts", &binary)?)
}

/// Checks the dependencies' licenses, banned crates and sources, and whether a vulnerability of one is known.
pub(super) fn deny(counts: &mut TestCounts) -> StepResult {
    let path = path_with(&[python::packages("deny")?])?;
    let deny = |arguments: &[&str]| {
        let mut deny = cargo();
        deny.arg("deny").args(arguments).env("PATH", &path);
        deny
    };
    counts.check(&mut deny(&["check", "licenses", "bans", "sources"]))?;
    if run(&mut deny(&["fetch", "db"])).is_err() {
        println!("NOT CHECKED: known vulnerabilities. Their database, a repository on GitHub, could not be fetched.");
        return Ok(());
    }
    counts.check(&mut deny(&["check", "advisories"]))
}

fn native(targets: &[&str]) -> Command {
    let mut test = cargo();
    test.args(["test", "--workspace", "--no-fail-fast"]).args(targets);
    test
}
