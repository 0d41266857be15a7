//! Running other programs.

use std::process::{Command, Output};

use crate::{StepResult, repository};

/// A command of `program` in the repository's top folder.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(repository());
    command
}

/// Runs `command` to its end and shows its output.
pub(crate) fn run(command: &mut Command) -> StepResult {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", name(command)).into()) }
}

/// Runs `command` to its end and shows what it wrote to standard error only if it fails.
pub(crate) fn run_quietly(command: &mut Command) -> StepResult {
    let output = command.output().map_err(|error| cannot_start(command, &error))?;
    check(&name(command), &output)
}

/// Shows what a program wrote to standard error if it failed.
pub(crate) fn check(name: &str, output: &Output) -> StepResult {
    if output.status.success() {
        return Ok(());
    }
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    Err(format!("`{name}` failed ({})", output.status).into())
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}", name(command))
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}
