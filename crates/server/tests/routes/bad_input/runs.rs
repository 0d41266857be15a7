//! Rejected requests: runs.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/runs";
    let one_of = &["promptIDs: give exactly one of promptIDs and promptSetID"];
    vec![
        invalid(post, r#"{"promptSetID":"{set}"}"#, &["models: is required"]),
        malformed(post, r#"{"promptSetID":"{set}","models":"CHATGPT"}"#, &["models: must be a list of 1 to 8 items"]),
        invalid(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT","CHATGPT"]}"#,
            &["models: must not contain duplicates"],
        ),
        case(
            post,
            r#"{"promptSetID":"{set}","models":["HAL_9000"]}"#,
            400,
            "MODEL_NOT_SUPPORTED",
            &["models: must be one of CHATGPT, "],
        ),
        invalid(post, r#"{"models":["CHATGPT"]}"#, one_of),
        invalid(post, r#"{"promptSetID":"{set}","promptIDs":["{prompt}"],"models":["CHATGPT"]}"#, one_of),
        invalid(
            post,
            r#"{"promptIDs":["{prompt}","{prompt}"],"models":["CHATGPT"]}"#,
            &["promptIDs: must not contain duplicates"],
        ),
        case(post, r#"{"promptIDs":["{none}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        case(post, r#"{"promptIDs":["{otherPrompt}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        case(
            post,
            r#"{"promptSetID":"{otherSet}","models":["CHATGPT"]}"#,
            404,
            "PROMPT_SET_NOT_FOUND",
            &["promptSetID: there is no prompt set "],
        ),
        malformed(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":1.5}"#,
            &["repeatCount: must be an integer from 1 to 10"],
        ),
        invalid(post, r#"{"promptSetID":"{set}","models":["CHATGPT"],"region":"ZZ"}"#, &["region: "]),
        case("GET /v1/platform/runs?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &["cursor: not of this list"]),
        not_found("GET /v1/platform/runs/{otherRun}", "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found("GET /v1/platform/runs/{none}", "TASK_GENERATION_RUN_NOT_FOUND"),
    ]
}
