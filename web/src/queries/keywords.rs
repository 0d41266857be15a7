//! Keyword data of the search engines.

use answerdeck_api::limits::{GOOGLE_KEYWORDS_MAX, NAVER_KEYWORDS_MAX, PAGE_SIZE_MAX};
use answerdeck_api::{GoogleKeyword, GoogleKeywordRequest, GoogleKeywordsRequest, NaverKeyword, NaverKeywordRequest};
use answerdeck_api::{NaverKeywordTrend, NaverKeywordsRequest};
use answerdeck_client::{Client, Error};
use futures_util::future::{AbortHandle, abortable, join};
use js_sys::Reflect;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::{Connection, Query};
use crate::keywords::{KeywordData, KeywordProvider, KeywordRow};
use crate::paths::KeywordIdeas;
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::server_address::server_url;
use crate::session::use_session;

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

/// The state of a look-up.
#[derive(Debug, Clone)]
pub enum LookupState {
    Running,
    Stopped,
    Failed(RequestError),
    Complete,
}

/// A look-up of keywords in batches. Rows that were read stay when it is stopped or fails.
#[derive(Clone, Copy)]
pub struct KeywordLookup {
    rows: RwSignal<Vec<KeywordRow>>,
    state: RwSignal<LookupState>,
    trend_failure: RwSignal<Option<RequestError>>,
    resumes: RwSignal<u32>,
    request: StoredValue<Option<AbortHandle>>,
    keywords: Memo<Vec<String>>,
    market: Memo<KeywordMarket>,
}

impl KeywordLookup {
    /// Passes the keywords read so far to a closure, in the order of the list. Reactive.
    pub fn with_rows<U>(&self, read: impl FnOnce(&[KeywordRow]) -> U) -> U {
        self.rows.with(|rows| read(rows))
    }

    /// The number of keywords read so far. Reactive.
    pub fn len(&self) -> usize {
        self.rows.with(Vec::len)
    }

    /// The state. Reactive.
    pub fn state(&self) -> LookupState {
        self.state.get()
    }

    /// Why trends are missing although the metrics arrived. `None` if they are not. Reactive.
    pub fn trend_failure(&self) -> Option<RequestError> {
        self.trend_failure.get()
    }

    /// The keywords of the next request. Reactive.
    pub fn next_batch(&self) -> Vec<String> {
        let max = self.market.with(KeywordMarket::batch_max);
        self.keywords.with(|keywords| keywords.iter().skip(self.len()).take(max).cloned().collect())
    }

    pub fn stop(&self) {
        self.request.with_value(|request| {
            if let Some(request) = request {
                request.abort();
            }
        });
        self.state.set(LookupState::Stopped);
    }

    /// Reads what is missing.
    pub fn resume(&self) {
        self.resumes.update(|count| *count += 1);
    }

    /// Continues without the keywords of the next request.
    pub fn skip_batch(&self) {
        let skipped = self.next_batch().into_iter().map(|keyword| KeywordRow { keyword, data: KeywordData::Skipped });
        let skipped: Vec<KeywordRow> = skipped.collect();
        self.rows.update(|rows| rows.extend(skipped));
        self.resume();
    }
}

/// Looks up keywords, and again when they or the market change. After a lost connection it continues automatically.
pub fn use_keyword_lookup(keywords: Memo<Vec<String>>, market: Memo<KeywordMarket>) -> KeywordLookup {
    let lookup = KeywordLookup {
        rows: RwSignal::new(Vec::new()),
        state: RwSignal::new(LookupState::Running),
        trend_failure: RwSignal::new(None),
        resumes: RwSignal::new(0),
        request: StoredValue::new(None),
        keywords,
        market,
    };
    let (session, connection) = (use_session(), expect_context::<Connection>());
    effect(move || {
        connection.reconnections();
        if lookup.state.with_untracked(|state| matches!(state, LookupState::Failed(error) if error.is_connection())) {
            lookup.resume();
        }
    });
    let mut previous = None;
    effect(move || {
        lookup.resumes.track();
        let asked = (keywords.get(), market.get());
        // A complete look-up without trends is read again, too.
        let lacks_trends = lookup.trend_failure.with_untracked(Option::is_some)
            && lookup.state.with_untracked(|state| matches!(state, LookupState::Complete));
        if lacks_trends || previous.as_ref() != Some(&asked) {
            previous = Some(asked.clone());
            lookup.rows.set(Vec::new());
            lookup.trend_failure.set(None);
        }
        let Some(client) = session.client() else { return };
        lookup.state.set(LookupState::Running);
        let (keywords, market) = asked;
        let (task, handle) = abortable(async move {
            let mut done = lookup.rows.try_with_untracked(Vec::len).unwrap_or_default();
            while let Some(rest) = keywords.get(done..).filter(|rest| !rest.is_empty()) {
                let batch: Vec<String> = rest.iter().take(market.batch_max()).cloned().collect();
                done += batch.len();
                let with_trends = lookup.trend_failure.try_with_untracked(Option::is_none).unwrap_or_default();
                let result = read_batch(&client, &market, batch, with_trends).await;
                let result = result.map_err(RequestError::from);
                connection.record(&result);
                match result {
                    Ok(Batch { rows, trend_failure }) => {
                        if let Some(failure) = trend_failure {
                            lookup.trend_failure.try_set(Some(failure));
                        }
                        lookup.rows.try_update(|all| all.extend(rows));
                    }
                    Err(error) => {
                        lookup.state.try_set(LookupState::Failed(error));
                        return;
                    }
                }
            }
            lookup.state.try_set(LookupState::Complete);
        });
        lookup.request.set_value(Some(handle.clone()));
        on_cleanup(move || handle.abort());
        leptos::task::spawn_local(async move {
            let _ = task.await;
        });
    });
    lookup
}

struct Batch {
    rows: Vec<KeywordRow>,
    trend_failure: Option<RequestError>,
}

async fn read_batch(
    client: &Client,
    market: &KeywordMarket,
    keywords: Vec<String>,
    with_trends: bool,
) -> Result<Batch, Error> {
    let api = client.keywords();
    match market.provider {
        KeywordProvider::Google => {
            let request = GoogleKeywordsRequest {
                keywords: keywords.clone(),
                country_code: market.country.clone(),
                language_code: market.language.clone(),
            };
            let items = api.google_metrics(&request).await?.items;
            let data = |at: usize, keyword: &str| {
                let found = item_of(&items, at, keyword, |item| &item.keyword);
                KeywordData::Google(found.and_then(|item| item.metrics.clone()))
            };
            Ok(Batch { rows: rows_of(keywords, data), trend_failure: None })
        }
        KeywordProvider::Naver => {
            let request = NaverKeywordsRequest { keywords: keywords.clone() };
            let trends = async { if with_trends { Some(api.naver_trends(&request).await) } else { None } };
            let (metrics, trends) = join(api.naver_metrics(&request), trends).await;
            let items = metrics?.items;
            // Trends come from another tool of Naver: volumes are shown without them.
            let (trends, trend_failure) = match trends {
                Some(Ok(list)) => (list.items, None),
                Some(Err(error)) => (Vec::new(), Some(RequestError::from(error))),
                None => (Vec::new(), None),
            };
            let data = |at: usize, keyword: &str| {
                let found = item_of(&items, at, keyword, |item: &NaverKeyword| &item.keyword);
                let trend = item_of(&trends, at, keyword, |item: &NaverKeywordTrend| &item.keyword);
                KeywordData::Naver {
                    metrics: found.and_then(|item| item.metrics.clone()),
                    trend: trend.and_then(|item| item.trend.clone()),
                }
            };
            Ok(Batch { rows: rows_of(keywords, data), trend_failure })
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
