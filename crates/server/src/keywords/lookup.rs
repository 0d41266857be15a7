//! Looks up keyword data in the cache and at a provider, and prepares it for the response.

use std::collections::HashSet;
use std::time::Duration;

use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics, NaverTrend, TrendAnchor, TrendPoint, unique_keywords};
use answerdeck_keyword_data::{KeywordError, KeywordResults, RelatedKeywords, keyword_key, normalized};
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{cache, quota};
use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// How long a request waits for a provider. A request of the platform API times out a little later.
const WAIT_TIMEOUT: Duration = Duration::from_secs(25);
/// Time limit of all calls to a provider for a request. Enough for 100 keywords in calls for five of them, at 12 seconds each.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(250);
/// The maximum number of related keywords of a keyword: as many as a request can ask for.
const RELATED_MAX: usize = answerdeck_api::limits::PAGE_SIZE_MAX as usize;

/// The data of each of `keywords`, in their order. Data of this `dataset` comes from the cache; `fetch` asks the
/// provider for the missing keywords. What it reads is cached and counted, also when it fails later. A keyword that the
/// provider rejects has no data; if it rejects all of them, the rejection names them. Two keywords must not be equal.
pub(crate) async fn look_up<M, Fetch>(
    app: &AppState,
    caller: &Caller,
    dataset: &str,
    keywords: &[String],
    fetch: impl FnOnce(Vec<String>) -> Fetch,
) -> ApiResult<Vec<Option<M>>>
where
    M: Clone + Serialize + DeserializeOwned + Send + Sync + 'static,
    Fetch: Future<Output = KeywordResults<M>> + Send + 'static,
{
    let keys: Vec<String> = keywords.iter().map(|keyword| keyword_key(keyword)).collect();
    unique_keywords(&keys, &()).map_err(|error| Problem::validation(format!("keywords: {error}")))?;
    let mut known = cache::read::<M>(app, dataset, &keys).await?;
    if keys.iter().any(|key| !known.contains_key(key)) {
        let fetching = async {
            let missing = keys.iter().filter(|key| !known.contains_key(*key)).map(|key| format!("{dataset}\n{key}"));
            let guards = app.keyword_locks.lock(missing).await;
            // The request that held the locks before may have fetched them.
            known = cache::read::<M>(app, dataset, &keys).await?;
            let missing = keywords.iter().zip(&keys).filter(|(_, key)| !known.contains_key(*key));
            let missing: Vec<String> = missing.map(|(keyword, _)| normalized(keyword)).collect();
            if missing.is_empty() {
                return Ok(known);
            }
            let (app, dataset) = (app.clone(), dataset.to_owned());
            let (organization, count) = (caller.organization_id.to_string(), missing.len());
            let fetch = fetch(missing);
            // A paid response is cached even if the client leaves.
            let paid = tokio::spawn(async move {
                let _guards = guards;
                let day = quota::reserve(&app, &organization, count).await?;
                let found = tokio::time::timeout(PROVIDER_TIMEOUT, fetch).await;
                let KeywordResults { read, rejected, failure } = found.unwrap_or_else(|_| timed_out().into());
                app.prometheus.provider_calls.count_call(failure.is_none());
                cache::write(&app, &dataset, &read).await;
                quota::settle(&app, &organization, day, count, read.len()).await?;
                match failure {
                    Some(failure) => Err(failure.into()),
                    None if rejected.len() == count => {
                        let reason = format!("the provider has no such keyword: {}", rejected.join(", "));
                        Err(KeywordError::KeywordRejected(reason).into())
                    }
                    None => Ok::<_, Problem>(read),
                }
            });
            known.extend(paid.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))?);
            Ok::<_, Problem>(known)
        };
        known = tokio::time::timeout(WAIT_TIMEOUT, fetching).await.map_err(|_| timed_out())??;
    }
    Ok(keys.iter().map(|key| known.get(key).cloned().flatten()).collect())
}

fn timed_out() -> KeywordError {
    KeywordError::Unavailable("timeout".to_owned())
}

/// Metrics with a search volume.
pub(crate) trait Volume {
    /// Searches a month. `None` when the provider hides it.
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

/// Sorts related keywords by volume and name, hidden volumes last. Removes duplicates and `keyword` itself, and limits
/// their number.
pub(crate) fn sorted_by_volume<M: Volume>(mut related: RelatedKeywords<M>, keyword: &str) -> RelatedKeywords<M> {
    let mut seen = HashSet::from([keyword_key(keyword)]);
    related.keywords.retain(|(other, _)| seen.insert(keyword_key(other)));
    let hidden_last = |metrics: &M| metrics.volume().map_or((1, 0), |volume| (0, u64::MAX - volume));
    related.keywords.sort_by(|(one, one_metrics), (other, other_metrics)| {
        hidden_last(one_metrics).cmp(&hidden_last(other_metrics)).then_with(|| one.cmp(other))
    });
    related.keywords.truncate(RELATED_MAX);
    related
}

/// Related keywords of Naver, for the operations that list suggested and related keywords.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct CachedNaverRelated {
    pub(crate) metrics: Option<NaverKeywordMetrics>,
    /// The keywords that contain the keyword.
    pub(crate) suggested: Vec<(String, NaverKeywordMetrics)>,
    pub(crate) related: Vec<(String, NaverKeywordMetrics)>,
}

impl CachedNaverRelated {
    pub(crate) fn new(keyword: &str, related: RelatedKeywords<NaverKeywordMetrics>) -> Self {
        let base = keyword_key(keyword);
        let containing =
            related.keywords.iter().filter(|(other, _)| keyword_key(other).contains(&base)).cloned().collect();
        let suggested = sorted_by_volume(RelatedKeywords { metrics: None, keywords: containing }, keyword).keywords;
        let RelatedKeywords { metrics, keywords: related } = sorted_by_volume(related, keyword);
        Self { metrics, suggested, related }
    }
}

/// The trend of a keyword from its relative volumes in `months`. The best month has 100. `None` when there are no searches.
pub(crate) fn trend(months: &[Date], volumes: &[f64], metrics: Option<&NaverKeywordMetrics>) -> Option<NaverTrend> {
    let best = volumes.iter().copied().fold(0.0, f64::max);
    if best <= 0.0 {
        return None;
    }
    // Five decimals, as Naver returns them.
    let ratio = |volume: f64| (volume / best * 1e7).round() / 1e5;
    let points: Vec<TrendPoint> = months
        .iter()
        .zip(volumes)
        .map(|(month, volume)| TrendPoint {
            year: month.year().into(),
            month: month.month().unsigned_abs().into(),
            ratio: ratio(*volume),
        })
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
    fn related_keywords_are_sorted_by_volume_without_the_keyword_itself() {
        let keywords = [("AIR 2", 90), ("b", 5), ("air 2 case", 7), ("a", 5), ("A", 5), ("Air2Tips", 0)];
        let keywords = keywords.map(|(keyword, volume)| (keyword.to_owned(), metrics(volume))).to_vec();
        let cached = CachedNaverRelated::new("air 2", RelatedKeywords { metrics: None, keywords });
        let names =
            |found: &[(String, NaverKeywordMetrics)]| found.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&cached.related), ["air 2 case", "a", "b", "Air2Tips"]);
        assert_eq!(names(&cached.suggested), ["air 2 case", "Air2Tips"]);
    }

    #[test]
    fn hidden_volumes_are_last() {
        let with = |volume| GoogleKeywordMetrics { search_volume: volume, ..Default::default() };
        let keywords = vec![
            ("hidden".to_owned(), with(None)),
            ("none".to_owned(), with(Some(0))),
            ("some".to_owned(), with(Some(3))),
        ];
        let ordered = sorted_by_volume(RelatedKeywords { metrics: None, keywords }, "base");
        assert_eq!(
            ordered.keywords.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["some", "none", "hidden"]
        );
    }

    #[test]
    fn a_trend_is_relative_to_its_best_month() {
        let months = [Date::constant(2026, 9, 1), Date::constant(2026, 10, 1)];
        let found = trend(&months, &[0.5, 0.2], Some(&metrics(40))).unwrap();
        assert_eq!(found.points.iter().map(|point| point.ratio).collect::<Vec<_>>(), [100.0, 40.0]);
        assert_eq!(found.anchor.map(|anchor| (anchor.month, anchor.search_volume_total)), Some((10, 40)));
        assert_eq!(trend(&months, &[0.5, 0.2], Some(&metrics(0))).unwrap().anchor, None);
        assert_eq!(trend(&months, &[0.0, 0.0], None), None);
    }
}
