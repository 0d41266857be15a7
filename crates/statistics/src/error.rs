//! Why a question has no answer.

use answerdeck_api::ErrorCode;
use sea_orm::DbErr;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum StatisticsError {
    /// The question is refused.
    #[error("{code}: {}", details.join("; "))]
    Refused {
        /// The error code of the API.
        code: ErrorCode,
        /// The fields that are wrong, and why.
        details: Vec<String>,
    },
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// The result of a question.
pub type StatisticsResult<T> = Result<T, StatisticsError>;

impl StatisticsError {
    /// Refuses the question with `code` and no details.
    pub(crate) fn refused(code: ErrorCode) -> Self {
        Self::Refused { code, details: Vec::new() }
    }

    /// Refuses the question because a field is out of bounds.
    pub(crate) fn validation(detail: impl Into<String>) -> Self {
        Self::Refused { code: ErrorCode::CommonValidation, details: vec![detail.into()] }
    }

    /// Refuses the question because a field has none of the known values.
    pub(crate) fn not_one_of<'a>(field: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self::validation(format!("{field}: must be one of {}", known.join(", ")))
    }
}
