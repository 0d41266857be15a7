//! Rejected requests: types of domains.

use super::{Case, case};

const POST: &str = "POST /v1beta/platform/domain-types";

pub(super) fn cases() -> Vec<Case> {
    let domain = |domain: &str| {
        let body = format!(r#"{{"domain":"{domain}","type":"NEWS"}}"#);
        case(POST, body, 400, "COMMON_VALIDATION", &["domain: must be a domain"])
    };
    vec![
        case(POST, "{}", 400, "COMMON_BINDING", &["missing field `domain`"]),
        case(POST, r#"{"domain":"a.example","kind":"NEWS"}"#, 400, "COMMON_BINDING", &["kind: unknown field"]),
        case(
            POST,
            r#"{"domain":"a.example","type":"PRESS"}"#,
            400,
            "COMMON_VALIDATION",
            &["type: must be one of NEWS"],
        ),
        domain("https://news.example"),
        domain("news.example/a"),
        domain(r"news\u0007.example"),
        domain("a b"),
        case(
            "GET /v1/platform/statistics/source-domains?domainType=PRESS",
            "",
            400,
            "COMMON_VALIDATION",
            &["domainType: must be one of NEWS"],
        ),
    ]
}
