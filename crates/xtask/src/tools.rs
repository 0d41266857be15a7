//! Programs written in Rust that the commands call.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::command::{cargo, command, find, read, run};
use crate::{StepResult, repository};

/// The version of Trunk that the repository is tested with.
const TRUNK: &str = "0.21.14";

/// The folder of Trunk, which serves the console during development: one on `PATH`, or one that Cargo builds.
///
/// # Errors
/// Fails when it is missing and cannot be installed.
pub(crate) fn trunk() -> StepResult<PathBuf> {
    if let Some(found) = find("trunk")
        && let Ok(printed) = read(command(&found).arg("--version"))
        && printed.split_whitespace().any(|word| word == TRUNK)
        && let Some(folder) = found.parent()
    {
        return Ok(folder.to_path_buf());
    }
    let root = repository::tools().join("cargo").join(format!("trunk-{TRUNK}"));
    let bin = root.join("bin");
    if bin.join(format!("trunk{}", std::env::consts::EXE_SUFFIX)).is_file() {
        return Ok(bin);
    }
    println!("Installing Trunk {TRUNK} into {} (once; a few minutes)", root.display());
    run(cargo()
        // The default features only check for updates and serve over TLS.
        .args(["install", "--quiet", "--locked", "trunk", "--version", TRUNK, "--no-default-features", "--root"])
        .arg(&root)
        // Optimizing the program would take longer than it saves.
        .envs([
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
            ("CARGO_PROFILE_RELEASE_LTO", "off"),
            ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
        ])
        // Cargo then builds in a temporary folder and removes it.
        .env_remove("CARGO_TARGET_DIR"))
    .map_err(|error| {
        format!(
            "{error}\nTrunk {TRUNK} could not be installed. This step needs the network once. \
             Otherwise put trunk on PATH."
        )
    })?;
    Ok(bin)
}

/// Held by the thread that adds a target.
static ADDING: Mutex<()> = Mutex::new(());

/// Adds the wasm target to a toolchain that lacks it. Waits for another thread that adds it.
///
/// # Errors
/// Fails when it is missing and rustup cannot add it.
pub(crate) fn wasm_target() -> StepResult {
    const TARGET: &str = "wasm32-unknown-unknown";
    let _adding = ADDING.lock().unwrap_or_else(PoisonError::into_inner);
    let sysroot = read(command("rustc").args(["--print", "sysroot"]))?;
    let installed = PathBuf::from(sysroot).join("lib/rustlib").join(TARGET);
    if installed.is_dir() {
        return Ok(());
    }
    run(command("rustup").args(["target", "add", TARGET])).map_err(|error| {
        format!(
            "{error}\nThe console needs Rust's target {TARGET}. Install rustup, or add the target to the toolchain."
        )
        .into()
    })
}
