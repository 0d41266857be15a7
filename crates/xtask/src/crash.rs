//! Servers that are killed many times under load.

use crate::command::{cargo, run};
use crate::{StepResult, postgres};

/// Kills release servers and PostgreSQL this many times in each test, and checks what they stored.
///
/// # Errors
/// Fails when a step fails, or when something was lost or charged twice.
pub(crate) fn run_all(kills: &str) -> StepResult {
    kills.parse::<u32>().map_err(|error| format!("crash KILLS: {error}"))?;
    postgres::ensure()?;
    run(cargo()
        .args(["test", "--release", "--package", "answerdeck-server", "--test", "all", "run::crash"])
        .args(["--", "--nocapture", "--test-threads", "1"])
        .env("ANSWERDECK_KILLS", kills))
}
