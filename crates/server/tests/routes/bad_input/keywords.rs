//! The table's rows about keyword data.

use super::rows::hangul;
use super::{Row, row};

pub(super) fn google() -> Vec<Row> {
    let post = "POST /v1beta/platform/keywords/google/metrics";
    let keywords = |count: usize| (0..count).map(|number| format!("\"{number}\"")).collect::<Vec<_>>().join(",");
    let around = |query: &str| -> &'static str {
        Box::leak(format!("GET /v1beta/platform/keywords/google/{query}").into_boxed_str())
    };
    let twice = &["keywords: must not contain duplicates, ignoring case and whitespace"];
    vec![
        row(post, "{}", 400, "COMMON_BINDING", &["missing field `keywords`"]),
        row(post, r#"{"keywords":"a"}"#, 400, "COMMON_BINDING", &["keywords: invalid type: string"]),
        row(post, r#"{"keywords":["a",null]}"#, 400, "COMMON_BINDING", &["keywords[1]: invalid type: null"]),
        row(post, r#"{"keywords":["a"],"country":"KR"}"#, 400, "COMMON_BINDING", &["country: unknown field"]),
        row(post, r#"{"keywords":["a"],"countryCode":null}"#, 400, "COMMON_BINDING", &["countryCode: invalid type"]),
        row(post, r#"{"keywords":[]}"#, 400, "COMMON_VALIDATION", &["keywords: length is lower than 1"]),
        row(
            post,
            format!(r#"{{"keywords":[{}]}}"#, keywords(101)),
            400,
            "COMMON_VALIDATION",
            &["keywords: length is greater than 100"],
        ),
        row(
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
        row(post, r#"{"keywords":["무선 이어폰","무선이어폰"]}"#, 400, "COMMON_VALIDATION", twice),
        row(post, r#"{"keywords":["Earbuds","EAR BUDS"]}"#, 400, "COMMON_VALIDATION", twice),
        row(post, r#"{"keywords":["a"],"countryCode":"kr"}"#, 400, "COMMON_VALIDATION", &["countryCode: not two"]),
        row(
            post,
            r#"{"keywords":["a"],"countryCode":"KOR","languageCode":"ko-KR"}"#,
            400,
            "COMMON_VALIDATION",
            &["countryCode: not two", "languageCode: not two"],
        ),
        row(post, r#"{"keywords":["a"],"countryCode":"XX"}"#, 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", &[]),
        row(post, r#"{"keywords":["a"],"countryCode":"AQ"}"#, 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", &[]),
        row(
            post,
            r#"{"keywords":["a"],"languageCode":"xx"}"#,
            400,
            "KEYWORD_METRICS_PROVIDER_REJECTED",
            &["the sample provider does not know the language xx"],
        ),
        row(around("suggestions"), "", 400, "COMMON_VALIDATION", &["keyword: length is lower than 1"]),
        row(around("suggestions?keyword="), "", 400, "COMMON_VALIDATION", &["keyword: length is lower than 1"]),
        row(around("suggestions?keyword=+"), "", 400, "COMMON_VALIDATION", &["keyword: must not be blank"]),
        row(around("related?keyword=a&limit=0"), "", 400, "COMMON_VALIDATION", &["limit: lower than 1"]),
        row(around("related?keyword=a&limit=101"), "", 400, "COMMON_VALIDATION", &["limit: greater than 100"]),
        row(around("related?keyword=a&keyword=b"), "", 400, "COMMON_BINDING", &["keyword: "]),
        row(around("related?keyword=a&countryCode=XX"), "", 400, "KEYWORD_COUNTRY_NOT_SUPPORTED", &[]),
    ]
}

pub(super) fn naver() -> Vec<Row> {
    let (metrics, trend) =
        ("POST /v1beta/platform/keywords/naver/metrics", "POST /v1beta/platform/keywords/naver/trend");
    let sixteen = r#"{"keywords":["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16"]}"#;
    let twice = &["keywords: must not contain duplicates"];
    let around = |query: String| -> &'static str {
        Box::leak(format!("GET /v1beta/platform/keywords/naver/{query}").into_boxed_str())
    };
    vec![
        row(metrics, "{}", 400, "COMMON_BINDING", &["missing field `keywords`"]),
        row(metrics, r#"{"keywords":["a"],"countryCode":"KR"}"#, 400, "COMMON_BINDING", &["countryCode: unknown"]),
        row(metrics, sixteen, 400, "COMMON_VALIDATION", &["keywords: length is greater than 15"]),
        row(metrics, r#"{"keywords":["A","a"]}"#, 400, "COMMON_VALIDATION", twice),
        row(trend, r#"{"keywords":[]}"#, 400, "COMMON_VALIDATION", &["keywords: length is lower than 1"]),
        row(trend, sixteen, 400, "COMMON_VALIDATION", &["keywords: length is greater than 15"]),
        row(trend, r#"{"keywords":["a b","ab"]}"#, 400, "COMMON_VALIDATION", twice),
        row(
            around(format!("suggestions?keyword={}", "%EA%B0%80".repeat(81))),
            "",
            400,
            "COMMON_VALIDATION",
            &["keyword: length is greater than 80"],
        ),
        row(around("related".to_owned()), "", 400, "COMMON_VALIDATION", &["keyword: length is lower than 1"]),
        row(around("related?keyword=a&cursor=b".to_owned()), "", 400, "COMMON_BINDING", &["cursor: unknown field"]),
    ]
}
