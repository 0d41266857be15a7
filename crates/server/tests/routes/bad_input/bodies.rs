//! Rejected requests: bodies of any operation, and inputs that an operation does not have.

use super::{Case, invalid, malformed};

pub(super) fn cases() -> Vec<Case> {
    let post = "POST /v1/platform/prompt-sets";
    let (bulk, run, schedule) =
        ("POST /v1/platform/prompts/bulk", "POST /v1/platform/runs", "POST /v1beta/platform/schedules");
    let (patch, stop) = ("PATCH /v1/platform/prompt-sets/{set}", "POST /v1/platform/runs/{run}/stop");
    let huge = format!(r#"{{"name":"{}"}}"#, "a".repeat(2 * 1024 * 1024));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        malformed(post, "", &["body: must be an object"]),
        malformed(post, "null", &["body: must be an object"]),
        malformed(post, "[]", &["body: must be an object"]),
        malformed(post, "name=a", &["body: not valid JSON (line 1, column 2)"]),
        malformed(post, r#"{"name":"a""#, &["body: not valid JSON (line 1, column "]),
        malformed(post, r#"{"name":"a"}x"#, &["body: not valid JSON (line 1, column 13)"]),
        malformed(
            post,
            r#"{"name":"\ud800"}"#,
            &["body: a string contains half of a character, a lone surrogate (line 1, "],
        ),
        invalid(
            bulk,
            r#"{"prompts":[{"content":"a\u0000"}]}"#,
            &["prompts[0].content: must not contain the character U+0000"],
        ),
        malformed(post, b"{\"name\":\"\xff\"}".as_slice(), &["body: must be UTF-8"]),
        malformed(post, b"\xff\xfe{\0}\0".as_slice(), &["body: must be UTF-8"]),
        malformed(post, deep, &["body: nested too deeply (line 1, column "]),
        malformed(post, huge, &["body: larger than 2097152 bytes"]),
        malformed(post, r#"{"name":1e999}"#, &["body: a number is too large (line 1, column "]),
        // A list is never read as an object.
        malformed(post, r#"["a"]"#, &["body: must be an object"]),
        malformed(run, r#"[["{prompt}"],null,["CHATGPT"]]"#, &["body: must be an object"]),
        malformed(bulk, r#"{"prompts":[["a","{set}"]]}"#, &["prompts[0]: must be an object"]),
        malformed(
            schedule,
            r#"{"name":"a","run":[null,"{set}",["CLAUDE"]]}"#,
            &["run: must be an obj", "recurrence: is required"],
        ),
        malformed(patch, "[]", &["body: must be an object"]),
        // Each field that is missing or has a wrong type has a detail.
        invalid(run, "{}", &["models: is required", "promptIDs: give exactly one of promptIDs and promptSetID"]),
        invalid(schedule, "{}", &["name: is required", "run: is required", "recurrence: is required"]),
        invalid(
            schedule,
            r#"{"run":{},"name":7}"#,
            &[
                "run.models: is required",
                "recurrence: is required",
                "run.promptIDs: give exactly one of promptIDs and promptSetID",
                "name: must be a text of 1 to 100 characters",
            ],
        ),
        malformed(
            bulk,
            r#"{"prompts":[{"content":1},{"promptSetID":2}]}"#,
            &[
                "prompts[0].content: must be a text of 1 to 1000 characters",
                "prompts[0].promptSetID: is required",
                "prompts[1].content: is required",
                "prompts[1].promptSetID: must be a text",
            ],
        ),
        // A malformed id has the path of its field.
        malformed(
            bulk,
            r#"{"prompts":[{"content":"a","promptSetID":"{set}"},{"content":"b","promptSetID":"x"}]}"#,
            &["PLATFORM_INVALID_ID: prompts[1].promptSetID: an id must be 22 characters of 0-9, A-Z and a-z"],
        ),
        malformed(
            run,
            r#"{"promptIDs":["{prompt}","x"],"models":["CLAUDE"]}"#,
            &["PLATFORM_INVALID_ID: promptIDs[1]: an id must be 22 characters of 0-9, A-Z and a-z"],
        ),
        // An operation without parameters or without a body has none.
        malformed(
            "GET /v1beta/platform/alert-rules?limit=0&cursor=zz",
            "",
            &["cursor: unknown; there is nothing to send here", "limit: unknown; there is nothing to send here"],
        ),
        malformed(stop, r#"{"x":1}"#, &["x: unknown; this operation has no body"]),
        malformed("GET /v1/platform/prompts", r#"{"limit":1}"#, &["limit: unknown; this operation has no body"]),
        malformed(stop, "[]", &["body: must be an object"]),
    ]
}
