//! Keyword data for the API: asks the providers once a day for each keyword, within the quota of an organization, and
//! maps their errors.

mod cache;
pub(crate) mod lookup;
mod quota;

use answerdeck_api::ErrorCode;
use answerdeck_keyword_data::KeywordError;

use crate::problem::Problem;

impl From<KeywordError> for Problem {
    fn from(error: KeywordError) -> Self {
        match error {
            KeywordError::CountryNotSupported => Self::refused(ErrorCode::KeywordCountryNotSupported),
            KeywordError::Rejected(detail) | KeywordError::KeywordRejected(detail) => {
                Self::Refused { code: ErrorCode::KeywordMetricsProviderRejected, details: vec![detail] }
            }
            KeywordError::Unavailable(cause) | KeywordError::RateLimited(cause) => {
                tracing::warn!(cause, "a provider of keyword data is unavailable");
                Self::refused(ErrorCode::KeywordMetricsProviderUnavailable)
            }
            KeywordError::NotConfigured => Self::refused(ErrorCode::KeywordMetricsNotConfigured),
        }
    }
}
