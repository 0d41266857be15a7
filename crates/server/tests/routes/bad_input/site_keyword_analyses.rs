//! Rejected requests: site keyword analyses.

use super::{Case, invalid, not_found};

const POST: &str = "POST /v1beta/platform/siteKeywordAnalyses";

pub(super) fn cases() -> Vec<Case> {
    let url = |url: &str| format!(r#"{{"url":"{url}"}}"#);
    vec![
        invalid(POST, url(""), &["url: must be a URL"]),
        invalid(POST, url("nurio"), &["url: must be a URL"]),
        invalid(POST, url("10.0.0.1"), &["url: must be a URL"]),
        invalid(POST, url("nurio.example:8080"), &["url: must be a URL"]),
        invalid(POST, url("me@nurio.example"), &["url: must be a URL"]),
        invalid(POST, url("javascript:alert(1)"), &["url: must be a URL"]),
        invalid(POST, url("https://nurio.example:99999"), &["url: invalid port number"]),
        invalid(POST, url("http://localhost:22/"), &["url: the address cannot be visited"]),
        invalid(POST, url("https://xn--a.example"), &["url: invalid international domain name"]),
        not_found("GET /v1beta/platform/siteKeywordAnalyses/{none}", "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND"),
        not_found(
            "GET /v1beta/platform/siteKeywordAnalyses/{otherAnalysis}",
            "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND",
        ),
    ]
}
