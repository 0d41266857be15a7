//! Credentials, as options and in files.

use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};

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

/// Parses an option whose value can contain a password. Its error does not show the value, as that of clap does.
#[derive(Clone)]
pub(super) struct Hidden<T>(PhantomData<fn() -> T>);

pub(super) fn hidden<T>() -> Hidden<T> {
    Hidden(PhantomData)
}

impl<T: FromStr<Err = &'static str> + Clone + Send + Sync + 'static> TypedValueParser for Hidden<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let parsed: Result<T, &str> = value.to_str().ok_or("expected UTF-8").and_then(str::parse);
        parsed.map_err(|problem| {
            let argument = argument.map(Arg::to_string).unwrap_or_default();
            let message = format!("invalid value for '{argument}': {problem}\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}

/// Parses the option that names the file of a value: a container or systemd gives a program its secrets as files. Space
/// around the value is no part of it.
pub(super) fn in_file<T: FromStr<Err = &'static str>>(path: &str) -> Result<T, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    match text.trim() {
        "" => Err("it is empty".to_owned()),
        text => text.parse().map_err(str::to_owned),
    }
}
