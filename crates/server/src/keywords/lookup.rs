//! Asks a provider for what is not kept, and brings what it answers into the form of the wire.

use std::collections::HashSet;
use std::time::Duration;

use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics, NaverTrend, TrendAnchor, TrendPoint};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cache::Cache;
use super::months::Month;
use super::{KeywordError, Measured, RelatedKeywords, key, spoken};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// How long a provider may take in all: a request of the platform's ends a little later.
const PATIENCE: Duration = Duration::from_secs(25);
/// Keywords around one keyword that are kept: as many as a request can ask for.
const RELATED_MAX: usize = answerdeck_api::limits::PAGE_SIZE_MAX as usize;

/// What is known of each of `keywords`, in their order: kept answers of this `kind`, and for the rest what `ask` gives.
pub(crate) async fn look_up<M, Asking>(
    app: &AppState,
    kind: &str,
    keywords: &[String],
    ask: impl FnOnce(Vec<String>) -> Asking,
) -> ApiResult<Vec<Option<M>>>
where
    M: Clone + Serialize + DeserializeOwned,
    Asking: Future<Output = Result<Measured<M>, KeywordError>>,
{
    let keys: Vec<String> = keywords.iter().map(|keyword| key(keyword)).collect();
    let cache = Cache::new(app, kind);
    let mut known = cache.read::<M>(&keys).await?;
    if keys.iter().any(|key| !known.contains_key(key)) {
        let asking = async {
            let new = keys.iter().filter(|key| !known.contains_key(*key)).map(|key| format!("{kind}\n{key}"));
            let _turn = app.keyword_locks.take(new).await;
            // Whoever had the turn before may have asked for them.
            known = cache.read::<M>(&keys).await?;
            let mut seen = HashSet::new();
            let missing = keywords.iter().zip(&keys).filter(|(_, key)| !known.contains_key(*key) && seen.insert(*key));
            let (missing, missing_keys): (Vec<String>, Vec<String>) =
                missing.map(|(keyword, key)| (spoken(keyword), key.clone())).unzip();
            if missing.is_empty() {
                return Ok(known);
            }
            let measured = ask(missing).await?;
            cache.write(&missing_keys, &measured).await;
            known.extend(missing_keys.into_iter().map(|key| {
                let metrics = measured.get(&key).cloned();
                (key, metrics)
            }));
            Ok::<_, Problem>(known)
        };
        let asked = tokio::time::timeout(PATIENCE, asking).await;
        known = asked.map_err(|_| KeywordError::Unavailable("the provider takes too long".to_owned()))??;
    }
    Ok(keys.iter().map(|key| known.get(key).cloned().flatten()).collect())
}

/// How often a keyword is searched for. `None` when that is hidden.
pub(crate) trait Volume {
    fn volume(&self) -> Option<u64>;
}

impl Volume for GoogleKeywordMetrics {
    fn volume(&self) -> Option<u64> {
        self.search_volume
    }
}

impl Volume for NaverKeywordMetrics {
    fn volume(&self) -> Option<u64> {
        Some(self.search_volume_total)
    }
}

/// As the wire wants it: the most searched first, each once, without `keyword` itself, and as many as can be asked for.
pub(crate) fn in_order<M: Volume>(mut around: RelatedKeywords<M>, keyword: &str) -> RelatedKeywords<M> {
    let mut seen = HashSet::from([key(keyword)]);
    around.keywords.retain(|(other, _)| seen.insert(key(other)));
    let hidden_last = |metrics: &M| metrics.volume().map_or((1, 0), |volume| (0, u64::MAX - volume));
    around.keywords.sort_by(|(one, of_one), (other, of_other)| {
        hidden_last(of_one).cmp(&hidden_last(of_other)).then_with(|| one.cmp(other))
    });
    around.keywords.truncate(RELATED_MAX);
    around
}

/// What Naver knows around a keyword, for both operations that ask.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct CachedNaverRelated {
    pub(crate) metrics: Option<NaverKeywordMetrics>,
    /// Those that hold the keyword.
    pub(crate) suggested: Vec<(String, NaverKeywordMetrics)>,
    pub(crate) related: Vec<(String, NaverKeywordMetrics)>,
}

impl CachedNaverRelated {
    pub(crate) fn of(keyword: &str, around: RelatedKeywords<NaverKeywordMetrics>) -> Self {
        let base = key(keyword);
        let holding = around.keywords.iter().filter(|(other, _)| key(other).contains(&base)).cloned().collect();
        let suggested = in_order(RelatedKeywords { metrics: None, keywords: holding }, keyword).keywords;
        let RelatedKeywords { metrics, keywords: related } = in_order(around, keyword);
        Self { metrics, suggested, related }
    }
}

/// The trend of what `volumes` says of each of `months`: the best one has 100. `None` when nobody searched at all.
pub(crate) fn trend(months: &[Month], volumes: &[f64], metrics: Option<&NaverKeywordMetrics>) -> Option<NaverTrend> {
    let best = volumes.iter().copied().fold(0.0, f64::max);
    if best <= 0.0 {
        return None;
    }
    // Five digits after the point, as Naver gives them.
    let ratio = |volume: f64| (volume / best * 1e7).round() / 1e5;
    let points: Vec<TrendPoint> = months
        .iter()
        .zip(volumes)
        .map(|(month, volume)| TrendPoint { year: month.year, month: month.month, ratio: ratio(*volume) })
        .collect();
    let anchor =
        points.last().zip(metrics).filter(|(_, metrics)| metrics.search_volume_total > 0).map(|(last, metrics)| {
            TrendAnchor { year: last.year, month: last.month, search_volume_total: metrics.search_volume_total }
        });
    Some(NaverTrend { points, anchor })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics(total: u64) -> NaverKeywordMetrics {
        NaverKeywordMetrics { search_volume_total: total, ..Default::default() }
    }

    #[test]
    fn what_is_around_a_keyword_comes_by_volume_without_the_keyword_itself() {
        let keywords = [("AIR 2", 90), ("b", 5), ("air 2 case", 7), ("a", 5), ("A", 5), ("Air2Tips", 0)];
        let keywords = keywords.map(|(keyword, volume)| (keyword.to_owned(), metrics(volume))).to_vec();
        let around = CachedNaverRelated::of("air 2", RelatedKeywords { metrics: None, keywords });
        let names =
            |found: &[(String, NaverKeywordMetrics)]| found.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&around.related), ["air 2 case", "a", "b", "Air2Tips"]);
        assert_eq!(names(&around.suggested), ["air 2 case", "Air2Tips"]);
    }

    #[test]
    fn hidden_volumes_come_last() {
        let with = |volume| GoogleKeywordMetrics { search_volume: volume, ..Default::default() };
        let keywords = vec![
            ("hidden".to_owned(), with(None)),
            ("none".to_owned(), with(Some(0))),
            ("some".to_owned(), with(Some(3))),
        ];
        let ordered = in_order(RelatedKeywords { metrics: None, keywords }, "base");
        assert_eq!(
            ordered.keywords.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["some", "none", "hidden"]
        );
    }

    #[test]
    fn a_trend_is_measured_by_its_own_best_month() {
        let months = [Month { year: 2026, month: 9 }, Month { year: 2026, month: 10 }];
        let found = trend(&months, &[0.5, 0.2], Some(&metrics(40))).unwrap();
        assert_eq!(found.points.iter().map(|point| point.ratio).collect::<Vec<_>>(), [100.0, 40.0]);
        assert_eq!(found.anchor.map(|anchor| (anchor.month, anchor.search_volume_total)), Some((10, 40)));
        assert_eq!(trend(&months, &[0.5, 0.2], Some(&metrics(0))).unwrap().anchor, None);
        assert_eq!(trend(&months, &[0.0, 0.0], None), None);
    }
}
