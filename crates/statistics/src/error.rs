//! Why a query has no answer.

use answerdeck_api::ErrorCode;
use answerdeck_clickhouse::ClickHouseError;
use sea_orm::DbErr;

#[derive(Debug, thiserror::Error)]
pub enum StatisticsError {
    #[error("{code}: {}", details.join("; "))]
    Refused {
        /// The error code of the API.
        code: ErrorCode,
        /// The fields that are wrong, and why.
        details: Vec<String>,
    },
    #[error(transparent)]
    Database(#[from] DbErr),
    #[error("ClickHouse: {0}")]
    ClickHouse(#[from] ClickHouseError),
}

pub type StatisticsResult<T> = Result<T, StatisticsError>;

impl StatisticsError {
    pub(crate) fn refused(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self::Refused { code, details: vec![detail.into()] }
    }

    /// Refuses the query because a field is out of bounds.
    pub(crate) fn validation(detail: impl Into<String>) -> Self {
        Self::refused(ErrorCode::CommonValidation, detail)
    }
}
