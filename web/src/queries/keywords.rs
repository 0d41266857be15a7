use std::collections::HashSet;

use answerdeck_api::limits::{GOOGLE_KEYWORDS_MAX, NAVER_KEYWORDS_MAX, PAGE_SIZE_MAX};
use answerdeck_api::metrics::UnaskedKeywordsRequest;
use answerdeck_api::{GoogleKeyword, GoogleKeywordRequest, GoogleKeywordsRequest, NaverKeyword, NaverKeywordRequest};
use answerdeck_api::{NaverKeywordTrend, NaverKeywordsRequest, Page};
use answerdeck_client::{Client, Error};
use futures_util::future::{AbortHandle, LocalBoxFuture, abortable, join};
use js_sys::Reflect;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::pages::Pages;
use super::{Items, KeepPrevious, Kind, Query};
use crate::keywords::{KeywordData, KeywordProvider, KeywordRow};
use crate::paths::KeywordIdeas;
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::server_address::server_url;

/// Where keywords are searched for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeywordMarket {
    pub provider: KeywordProvider,
    /// The country, ISO 3166-1 alpha-2. The platform's default if absent. Google's only.
    pub country: Option<String>,
    /// The language, ISO 639-1. The platform's default if absent. Google's only.
    pub language: Option<String>,
}

impl KeywordMarket {
    /// Naver has one market.
    pub fn naver() -> Self {
        Self { provider: KeywordProvider::Naver, country: None, language: None }
    }

    /// The maximum number of keywords of a request.
    pub fn batch_max(&self) -> usize {
        match self.provider {
            KeywordProvider::Google => GOOGLE_KEYWORDS_MAX,
            KeywordProvider::Naver => NAVER_KEYWORDS_MAX,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookupState {
    Running,
    Stopped,
    Failed,
    Complete,
}

/// A look-up of keywords in batches. Rows that were read stay when it is stopped or fails.
#[derive(Clone, Copy)]
pub struct KeywordLookup {
    /// The keywords read so far, in the order of the list.
    pub rows: Query<Items<KeywordRow>>,
    pub state: Memo<LookupState>,
    /// Why trends are missing although the metrics arrived. `None` if they are not.
    pub trend_failure: RwSignal<Option<RequestError>>,
    request: StoredValue<Option<AbortHandle>>,
    /// Whether the next batch is left out.
    skips: StoredValue<bool>,
    pub keywords: Memo<Vec<String>>,
    pub market: Memo<KeywordMarket>,
}

impl KeywordLookup {
    /// The keywords of the next request. Reactive.
    pub fn next_batch(&self) -> Vec<String> {
        let max = self.market.with(KeywordMarket::batch_max);
        self.keywords.with(|keywords| keywords.iter().skip(self.rows.len()).take(max).cloned().collect())
    }

    pub fn stop(&self) {
        if let Some(request) = self.request.get_value() {
            request.abort();
        }
    }

    /// Reads what is missing. A complete look-up without trends is read again.
    pub fn resume(&self) {
        if self.state.get_untracked() != LookupState::Complete {
            self.rows.retry();
        } else if self.trend_failure.with_untracked(Option::is_some) {
            self.rows.reload();
        }
    }

    /// Continues without the keywords of the next request.
    pub fn skip_batch(&self) {
        self.skips.set_value(true);
        self.rows.retry();
    }
}

/// Looks up keywords, and again when they or the market change. After a lost connection it continues automatically.
pub fn use_keyword_lookup(keywords: Memo<Vec<String>>, market: Memo<KeywordMarket>) -> KeywordLookup {
    let trend_failure = RwSignal::new(None::<RequestError>);
    let (request, skips) = (StoredValue::new(None), StoredValue::new(false));
    let rows: Query<Items<KeywordRow>> = Query::keeping(KeepPrevious::AFTER_FAILURE);
    rows.read_pages(&[], move |client| {
        let (rest, market) = (keywords.get(), market.get());
        rows.fetch.value.set(None);
        trend_failure.set(None);
        (!rest.is_empty()).then_some(Batches { client, market, rest, trend_failure, request, skips })
    });
    effect(move || {
        if rows.has_more() && !rows.is_fetching() && rows.failure().is_none() {
            rows.load_more();
        }
    });
    let state = Memo::new(move |_| match rows.failure() {
        _ if rows.len() == keywords.with(Vec::len) => LookupState::Complete,
        Some(_) => LookupState::Failed,
        None if rows.is_loading() || rows.is_fetching() || rows.has_more() => LookupState::Running,
        None => LookupState::Stopped,
    });
    KeywordLookup { rows, state, trend_failure, request, skips, keywords, market }
}

// The pages of a look-up: a request for each.
struct Batches {
    client: Client,
    market: KeywordMarket,
    /// The keywords that are not read yet.
    rest: Vec<String>,
    trend_failure: RwSignal<Option<RequestError>>,
    request: StoredValue<Option<AbortHandle>>,
    skips: StoredValue<bool>,
}

impl Pages<KeywordRow> for Batches {
    fn next_page(&mut self) -> LocalBoxFuture<'_, Result<Option<Page<KeywordRow>>, Error>> {
        Box::pin(async move {
            let Some(batch) = self.rest.chunks(self.market.batch_max()).next() else { return Ok(None) };
            let (batch, size) = (batch.to_vec(), batch.len());
            let items = if self.skips.try_update_value(std::mem::take) == Some(true) {
                rows_of(batch, |_, _| KeywordData::Skipped)
            } else {
                let (read, request) = abortable(self.read(batch));
                self.request.set_value(Some(request));
                let Ok(rows) = read.await else { return Ok(None) };
                rows?
            };
            self.rest.drain(..size);
            Ok(Some(Page { items, next_cursor: (!self.rest.is_empty()).then(String::new) }))
        })
    }
}

impl Batches {
    async fn read(&self, keywords: Vec<String>) -> Result<Vec<KeywordRow>, Error> {
        let api = self.client.keywords();
        match self.market.provider {
            KeywordProvider::Google => {
                let request = GoogleKeywordsRequest {
                    keywords: keywords.clone(),
                    country_code: self.market.country.clone(),
                    language_code: self.market.language.clone(),
                };
                let items = api.google_metrics(&request).await?.items;
                let data = |at: usize, keyword: &str| {
                    let found = item_of(&items, at, keyword, |item| &item.keyword);
                    KeywordData::Google(found.and_then(|item| item.metrics.clone()))
                };
                Ok(rows_of(keywords, data))
            }
            KeywordProvider::Naver => {
                let request = NaverKeywordsRequest { keywords: keywords.clone() };
                let with_trends = self.trend_failure.try_with_untracked(Option::is_none) == Some(true);
                let trends = async { if with_trends { Some(api.naver_trends(&request).await) } else { None } };
                let (metrics, trends) = join(api.naver_metrics(&request), trends).await;
                let items = metrics?.items;
                // Trends come from another tool of Naver: volumes are shown without them.
                if let Some(Err(error)) = &trends {
                    self.trend_failure.try_set(Some(error.clone().into()));
                }
                let trends = trends.and_then(Result::ok).map(|list| list.items).unwrap_or_default();
                let data = |at: usize, keyword: &str| {
                    let found = item_of(&items, at, keyword, |item: &NaverKeyword| &item.keyword);
                    let trend = item_of(&trends, at, keyword, |item: &NaverKeywordTrend| &item.keyword);
                    KeywordData::Naver {
                        metrics: found.and_then(|item| item.metrics.clone()),
                        trend: trend.and_then(|item| item.trend.clone()),
                    }
                };
                Ok(rows_of(keywords, data))
            }
        }
    }
}

fn rows_of(keywords: Vec<String>, data: impl Fn(usize, &str) -> KeywordData) -> Vec<KeywordRow> {
    let row = |(at, keyword): (usize, String)| KeywordRow { data: data(at, &keyword), keyword };
    keywords.into_iter().enumerate().map(row).collect()
}

// The item of a keyword. The platform answers in the order of the request; numbers of another keyword would be wrong.
fn item_of<'a, T>(items: &'a [T], at: usize, keyword: &str, name: fn(&T) -> &String) -> Option<&'a T> {
    let is_it = |item: &&T| name(item) == keyword;
    items.get(at).filter(is_it).or_else(|| items.iter().find(is_it))
}

/// The keywords that are suggested for one, or related to it: most searched first, at most 100. Fetches nothing while `ideas` is
/// `None`.
pub fn use_other_keywords(
    ideas: Memo<Option<(KeywordIdeas, String)>>,
    market: Memo<KeywordMarket>,
) -> Query<Vec<KeywordRow>> {
    Query::new(&[], move |client| {
        let (ideas, keyword) = ideas.get()?;
        let market = market.get();
        Some(async move { read_others(&client, market, ideas, keyword).await })
    })
}

async fn read_others(
    client: &Client,
    market: KeywordMarket,
    ideas: KeywordIdeas,
    keyword: String,
) -> Result<Vec<KeywordRow>, Error> {
    let (api, limit) = (client.keywords(), Some(PAGE_SIZE_MAX));
    match market.provider {
        KeywordProvider::Google => {
            let KeywordMarket { country: country_code, language: language_code, .. } = market;
            let request = GoogleKeywordRequest { keyword, country_code, language_code, limit };
            let others = match ideas {
                KeywordIdeas::Suggestions => api.google_suggestions(&request).await?.suggested_keywords,
                KeywordIdeas::Related => api.google_related(&request).await?.related_keywords,
            };
            let data = KeywordData::Google;
            let row = |item: GoogleKeyword| KeywordRow { keyword: item.keyword, data: data(item.metrics) };
            Ok(others.into_iter().map(row).collect())
        }
        KeywordProvider::Naver => {
            let request = NaverKeywordRequest { keyword, limit };
            let others = match ideas {
                KeywordIdeas::Suggestions => api.naver_suggestions(&request).await?.suggested_keywords,
                KeywordIdeas::Related => api.naver_related(&request).await?.related_keywords,
            };
            let data = |metrics| KeywordData::Naver { metrics, trend: None };
            let row = |item: NaverKeyword| KeywordRow { keyword: item.keyword, data: data(item.metrics) };
            Ok(others.into_iter().map(row).collect())
        }
    }
}

/// Which of some keywords no prompt contains. Fetches nothing while there are none.
pub fn use_unasked_keywords(keywords: impl Fn() -> Vec<String> + Send + Sync + 'static) -> Query<HashSet<String>> {
    let keywords = Memo::new(move |_| keywords());
    Query::new(&[Kind::Prompts], move |client| {
        let keywords = Some(keywords.get()).filter(|keywords| !keywords.is_empty())?;
        let request = UnaskedKeywordsRequest { keywords };
        Some(async move { Ok(client.metrics().unasked_keywords(&request).await?.keywords.into_iter().collect()) })
    })
}

/// Whether the keyword data of a search engine is a sample, as in the demo. `and_naver` asks about Naver's data too.
/// The contract does not report it, so the console asks the server for its health, which other platforms do not have.
pub fn use_is_sample(market: Memo<KeywordMarket>, and_naver: Memo<bool>) -> Memo<bool> {
    let samples = RwSignal::new([false; 2]);
    leptos::task::spawn_local(async move {
        if let Some(found) = read_samples().await {
            samples.try_set(found);
        }
    });
    Memo::new(move |_| {
        let [google, naver] = samples.get();
        let is_google = market.with(|market| market.provider == KeywordProvider::Google);
        (is_google && google) || ((!is_google || and_naver.get()) && naver)
    })
}

async fn read_samples() -> Option<[bool; 2]> {
    let response = JsFuture::from(window().fetch_with_str(&format!("{}/health", server_url()))).await.ok()?;
    let response: web_sys::Response = response.dyn_into().ok()?;
    let health = JsFuture::from(response.json().ok()?).await.ok()?;
    let providers = Reflect::get(&health, &"keywords".into()).ok()?;
    let is_sample = |engine: &str| {
        Reflect::get(&providers, &engine.into()).ok().and_then(|name| name.as_string()).as_deref() == Some("sample")
    };
    Some([is_sample("google"), is_sample("naver")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_gets_its_own_numbers_and_never_those_of_another() {
        let items: Vec<String> = ["b", "a"].map(str::to_owned).to_vec();
        let found = |at, keyword| item_of(&items, at, keyword, |item| item);
        assert_eq!(found(0, "b"), Some(&items[0]));
        assert_eq!(found(0, "a"), Some(&items[1]));
        assert_eq!(found(1, "c"), None);
        assert_eq!(found(7, "a"), Some(&items[1]));
    }
}
