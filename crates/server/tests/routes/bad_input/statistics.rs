//! Rejected requests: statistics.

use super::{Case, case};

pub(super) fn statistics() -> Vec<Case> {
    vec![
        case(
            "GET /v1/platform/statistics/source-domains?cursor={cursor}",
            "",
            400,
            "COMMON_BINDING",
            &["cursor: unknown"],
        ),
        case(
            "GET /v1/platform/statistics/source-domains?runID={otherRun}",
            "",
            404,
            "TASK_GENERATION_RUN_NOT_FOUND",
            &[],
        ),
        case("GET /v1/platform/statistics/source-domains?promptSetID={otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        case("GET /v1/platform/statistics/source-domains?promptID={otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        case(
            "GET /v1/platform/statistics/source-domains?model=x",
            "",
            400,
            "MODEL_NOT_SUPPORTED",
            &["model: must be one of CHATGPT, "],
        ),
        case("GET /v1/platform/statistics/source-domains?region=korea", "", 400, "COMMON_VALIDATION", &["region: "]),
        case(
            "GET /v1/platform/statistics/source-domains?from=now",
            "",
            400,
            "COMMON_VALIDATION",
            &["from: must be a time such as 2026-11-20T00:00:00Z"],
        ),
        case(
            "GET /v1/platform/statistics/source-domains?domain=a",
            "",
            400,
            "COMMON_BINDING",
            &["domain: unknown; expected "],
        ),
        case(
            "GET /v1/platform/statistics/source-urls?domain=a&domain=b",
            "",
            400,
            "COMMON_BINDING",
            &["domain: given twice"],
        ),
        case(
            "GET /v1/platform/statistics/source-urls?domain=%00",
            "",
            400,
            "COMMON_VALIDATION",
            &["query: a string contains"],
        ),
        case(
            "GET /v1/platform/statistics/source-urls?include=models",
            "",
            400,
            "COMMON_BINDING",
            &["include: unknown"],
        ),
        case(
            "GET /v1/platform/statistics/fanouts?include=answers",
            "",
            400,
            "COMMON_BINDING",
            &["include: must be one of models, regions"],
        ),
        case(
            "GET /v1/platform/statistics/fanouts?include=models,",
            "",
            400,
            "COMMON_BINDING",
            &["include: must be one of models, regions"],
        ),
        case(
            "GET /v1/platform/statistics/fanouts?limit=many",
            "",
            400,
            "COMMON_BINDING",
            &["limit: must be an integer from 1 to 100"],
        ),
        case("GET /v1/platform/statistics/fanouts?runID={none}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        case("GET /v1/platform/statistics/nothing", "", 400, "SYSTEM_BAD_REQUEST", &[]),
    ]
}

pub(super) fn tokens() -> Vec<Case> {
    let neighbors = |query: &str| format!("GET /v1/platform/statistics/token-neighbors?{query}").leak() as &'static str;
    let tokens = |query: &str| format!("GET /v1/platform/statistics/tokens?{query}").leak() as &'static str;
    vec![
        case(tokens("limit=all"), "", 400, "COMMON_BINDING", &["limit: must be an integer from 1 to 100"]),
        case(tokens("words=a"), "", 400, "COMMON_BINDING", &["words: unknown; expected "]),
        case(tokens("cursor={cursor}"), "", 400, "COMMON_BINDING", &["cursor: unknown; expected "]),
        case(tokens("runID={otherRun}"), "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        case(tokens("promptID={none}"), "", 404, "PROMPT_NOT_FOUND", &[]),
        case(tokens("model=gpt"), "", 400, "MODEL_NOT_SUPPORTED", &["model: must be one of CHATGPT, "]),
        case(tokens("to=1"), "", 400, "COMMON_VALIDATION", &["to: must be a time such as 2026-11-20T00:00:00Z"]),
        case(neighbors(""), "", 400, "COMMON_BINDING", &["words: is required"]),
        case(neighbors("words=%00"), "", 400, "COMMON_VALIDATION", &["query: a string contains"]),
        case(neighbors("words=%FF"), "", 400, "COMMON_BINDING", &["query: must be UTF-8"]),
        case(neighbors("words=a&include=models"), "", 400, "COMMON_BINDING", &["include: must be one of "]),
        case(neighbors("words=a&promptSetID={otherSet}"), "", 404, "PROMPT_SET_NOT_FOUND", &[]),
    ]
}
