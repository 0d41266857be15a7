//! Python and its packages.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::command::{command, find, read, run};
use crate::{StepResult, debian, repository};

/// Held by the thread that installs packages.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs the packages of `tests/NAME/requirements.txt` into a virtual environment in the tools folder, if the file has
/// changed, and returns the folder of their programs. Waits for other threads that install packages.
pub(crate) fn packages(name: &str) -> StepResult<PathBuf> {
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let requirements = repository::root().join("tests").join(name).join("requirements.txt");
    let environment = repository::tools().join("python").join(name);
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let stamp = environment.join("requirements.txt");
    let wanted = fs_err::read(&requirements)?;
    if fs_err::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(programs);
    }
    println!("Installing the Python packages of {} into {} (once)", requirements.display(), environment.display());
    install(&requirements, &environment, &programs).map_err(|error| {
        format!("{error}\nThe Python packages of {name} could not be installed. This step needs the network once.")
    })?;
    fs_err::write(&stamp, wanted)?;
    Ok(programs)
}

fn install(requirements: &Path, environment: &Path, programs: &Path) -> StepResult {
    let python = with_module("ensurepip", "python3-venv")?;
    run(command(python).args(["-m", "venv", "--clear"]).arg(environment))?;
    run(command(programs.join("python")).args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(requirements))
}

/// Finds a Python with `module`. On Debian, installs the module's `package` if necessary.
pub(crate) fn with_module(module: &str, package: &str) -> StepResult<PathBuf> {
    debian::find_or_install(&[package], &format!("Python with {module} is missing."), || {
        let python = find("python3").or_else(|| find("python"))?;
        read(command(&python).args(["-c", &format!("import {module}")])).ok().map(|_| python)
    })
}
