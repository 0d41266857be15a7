//! The sample provider: invented data, so that the demo works without a real provider.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_api::{
    Competition, GoogleKeywordMetrics, MonthlySearches, NaverKeywordMetrics, SearchIntent, SearchVolumeTrend,
};
use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;

use crate::keyword::keyword_key;
use crate::months::last_complete_months;
use crate::provider::{
    GoogleKeywords, KeywordError, KeywordProviders, KeywordResults, Market, NaverKeywords, RelatedKeywords, RelatedKind,
};

const TABLE: &str = include_str!("keywords.toml");
/// Naver hides volumes below this.
const THRESHOLD: u64 = 10;

#[derive(Deserialize)]
struct Table {
    keyword: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    text: String,
    topic: String,
    language: String,
    google: Option<GoogleRow>,
    naver: Option<NaverRow>,
}

#[derive(Deserialize)]
struct GoogleRow {
    volume: Option<u64>,
    cpc: Option<f64>,
    difficulty: u32,
    intent: String,
    trend: Option<[f64; 3]>,
    months: Vec<i64>,
}

#[derive(Deserialize)]
struct NaverRow {
    /// On computers and on phones. `clicks` and `ctr` have the same order.
    volume: [u64; 2],
    clicks: [f64; 2],
    ctr: [f64; 2],
    depth: u64,
    competition: String,
    months: Vec<i64>,
}

pub struct Sample {
    now: Box<dyn Fn() -> Timestamp + Send + Sync>,
    rows: Vec<Row>,
}

impl Sample {
    /// The sample provider as the provider for both search engines. `now` returns the current time, which the months of its table
    /// count back from.
    pub fn providers(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Result<KeywordProviders, toml::de::Error> {
        let table: Table = toml::from_str(TABLE)?;
        let sample = Arc::new(Self { now: Box::new(now), rows: table.keyword });
        Ok(KeywordProviders { google: Some(sample.clone()), naver: Some(sample) })
    }

    fn google(&self, row: &Row) -> Option<GoogleKeywordMetrics> {
        let google = row.google.as_ref()?;
        let months = last_complete_months((self.now)());
        let searches = months.iter().zip(&google.months).filter_map(|(month, searches)| {
            let search_volume = Some(u64::try_from(*searches).ok()?);
            Some(MonthlySearches {
                year: month.year().into(),
                month: month.month().unsigned_abs().into(),
                search_volume,
            })
        });
        Some(GoogleKeywordMetrics {
            cpc: google.cpc,
            keyword_difficulty: Some(google.difficulty),
            monthly_searches: searches.collect(),
            search_intent: Some(SearchIntent::from(google.intent.as_str())),
            search_volume: google.volume,
            search_volume_trend: google.trend.map(|[monthly, quarterly, yearly]| SearchVolumeTrend {
                monthly: Some(monthly),
                quarterly: Some(quarterly),
                yearly: Some(yearly),
            }),
        })
    }

    fn in_market(&self, market: &Market) -> Result<impl Iterator<Item = &Row> + Clone, KeywordError> {
        if !matches!(market.language.as_str(), "ko" | "en") {
            return Err(KeywordError::Rejected(format!(
                "languageCode: the sample provider does not support {}. Use ko or en",
                market.language
            )));
        }
        let is_korea = match market.country.as_str() {
            "KR" => true,
            "US" => false,
            _ => return Err(KeywordError::CountryNotSupported),
        };
        Ok(self.rows.iter().filter(move |row| is_korea || row.language == "en"))
    }

    fn lookup<'a, M>(
        keywords: &[String],
        rows: impl Iterator<Item = &'a Row>,
        metrics: impl Fn(&Row) -> Option<M>,
    ) -> KeywordResults<M> {
        let mut read: HashMap<String, Option<M>> =
            keywords.iter().map(|keyword| (keyword_key(keyword), None)).collect();
        for row in rows {
            if let Some(found) = read.get_mut(&keyword_key(&row.text)) {
                *found = metrics(row);
            }
        }
        KeywordResults { read, ..KeywordResults::default() }
    }

    /// The rows that contain the keyword. With `same_topic`, also the rows of the same topics.
    fn related_rows<'a, M>(
        keyword: &str,
        rows: impl Iterator<Item = &'a Row> + Clone,
        same_topic: bool,
        metrics: impl Fn(&Row) -> Option<M>,
    ) -> RelatedKeywords<M> {
        let base = keyword_key(keyword);
        let contains = |row: &Row| keyword_key(&row.text).contains(&base);
        let topics: Vec<&str> = rows.clone().filter(|row| contains(row)).map(|row| row.topic.as_str()).collect();
        let rows = rows.filter(|row| contains(row) || (same_topic && topics.contains(&row.topic.as_str())));
        RelatedKeywords::of(keyword, rows.filter_map(|row| Some((row.text.clone(), metrics(row)?))))
    }
}

#[async_trait]
impl GoogleKeywords for Sample {
    fn name(&self) -> &'static str {
        "sample"
    }

    async fn metrics(&self, keywords: &[String], market: &Market) -> KeywordResults<GoogleKeywordMetrics> {
        match self.in_market(market) {
            Ok(rows) => Self::lookup(keywords, rows, |row| self.google(row)),
            Err(failure) => failure.into(),
        }
    }

    async fn related(
        &self,
        keyword: &str,
        market: &Market,
        kind: RelatedKind,
    ) -> Result<RelatedKeywords<GoogleKeywordMetrics>, KeywordError> {
        let rows = self.in_market(market)?;
        Ok(Self::related_rows(keyword, rows, kind == RelatedKind::Related, |row| self.google(row)))
    }
}

#[async_trait]
impl NaverKeywords for Sample {
    fn name(&self) -> &'static str {
        "sample"
    }

    async fn metrics(&self, keywords: &[String]) -> KeywordResults<NaverKeywordMetrics> {
        Self::lookup(keywords, self.rows.iter(), naver)
    }

    async fn related(&self, keyword: &str) -> Result<RelatedKeywords<NaverKeywordMetrics>, KeywordError> {
        Ok(Self::related_rows(keyword, self.rows.iter(), true, naver))
    }

    async fn trend(&self, keywords: &[String], months: &[Date]) -> KeywordResults<Vec<f64>> {
        let volumes = |row: &Row| {
            let known = &row.naver.as_ref()?.months;
            let volume = |index: usize| known.get(index).and_then(|volume| u32::try_from(*volume).ok());
            Some((0..months.len()).map(|index| volume(index).map_or(0.0, f64::from)).collect())
        };
        Self::lookup(keywords, self.rows.iter(), volumes)
    }
}

fn naver(row: &Row) -> Option<NaverKeywordMetrics> {
    let row = row.naver.as_ref()?;
    let [pc, mobile] = row.volume.map(|volume| if volume < THRESHOLD { 0 } else { volume });
    Some(NaverKeywordMetrics {
        ad_depth: Some(row.depth),
        avg_ctr_mobile: Some(row.ctr[1]),
        avg_ctr_pc: Some(row.ctr[0]),
        avg_click_mobile: Some(row.clicks[1]),
        avg_click_pc: Some(row.clicks[0]),
        competition: Some(Competition::from(row.competition.as_str())),
        mobile_below_threshold: row.volume[1] < THRESHOLD,
        pc_below_threshold: row.volume[0] < THRESHOLD,
        search_volume_mobile: mobile,
        search_volume_pc: pc,
        search_volume_total: pc + mobile,
    })
}
