//! Rejected requests: brands.

use super::cases::hangul;
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/brands", "PATCH /v1/platform/brands/{brand}");
    let brand = |more: &str| format!(r#"{{"name":"a","synonyms":[]{more}}}"#);
    vec![
        case(post, r#"{"name":"a"}"#, 400, "COMMON_BINDING", &["synonyms: is required"]),
        case(post, r#"{"synonyms":[]}"#, 400, "COMMON_BINDING", &["name: is required"]),
        case(
            post,
            r#"{"name":"a","synonyms":"b"}"#,
            400,
            "COMMON_BINDING",
            &["synonyms: must be a list of at most 50 items"],
        ),
        case(
            post,
            r#"{"name":"a","synonyms":["b",7]}"#,
            400,
            "COMMON_BINDING",
            &["synonyms[1]: must be a text of 1 to 100 characters"],
        ),
        case(
            post,
            brand(r#","websites":"a.example""#),
            400,
            "COMMON_BINDING",
            &["websites: must be a list of at most 20"],
        ),
        case(post, brand(r#","colour":"red""#), 400, "COMMON_BINDING", &["colour: unknown; expected "]),
        case(
            post,
            format!(r#"{{"name":{},"synonyms":[""]}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["name: must be a text of 1 to 100 characters", "synonyms[0]: must be a text of 1 to 100 characters"],
        ),
        case(
            post,
            brand(r#","websites":["https://a.example","a.example","ftp://a.example"]"#),
            400,
            "COMMON_VALIDATION",
            &["websites[1]: must be a URL", "websites[2]: must be a URL"],
        ),
        case(
            post,
            r#"{"name":" ","synonyms":["b"," ","\u200b"],"excludedPhrases":["\t"]}"#,
            400,
            "COMMON_VALIDATION",
            &[
                "excludedPhrases[0]: must not be blank",
                "name: must not be blank",
                "synonyms[1]: must not be blank",
                "synonyms[2]: must not be blank",
            ],
        ),
        case(
            patch,
            r#"{"name":"\u3164","synonyms":[" "]}"#,
            400,
            "COMMON_VALIDATION",
            &["name: must not be blank", "synonyms[0]: must not be blank"],
        ),
        case(
            post,
            brand(r#","websites":["https://a.example","https://x.example:99999"]"#),
            400,
            "COMMON_VALIDATION",
            &["websites[1]: invalid port number"],
        ),
        case(
            patch,
            r#"{"websites":["https://x.example:99999"]}"#,
            400,
            "COMMON_VALIDATION",
            &["websites[0]: invalid port number"],
        ),
        case(
            post,
            brand(r#","caseSensitive":"yes""#),
            400,
            "COMMON_BINDING",
            &["caseSensitive: must be true or false"],
        ),
        case(
            post,
            brand(&format!(r#","excludedPhrases":["",{}]"#, hangul(101))),
            400,
            "COMMON_VALIDATION",
            &[
                "excludedPhrases[0]: must be a text of 1 to 100 characters",
                "excludedPhrases[1]: must be a text of 1 to 100 characters",
            ],
        ),
        case(patch, r#"{"caseSensitive":null}"#, 400, "COMMON_BINDING", &["caseSensitive: must be true or false"]),
        case(
            patch,
            r#"{"excludedPhrases":null}"#,
            400,
            "COMMON_BINDING",
            &["excludedPhrases: must be a list of at most 20 items"],
        ),
        case(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: must be a text of 1 to 100 characters"]),
        case(patch, r#"{"synonyms":null}"#, 400, "COMMON_BINDING", &["synonyms: must be a list of at most 50 items"]),
        case(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown; expected "]),
        case(
            patch,
            r#"{"name":"","synonyms":["b",""],"websites":["javascript:alert(1)"]}"#,
            400,
            "COMMON_VALIDATION",
            &[
                "name: must be a text of 1 to 100 characters",
                "synonyms[1]: must be a text of 1 to 100 characters",
                "websites[0]: must be a URL",
            ],
        ),
        case("PATCH /v1/platform/brands/{otherBrand}", r#"{"name":"x"}"#, 404, "USER_BRAND_NOT_FOUND", &[]),
        case("GET /v1/platform/brands/{none}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        case("GET /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        case("DELETE /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        case("GET /v1/platform/brands?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
    ]
}
