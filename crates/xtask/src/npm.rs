//! Packages of npm, as a folder's lock file names them.

use std::path::{Path, PathBuf};

use crate::command::{command, find, run};
use crate::{Outcome, repository};

/// Installs the packages of `folder` if its lock file has changed, and returns the folder of their programs.
///
/// # Errors
/// Node is missing or too old to have npm, or the packages cannot be fetched.
pub(crate) fn packages(folder: &str) -> Outcome<PathBuf> {
    let folder = repository::root().join(folder);
    let modules = folder.join("node_modules");
    let stamp = modules.join(".answerdeck-lock");
    let lock = fs_err::read(folder.join("package-lock.json"))?;
    if fs_err::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(modules.join(".bin"));
    }
    println!("Installing the npm packages of {}", folder.display());
    install(&folder)?;
    fs_err::write(&stamp, lock)?;
    Ok(modules.join(".bin"))
}

fn install(folder: &Path) -> Outcome {
    let npm = find("npm").or_else(|| find("npm.cmd")).ok_or(
        "Node is missing. Install Node 20 or later (https://nodejs.org), which brings npm, and run this again.",
    )?;
    // Not `npm ci`: it refuses a lock file that lacks a package for another operating system, which a registry that
    // lags may not have had when the lock was written.
    run(command(npm)
        .args(["install", "--no-save", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error"])
        .current_dir(folder))
    .map_err(|error| {
        format!("{error}\nThe npm packages could not be fetched. Is the network there? It is needed once.").into()
    })
}
