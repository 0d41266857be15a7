//! The error of a command, for the person at the terminal.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use answerdeck_database::failure::reason;

use crate::organization::account::AccountError;
use crate::organization::export::ExportError;

/// The exit code of a wrong option. It is also that of clap.
const USAGE: u8 = 2;
/// The exit code that shells give a program which SIGPIPE has ended.
const OUTPUT_CLOSED: u8 = 141;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// One sentence.
    #[error("{0}")]
    Message(String),
    /// An option, its variable or its file is wrong. One sentence.
    #[error("{0}")]
    Usage(String),
    /// Nobody reads the output any more, as when `head` has enough.
    #[error("the output is closed")]
    OutputClosed,
}

impl CommandError {
    pub(super) fn new(message: impl ToString) -> Self {
        Self::Message(message.to_string())
    }

    pub(super) fn of_usage(message: impl ToString) -> Self {
        Self::Usage(message.to_string())
    }

    pub(super) fn of_option(option: &str, error: impl std::fmt::Display) -> Self {
        Self::Usage(format!("{option}: {error}"))
    }

    pub(super) fn of_output(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Message(format!("cannot print: {error}")),
        }
    }

    /// Says it to the person at the terminal, or in the log, if there is something to say, and returns the exit code.
    pub(super) fn report(&self, is_logged: bool) -> ExitCode {
        let code = match self {
            Self::Message(_) => ExitCode::FAILURE,
            Self::Usage(_) => ExitCode::from(USAGE),
            Self::OutputClosed => return ExitCode::from(OUTPUT_CLOSED),
        };
        if is_logged && tracing::enabled!(tracing::Level::ERROR) {
            tracing::error!("{self}");
        } else {
            // A closed stderr leaves nobody to tell.
            let _ = writeln!(io::stderr(), "error: {self}");
        }
        code
    }
}

impl From<AccountError> for CommandError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Database(error) => error.into(),
            AccountError::InvalidName
            | AccountError::InvalidRegion(_)
            | AccountError::InvalidWebsite(_)
            | AccountError::TooManyWebsites => Self::of_usage(error),
            error => Self::new(error),
        }
    }
}

impl From<sea_orm::DbErr> for CommandError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Message(format!("the database failed: {}", reason(&error)))
    }
}

impl From<ExportError> for CommandError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Database(error) => error.into(),
            ExportError::Write(error) => Self::of_output(&error),
        }
    }
}
