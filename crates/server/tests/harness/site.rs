//! A site to analyze: a start page that links to numbered pages.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use answerdeck_guarded_http::NetworkPolicy;
use answerdeck_server::Config;
use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::response::Html;
use serde_json::Value;
use tokio::sync::Semaphore;

use super::{Account, TestServer, serve, until, until_some};

/// A site that counts its visits. It ends with the test.
pub struct Site {
    pub address: SocketAddr,
    /// The number of requests for each path.
    pub visits: Arc<Mutex<BTreeMap<String, usize>>>,
    /// Each response with a page takes a permit.
    pub permits: Arc<Semaphore>,
}

#[derive(Clone)]
struct Pages {
    count: usize,
    visits: Arc<Mutex<BTreeMap<String, usize>>>,
    permits: Arc<Semaphore>,
}

impl Site {
    /// Serves the start page and `count` more pages, each once it has a permit.
    pub async fn start(count: usize, permits: usize) -> Self {
        let (visits, permits) = (Arc::default(), Arc::new(Semaphore::new(permits)));
        let pages = Pages { count, visits: Arc::clone(&visits), permits: Arc::clone(&permits) };
        let router = Router::new().fallback(page).with_state(pages);
        Self { address: serve(router).await, visits, permits }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Waits until `count` pages have been requested, not counting robots.txt.
    pub async fn wait_for_visits(&self, count: usize) {
        until(async || self.visits.lock().unwrap().iter().filter(|(path, _)| *path != "/robots.txt").count() >= count)
            .await;
    }
}

async fn page(
    State(pages): State<Pages>,
    OriginalUri(uri): OriginalUri,
) -> Result<Html<String>, axum::http::StatusCode> {
    *pages.visits.lock().unwrap().entry(uri.path().to_owned()).or_default() += 1;
    if uri.path() == "/robots.txt" {
        return Err(axum::http::StatusCode::NOT_FOUND);
    }
    pages.permits.acquire().await.unwrap().forget();
    let links: String =
        (1..=pages.count).map(|number| format!("<li><a href=\"/{number}\">{number}</a></li>")).collect();
    let number = uri.path().trim_start_matches('/');
    Ok(Html(format!(
        "<!doctype html><html lang=ko><title>무선 이어폰 {number}</title><ul>{links}</ul>\
         <p>무선 이어폰 {number}의 배터리는 오래 갑니다. 노이즈 캔슬링도 {number}단계입니다.</p></html>"
    )))
}

impl TestServer {
    /// Starts another server with the same database whose analyses may visit `own`.
    pub async fn allowing_site(&self, own: SocketAddr) -> Self {
        let network_policy = NetworkPolicy { own_listener: Some(own), ..NetworkPolicy::default() };
        self.with_config(Config { network_policy, ..self.app.config.clone() }).await
    }

    /// Submits an analysis and returns its id.
    pub async fn submit_analysis(&self, account: &Account, body: Value) -> String {
        self.post(account, "/v1beta/platform/siteKeywordAnalyses", body).await.id()
    }

    pub async fn analysis(&self, account: &Account, id: &str) -> Value {
        self.get(account, &format!("/v1beta/platform/siteKeywordAnalyses/{id}")).await.ok()
    }

    /// Polls an analysis until it has ended, and checks that its counts agree with its status every time.
    pub async fn finished_analysis(&self, account: &Account, id: &str) -> Value {
        until_some(async || {
            let analysis = self.analysis(account, id).await;
            assert_counts_agree(&analysis);
            ["COMPLETED", "FAILED"].contains(&analysis["status"].as_str().unwrap()).then_some(analysis)
        })
        .await
    }
}

/// Source: docs/platform-api.md, section 2, Site keyword analysis, and section 3.
fn assert_counts_agree(analysis: &Value) {
    let status = analysis["status"].as_str().unwrap();
    let (total, processed) = (analysis["totalPages"].as_u64(), analysis["processedPages"].as_u64().unwrap());
    assert_eq!(total.is_some(), status == "IN_PROGRESS" || status == "COMPLETED", "{analysis}");
    assert!(total.is_none_or(|total| processed <= total && total <= analysis["maxPages"].as_u64().unwrap()));
    assert!(status != "COMPLETED" || total == Some(processed), "{analysis}");
    assert_eq!(analysis["error"].is_string(), status == "FAILED", "{analysis}");
    assert!(status == "COMPLETED" || analysis["keywords"] == serde_json::json!([]), "{analysis}");
}
