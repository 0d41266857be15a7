//! npm packages of a folder's lock file.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::command::{command, find, run};
use crate::{StepResult, repository};

/// Held by the thread that installs packages.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs the packages of `folder` if its lock file has changed, and returns the folder of their programs. Waits for other
/// threads that install packages.
pub(crate) fn packages(folder: &str) -> StepResult<PathBuf> {
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
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

pub(crate) fn program() -> StepResult<PathBuf> {
    find("npm").or_else(|| find("npm.cmd")).ok_or_else(|| {
        "Node is missing. Install Node 20 or later with npm (https://nodejs.org) and run this command again.".into()
    })
}

fn install(folder: &Path) -> StepResult {
    // `npm ci` fails when the lock file lacks a package for another operating system. A registry may not have had that
    // package yet when the lock file was written.
    run(command(program()?)
        .args(["install", "--no-save", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error"])
        .current_dir(folder))
    .map_err(|error| {
        format!("{error}\nThe npm packages could not be fetched. This step needs the network once.").into()
    })
}
