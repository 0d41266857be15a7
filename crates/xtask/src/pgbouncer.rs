//! PgBouncer, through which tests of the server connect to PostgreSQL.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{command, find, read, run};
use crate::{StepResult, debian, repository};

/// The first version that knows the prepared statements of its clients.
const OLDEST: [u32; 2] = [1, 21];
/// The release of Debian whose PgBouncer runs on older releases, with the libraries that it needs.
const RELEASE: &str = "trixie";
const PACKAGES: [&str; 6] = ["pgbouncer", "libc6", "libcares2", "libevent-2.1-7t64", "libpam0g", "libssl3t64"];

/// Names PgBouncer to the tests of `program`, or prints why there is none: its tests are then skipped.
pub(crate) fn set_for(program: &mut Command) {
    match path() {
        Ok(path) => drop(program.env("PGBOUNCER", path)),
        Err(error) => println!("NOT CHECKED: connections through a pooler. {error}"),
    }
}

/// Its path: `$PGBOUNCER`, a recent one on `PATH`, or one in the tools folder, which is fetched once.
fn path() -> StepResult<PathBuf> {
    let named = env::var_os("PGBOUNCER").map(PathBuf::from);
    if let Some(found) = named.or_else(|| find("pgbouncer").filter(|found| is_recent(found))) {
        return Ok(found);
    }
    let folder = repository::tools().join(format!("pgbouncer-{RELEASE}"));
    let script = folder.join("pgbouncer");
    if script.is_file() {
        return Ok(script);
    }
    fs_err::create_dir_all(&folder)?;
    if !debian::unpack(RELEASE, &PACKAGES, &folder)? {
        return Err("Put PgBouncer 1.21 or later on PATH, or set PGBOUNCER to its path.".into());
    }
    // Its own loader finds its own libraries, and the others on this machine.
    let text = format!(
        "#!/bin/sh\nfolder='{}'\nloader=$(echo \"$folder\"/usr/lib/*/ld-linux*)\n\
         exec \"$loader\" --library-path \"${{loader%/*}}\" \"$folder\"/usr/sbin/pgbouncer \"$@\"\n",
        folder.display()
    );
    let unfinished = folder.join("unfinished");
    fs_err::write(&unfinished, text)?;
    run(command("chmod").arg("755").arg(&unfinished))?;
    fs_err::rename(unfinished, &script)?;
    Ok(script)
}

fn is_recent(program: &Path) -> bool {
    let Ok(version) = read(command(program).arg("--version")) else { return false };
    let number = version.split_whitespace().nth(1).unwrap_or_default();
    number.split('.').map_while(|part| part.parse::<u32>().ok()).take(2).ge(OLDEST)
}
