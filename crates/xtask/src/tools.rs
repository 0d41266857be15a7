//! Programs written in Rust that the commands call.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::command::{cargo, command, file_name, find, read, run};
use crate::{StepResult, repository};

/// A program that Cargo can build, in the version that the repository is tested with.
pub(crate) struct Tool {
    name: &'static str,
    version: &'static str,
    options: &'static [&'static str],
}

/// Serves the console during development. Its default features only check for updates and serve over TLS.
pub(crate) const TRUNK: Tool = Tool { name: "trunk", version: "0.21.14", options: &["--no-default-features"] };
/// Lets a test drive Firefox.
pub(crate) const GECKODRIVER: Tool = Tool { name: "geckodriver", version: "0.37.1", options: &[] };

impl Tool {
    /// The folder of the program: that of one on `PATH`, or of one that Cargo builds.
    pub(crate) fn folder(&self) -> StepResult<PathBuf> {
        let Self { name, version, options } = self;
        if let Some(found) = find(name)
            && let Ok(printed) = read(command(&found).arg("--version"))
            && printed.split_whitespace().any(|word| word == *version)
            && let Some(folder) = found.parent()
        {
            return Ok(folder.to_path_buf());
        }
        let root = repository::tools().join("cargo").join(format!("{name}-{version}"));
        let bin = root.join("bin");
        if bin.join(file_name(name)).is_file() {
            return Ok(bin);
        }
        println!("Installing {name} {version} into {} (once; a few minutes)", root.display());
        run(cargo()
            .args(["install", "--quiet", "--locked", name, "--version", version])
            .args(*options)
            .arg("--root")
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
                "{error}\n{name} {version} could not be installed. This step needs the network once. \
                 Otherwise put {name} on PATH."
            )
        })?;
        Ok(bin)
    }
}

pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Held by the thread that adds a target.
static ADDING: Mutex<()> = Mutex::new(());

/// Adds the wasm target to a toolchain that lacks it. Waits for another thread that adds it.
pub(crate) fn wasm_target() -> StepResult {
    let _adding = ADDING.lock().unwrap_or_else(PoisonError::into_inner);
    let sysroot = read(command("rustc").args(["--print", "sysroot"]))?;
    let installed = PathBuf::from(sysroot).join("lib/rustlib").join(WASM_TARGET);
    if installed.is_dir() {
        return Ok(());
    }
    run(command("rustup").args(["target", "add", WASM_TARGET])).map_err(|error| {
        format!(
            "{error}\nThe console needs Rust's target {WASM_TARGET}. Install rustup, or add the target to the toolchain."
        )
        .into()
    })
}
