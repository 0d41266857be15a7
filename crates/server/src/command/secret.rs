//! Credentials: in options, in variables, and in files that variables name.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command};

/// How the variable that names the file of a secret ends. Before it is the name of the secret's own variable.
const FILE_SUFFIX: &str = "_FILE";

/// A credential. Its `Debug` output hides it.
#[derive(Clone)]
pub(super) struct Secret(pub(super) String);

impl FromStr for Secret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_printable = !text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if is_printable { Ok(Self(text.to_owned())) } else { Err("expected printable ASCII characters") }
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// Lets each secret be read from the file that a variable names: containers and systemd give a program its secrets as files.
pub(super) fn with_files(command: Command) -> Command {
    let with_file = |argument: Arg| match file_variable(&argument) {
        Some(variable) if std::env::var_os(&variable).is_some() => argument.env(variable),
        _ => argument,
    };
    command.mut_args(with_file).mut_subcommands(with_files)
}

/// The name of the variable that can name the file of a secret. `None` for other options.
pub(super) fn file_variable(argument: &Arg) -> Option<String> {
    let variable = argument.get_env().filter(|_| argument.is_hide_env_values_set())?;
    Some(format!("{}{FILE_SUFFIX}", variable.display()))
}

/// Parses an option whose value can contain a password. Its error does not show the value, as that of clap does.
#[derive(Clone)]
pub(super) struct Hidden<T>(PhantomData<fn() -> T>);

pub(super) fn hidden<T>() -> Hidden<T> {
    Hidden(PhantomData)
}

impl<T: FromStr<Err: Display> + Clone + Send + Sync + 'static> TypedValueParser for Hidden<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.parse_ref_(command, argument, value, ValueSource::CommandLine)
    }

    fn parse_ref_(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<T, clap::Error> {
        let variable = argument.and_then(Arg::get_env).and_then(OsStr::to_str);
        let parsed = match variable.and_then(|variable| variable.strip_suffix(FILE_SUFFIX)) {
            Some(name) if source == ValueSource::EnvVariable => {
                in_file(name, value).map_err(|problem| format!("{name}{FILE_SUFFIX}: {}: {problem}\n", value.display()))
            }
            _ => value.to_str().ok_or_else(|| "expected UTF-8".to_owned()).and_then(parse::<T>).map_err(|problem| {
                let argument = argument.map(Arg::to_string).unwrap_or_default();
                format!("invalid value for '{argument}': {problem}\n")
            }),
        };
        parsed.map_err(|message| clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command))
    }
}

/// Reads the secret of the variable `name` from a file instead. Space around it is no part of it.
fn in_file<T: FromStr<Err: Display>>(name: &str, path: &OsStr) -> Result<T, String> {
    if std::env::var_os(name).is_some() {
        return Err(format!("{name} is set, too"));
    }
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    match text.trim() {
        "" => Err("it is empty".to_owned()),
        text => parse(text),
    }
}

fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse::<T>().map_err(|problem| problem.to_string())
}
