//! The table's rows about brands.

use super::rows::{INVALID_ID, hangul};
use super::{Row, row};

pub(super) fn rows() -> Vec<Row> {
    let (post, patch) = ("POST /v1/platform/brands", "PATCH /v1/platform/brands/{brand}");
    let brand = |more: &str| format!(r#"{{"name":"a","synonyms":[]{more}}}"#);
    let many = |count: usize, item: &str| vec![item; count].join(",");
    vec![
        row(post, r#"{"name":"a"}"#, 400, "COMMON_BINDING", &["missing field `synonyms`"]),
        row(post, r#"{"synonyms":[]}"#, 400, "COMMON_BINDING", &["missing field `name`"]),
        row(post, r#"{"name":"a","synonyms":"b"}"#, 400, "COMMON_BINDING", &["synonyms: invalid type: string"]),
        row(post, r#"{"name":"a","synonyms":["b",7]}"#, 400, "COMMON_BINDING", &["synonyms[1]: invalid type"]),
        row(post, brand(r#","websites":null"#), 400, "COMMON_BINDING", &["websites: invalid type: null"]),
        row(post, brand(r#","colour":"red""#), 400, "COMMON_BINDING", &["colour: unknown field"]),
        row(post, r#"{"name":"","synonyms":[]}"#, 400, "COMMON_VALIDATION", &["name: length is lower than 1"]),
        row(
            post,
            format!(r#"{{"name":{},"synonyms":[""]}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["name: length is greater than 100", "synonyms[0]: length is lower than 1"],
        ),
        row(
            post,
            brand(&format!(r#","description":{}"#, hangul(1_001))),
            400,
            "COMMON_VALIDATION",
            &["description: length is greater than 1000"],
        ),
        row(
            post,
            format!(r#"{{"name":"a","synonyms":[{}]}}"#, many(51, "\"b\"")),
            400,
            "COMMON_VALIDATION",
            &["synonyms: length is greater than 50"],
        ),
        row(
            post,
            format!(r#"{{"name":"a","synonyms":["b",{}]}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["synonyms[1]: length is greater than 100"],
        ),
        row(
            post,
            brand(&format!(r#","websites":[{}]"#, many(21, "\"https://a.example\""))),
            400,
            "COMMON_VALIDATION",
            &["websites: length is greater than 20"],
        ),
        row(
            post,
            brand(&format!(r#","websites":["https://a.example/{}"]"#, "가".repeat(2_031))),
            400,
            "COMMON_VALIDATION",
            &["websites[0]: length is greater than 2048"],
        ),
        row(
            post,
            brand(r#","websites":["https://a.example","a.example","ftp://a.example"]"#),
            400,
            "COMMON_VALIDATION",
            &["websites[1]: must be a URL", "websites[2]: must be a URL"],
        ),
        row(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        row(patch, r#"{"synonyms":null}"#, 400, "COMMON_BINDING", &["synonyms: invalid type: null"]),
        row(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown field `id`"]),
        row(
            patch,
            r#"{"name":"","synonyms":["b",""],"websites":["javascript:alert(1)"]}"#,
            400,
            "COMMON_VALIDATION",
            &["name: length is lower than 1", "synonyms[1]: length is lower than 1", "websites[0]: must be a URL"],
        ),
        row("PATCH /v1/platform/brands/{otherBrand}", r#"{"name":"x"}"#, 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands/{none}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("DELETE /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands?limit=101", "", 400, "COMMON_VALIDATION", &["limit: greater than 100"]),
        row("GET /v1/platform/brands?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
    ]
}
