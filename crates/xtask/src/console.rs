//! Builds the console into dist/.

use std::env;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::command::{command, path_with, run};
use crate::{Outcome, npm, repository, tools};

/// What the console is made of.
const INPUTS: [&str; 9] = [
    "Cargo.toml",
    "Cargo.lock",
    "Trunk.toml",
    "index.html",
    "rust-toolchain.toml",
    "crates/api",
    "crates/client",
    "crates/xtask/src",
    "web",
];

/// How much care a build takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Build {
    /// As it is shipped.
    Optimised,
    /// Soon there: neither optimised nor compressed.
    Fast,
}

/// Tells the hook that Trunk calls whether to optimise.
pub(crate) const OPTIMISE: &str = "ANSWERDECK_OPTIMISE";

/// Builds the console into dist/, unless what is there was built like this from the same files.
///
/// # Errors
/// As [`build`].
pub(crate) fn build_if_changed(build: Build) -> Outcome {
    let there = repository::dist().join("index.html").is_file();
    if there && fs_err::read_to_string(stamp()).is_ok_and(|stamp| inputs(build).is_ok_and(|now| stamp == now)) {
        return Ok(());
    }
    self::build(build)
}

/// Builds the console into dist/.
///
/// # Errors
/// A tool is missing, or a step fails.
pub(crate) fn build(build: Build) -> Outcome {
    let mut folders: Vec<PathBuf> = tools::console()?;
    folders.insert(0, npm::packages("web")?);
    let mut trunk = command("trunk");
    trunk
        .arg("build")
        .env("PATH", path_with(&folders)?)
        .env("TRUNK_OFFLINE", "true")
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", rust_flags())
        .env_remove("RUSTFLAGS")
        // Trunk refuses the values that others give it.
        .env_remove("NO_COLOR");
    match build {
        Build::Optimised => trunk.arg("--release").env(OPTIMISE, "1"),
        Build::Fast => trunk.env_remove(OPTIMISE),
    };
    // A file that changes while it is built makes the next build due.
    let inputs = inputs(build)?;
    run(&mut trunk)?;
    fs_err::write(stamp(), inputs)?;
    println!("The console is in {}", repository::dist().display());
    Ok(())
}

/// How the console is compiled. Cargo keeps such a build apart from others.
fn rust_flags() -> String {
    let mut flags = vec![
        // The split reads relocations.
        "-Clink-args=--emit-relocs".to_owned(),
        // Leptos then gives up the types of views: a tenth less of every page.
        "--cfg=erase_components".to_owned(),
    ];
    // What panics names files: without the folders of whoever built it.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=", home.join("registry/src").display()));
    }
    flags.join(" ")
}

/// Says what dist/ was built from.
fn stamp() -> PathBuf {
    repository::target().join("console-inputs")
}

/// The hash of everything that a build reads, and of how it is done.
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
