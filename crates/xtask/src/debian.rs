//! Installs Debian packages, if this program may do so.

use std::process::Stdio;
use std::sync::{Mutex, PoisonError};

use crate::command::{command, find, read, run};
use crate::{StepResult, repository};

/// Held by the thread that runs apt-get, which fails beside another one.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs `packages` if this is Debian and the user is root. Returns whether it did.
///
/// # Errors
/// Fails when apt-get fails.
pub(crate) fn install(packages: &[&str]) -> StepResult<bool> {
    let debian =
        fs_err::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"));
    if !debian || find("apt-get").is_none() || !is_root() {
        return Ok(false);
    }
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    println!("Installing {} with apt-get", packages.join(" "));
    let apt = || {
        let mut apt = command("apt-get");
        apt.arg("--quiet=2").env("DEBIAN_FRONTEND", "noninteractive").current_dir(repository::root());
        apt
    };
    // An outdated package list names files that no longer exist.
    run(apt().arg("update"))?;
    run(apt().args(["install", "--yes", "--no-install-recommends"]).args(packages).stdout(Stdio::null()))?;
    Ok(true)
}

/// Whether this program runs as root, so that apt-get works.
fn is_root() -> bool {
    cfg!(unix) && read(command("id").arg("-u")).is_ok_and(|user| user == "0")
}
