//! Builds the console into dist/.

use std::env;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::command::{cargo, path_with, run};
use crate::{Outcome, npm, repository, tools};

/// Files that a build reads.
const INPUTS: [&str; 9] = [
    ".cargo/config.toml",
    "Cargo.toml",
    "Cargo.lock",
    "index.html",
    "rust-toolchain.toml",
    "crates/api",
    "crates/client",
    "crates/console-build",
    "web",
];
const TARGET: &str = "wasm32-unknown-unknown";

/// How much time a build takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Small files, as in a release.
    Optimized,
    /// Larger files after a quicker build.
    Fast,
}

impl Build {
    /// Cargo's profile.
    fn profile(self) -> &'static str {
        match self {
            Self::Optimized => "console",
            Self::Fast => "console-fast",
        }
    }
}

/// Builds the console into dist/, unless dist/ has a build of this kind from the same files.
///
/// # Errors
/// As [`build`].
pub(crate) fn build_if_changed(build: Build) -> Outcome {
    let built = repository::dist().join("index.html").is_file();
    if built && fs_err::read_to_string(stamp()).is_ok_and(|stamp| inputs(build).is_ok_and(|now| stamp == now)) {
        return Ok(());
    }
    self::build(build)
}

/// Builds the console into dist/.
///
/// # Errors
/// Fails when a tool is missing or a step fails.
pub(crate) fn build(build: Build) -> Outcome {
    tools::wasm_target()?;
    let programs = npm::packages("web")?;
    // Read before the build: a file that changes meanwhile makes the next build necessary.
    let inputs = inputs(build)?;
    println!("Building the console ({})", build.profile());
    run(cargo()
        .args(["build", "--quiet", "--package", "answerdeck-console", "--features", "split"])
        .args(["--target", TARGET, "--profile", build.profile()])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", rust_flags())
        .env_remove("RUSTFLAGS"))?;
    let program = repository::target().join(TARGET).join(build.profile()).join("answerdeck-console.wasm");
    let mut files = cargo();
    files.args(["run", "--quiet", "--package", "console-build", "--"]).arg(program).arg(repository::dist());
    if build == Build::Optimized {
        files.arg("--optimize");
    }
    run(files.env("PATH", path_with(&[programs])?))?;
    fs_err::write(stamp(), inputs)?;
    println!("The console is in {}", repository::dist().display());
    Ok(())
}

/// Flags for the compiler. They replace those of .cargo/config.toml.
fn rust_flags() -> String {
    let mut flags = vec![
        // The splitter reads relocations.
        "-Clink-args=--emit-relocs".to_owned(),
        // Leptos then erases the types of views, which makes every page a tenth smaller.
        "--cfg=erase_components".to_owned(),
    ];
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

/// Hash of every file that a build reads, and of its kind.
fn inputs(build: Build) -> Outcome<String> {
    let mut hash = Sha256::new();
    hash.update(format!("{build:?}"));
    for input in INPUTS {
        add(&repository::root().join(input), &mut hash)?;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn add(path: &Path, hash: &mut Sha256) -> Outcome {
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
