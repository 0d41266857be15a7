//! Rejected requests: runs.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/runs";
    let set = |id: &str| format!(r#"{{"promptSetID":"{id}","models":["CHATGPT"]}}"#);
    let no_set = &["promptSetID: there is no prompt set "];
    let one_of = &["promptIDs: give exactly one of promptIDs and promptSetID"];
    let repeats = &["repeatCount: must be an integer from 1 to 10"];
    let with = |fields: &str| format!(r#"{{"promptSetID":"{{set}}",{fields}}}"#);
    vec![
        invalid(
            post,
            with(r#""models":["CLAUDE","CHATGPT","CHATGPT"]"#),
            &["models: must not contain duplicates: [1] and [2] are the same"],
        ),
        case(
            post,
            with(r#""models":["HAL_9000","CHATGPT","GPT5"]"#),
            400,
            "MODEL_NOT_SUPPORTED",
            &["models[0]: must be one of CHATGPT, ", "models[2]: must be one of CHATGPT, "],
        ),
        invalid(post, r#"{"promptSetID":"{set}","promptIDs":["{prompt}"],"models":["CHATGPT"]}"#, one_of),
        invalid(
            post,
            with(r#""models":["HAL_9000"],"region":"ZZ""#),
            &["region: must be an ISO 3166-1 alpha-2 code", "models[0]: must be one of CHATGPT, "],
        ),
        invalid(
            post,
            r#"{"models":["HAL_9000"],"region":"Z","repeatCount":11}"#,
            &[
                "promptIDs: give exactly one of promptIDs and promptSetID",
                "region: must be two letters from A to Z",
                "repeatCount: must be an integer from 1 to 10",
                "models[0]: must be one of CHATGPT, ",
            ],
        ),
        case(
            post,
            r#"{"promptIDs":["{none}","{prompt}","{otherPrompt}"],"models":["CHATGPT"]}"#,
            404,
            "PROMPT_NOT_FOUND",
            &["promptIDs[0]: there is no prompt ", "promptIDs[2]: there is no prompt "],
        ),
        case(post, set("{none}"), 404, "PROMPT_SET_NOT_FOUND", no_set),
        case(post, set("{otherSet}"), 404, "PROMPT_SET_NOT_FOUND", no_set),
        malformed(post, with(r#""models":["CHATGPT"],"repeatCount":1.5"#), repeats),
        malformed(post, set("x"), &["PLATFORM_INVALID_ID: promptSetID: an id must be 22 characters"]),
        not_found("GET /v1/platform/runs/{otherRun}", "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found("GET /v1/platform/runs/{none}", "TASK_GENERATION_RUN_NOT_FOUND"),
    ]
}
