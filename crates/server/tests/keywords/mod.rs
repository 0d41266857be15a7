//! Providers of keyword data: servers of the test's own speak as they do. The fixtures are documented, not recorded.

mod cache;
mod dataforseo;
mod naver;

use std::sync::Arc;

use answerdeck_server::keywords::KeywordProviders;
use answerdeck_server::keywords::dataforseo::DataForSeo;
use answerdeck_server::keywords::naver::{DataLab, Naver, SearchAd};
use serde_json::Value;
use wiremock::{MockServer, ResponseTemplate};

use crate::harness::TestServer;

fn fixture(name: &str) -> Value {
    let path = format!("{}/tests/fixtures/keywords/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn answer(name: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(fixture(name))
}

/// The server, asking `provider` for all keyword data.
async fn over(server: &TestServer, provider: &MockServer) -> TestServer {
    over_address(server, &provider.uri()).await
}

async fn over_address(server: &TestServer, address: &str) -> TestServer {
    let search_ad = SearchAd::new(address, server.clock.clone(), "licence", "secret", "1234567").unwrap();
    let data_lab = Some(DataLab::new(address, "client", "hush").unwrap());
    let providers = KeywordProviders {
        google: Some(Arc::new(DataForSeo::new(address, "login", "password").unwrap())),
        naver: Some(Arc::new(Naver { search_ad, data_lab })),
    };
    server.with_keywords(providers).await
}
