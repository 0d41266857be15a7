//! The error of a command, for the person at the terminal.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use answerdeck_database::failure::reason;

use crate::organization::account::AccountError;
use crate::organization::export::ExportError;

/// The exit code that shells give a program which SIGPIPE has ended.
const OUTPUT_CLOSED: u8 = 141;

/// Why a command failed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// One sentence.
    #[error("{0}")]
    Message(String),
    /// Nobody reads the output any more, as when `head` has enough.
    #[error("the output is closed")]
    OutputClosed,
}

impl CommandError {
    pub(super) fn new(message: impl ToString) -> Self {
        Self::Message(message.to_string())
    }

    /// The error of an option's value.
    pub(super) fn of_option(option: &str, error: impl std::fmt::Display) -> Self {
        Self::Message(format!("{option}: {error}"))
    }

    /// The error of writing the output.
    pub(super) fn of_output(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Message(format!("cannot print: {error}")),
        }
    }

    /// Says it to the person at the terminal, if there is something to say, and returns the exit code.
    pub(super) fn report(&self) -> ExitCode {
        match self {
            Self::Message(message) => {
                // A closed stderr leaves nobody to tell.
                let _ = writeln!(io::stderr(), "error: {message}");
                ExitCode::FAILURE
            }
            Self::OutputClosed => ExitCode::from(OUTPUT_CLOSED),
        }
    }
}

impl From<AccountError> for CommandError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Database(error) => error.into(),
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
