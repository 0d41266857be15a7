//! Rejected requests: statistics.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn statistics() -> Vec<Case> {
    vec![
        malformed("GET /v1/platform/statistics/source-domains?cursor={cursor}", "", &["cursor: unknown"]),
        not_found("GET /v1/platform/statistics/source-domains?runID={otherRun}", "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found("GET /v1/platform/statistics/source-domains?promptSetID={otherSet}", "PROMPT_SET_NOT_FOUND"),
        not_found("GET /v1/platform/statistics/source-domains?promptID={otherPrompt}", "PROMPT_NOT_FOUND"),
        case(
            "GET /v1/platform/statistics/source-domains?model=x",
            "",
            400,
            "MODEL_NOT_SUPPORTED",
            &["model: must be one of CHATGPT, "],
        ),
        invalid("GET /v1/platform/statistics/source-domains?region=korea", "", &["region: "]),
        invalid(
            "GET /v1/platform/statistics/source-domains?from=now",
            "",
            &["from: must be a time such as 2026-11-20T00:00:00Z"],
        ),
        malformed("GET /v1/platform/statistics/source-domains?domain=a", "", &["domain: unknown; expected "]),
        malformed("GET /v1/platform/statistics/source-urls?domain=a&domain=b", "", &["domain: given twice"]),
        invalid(
            "GET /v1/platform/statistics/source-urls?domain=%00",
            "",
            &["domain: must not contain the character U+0000"],
        ),
        malformed("GET /v1/platform/statistics/source-urls?include=models", "", &["include: unknown"]),
        invalid(
            "GET /v1/platform/statistics/fanouts?include=answers",
            "",
            &["include: must be one of models, regions, namesOwn"],
        ),
        invalid(
            "GET /v1/platform/statistics/fanouts?include=models,",
            "",
            &["include: must be one of models, regions, namesOwn"],
        ),
        malformed("GET /v1/platform/statistics/fanouts?limit=many", "", &["limit: must be an integer from 1 to 100"]),
        not_found("GET /v1/platform/statistics/fanouts?runID={none}", "TASK_GENERATION_RUN_NOT_FOUND"),
        case("GET /v1/platform/statistics/nothing", "", 400, "SYSTEM_BAD_REQUEST", &[]),
    ]
}

pub(super) fn tokens() -> Vec<Case> {
    let neighbors = |query: &str| format!("GET /v1/platform/statistics/token-neighbors?{query}");
    let tokens = |query: &str| format!("GET /v1/platform/statistics/tokens?{query}");
    vec![
        malformed(tokens("limit=all"), "", &["limit: must be an integer from 1 to 100"]),
        malformed(tokens("words=a"), "", &["words: unknown; expected "]),
        malformed(tokens("cursor={cursor}"), "", &["cursor: unknown; expected "]),
        not_found(tokens("runID={otherRun}"), "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found(tokens("promptID={none}"), "PROMPT_NOT_FOUND"),
        case(tokens("model=gpt"), "", 400, "MODEL_NOT_SUPPORTED", &["model: must be one of CHATGPT, "]),
        invalid(tokens("to=1"), "", &["to: must be a time such as 2026-11-20T00:00:00Z"]),
        invalid(neighbors(""), "", &["words: is required"]),
        invalid(neighbors("words=%00"), "", &["words: must not contain the character U+0000"]),
        malformed(neighbors("words=%FF"), "", &["query: must be UTF-8"]),
        invalid(neighbors("words=a&include=models"), "", &["include: must be \"totalAnswerCount\""]),
        not_found(neighbors("words=a&promptSetID={otherSet}"), "PROMPT_SET_NOT_FOUND"),
    ]
}
