//! Rejected requests: site keyword analyses.

use super::{Case, case};

const POST: &str = "POST /v1beta/platform/siteKeywordAnalyses";

pub(super) fn cases() -> Vec<Case> {
    let url = |url: &str| format!(r#"{{"url":"{url}"}}"#);
    let invalid = |body: String, details: &'static [&'static str]| case(POST, body, 400, "COMMON_VALIDATION", details);
    let malformed = |body: &str, details: &'static [&'static str]| case(POST, body, 400, "COMMON_BINDING", details);
    vec![
        malformed("{}", &["url: is required"]),
        malformed(r#"{"url":null}"#, &["url: is required"]),
        malformed(r#"{"url":["https://nurio.example"]}"#, &["url: must be a text of at most 2048 characters"]),
        malformed(r#"{"url":"https://nurio.example","maxPages":"5"}"#, &["maxPages: must be an integer from 1 to 50"]),
        malformed(r#"{"url":"https://nurio.example","maxPages":1.5}"#, &["maxPages: must be an integer from 1 to 50"]),
        malformed(r#"{"url":"https://nurio.example","includeContext":1}"#, &["includeContext: must be true or false"]),
        malformed(
            r#"{"url":"https://nurio.example","includeSourceUrls":true}"#,
            &["includeSourceUrls: unknown; expected "],
        ),
        malformed(
            r#"{"url":"https://nurio.example","includeSourceURLs":"yes"}"#,
            &["includeSourceURLs: must be true or false"],
        ),
        invalid(url(""), &["url: must be a URL"]),
        invalid(url("nurio.example"), &["url: must be a URL"]),
        invalid(url("ftp://nurio.example"), &["url: must be a URL"]),
        invalid(url("javascript:alert(1)"), &["url: must be a URL"]),
        invalid(url("https://me:secret@nurio.example"), &["url: must be a URL"]),
        invalid(url("https://nurio.example/a b"), &["url: must be a URL"]),
        invalid(url("https://nurio.example:99999"), &["url: invalid port number"]),
        invalid(url("https://xn--a.example"), &["url: invalid international domain name"]),
        case(
            "GET /v1beta/platform/siteKeywordAnalyses/{none}",
            "",
            404,
            "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND",
            &[],
        ),
        case(
            "GET /v1beta/platform/siteKeywordAnalyses/{otherAnalysis}",
            "",
            404,
            "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND",
            &[],
        ),
    ]
}
