//! Rejected requests: types of domains.

use super::{Case, invalid};

const POST: &str = "POST /v1beta/platform/domain-types";

pub(super) fn cases() -> Vec<Case> {
    let domain = |domain: &str| {
        let body = format!(r#"{{"domain":"{domain}","type":"NEWS"}}"#);
        invalid(POST, body, &["domain: must be a domain"])
    };
    vec![
        invalid(POST, r#"{"domain":"a.example","type":"PRESS"}"#, &["type: must be one of NEWS"]),
        domain(r"news\u0007.example"),
        domain("a b"),
        domain("news"),
        domain("a@news.example"),
        domain("co.kr"),
        invalid(
            POST,
            r#"{"domain":"https://shop.news.example/a","type":"NEWS"}"#,
            &["domain: must be a root domain: news.example"],
        ),
        invalid(
            POST,
            r#"{"domain":"blog.naver.com/nurio","type":"NEWS"}"#,
            &["domain: must be a root domain: naver.com"],
        ),
        invalid(
            "GET /v1/platform/statistics/source-domains?domainType=PRESS",
            "",
            &["domainType: must be one of NEWS"],
        ),
    ]
}
