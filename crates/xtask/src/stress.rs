//! Stress tests of the server: attacks and crashes.

use crate::command::{cargo, run};
use crate::{StepResult, clickhouse, korean, postgres};

/// The tests with ClickHouse.
const CRASH: &str = "run::crash";

/// Attacks a release server with one organization, for this many seconds in each way, and prints how long another one waits.
pub(crate) fn siege(seconds: &str) -> StepResult {
    seconds.parse::<u16>().map_err(|error| format!("siege SECONDS: {error}"))?;
    run_test("siege", &[("ANSWERDECK_SIEGE_SECONDS", seconds)])
}

/// Kills servers, PostgreSQL and ClickHouse this many times in each test, fails their disks a tenth as often, and checks what they
/// stored.
pub(crate) fn crash(kills: &str) -> StepResult {
    let count: u32 = kills.parse().map_err(|error| format!("crash KILLS: {error}"))?;
    let faults = count.div_ceil(10).to_string();
    run_test(CRASH, &[("ANSWERDECK_KILLS", kills), ("ANSWERDECK_FAULTS", &faults)])
}

/// Kills servers this many times in each test while paid providers work, and prints the counts of requests and stored answers.
pub(crate) fn crash_while_providers_work(kills: &str) -> StepResult {
    kills.parse::<u32>().map_err(|error| format!("crash providers KILLS: {error}"))?;
    run_test("run::paid_crash", &[("ANSWERDECK_KILLS", kills)])
}

/// Runs tests of the server, one at a time, with the Korean dictionary and variables that set their size.
fn run_test(name: &str, sizes: &[(&str, &str)]) -> StepResult {
    postgres::ensure()?;
    let mut tests = cargo();
    tests.args(["test", "--release", "--package", "answerdeck-server", "--test", "all", name]);
    tests.args(["--", "--nocapture", "--test-threads", "1"]).envs(sizes.iter().copied());
    // The tests compile in a third of the time, and the server is hardly slower.
    tests.env("CARGO_PROFILE_RELEASE_LTO", "off");
    korean::set_for(&mut tests);
    if name == CRASH {
        clickhouse::set_for(&mut tests);
    }
    run(&mut tests)
}
