//! Builds the console into dist/.

use std::path::PathBuf;

use crate::command::{command, path_with, run};
use crate::{Outcome, npm, repository, tools};

/// How much care a build takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// As it is shipped.
    Optimised,
    /// Soon there: neither optimised nor compressed.
    Fast,
}

/// Tells the hook that Trunk calls whether to optimise.
pub(crate) const OPTIMISE: &str = "ANSWERDECK_OPTIMISE";

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
        // The split reads relocations. Cargo keeps such a build apart from others.
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-Clink-args=--emit-relocs")
        .env_remove("RUSTFLAGS")
        // Trunk refuses the values that others give it.
        .env_remove("NO_COLOR");
    match build {
        Build::Optimised => trunk.arg("--release").env(OPTIMISE, "1"),
        Build::Fast => trunk.env_remove(OPTIMISE),
    };
    run(&mut trunk)?;
    println!("The console is in {}", repository::dist().display());
    Ok(())
}
