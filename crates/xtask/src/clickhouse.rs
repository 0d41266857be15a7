//! ClickHouse, which tests of the server start.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::command::find;
use crate::{StepResult, debian};

/// Where Debian puts the program, outside of the `PATH` of some users.
const OF_DEBIAN: &str = "/usr/sbin/clickhouse-server";

/// Names ClickHouse to the tests of `program`, or prints why there is none: its tests are then skipped.
pub(crate) fn set_for(program: &mut Command) {
    match path() {
        Ok(path) => drop(program.env("CLICKHOUSE", path)),
        Err(error) => println!("NOT CHECKED: counts by ClickHouse. {error}"),
    }
}

fn path() -> StepResult<PathBuf> {
    let missing = "Put clickhouse-server on PATH, or set CLICKHOUSE to its path.";
    debian::find_or_install(&["clickhouse-server"], missing, || {
        let of_debian = || Some(PathBuf::from(OF_DEBIAN)).filter(|path| path.is_file());
        env::var_os("CLICKHOUSE").map(PathBuf::from).or_else(|| find("clickhouse-server")).or_else(of_debian)
    })
}
