//! Rejected requests: keyword data.

use super::cases::hangul;
use super::{Case, case};

pub(super) fn google() -> Vec<Case> {
    let post = "POST /v1beta/platform/keywords/google/metrics";
    let get = |query: &str| -> &'static str {
        Box::leak(format!("GET /v1beta/platform/keywords/google/{query}").into_boxed_str())
    };
    let duplicate = &["keywords: must not contain duplicates, ignoring case and whitespace"];
    // In Unicode NFC and NFD.
    let of_two_forms = r#"{"keywords":["한글","\u1112\u1161\u11ab\u1100\u1173\u11af"]}"#;
    vec![
        case(post, "{}", 400, "COMMON_BINDING", &["keywords: is required"]),
        case(post, r#"{"keywords":"a"}"#, 400, "COMMON_BINDING", &["keywords: must be a list of 1 to 100 items"]),
        case(
            post,
            r#"{"keywords":["a",null]}"#,
            400,
            "COMMON_BINDING",
            &["keywords[1]: must be a text of 1 to 80 characters"],
        ),
        case(post, r#"{"keywords":["a"],"country":"KR"}"#, 400, "COMMON_BINDING", &["country: unknown; expected "]),
        case(post, r#"{"keywords":["a"],"countryCode":82}"#, 400, "COMMON_BINDING", &["countryCode: must be a text"]),
        case(
            post,
            format!(r#"{{"keywords":["",{},"\t "]}}"#, hangul(81)),
            400,
            "COMMON_VALIDATION",
            &[
                "keywords: must not contain duplicates",
                "keywords[0]: must be a text of 1 to 80 characters",
                "keywords[1]: must be a text of 1 to 80 characters",
                "keywords[2]: must not be blank",
            ],
        ),
        case(post, r#"{"keywords":["무선 이어폰","무선이어폰"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(post, r#"{"keywords":["Earbuds","EAR BUDS"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(post, r#"{"keywords":["x\u200b","x"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(post, of_two_forms, 400, "COMMON_VALIDATION", duplicate),
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
        case(get("suggestions?keyword=%E2%80%8B"), "", 400, "COMMON_VALIDATION", &["keyword: must not be blank"]),
        case(get("related?keyword=a&keyword=b"), "", 400, "COMMON_BINDING", &["keyword: given twice"]),
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
        case(metrics, "{}", 400, "COMMON_BINDING", &["keywords: is required"]),
        case(metrics, r#"{"keywords":["a"],"countryCode":"KR"}"#, 400, "COMMON_BINDING", &["countryCode: unknown"]),
        case(metrics, r#"{"keywords":["A","a"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(trend, r#"{"keywords":["a b","ab"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(trend, r#"{"keywords":["가","\u1100\u1161"]}"#, 400, "COMMON_VALIDATION", duplicate),
        case(get("related?keyword=a&cursor=b".to_owned()), "", 400, "COMMON_BINDING", &["cursor: unknown; expected "]),
    ]
}
