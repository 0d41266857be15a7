//! Results of DataForSEO Labs: the fields that are used.

use answerdeck_api::{GoogleKeywordMetrics, MonthlySearches, SearchIntent, SearchVolumeTrend};
use serde::Deserialize;

/// A result whose items are keywords, or contain one keyword each.
#[derive(Deserialize)]
pub(super) struct KeywordResult<Item> {
    pub(super) seed_keyword_data: Option<KeywordData>,
    pub(super) items: Option<Vec<Item>>,
}

#[derive(Deserialize)]
pub(super) struct RelatedItem {
    pub(super) keyword_data: KeywordData,
}

#[derive(Deserialize)]
pub(super) struct KeywordData {
    pub(super) keyword: String,
    keyword_info: Option<KeywordInfo>,
    keyword_properties: Option<KeywordProperties>,
    search_intent_info: Option<SearchIntentInfo>,
}

#[derive(Deserialize)]
struct KeywordInfo {
    cpc: Option<f64>,
    search_volume: Option<u64>,
    monthly_searches: Option<Vec<MonthlySearch>>,
    search_volume_trend: Option<SearchVolumeTrend>,
}

#[derive(Deserialize)]
struct MonthlySearch {
    year: i32,
    month: u32,
    search_volume: Option<u64>,
}

#[derive(Deserialize)]
struct KeywordProperties {
    keyword_difficulty: Option<u32>,
}

#[derive(Deserialize)]
struct SearchIntentInfo {
    main_intent: Option<String>,
}

impl KeywordData {
    /// The metrics. `None` when the provider has no data for the keyword.
    pub(super) fn metrics(self) -> Option<GoogleKeywordMetrics> {
        if self.keyword_info.is_none() && self.keyword_properties.is_none() && self.search_intent_info.is_none() {
            return None;
        }
        let mut metrics = GoogleKeywordMetrics {
            keyword_difficulty: self.keyword_properties.and_then(|properties| properties.keyword_difficulty),
            search_intent: self
                .search_intent_info
                .and_then(|info| info.main_intent)
                .map(|intent| SearchIntent::from(intent.as_str())),
            ..GoogleKeywordMetrics::default()
        };
        if let Some(info) = self.keyword_info {
            metrics.cpc = info.cpc;
            metrics.search_volume = info.search_volume;
            metrics.search_volume_trend = info.search_volume_trend;
            metrics.monthly_searches = last_year(info.monthly_searches.unwrap_or_default());
        }
        Some(metrics)
    }
}

fn last_year(mut months: Vec<MonthlySearch>) -> Vec<MonthlySearches> {
    months.sort_by_key(|month| (month.year, month.month));
    let earlier = months.len().saturating_sub(12);
    let to_wire = |month: MonthlySearch| MonthlySearches {
        year: month.year,
        month: month.month,
        search_volume: month.search_volume,
    };
    months.into_iter().skip(earlier).map(to_wire).collect()
}
