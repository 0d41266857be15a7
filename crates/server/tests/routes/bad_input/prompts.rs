//! Rejected requests: prompts.

use super::{Case, case, invalid, malformed, not_found};

fn prompt(content: &str) -> String {
    format!(r#"{{"content":"{content}","promptSetID":"{{set}}"}}"#)
}

fn bulk(prompts: &[&str]) -> String {
    format!("{{\"prompts\":[{}]}}", prompts.join(","))
}

pub(super) fn prompts() -> Vec<Case> {
    let (post, patch) = ("POST /v1/platform/prompts", "PATCH /v1/platform/prompts/{prompt}");
    vec![
        invalid(post, prompt(r"\u200b\u200d"), &["content: must not be blank"]),
        case(
            post,
            r#"{"content":"a","promptSetID":"{none}"}"#,
            404,
            "PROMPT_SET_NOT_FOUND",
            &["promptSetID: there is no prompt set 0000000000000000000000"],
        ),
        case(
            post,
            r#"{"content":"a","promptSetID":"{otherSet}"}"#,
            404,
            "PROMPT_SET_NOT_FOUND",
            &["promptSetID: there is no prompt set "],
        ),
        invalid(post, prompt(r"a\u0000"), &["content: must not contain the character U+0000"]),
        malformed(patch, r#"{"promptSetID":"{set}"}"#, &["promptSetID: unknown; expected "]),
        case("PATCH /v1/platform/prompts/{otherPrompt}", r#"{"content":"x"}"#, 404, "PROMPT_NOT_FOUND", &[]),
        not_found("GET /v1/platform/prompts/{none}", "PROMPT_NOT_FOUND"),
        not_found("GET /v1/platform/prompts/{otherPrompt}", "PROMPT_NOT_FOUND"),
    ]
}

pub(super) fn bulk_prompts() -> Vec<Case> {
    let post = "POST /v1/platform/prompts/bulk";
    let good = r#"{"content":"a","promptSetID":"{set}"}"#;
    vec![
        invalid(
            post,
            bulk(&[good, &prompt(""), &prompt("")]),
            &[
                "prompts[1].content: must be a text of 1 to 1000 characters",
                "prompts[2].content: must be a text of 1 to 1000 characters",
            ],
        ),
        invalid(post, bulk(&[good, &prompt(" ")]), &["prompts[1].content: must not be blank"]),
        case(
            post,
            bulk(&[good, r#"{"content":"b","promptSetID":"{otherSet}"}"#]),
            404,
            "PROMPT_SET_NOT_FOUND",
            &["prompts[1].promptSetID: there is no prompt set "],
        ),
    ]
}
