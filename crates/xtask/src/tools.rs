//! Programs written in Rust that the commands call. Each is looked for on `PATH` and otherwise installed into the tools
//! folder.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::command::{cargo, command, find, read, run};
use crate::{StepResult, repository};

/// A program that `cargo install` builds.
struct Tool {
    /// Name of the crate and of the program.
    name: &'static str,
    /// Version that the repository is tested with.
    version: &'static str,
    /// Further arguments of `cargo install`.
    arguments: &'static [&'static str],
}

/// Serves the console during development. Its default features only check for updates and serve over TLS.
const TRUNK: Tool = Tool { name: "trunk", version: "0.21.14", arguments: &["--no-default-features"] };
/// Checks licenses, banned crates and sources.
const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2", arguments: &["--no-default-features"] };

/// The folder of Trunk.
///
/// # Errors
/// Fails when it is missing and cannot be installed.
pub(crate) fn trunk() -> StepResult<PathBuf> {
    folder_of(&TRUNK)
}

/// The folder of cargo-deny.
///
/// # Errors
/// Fails when it is missing and cannot be installed.
pub(crate) fn cargo_deny() -> StepResult<PathBuf> {
    folder_of(&CARGO_DENY)
}

/// Held by the thread that installs a tool.
static INSTALLING: Mutex<()> = Mutex::new(());

fn folder_of(tool: &Tool) -> StepResult<PathBuf> {
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let Tool { name, version, arguments } = tool;
    if let Some(found) = find(name)
        && let Ok(printed) = read(command(&found).arg("--version"))
        && printed.split_whitespace().any(|word| word == *version)
        && let Some(folder) = found.parent()
    {
        return Ok(folder.to_path_buf());
    }
    let root = repository::tools().join("cargo").join(format!("{name}-{version}"));
    let bin = root.join("bin");
    if bin.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)).is_file() {
        return Ok(bin);
    }
    println!("Installing {name} {version} into {} (once; a few minutes)", root.display());
    run(low_priority_cargo()
        .args(["install", "--quiet", "--locked", name, "--version", version, "--root"])
        .arg(&root)
        .args(*arguments)
        // Each program runs for only seconds, so optimizing it would take longer than it saves.
        .envs([
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
            ("CARGO_PROFILE_RELEASE_LTO", "off"),
            ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
        ])
        // Cargo then builds in a temporary folder and removes it.
        .env_remove("CARGO_TARGET_DIR"))
    .map_err(|error| {
        format!(
            "{error}\n{name} {version} could not be installed. This step needs the network once. \
             Otherwise put {name} on PATH."
        )
    })?;
    Ok(bin)
}

/// A Cargo with the lowest priority, if the machine has `nice`.
fn low_priority_cargo() -> Command {
    match find("nice") {
        Some(nice) => {
            let mut command = command(nice);
            command.args(["-n", "19"]).arg(cargo().get_program());
            command
        }
        None => cargo(),
    }
}

/// Adds the wasm target to a toolchain that lacks it.
///
/// # Errors
/// Fails when it is missing and rustup cannot add it.
pub(crate) fn wasm_target() -> StepResult {
    const TARGET: &str = "wasm32-unknown-unknown";
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
