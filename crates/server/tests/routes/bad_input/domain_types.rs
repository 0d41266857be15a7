//! Rejected requests: types of domains.

use super::{Case, case};

const POST: &str = "POST /v1beta/platform/domain-types";

pub(super) fn cases() -> Vec<Case> {
    let domain = |domain: &str| {
        let body = format!(r#"{{"domain":"{domain}","type":"NEWS"}}"#);
        case(POST, body, 400, "COMMON_VALIDATION", &["domain: must be a domain"])
    };
    vec![
        case(POST, "{}", 400, "COMMON_BINDING", &["domain: is required"]),
        case(POST, r#"{"domain":"a.example","kind":"NEWS"}"#, 400, "COMMON_BINDING", &["kind: unknown; expected "]),
        case(
            POST,
            r#"{"domain":"a.example","type":"PRESS"}"#,
            400,
            "COMMON_VALIDATION",
            &["type: must be one of NEWS"],
        ),
        domain(r"news\u0007.example"),
        domain("a b"),
        domain("news"),
        domain("a@news.example"),
        domain("co.kr"),
        case(
            POST,
            r#"{"domain":"https://shop.news.example/a","type":"NEWS"}"#,
            400,
            "COMMON_VALIDATION",
            &["domain: must be a domain such as news.example"],
        ),
        case(
            POST,
            r#"{"domain":"blog.naver.com/nurio","type":"NEWS"}"#,
            400,
            "COMMON_VALIDATION",
            &["domain: must be a domain such as naver.com"],
        ),
        case(
            "GET /v1/platform/statistics/source-domains?domainType=PRESS",
            "",
            400,
            "COMMON_VALIDATION",
            &["domainType: must be one of NEWS"],
        ),
    ]
}
