//! The error of a command, for the person at the terminal.

use answerdeck_database::failure::reason;

use crate::organization::account::AccountError;

/// One sentence that says why a command failed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CommandError(String);

impl CommandError {
    pub(super) fn new(message: impl ToString) -> Self {
        Self(message.to_string())
    }

    /// The error of an option's value.
    pub(super) fn of_option(option: &str, error: impl std::fmt::Display) -> Self {
        Self(format!("{option}: {error}"))
    }

    #[expect(clippy::print_stderr, reason = "the person at the terminal reads it")]
    pub(super) fn print(&self) {
        eprintln!("error: {self}");
    }
}

impl std::fmt::Display for CommandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<AccountError> for CommandError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Database(error) => error.into(),
            error => Self(error.to_string()),
        }
    }
}

impl From<sea_orm::DbErr> for CommandError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self(format!("the database failed: {}", reason(&error)))
    }
}
