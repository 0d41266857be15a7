//! Rejected requests: brands.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn cases() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/brands", "PATCH /v1/platform/brands/{brand}");
    let brand = |more: &str| format!(r#"{{"name":"a","synonyms":[]{more}}}"#);
    vec![
        malformed(post, r#"{"name":"a","synonyms":["b",7]}"#, &["synonyms[1]: must be a text of 1 to 100 characters"]),
        invalid(
            post,
            brand(r#","websites":["https://a.example","a.example","ftp://a.example"]"#),
            &["websites[1]: must be a URL", "websites[2]: must be a URL"],
        ),
        invalid(
            post,
            r#"{"name":" ","synonyms":["b"," ","\u200b"],"excludedPhrases":["\t"]}"#,
            &[
                "excludedPhrases[0]: must not be blank",
                "name: must not be blank",
                "synonyms[1]: must not be blank",
                "synonyms[2]: must not be blank",
            ],
        ),
        invalid(
            post,
            r#"{"name":"!!!","synonyms":["C++","."]}"#,
            &["name: must have a letter or a digit", "synonyms[1]: must have a letter or a digit"],
        ),
        invalid(patch, r#"{"synonyms":["–"]}"#, &["synonyms[0]: must have a letter or a digit"]),
        invalid(
            post,
            brand(r#","websites":["https://x.example:99999","https://a.example","https://y.example:99999"]"#),
            &["websites[0]: invalid port number", "websites[2]: invalid port number"],
        ),
        invalid(patch, r#"{"websites":["https://x.example:99999"]}"#, &["websites[0]: invalid port number"]),
        malformed(
            patch,
            r#"{"isOwn":7,"name":"","synonyms":["b",""],"websites":["javascript:alert(1)"]}"#,
            &[
                "isOwn: must be true or false",
                "name: must be a text of 1 to 100 characters",
                "synonyms[1]: must be a text of 1 to 100 characters",
                "websites[0]: must be a URL",
            ],
        ),
        case("PATCH /v1/platform/brands/{otherBrand}", r#"{"name":"x"}"#, 404, "USER_BRAND_NOT_FOUND", &[]),
        not_found("GET /v1/platform/brands/{none}", "USER_BRAND_NOT_FOUND"),
        not_found("GET /v1/platform/brands/{otherBrand}", "USER_BRAND_NOT_FOUND"),
    ]
}
