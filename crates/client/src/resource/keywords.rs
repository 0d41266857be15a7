use std::rc::Rc;

use answerdeck_api::{
    GoogleKeywordList, GoogleKeywordRequest, GoogleKeywordsRequest, GoogleRelated, GoogleSuggestions, NaverKeywordList,
    NaverKeywordRequest, NaverKeywordsRequest, NaverRelated, NaverSuggestions, NaverTrendList, operation,
};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of keywords. Beta: the platform may change them without notice.
///
/// Each operation may fail with `is_provider_rejected`, `is_provider_unavailable` or `is_keyword_data_not_configured`, and those
/// of Google also with `is_country_not_supported`.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct Keywords(pub(crate) Rc<Dispatcher>);

impl Keywords {
    /// Reads the metrics of 1..100 keywords on Google. The items are in the order of the request.
    pub async fn google_metrics(&self, request: &GoogleKeywordsRequest) -> Result<GoogleKeywordList> {
        self.0.call(Call::new(operation::MEASURE_GOOGLE_KEYWORDS).body(request)?).await
    }

    /// Suggests longer keywords that contain the keyword, most searched on Google first.
    pub async fn google_suggestions(&self, request: &GoogleKeywordRequest) -> Result<GoogleSuggestions> {
        self.0.call(Call::new(operation::SUGGEST_GOOGLE_KEYWORDS).query(request)?).await
    }

    /// Lists keywords related to the keyword, most searched on Google first.
    pub async fn google_related(&self, request: &GoogleKeywordRequest) -> Result<GoogleRelated> {
        self.0.call(Call::new(operation::LIST_RELATED_GOOGLE_KEYWORDS).query(request)?).await
    }

    /// Reads the metrics of 1..15 keywords on Naver. The items are in the order of the request.
    pub async fn naver_metrics(&self, request: &NaverKeywordsRequest) -> Result<NaverKeywordList> {
        self.0.call(Call::new(operation::MEASURE_NAVER_KEYWORDS).body(request)?).await
    }

    /// Suggests longer keywords that contain the keyword, most searched on Naver first.
    pub async fn naver_suggestions(&self, request: &NaverKeywordRequest) -> Result<NaverSuggestions> {
        self.0.call(Call::new(operation::SUGGEST_NAVER_KEYWORDS).query(request)?).await
    }

    /// Lists keywords related to the keyword, most searched on Naver first.
    pub async fn naver_related(&self, request: &NaverKeywordRequest) -> Result<NaverRelated> {
        self.0.call(Call::new(operation::LIST_RELATED_NAVER_KEYWORDS).query(request)?).await
    }

    /// Reads the search trends of 1..15 keywords on Naver over the last 12 complete months. The items are in the order
    /// of the request.
    pub async fn naver_trends(&self, request: &NaverKeywordsRequest) -> Result<NaverTrendList> {
        self.0.call(Call::new(operation::GET_NAVER_KEYWORD_TRENDS).body(request)?).await
    }
}
