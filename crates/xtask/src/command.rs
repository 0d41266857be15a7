//! Running other programs.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::{StepResult, repository};

/// A command of `program` in the repository's top folder.
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(repository::root());
    command
}

/// The Cargo that runs this program, without the variables that it sets for it. The build script of `ring` reads them: with
/// others, everything above it would be compiled again.
pub(crate) fn cargo() -> Command {
    let mut cargo = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")) {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// `command` with the lowest priority, if the machine has `nice`.
pub(crate) fn low_priority(command: Command) -> Command {
    let Some(nice) = find("nice") else { return command };
    let mut low = self::command(nice);
    low.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => low.env(name, value),
            None => low.env_remove(name),
        };
    }
    low
}

/// Runs `command` to its end and shows its output.
pub(crate) fn run(command: &mut Command) -> StepResult {
    let status = command.status().map_err(|error| format!("cannot start `{}`: {error}", name(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", line(command)).into()) }
}

/// Runs `command` to its end and returns its trimmed standard output.
pub(crate) fn read(command: &mut Command) -> StepResult<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start `{}`: {error}", name(command)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed ({})", line(command), output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The name of a program's file.
pub(crate) fn file_name(program: &str) -> String {
    format!("{program}{}", env::consts::EXE_SUFFIX)
}

/// The first file called `name` in the folders of `PATH`.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let file = file_name(name);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// `PATH` with `folders` before it.
pub(crate) fn path_with(folders: &[PathBuf]) -> StepResult<OsString> {
    let rest = env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().cloned().chain(env::split_paths(&rest));
    Ok(env::join_paths(all)?)
}

/// A process that is stopped when this is dropped.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> StepResult<Self> {
        Ok(Self(command.spawn().map_err(|error| format!("cannot start `{}`: {error}", name(command)))?))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn line(command: &Command) -> String {
    let mut parts = vec![name(command)];
    parts.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    parts.join(" ")
}
