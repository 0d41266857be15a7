//! Rejected requests: keyword data.

use super::cases::hangul;
use super::{Case, case, invalid, malformed};

pub(super) fn google() -> Vec<Case> {
    let post = "POST /v1beta/platform/keywords/google/metrics";
    let get = |query: &str| format!("GET /v1beta/platform/keywords/google/{query}");
    let duplicate = &["keywords: must not contain duplicates, ignoring case and whitespace"];
    let no_country =
        &["countryCode: must be an ISO 3166-1 alpha-2 code, such as GB for the United Kingdom. GET /regions"];
    let no_data = &["countryCode: there is no keyword data of this country"];
    // In Unicode NFC and NFD.
    let of_two_forms = r#"{"keywords":["한글","\u1112\u1161\u11ab\u1100\u1173\u11af"]}"#;
    vec![
        invalid(
            post,
            format!(r#"{{"keywords":["",{},"\t "]}}"#, hangul(81)),
            &[
                "keywords: must not contain duplicates",
                "keywords[0]: must be a text of 1 to 80 characters",
                "keywords[1]: must be a text of 1 to 80 characters",
                "keywords[2]: must not be blank",
            ],
        ),
        invalid(
            post,
            r#"{"keywords":["a","Earbuds","EAR BUDS"]}"#,
            &["keywords: must not contain duplicates, ignoring case and whitespace: [1] and [2] are the same"],
        ),
        invalid(post, of_two_forms, duplicate),
        invalid(
            post,
            r#"{"keywords":["a"],"countryCode":"KOR","languageCode":"ko-KR"}"#,
            &["countryCode: must be two", "languageCode: must be two"],
        ),
        case(post, r#"{"keywords":["a"],"countryCode":"uk"}"#, 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", no_country),
        case(post, r#"{"keywords":["a"],"countryCode":"AQ"}"#, 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", no_data),
        case(
            post,
            r#"{"keywords":["a"],"languageCode":"xx"}"#,
            400,
            "KEYWORD_METRICS_PROVIDER_REJECTED",
            &["languageCode: the sample provider does not support xx. Use ko or en"],
        ),
        invalid(get("suggestions"), "", &["keyword: is required"]),
        invalid(get("suggestions?keyword=+"), "", &["keyword: must not be blank"]),
        invalid(get("suggestions?keyword=%E2%80%8B"), "", &["keyword: must not be blank"]),
        malformed(get("related?keyword=a&keyword=b"), "", &["keyword: given twice"]),
        case(get("related?keyword=a&countryCode=XX"), "", 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", no_country),
    ]
}

pub(super) fn naver() -> Vec<Case> {
    let (metrics, trend) =
        ("POST /v1beta/platform/keywords/naver/metrics", "POST /v1beta/platform/keywords/naver/trend");
    let duplicate = &["keywords: must not contain duplicates"];
    vec![
        invalid(metrics, r#"{"keywords":["A","a"]}"#, duplicate),
        invalid(trend, r#"{"keywords":["가","\u1100\u1161"]}"#, duplicate),
    ]
}
