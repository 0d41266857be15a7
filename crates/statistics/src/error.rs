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

/// Both values, or one refusal for both problems, with the code of the first.
pub(crate) fn both<A, B>(first: StatisticsResult<A>, second: StatisticsResult<B>) -> StatisticsResult<(A, B)> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (
            Err(StatisticsError::Refused { code, mut details }),
            Err(StatisticsError::Refused { details: others, .. }),
        ) => {
            details.extend(others);
            Err(StatisticsError::Refused { code, details })
        }
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// All values, or one refusal for all problems, as [`both`] does.
pub(crate) fn all<T>(results: impl IntoIterator<Item = StatisticsResult<T>>) -> StatisticsResult<Vec<T>> {
    let mut values = Ok(Vec::new());
    for result in results {
        values = both(values, result).map(|(mut values, value)| {
            values.push(value);
            values
        });
    }
    values
}
