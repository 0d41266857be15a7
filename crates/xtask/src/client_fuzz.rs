//! Fuzzes the client and the npm package with damaged responses.

use crate::StepResult;
use crate::command::{cargo, command, run};
use crate::npm_package;
use crate::programs::Features;

/// Runs the tests with damaged responses, sign-ins and stored sessions, natively and in Node, `cases` times each.
pub(crate) fn run_all(cases: &str) -> StepResult {
    cases.parse::<u32>().map_err(|_| format!("`{cases}` is not a number"))?;
    run(cargo()
        .args(["test", "--release", "--package", "answerdeck-client", "--lib", "hostile"])
        .env("PROPTEST_CASES", cases))?;
    let package = npm_package::build(Features::OfPrograms)?.with_file_name("package");
    let seed = std::process::id().to_string();
    println!("Reading damaged responses in Node, with the seed {seed}");
    run(command("node").args(["tests/npm/programs/fuzz.mjs", &seed, cases]).arg(package))
}
