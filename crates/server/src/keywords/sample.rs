//! The sample provider: a table of invented numbers, so that the demo shows what a real provider would.

use std::sync::Arc;

use answerdeck_api::{
    Competition, GoogleKeywordMetrics, MonthlySearches, NaverKeywordMetrics, SearchIntent, SearchVolumeTrend,
};
use futures_util::FutureExt;
use serde::Deserialize;

use super::months::{Month, last_complete};
use super::{
    Asked, GoogleKeywords, KeywordError, KeywordProviders, Market, Measured, NaverKeywords, RelatedKeywords, key,
};
use crate::clock::Clock;

const TABLE: &str = include_str!("../../corpus/keywords.toml");
/// Naver tells no volume under this.
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
    /// On computers and on phones, as the two below.
    volume: [u64; 2],
    clicks: [f64; 2],
    ctr: [f64; 2],
    depth: u64,
    competition: String,
    months: Vec<i64>,
}

/// The provider, for both search engines.
pub struct Sample {
    clock: Clock,
    rows: Vec<Row>,
}

impl Sample {
    /// Reads the table that ships with the server.
    ///
    /// # Errors
    /// When it is not written as it should be.
    pub fn shipped(clock: Clock) -> Result<Self, toml::de::Error> {
        let table: Table = toml::from_str(TABLE)?;
        Ok(Self { clock, rows: table.keyword })
    }

    /// The sample provider for both search engines.
    ///
    /// # Errors
    /// As [`Sample::shipped`].
    pub fn providers(clock: Clock) -> Result<KeywordProviders, toml::de::Error> {
        let sample = Arc::new(Self::shipped(clock)?);
        Ok(KeywordProviders { google: Some(sample.clone()), naver: Some(sample) })
    }

    fn google(&self, row: &Row) -> Option<GoogleKeywordMetrics> {
        let google = row.google.as_ref()?;
        let months = last_complete(self.clock.now());
        let searches = months.iter().zip(&google.months).filter_map(|(month, searches)| {
            let search_volume = Some(u64::try_from(*searches).ok()?);
            Some(MonthlySearches { year: month.year, month: month.month, search_volume })
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

    /// The rows that are known in a market.
    fn in_market(&self, market: &Market) -> Result<impl Iterator<Item = &Row> + Clone, KeywordError> {
        if !matches!(market.language.as_str(), "ko" | "en") {
            return Err(KeywordError::Rejected(format!(
                "the sample provider does not know the language {}",
                market.language
            )));
        }
        let korea = match market.country.as_str() {
            "KR" => true,
            "US" => false,
            _ => return Err(KeywordError::Country),
        };
        Ok(self.rows.iter().filter(move |row| korea || row.language == "en"))
    }

    fn measure<'a, M>(
        keywords: &[String],
        rows: impl Iterator<Item = &'a Row>,
        metrics: impl Fn(&Row) -> Option<M>,
    ) -> Measured<M> {
        let keys: Vec<String> = keywords.iter().map(|keyword| key(keyword)).collect();
        let named = rows.map(|row| (key(&row.text), row)).filter(|(name, _)| keys.contains(name));
        named.filter_map(|(name, row)| Some((name, metrics(row)?))).collect()
    }

    /// Rows that hold the keyword; with `related`, also those of the same topics.
    fn around<'a, M>(
        keyword: &str,
        rows: impl Iterator<Item = &'a Row> + Clone,
        related: bool,
        metrics: impl Fn(&Row) -> Option<M>,
    ) -> RelatedKeywords<M> {
        let base = key(keyword);
        let holds = |row: &Row| key(&row.text).contains(&base);
        let topics: Vec<&str> = rows.clone().filter(|row| holds(row)).map(|row| row.topic.as_str()).collect();
        let mut around = RelatedKeywords { metrics: None, keywords: Vec::new() };
        for row in rows.filter(|row| holds(row) || (related && topics.contains(&row.topic.as_str()))) {
            let Some(found) = metrics(row) else { continue };
            match key(&row.text) == base {
                true => around.metrics = Some(found),
                false => around.keywords.push((row.text.clone(), found)),
            }
        }
        around
    }
}

impl GoogleKeywords for Sample {
    fn name(&self) -> &'static str {
        "sample"
    }

    fn metrics<'a>(&'a self, keywords: &'a [String], market: &'a Market) -> Asked<'a, Measured<GoogleKeywordMetrics>> {
        async move { Ok(Self::measure(keywords, self.in_market(market)?, |row| self.google(row))) }.boxed()
    }

    fn suggestions<'a>(
        &'a self,
        keyword: &'a str,
        market: &'a Market,
    ) -> Asked<'a, RelatedKeywords<GoogleKeywordMetrics>> {
        async move { Ok(Self::around(keyword, self.in_market(market)?, false, |row| self.google(row))) }.boxed()
    }

    fn related<'a>(&'a self, keyword: &'a str, market: &'a Market) -> Asked<'a, RelatedKeywords<GoogleKeywordMetrics>> {
        async move { Ok(Self::around(keyword, self.in_market(market)?, true, |row| self.google(row))) }.boxed()
    }
}

impl NaverKeywords for Sample {
    fn name(&self) -> &'static str {
        "sample"
    }

    fn metrics<'a>(&'a self, keywords: &'a [String]) -> Asked<'a, Measured<NaverKeywordMetrics>> {
        async move { Ok(Self::measure(keywords, self.rows.iter(), naver)) }.boxed()
    }

    fn around<'a>(&'a self, keyword: &'a str) -> Asked<'a, RelatedKeywords<NaverKeywordMetrics>> {
        async move { Ok(Self::around(keyword, self.rows.iter(), true, naver)) }.boxed()
    }

    fn trend<'a>(&'a self, keywords: &'a [String], months: &'a [Month]) -> Asked<'a, Measured<Vec<f64>>> {
        let scale = |row: &Row| {
            let known = &row.naver.as_ref()?.months;
            let volume = |place: usize| known.get(place).and_then(|volume| u32::try_from(*volume).ok());
            Some((0..months.len()).map(|place| volume(place).map_or(0.0, f64::from)).collect())
        };
        async move { Ok(Self::measure(keywords, self.rows.iter(), scale)) }.boxed()
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
