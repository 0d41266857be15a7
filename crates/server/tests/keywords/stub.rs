use std::sync::{Arc, Mutex};
use std::time::Duration;

use answerdeck_api::GoogleKeywordMetrics;
use answerdeck_keyword_data::{
    GoogleKeywords, KeywordError, KeywordProviders, KeywordResults, Market, RelatedKeywords, RelatedKind, keyword_key,
};
use async_trait::async_trait;
use tokio::sync::{Notify, Semaphore};

use crate::harness::TestServer;

/// A provider for Google that knows one keyword and records the calls for metrics.
#[derive(Default)]
pub struct StubProvider {
    pub delay: Duration,
    /// Each call for metrics takes a permit.
    pub held: Option<Semaphore>,
    /// Notified by each call for metrics.
    pub called: Notify,
    pub error: Mutex<Option<KeywordError>>,
    /// The key of the keyword at which `error` occurs. Those before it are read.
    pub fails_at: Option<String>,
    pub calls: Mutex<Vec<(Vec<String>, String)>>,
}

impl StubProvider {
    /// The keyword that the provider knows, and its volume.
    pub const KNOWN: (&str, u64) = ("무선이어폰", 90_500);
    /// A keyword that the provider rejects.
    pub const REJECTED: &str = "★";

    /// The keywords and the country of every call for metrics.
    pub fn calls(&self) -> Vec<(Vec<String>, String)> {
        self.calls.lock().unwrap().clone()
    }

    /// A server that asks this provider.
    pub async fn serve(self: &Arc<Self>, server: &TestServer) -> TestServer {
        server.with_keywords(KeywordProviders { google: Some(self.clone()), naver: None }).await
    }

    fn fail(&self) -> Result<(), KeywordError> {
        self.error.lock().unwrap().clone().map_or(Ok(()), Err)
    }
}

#[async_trait]
impl GoogleKeywords for StubProvider {
    fn name(&self) -> &'static str {
        "stub"
    }

    async fn metrics(&self, keywords: &[String], market: &Market) -> KeywordResults<GoogleKeywordMetrics> {
        self.calls.lock().unwrap().push((keywords.to_vec(), market.country.clone()));
        self.called.notify_one();
        tokio::time::sleep(self.delay).await;
        if let Some(held) = &self.held {
            held.acquire().await.unwrap().forget();
        }
        let (known, volume) = Self::KNOWN;
        let mut results = KeywordResults::default();
        for keyword in keywords {
            let key = keyword_key(keyword);
            if self.fail().is_err() && Some(&key) == self.fails_at.as_ref() {
                break;
            }
            if keyword == Self::REJECTED {
                results.rejected.push(keyword.clone());
            } else {
                let metrics = GoogleKeywordMetrics { search_volume: Some(volume), ..Default::default() };
                results.read.insert(key.clone(), (key == known).then_some(metrics));
            }
        }
        match self.fail() {
            Ok(()) => results,
            Err(failure) if self.fails_at.is_some() => KeywordResults { failure: Some(failure), ..results },
            Err(failure) => failure.into(),
        }
    }

    async fn related(
        &self,
        _: &str,
        _: &Market,
        _: RelatedKind,
    ) -> Result<RelatedKeywords<GoogleKeywordMetrics>, KeywordError> {
        self.fail()?;
        Ok(RelatedKeywords { metrics: None, keywords: Vec::new() })
    }
}
