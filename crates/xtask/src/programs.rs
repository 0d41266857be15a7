//! Programs of the workspace, built for this machine in the dev profile.

use std::path::PathBuf;

use crate::command::{cargo, file_name, run};
use crate::{StepResult, repository};

/// With which features Cargo builds the dependencies of a program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Features {
    /// Those that the workspace's programs need.
    OfPrograms,
    /// Those that its tests need too. After the tests, most dependencies are built with them.
    OfTests,
}

/// Builds a program of the workspace, and returns its path.
pub(crate) fn build(name: &str, features: Features) -> StepResult<PathBuf> {
    let mut build = cargo();
    // The whole workspace, so that Cargo builds the dependencies of all programs with the same features.
    build.args(["build", "--workspace", "--bin", name]);
    if features == Features::OfTests {
        // Examples may use the dependencies of the tests.
        build.arg("--examples");
    }
    run(&mut build)?;
    Ok(built(name))
}

/// The path of a program that [`build`] has built.
pub(crate) fn built(name: &str) -> PathBuf {
    repository::target().join("debug").join(file_name(name))
}
