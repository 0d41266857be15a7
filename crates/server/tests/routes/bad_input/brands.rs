//! Rejected requests: brands.

use super::cases::hangul;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/brands", "PATCH /v1/platform/brands/{brand}");
    let brand = |more: &str| format!(r#"{{"name":"a","synonyms":[]{more}}}"#);
    vec![
        case(post, r#"{"name":"a"}"#, 400, "COMMON_BINDING", &["missing field `synonyms`"]),
        case(post, r#"{"synonyms":[]}"#, 400, "COMMON_BINDING", &["missing field `name`"]),
        case(post, r#"{"name":"a","synonyms":"b"}"#, 400, "COMMON_BINDING", &["synonyms: invalid type: string"]),
        case(post, r#"{"name":"a","synonyms":["b",7]}"#, 400, "COMMON_BINDING", &["synonyms[1]: invalid type"]),
        case(post, brand(r#","websites":null"#), 400, "COMMON_BINDING", &["websites: invalid type: null"]),
        case(post, brand(r#","colour":"red""#), 400, "COMMON_BINDING", &["colour: unknown field"]),
        case(
            post,
            format!(r#"{{"name":{},"synonyms":[""]}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["name: length is greater than 100", "synonyms[0]: length is lower than 1"],
        ),
        case(
            post,
            brand(r#","websites":["https://a.example","a.example","ftp://a.example"]"#),
            400,
            "COMMON_VALIDATION",
            &["websites[1]: must be a URL", "websites[2]: must be a URL"],
        ),
        case(post, brand(r#","caseSensitive":"yes""#), 400, "COMMON_BINDING", &["caseSensitive: invalid type: string"]),
        case(
            post,
            brand(&format!(r#","excludedPhrases":["",{}]"#, hangul(101))),
            400,
            "COMMON_VALIDATION",
            &["excludedPhrases[0]: length is lower than 1", "excludedPhrases[1]: length is greater than 100"],
        ),
        case(patch, r#"{"caseSensitive":null}"#, 400, "COMMON_BINDING", &["caseSensitive: invalid type: null"]),
        case(patch, r#"{"excludedPhrases":null}"#, 400, "COMMON_BINDING", &["excludedPhrases: invalid type: null"]),
        case(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        case(patch, r#"{"synonyms":null}"#, 400, "COMMON_BINDING", &["synonyms: invalid type: null"]),
        case(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown field `id`"]),
        case(
            patch,
            r#"{"name":"","synonyms":["b",""],"websites":["javascript:alert(1)"]}"#,
            400,
            "COMMON_VALIDATION",
            &["name: length is lower than 1", "synonyms[1]: length is lower than 1", "websites[0]: must be a URL"],
        ),
        case("PATCH /v1/platform/brands/{otherBrand}", r#"{"name":"x"}"#, 404, "USER_BRAND_NOT_FOUND", &[]),
        case("GET /v1/platform/brands/{none}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        case("GET /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        case("DELETE /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        case("GET /v1/platform/brands?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
    ]
}
