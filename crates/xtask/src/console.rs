//! Builds the console into dist/.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::command::{cargo, command, low_priority, path_with, run};
use crate::programs::Features;
use crate::tools::WASM_TARGET;
use crate::{StepResult, npm, programs, repository, tools};

/// Files that a build reads.
const INPUTS: [&str; 11] = [
    ".cargo/config.toml",
    "Cargo.toml",
    "Cargo.lock",
    "index.html",
    "rust-toolchain.toml",
    "crates/api",
    "crates/client",
    "crates/console-build",
    "crates/insight",
    "crates/json",
    "web",
];
/// The profile of released programs for browsers.
pub(crate) const PROFILE: &str = "console";

/// How small the files of the console become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Optimization {
    /// As small as possible, and compressed: the files of a release.
    Full,
    /// The same files, larger, and built in a fraction of the time.
    Quick,
}

impl Optimization {
    fn profile(self) -> &'static str {
        match self {
            Self::Full => PROFILE,
            Self::Quick => "console-quick",
        }
    }
}

pub(crate) struct Builder {
    optimization: Optimization,
    /// The program of crates/console-build.
    program: PathBuf,
    /// `PATH` with the npm packages of web/.
    path: OsString,
}

/// Prepares a build. Returns `None` if dist/ was built from the same files, and is as small as it should be.
pub(crate) fn prepare_if_changed(optimization: Optimization, features: Features) -> StepResult<Option<Builder>> {
    let built = repository::dist().join("index.html").is_file();
    let is_current = |stamp: String| {
        [Optimization::Full, optimization].iter().any(|built| inputs(*built).is_ok_and(|now| stamp == now))
    };
    if built && fs_err::read_to_string(stamp()).is_ok_and(is_current) {
        return Ok(None);
    }
    prepare(optimization, features).map(Some)
}

pub(crate) fn prepare(optimization: Optimization, features: Features) -> StepResult<Builder> {
    tools::wasm_target()?;
    let path = path_with(&[npm::packages("web")?])?;
    Ok(Builder { optimization, program: programs::build("console-build", features)?, path })
}

impl Builder {
    /// Builds the console into dist/.
    pub(crate) fn build(&self) -> StepResult {
        // Read before the build: a file that changes meanwhile makes the next build necessary.
        let inputs = inputs(self.optimization)?;
        let program = compile(self.optimization)?;
        let mut build = command(&self.program);
        match self.optimization {
            Optimization::Full => println!("Splitting, optimizing and compressing the console"),
            Optimization::Quick => {
                println!("Splitting the console");
                build.arg("--quick");
            }
        }
        run(build.arg(program).arg(repository::dist()).env("PATH", &self.path))?;
        fs_err::write(stamp(), inputs)?;
        println!("The console is in {}", repository::dist().display());
        Ok(())
    }
}

fn compile(optimization: Optimization) -> StepResult<PathBuf> {
    println!("Compiling the console");
    run(&mut compiler(optimization.profile()))?;
    Ok(built_for_browsers(optimization.profile()).join("answerdeck-console.wasm"))
}

/// Compiles the console for a later [`compile`], with the lowest priority.
pub(crate) fn compile_ahead() -> StepResult {
    tools::wasm_target()?;
    run(&mut low_priority(compiler(PROFILE)))
}

fn compiler(profile: &str) -> Command {
    let mut cargo = build_for_browsers(profile);
    cargo.args(["--package", "answerdeck-console", "--bins", "--features", "split"]);
    cargo
}

/// A build of programs for browsers in a profile, without the packages.
pub(crate) fn build_for_browsers(profile: &str) -> Command {
    let mut cargo = cargo();
    cargo
        .args(["build", "--quiet", "--target", WASM_TARGET, "--profile", profile])
        // Cargo adds them to those of .cargo/config.toml.
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", rust_flags())
        .env_remove("RUSTFLAGS");
    cargo
}

/// The folder of what [`build_for_browsers`] has built.
pub(crate) fn built_for_browsers(profile: &str) -> PathBuf {
    repository::target().join(WASM_TARGET).join(profile)
}

fn rust_flags() -> String {
    // Panic messages name files. This removes the folders of the machine that builds.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    home.map(|home| format!("--remap-path-prefix={}=", home.join("registry/src").display())).unwrap_or_default()
}

/// File with the [inputs] of dist/.
fn stamp() -> PathBuf {
    repository::target().join("console-inputs")
}

/// Hash of everything that determines a build: its optimization, and every file that it reads.
fn inputs(optimization: Optimization) -> StepResult<String> {
    let mut hash = Sha256::new();
    hash.update(optimization.profile());
    let root = repository::root();
    for input in INPUTS {
        for file in repository::files(root.join(input))? {
            let bytes = fs_err::read(&file)?;
            hash.update(file.strip_prefix(&root)?.to_string_lossy().as_bytes());
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        }
    }
    Ok(format!("{:x}", hash.finalize()))
}
