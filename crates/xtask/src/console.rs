//! Builds the console into dist/.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::command::{cargo, command, path_with, run};
use crate::programs::Features;
use crate::{StepResult, npm, programs, repository, tools};

/// Files that a build reads.
const INPUTS: [&str; 15] = [
    ".cargo/config.toml",
    "Cargo.toml",
    "Cargo.lock",
    "index.html",
    "rust-toolchain.toml",
    "crates/analysis",
    "crates/analysis-worker",
    "crates/answer-store",
    "crates/api",
    "crates/browser-store",
    "crates/client",
    "crates/console-build",
    "crates/insight",
    "crates/json",
    "web",
];
/// The target of programs for browsers.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The profile of programs for browsers.
pub(crate) const PROFILE: &str = "console";
/// The variable of [`rust_flags`].
pub(crate) const RUST_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Everything that a build of the console needs.
pub(crate) struct Builder {
    /// The program of crates/console-build.
    program: PathBuf,
    /// `PATH` with the npm packages of web/.
    path: OsString,
}

/// Prepares a build. Returns `None` if dist/ was built from the same files.
///
/// # Errors
/// Fails when a tool is missing or does not compile.
pub(crate) fn prepare_if_changed(features: Features) -> StepResult<Option<Builder>> {
    let built = repository::dist().join("index.html").is_file();
    if built && fs_err::read_to_string(stamp()).is_ok_and(|stamp| inputs().is_ok_and(|now| stamp == now)) {
        return Ok(None);
    }
    prepare(features).map(Some)
}

/// Prepares a build.
///
/// # Errors
/// Fails when a tool is missing or does not compile.
pub(crate) fn prepare(features: Features) -> StepResult<Builder> {
    tools::wasm_target()?;
    let path = path_with(&[npm::packages("web")?])?;
    Ok(Builder { program: programs::build("console-build", features)?, path })
}

impl Builder {
    /// Builds the console into dist/.
    ///
    /// # Errors
    /// Fails when a step fails.
    pub(crate) fn build(&self) -> StepResult {
        // Read before the build: a file that changes meanwhile makes the next build necessary.
        let inputs = inputs()?;
        println!("Compiling the console");
        run(cargo()
            .args(["build", "--quiet", "--package", "answerdeck-console", "--package", "answerdeck-analysis-worker"])
            .args(["--bins", "--features", "answerdeck-console/split"])
            .args(["--target", TARGET, "--profile", PROFILE])
            .env(RUST_FLAGS, split_flags())
            .env_remove("RUSTFLAGS"))?;
        println!("Splitting, optimizing and compressing the console");
        let compiled = |name| repository::target().join(TARGET).join(PROFILE).join(name);
        run(command(&self.program)
            .args([compiled("answerdeck-console.wasm"), compiled("answerdeck-analysis-worker.wasm")])
            .arg(repository::dist())
            .env("PATH", &self.path))?;
        fs_err::write(stamp(), inputs)?;
        println!("The console is in {}", repository::dist().display());
        Ok(())
    }
}

/// Flags for the compiler of a program that the splitter reads.
fn split_flags() -> String {
    // The splitter reads relocations.
    ["-Clink-args=--emit-relocs ", &rust_flags()].concat()
}

/// Flags for the compiler of a program for browsers, which Cargo adds to those of .cargo/config.toml.
pub(crate) fn rust_flags() -> String {
    let mut flags = Vec::new();
    // Panic messages name files. This removes the folders of the machine that builds.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=", home.join("registry/src").display()));
    }
    flags.join(" ")
}

/// File with the hash of the inputs of dist/.
fn stamp() -> PathBuf {
    repository::target().join("console-inputs")
}

/// Hash of every file that a build reads.
fn inputs() -> StepResult<String> {
    let mut hash = Sha256::new();
    for input in INPUTS {
        add(&repository::root().join(input), &mut hash)?;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn add(path: &Path, hash: &mut Sha256) -> StepResult {
    if path.is_dir() {
        if path.file_name().is_some_and(|name| name == "node_modules") {
            return Ok(());
        }
        let mut entries =
            fs_err::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| add(entry, hash));
    }
    let bytes = fs_err::read(path)?;
    hash.update(path.strip_prefix(repository::root())?.to_string_lossy().as_bytes());
    hash.update(bytes.len().to_le_bytes());
    hash.update(bytes);
    Ok(())
}
