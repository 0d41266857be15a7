//! Rejected requests: paging.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn cases() -> Vec<Case> {
    let sets = |query: &str| format!("GET /v1/platform/prompt-sets?{query}");
    let prompts = |query: &str| format!("GET /v1/platform/prompts?{query}");
    let bounds = &["limit: must be an integer from 1 to 100"];
    let null = &["contentContains: must not contain the character U+0000"];
    vec![
        invalid(sets("limit=-1"), "", bounds),
        invalid(sets("limit=4294967297"), "", bounds),
        invalid(sets("limit=99999999999999999999"), "", bounds),
        malformed(sets("limit=ten"), "", bounds),
        malformed(sets("limit=1.5"), "", bounds),
        malformed(sets("limit=1e1"), "", bounds),
        malformed(sets("limit=1&limit=2"), "", &["limit: given twice"]),
        malformed(prompts("promptSetID="), "", &["PLATFORM_INVALID_ID: promptSetID: an id must be "]),
        malformed(
            "GET /v1/platform/answers?promptID=&runID=",
            "",
            &["PLATFORM_INVALID_ID: promptID: an id must be ", "PLATFORM_INVALID_ID: runID: an id must be "],
        ),
        // Each parameter that cannot be read, is missing, or is out of bounds has a detail.
        malformed(
            "GET /v1/platform/answers?finished=maybe&include=all&limit=ten&newestByModel=no&runID=x",
            "",
            &[
                "finished: must be true or false",
                "include: must be \"brands\"",
                "limit: must be an integer from 1 to 100",
                "newestByModel: must be true or false",
                "PLATFORM_INVALID_ID: runID: an id must be ",
            ],
        ),
        malformed(
            "GET /v1beta/platform/metrics/prompts?brandID=x&limit=ten",
            "",
            &["PLATFORM_INVALID_ID: brandID: an id must be ", "limit: must be an integer from 1 to 100"],
        ),
        malformed(
            "GET /v1beta/platform/metrics/prompts?ascending=up",
            "",
            &["ascending: must be true or false", "brandID: is required"],
        ),
        malformed(
            "GET /v1/platform/answers?finished=maybe&from=now&limit=0&regions=KR&state=SUCCESS",
            "",
            &[
                "finished: must be true or false",
                "regions: unknown; did you mean region?",
                "state: unknown; expected one of ",
                "limit: must be an integer from 1 to 100",
                "from: must be a time such as ",
            ],
        ),
        // The name may be meant for what seems to be missing.
        malformed("GET /v1beta/platform/metrics/prompts?brand=x", "", &["brand: unknown; "]),
        case(sets("cursor=abc"), "", 400, "COMMON_INVALID_CURSOR", &["cursor: not of this list"]),
        malformed(prompts("cursor={cursor}&cursor={cursor}"), "", &["cursor: given twice"]),
        not_found(prompts("promptSetID={none}"), "PROMPT_SET_NOT_FOUND"),
        not_found(prompts("promptSetID={otherSet}"), "PROMPT_SET_NOT_FOUND"),
        malformed(prompts("contentContains=%FF"), "", &["query: must be UTF-8"]),
        invalid(prompts("contentContains=a%00"), "", null),
        malformed(
            prompts("promptIDs={prompt},b"),
            "",
            &["PLATFORM_INVALID_ID: promptIDs: an id must be 22 characters of 0-9, A-Z and a-z, not \"b\""],
        ),
    ]
}
