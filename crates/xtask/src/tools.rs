//! Programs written in Rust that build the console. Each is looked for first and then installed into the tools folder.

use std::path::PathBuf;

use crate::command::{cargo, command, find, read, run};
use crate::{Outcome, repository};

/// A program that `cargo install` brings.
struct Tool {
    /// Its crate.
    package: &'static str,
    /// Its folder in the tools folder, without the version.
    folder: &'static str,
    /// Its file.
    binary: &'static str,
    /// The version that was tried.
    version: String,
    /// Further words for `cargo install`.
    arguments: &'static [&'static str],
}

/// The folders of Trunk, wasm-bindgen and wasm-split, to be put before `PATH`.
///
/// # Errors
/// One is missing and cannot be installed.
pub(crate) fn console() -> Outcome<Vec<PathBuf>> {
    wasm_target()?;
    [
        Tool {
            package: "trunk",
            folder: "trunk",
            binary: "trunk",
            version: "0.21.14".into(),
            arguments: &["--locked"],
        },
        wasm_bindgen_tool()?,
        Tool {
            package: "wasm_split_cli_support",
            folder: "wasm-split",
            binary: "wasm-split-cli",
            version: "0.2.4".into(),
            arguments: &["--features", "build-binary"],
        },
    ]
    .iter()
    .map(folder_of)
    .collect()
}

/// The folder of wasm-bindgen's programs, among them the test runner.
///
/// # Errors
/// They are missing and cannot be installed.
pub(crate) fn wasm_bindgen() -> Outcome<PathBuf> {
    wasm_target()?;
    folder_of(&wasm_bindgen_tool()?)
}

fn wasm_bindgen_tool() -> Outcome<Tool> {
    Ok(Tool {
        package: "wasm-bindgen-cli",
        folder: "wasm-bindgen",
        binary: "wasm-bindgen",
        version: locked("wasm-bindgen")?,
        // Not --locked: a registry that lags may lack what it pins.
        arguments: &[],
    })
}

fn folder_of(tool: &Tool) -> Outcome<PathBuf> {
    if let Some(found) = find(tool.binary)
        && let Ok(said) = read(command(&found).arg("--version"))
        && said.split_whitespace().any(|word| word == tool.version)
        && let Some(folder) = found.parent()
    {
        return Ok(folder.to_path_buf());
    }
    let root = repository::tools().join("cargo").join(format!("{}-{}", tool.folder, tool.version));
    let bin = root.join("bin");
    if bin.join(format!("{}{}", tool.binary, std::env::consts::EXE_SUFFIX)).is_file() {
        return Ok(bin);
    }
    println!("Installing {} {} into {} (once; a few minutes)", tool.package, tool.version, root.display());
    run(cargo()
        .args(["install", "--quiet", tool.package, "--version", &tool.version, "--root"])
        .arg(&root)
        .args(tool.arguments)
        // Each tool runs for seconds: what optimising it as a whole takes is never won back.
        .envs([("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")])
        // Cargo then builds in a temporary folder and leaves nothing behind.
        .env_remove("CARGO_TARGET_DIR"))
    .map_err(|error| {
        format!(
            "{error}\n{} {} could not be installed. Is the network there? Otherwise put it on PATH.",
            tool.package, tool.version
        )
    })?;
    Ok(bin)
}

/// The version of `package` in Cargo.lock.
fn locked(package: &str) -> Outcome<String> {
    let lock = fs_err::read_to_string(repository::root().join("Cargo.lock"))?;
    let head = format!("name = \"{package}\"");
    lock.lines()
        .skip_while(|line| *line != head)
        .nth(1)
        .and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'))
        .map(str::to_owned)
        .ok_or_else(|| format!("Cargo.lock does not name {package}").into())
}

/// Adds the wasm target, where the toolchain lacks it.
///
/// # Errors
/// It is missing and rustup cannot add it.
pub(crate) fn wasm_target() -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    let sysroot = read(command("rustc").args(["--print", "sysroot"]))?;
    let installed = PathBuf::from(sysroot).join("lib/rustlib").join(TARGET);
    if installed.is_dir() {
        return Ok(());
    }
    run(command("rustup").args(["target", "add", TARGET])).map_err(|error| {
        format!(
            "{error}\nThe console needs Rust's {TARGET} target: install rustup, or the target from where Rust came."
        )
        .into()
    })
}
