//! Rejected requests: prompt sets.

use super::cases::hangul;
use super::{Case, case, invalid, malformed, not_found};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/prompt-sets";
    let malformed_id = |id: &str| {
        let details = &["PLATFORM_INVALID_ID: promptSetID: an id must be 22 characters"];
        malformed(format!("GET /v1/platform/prompt-sets/{id}"), "", details)
    };
    vec![
        invalid(post, r#"{"name":null}"#, &["name: is required"]),
        malformed(post, r#"{"Name":"a"}"#, &["Name: unknown; did you mean name?"]),
        malformed(post, r#"{"name":"a","name":"b"}"#, &["name: given twice"]),
        invalid(
            post,
            format!(r#"{{"name":"","description":{}}}"#, hangul(1_001)),
            &["description: must be a text of at most 1000 characters", "name: must be a text of 1 to 100 characters"],
        ),
        invalid(post, r#"{"name":" \u200b"}"#, &["name: must not be blank"]),
        invalid(post, r#"{"name":"a\u0000b"}"#, &["name: must not contain the character U+0000"]),
        not_found("GET /v1/platform/prompt-sets/{none}", "PROMPT_SET_NOT_FOUND"),
        not_found("GET /v1/platform/prompt-sets/{otherSet}", "PROMPT_SET_NOT_FOUND"),
        malformed_id("{set}0"),
        malformed_id("%FF%FE"),
        malformed_id("%00"),
        malformed_id("..%2Fprompts"),
        case("PATCH /v1/platform/prompt-sets/{otherSet}", r#"{"name":"x"}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
    ]
}
