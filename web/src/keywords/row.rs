//! A keyword with its data.

use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics, NaverTrend};

use super::months::{Month, MonthlyValues, estimated_volumes, ratios};

/// A search engine with keyword data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum KeywordProvider {
    #[default]
    Google,
    Naver,
}

/// The search engines of a look-up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum KeywordEngines {
    #[default]
    Google,
    Naver,
    /// Google and Naver, side by side.
    Both,
}

/// The data of one search engine about a keyword.
#[derive(Debug, Clone, PartialEq)]
pub enum KeywordData {
    /// Google's metrics. `None` if it has none.
    Google(Option<GoogleKeywordMetrics>),
    /// Naver's metrics and trend. `None` if it has none, or if the trend was not read.
    Naver { metrics: Option<NaverKeywordMetrics>, trend: Option<NaverTrend> },
    /// The provider rejected the request with the keyword, and the user continued without it.
    Skipped,
}

#[derive(Debug, Clone, PartialEq)]
pub struct KeywordRow {
    pub keyword: String,
    pub data: KeywordData,
}

impl KeywordRow {
    /// The searches a month. `None` if they are unknown or hidden.
    pub fn volume(&self) -> Option<u64> {
        match &self.data {
            KeywordData::Google(metrics) => metrics.as_ref()?.search_volume,
            KeywordData::Naver { metrics, .. } => metrics.as_ref().map(|metrics| metrics.search_volume_total),
            KeywordData::Skipped => None,
        }
    }

    /// The searches a month. `None` if the engine only reports that there are few.
    pub fn known_volume(&self) -> Option<u64> {
        match &self.data {
            KeywordData::Naver { metrics: Some(metrics), .. }
                if metrics.pc_below_threshold && metrics.mobile_below_threshold =>
            {
                None
            }
            _ => self.volume(),
        }
    }

    /// The searches in each month, oldest first: counted by Google, estimated for Naver. Empty if they are unknown.
    pub fn monthly_volumes(&self) -> MonthlyValues {
        match &self.data {
            KeywordData::Google(Some(metrics)) => {
                let known = metrics.monthly_searches.iter();
                known
                    .filter_map(|known| Some((Month::new(known.year, known.month)?, known.search_volume? as f64)))
                    .collect()
            }
            KeywordData::Naver { trend: Some(trend), .. } => estimated_volumes(trend).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Naver's ratios in percent of the keyword's best month. Empty if there are none.
    pub fn ratios(&self) -> MonthlyValues {
        match &self.data {
            KeywordData::Naver { trend: Some(trend), .. } => ratios(trend),
            _ => Vec::new(),
        }
    }
}
