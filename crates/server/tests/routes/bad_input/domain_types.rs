//! Rejected requests: types of domains.

use super::{Case, invalid};

const POST: &str = "POST /v1beta/platform/domain-types";

pub(super) fn cases() -> Vec<Case> {
    let news = |domain: &str| format!(r#"{{"domain":"{domain}","type":"NEWS"}}"#);
    let domain = |domain: &str| invalid(POST, news(domain), &["domain: must be a domain"]);
    vec![
        invalid(
            POST,
            r#"{"domain":"co.kr","type":"PRESS"}"#,
            &["domain: must be a domain", "type: must be one of NEWS"],
        ),
        domain("a@news.example"),
        invalid(POST, news("https://shop.news.example/a"), &["domain: must be a root domain: news.example"]),
        invalid(POST, news("blog.naver.com/nurio"), &["domain: must be a root domain: naver.com"]),
        invalid(
            "GET /v1/platform/statistics/source-domains?domainType=PRESS",
            "",
            &["domainType: must be one of NEWS"],
        ),
    ]
}
