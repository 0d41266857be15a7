use std::sync::Arc;

use answerdeck_keyword_data::KeywordError;
use serde_json::json;

use super::stub::StubProvider;
use crate::on_sqlite;

const METRICS: &str = "/v1beta/platform/keywords/google/metrics";
const SUGGESTIONS: &str = "/v1beta/platform/keywords/google/suggestions?keyword=a";
const RELATED: &str = "/v1beta/platform/keywords/google/related?keyword=a";

on_sqlite! {
    async fn every_error_of_a_provider_has_its_code(server, account) {
        let provider = Arc::new(StubProvider::default());
        let server = provider.serve(&server).await;
        let secret = || "status 401 for the operator's login".to_owned();
        for (error, status, code, details) in [
            (KeywordError::CountryNotSupported, 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", json!(["countryCode: there is no keyword data of this country"])),
            (KeywordError::Rejected("no".to_owned()), 400, "KEYWORD_METRICS_PROVIDER_REJECTED", json!(["no"])),
            (KeywordError::KeywordRejected("no".to_owned()), 400, "KEYWORD_METRICS_PROVIDER_REJECTED", json!(["no"])),
            (KeywordError::RateLimited(secret()), 502, "KEYWORD_METRICS_PROVIDER_UNAVAILABLE", json!(null)),
            // The cause is only logged.
            (KeywordError::Unavailable(secret()), 502, "KEYWORD_METRICS_PROVIDER_UNAVAILABLE", json!(null)),
            (KeywordError::NotConfigured("Google"), 503, "KEYWORD_METRICS_NOT_CONFIGURED", json!(["the operator of this server has not set up keyword data of Google"])),
        ] {
            *provider.error.lock().unwrap() = Some(error);
            let metrics = server.post(&account, METRICS, json!({ "keywords": ["a"] })).await;
            let replies = [metrics, server.get(&account, SUGGESTIONS).await, server.get(&account, RELATED).await];
            for reply in replies {
                assert_eq!(reply.refusal(), (status, code.to_owned()));
                assert_eq!(reply.json()["details"], details, "{code}");
            }
        }
    }
}
