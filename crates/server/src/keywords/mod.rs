//! Keyword data for the API: asks the providers once a day for each keyword, within the quota of an organization, and
//! maps their errors.

mod cache;
pub(crate) mod lookup;
mod quota;
pub(crate) mod unasked;

use answerdeck_api::ErrorCode;
use answerdeck_keyword_data::{GoogleKeywords, KeywordError, Market, NaverKeywords};

use crate::problem::Problem;

pub(crate) fn google_dataset(name: &str, provider: &dyn GoogleKeywords, market: &Market) -> String {
    format!("google {name} {} {} {}", provider.name(), market.country, market.language)
}

pub(crate) fn naver_dataset(name: &str, provider: &dyn NaverKeywords) -> String {
    format!("naver {name} {}", provider.name())
}

impl From<KeywordError> for Problem {
    fn from(error: KeywordError) -> Self {
        match error {
            KeywordError::CountryNotSupported => Self::refused_with(
                ErrorCode::KeywordCountryNotSupported,
                "countryCode: there is no keyword data of this country",
            ),
            KeywordError::Rejected(detail) | KeywordError::KeywordRejected(detail) => {
                Self::refused_with(ErrorCode::KeywordMetricsProviderRejected, detail)
            }
            KeywordError::Unavailable(cause) | KeywordError::RateLimited(cause) => {
                tracing::warn!(cause, "a provider of keyword data is unavailable");
                Self::refused(ErrorCode::KeywordMetricsProviderUnavailable)
            }
            KeywordError::NotConfigured(source) => Self::refused_with(
                ErrorCode::KeywordMetricsNotConfigured,
                format!("the operator of this server has not set up keyword data of {source}"),
            ),
        }
    }
}
