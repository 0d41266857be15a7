//! Tests of the server that take longer than its other tests, with figures.

use crate::command::{cargo, run};
use crate::{StepResult, postgres};

/// Attacks a release server with one organization, for this many seconds in each way, and prints how long another one waits.
///
/// # Errors
/// Fails when a step fails, or when the other organization cannot work.
pub(crate) fn siege(seconds: &str) -> StepResult {
    seconds.parse::<u16>().map_err(|error| format!("siege SECONDS: {error}"))?;
    run_test("siege", "ANSWERDECK_SIEGE_SECONDS", seconds)
}

/// Kills servers and PostgreSQL this many times in each test, and checks what they stored.
///
/// # Errors
/// Fails when a step fails, or when something was lost or charged twice.
pub(crate) fn crash(kills: &str) -> StepResult {
    kills.parse::<u32>().map_err(|error| format!("crash KILLS: {error}"))?;
    run_test("run::crash", "ANSWERDECK_KILLS", kills)
}

/// Kills servers this many times in each test while paid providers work, and prints what was asked and stored.
///
/// # Errors
/// Fails when a step fails, or when an answer was paid for twice or lost.
pub(crate) fn crash_while_providers_work(kills: &str) -> StepResult {
    kills.parse::<u32>().map_err(|error| format!("crash providers KILLS: {error}"))?;
    run_test("run::paid_crash", "ANSWERDECK_KILLS", kills)
}

/// Runs tests of the server, one at a time, with a variable that sets their size.
fn run_test(name: &str, variable: &str, value: &str) -> StepResult {
    postgres::ensure()?;
    run(cargo()
        .args(["test", "--release", "--package", "answerdeck-server", "--test", "all", name])
        .args(["--", "--nocapture", "--test-threads", "1"])
        .env(variable, value))
}
