//! Rejected requests: keyword data.

use super::cases::hangul;
use super::{Case, case};

pub(super) fn google() -> Vec<Case> {
    let post = "POST /v1beta/platform/keywords/google/metrics";
    let get = |query: &str| -> &'static str {
        Box::leak(format!("GET /v1beta/platform/keywords/google/{query}").into_boxed_str())
    };
    let duplicate = &["keywords: must not contain duplicates, ignoring case and whitespace"];
    vec![
        case(post, "{}", 400, "COMMON_BINDING", &["missing field `keywords`"]),
        case(post, r#"{"keywords":"a"}"#, 400, "COMMON_BINDING", &["keywords: invalid type: string"]),
        case(post, r#"{"keywords":["a",null]}"#, 400, "COMMON_BINDING", &["keywords[1]: invalid type: null"]),
        case(post, r#"{"keywords":["a"],"country":"KR"}"#, 400, "COMMON_BINDING", &["country: unknown field"]),
        case(post, r#"{"keywords":["a"],"countryCode":null}"#, 400, "COMMON_BINDING", &["countryCode: invalid type"]),
        case(
            post,
            format!(r#"{{"keywords":["",{},"\t "]}}"#, hangul(81)),
            400,
            "COMMON_VALIDATION",
            &[
                "keywords: must not contain duplicates",
                "keywords[0]: length is lower than 1",
                "keywords[1]: length is greater than 80",
                "keywords[2]: must not be blank",
            ],
        ),
        case(post, r#"{"keywords":["무선 이어폰","무선이어폰"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(post, r#"{"keywords":["Earbuds","EAR BUDS"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(post, r#"{"keywords":["a"],"countryCode":"kr"}"#, 400, "COMMON_VALIDATION", &["countryCode: must be two"]),
        case(
            post,
            r#"{"keywords":["a"],"countryCode":"KOR","languageCode":"ko-KR"}"#,
            400,
            "COMMON_VALIDATION",
            &["countryCode: must be two", "languageCode: must be two"],
        ),
        case(post, r#"{"keywords":["a"],"countryCode":"XX"}"#, 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", &[]),
        case(post, r#"{"keywords":["a"],"countryCode":"AQ"}"#, 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", &[]),
        case(
            post,
            r#"{"keywords":["a"],"languageCode":"xx"}"#,
            400,
            "KEYWORD_METRICS_PROVIDER_REJECTED",
            &["the sample provider does not support the language xx"],
        ),
        case(get("suggestions?keyword=+"), "", 400, "COMMON_VALIDATION", &["keyword: must not be blank"]),
        case(get("related?keyword=a&keyword=b"), "", 400, "COMMON_BINDING", &["keyword: "]),
        case(get("related?keyword=a&countryCode=XX"), "", 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", &[]),
    ]
}

pub(super) fn naver() -> Vec<Case> {
    let (metrics, trend) =
        ("POST /v1beta/platform/keywords/naver/metrics", "POST /v1beta/platform/keywords/naver/trend");
    let duplicate = &["keywords: must not contain duplicates"];
    let get = |query: String| -> &'static str {
        Box::leak(format!("GET /v1beta/platform/keywords/naver/{query}").into_boxed_str())
    };
    vec![
        case(metrics, "{}", 400, "COMMON_BINDING", &["missing field `keywords`"]),
        case(metrics, r#"{"keywords":["a"],"countryCode":"KR"}"#, 400, "COMMON_BINDING", &["countryCode: unknown"]),
        case(metrics, r#"{"keywords":["A","a"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(trend, r#"{"keywords":["a b","ab"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(get("related?keyword=a&cursor=b".to_owned()), "", 400, "COMMON_BINDING", &["cursor: unknown field"]),
    ]
}
