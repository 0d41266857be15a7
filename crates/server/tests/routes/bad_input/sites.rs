//! Rows of site keyword analyses.

use super::{Row, row};

const POST: &str = "POST /v1beta/platform/siteKeywordAnalyses";

pub(super) fn rows() -> Vec<Row> {
    let long = format!("https://nurio.example/{}", "a".repeat(2_048 - 21));
    let url = |url: &str| format!(r#"{{"url":"{url}"}}"#);
    let refused = |body: String, details: &'static [&'static str]| row(POST, body, 400, "COMMON_VALIDATION", details);
    let unread = |body: &str, details: &'static [&'static str]| row(POST, body, 400, "COMMON_BINDING", details);
    vec![
        unread("{}", &["missing field `url`"]),
        unread(r#"{"url":null}"#, &["url: invalid type: null"]),
        unread(r#"{"url":["https://nurio.example"]}"#, &["url: invalid type: sequence"]),
        unread(r#"{"url":"https://nurio.example","maxPages":"5"}"#, &["maxPages: invalid type: string"]),
        unread(r#"{"url":"https://nurio.example","maxPages":1.5}"#, &["maxPages: invalid type: floating point"]),
        unread(r#"{"url":"https://nurio.example","includeContext":1}"#, &["includeContext: invalid type: integer"]),
        unread(r#"{"url":"https://nurio.example","includeSourceUrls":true}"#, &["includeSourceUrls: unknown field"]),
        unread(
            r#"{"url":"https://nurio.example","includeSourceURLs":null}"#,
            &["includeSourceURLs: invalid type: null"],
        ),
        refused(url(""), &["url: must be a URL"]),
        refused(url("nurio.example"), &["url: must be a URL"]),
        refused(url("ftp://nurio.example"), &["url: must be a URL"]),
        refused(url("javascript:alert(1)"), &["url: must be a URL"]),
        refused(url("https://me:secret@nurio.example"), &["url: must be a URL"]),
        refused(url("https://nurio.example/a b"), &["url: must be a URL"]),
        refused(url("https://nurio.example:99999"), &["url: invalid port number"]),
        refused(url("https://xn--a.example"), &["url: invalid international domain name"]),
        refused(url(&long), &["url: length is greater than 2048"]),
        refused(r#"{"url":"https://nurio.example","maxPages":0}"#.to_owned(), &["maxPages: lower than 1"]),
        refused(r#"{"url":"https://nurio.example","maxPages":51}"#.to_owned(), &["maxPages: greater than 50"]),
        refused(r#"{"url":"https://nurio.example","maxPages":-9999999999}"#.to_owned(), &["maxPages: lower than 1"]),
        row("GET /v1beta/platform/siteKeywordAnalyses/short", "", 400, "COMMON_BINDING", &["PLATFORM_INVALID_ID"]),
        row(
            "GET /v1beta/platform/siteKeywordAnalyses/{none}",
            "",
            404,
            "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND",
            &[],
        ),
        row(
            "GET /v1beta/platform/siteKeywordAnalyses/{otherAnalysis}",
            "",
            404,
            "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND",
            &[],
        ),
    ]
}
