//! Why a command did not do what it was told, in one sentence.

use crate::account::AccountError;

/// One sentence for the person at the terminal.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Failure(String);

impl Failure {
    pub(super) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    #[expect(clippy::print_stderr, reason = "a command's failure is for the person at the terminal")]
    pub(super) fn print(&self) {
        eprintln!("error: {}", self.0);
    }
}

impl From<AccountError> for Failure {
    fn from(error: AccountError) -> Self {
        Self(error.to_string())
    }
}

impl From<sea_orm::DbErr> for Failure {
    fn from(error: sea_orm::DbErr) -> Self {
        Self(format!("the database failed: {error}"))
    }
}
