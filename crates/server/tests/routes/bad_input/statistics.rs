//! The table's rows about statistics.

use super::rows::INVALID_ID;
use super::{Row, row};

pub(super) fn statistics() -> Vec<Row> {
    let long = format!("GET /v1/platform/statistics/source-urls?domain={}", "a".repeat(254));
    vec![
        row(
            "GET /v1/platform/statistics/source-domains?limit=0",
            "",
            400,
            "COMMON_VALIDATION",
            &["limit: lower than 1"],
        ),
        row(
            "GET /v1/platform/statistics/source-domains?limit=101",
            "",
            400,
            "COMMON_VALIDATION",
            &["limit: greater than"],
        ),
        row(
            "GET /v1/platform/statistics/source-domains?cursor={cursor}",
            "",
            400,
            "COMMON_BINDING",
            &["cursor: unknown"],
        ),
        row(
            "GET /v1/platform/statistics/source-domains?runID={otherRun}",
            "",
            404,
            "TASK_GENERATION_RUN_NOT_FOUND",
            &[],
        ),
        row("GET /v1/platform/statistics/source-domains?promptSetID={otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/statistics/source-domains?promptID={otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("GET /v1/platform/statistics/source-domains?promptSetID=x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/statistics/source-domains?model=x", "", 400, "MODEL_NOT_SUPPORTED", &["model: x"]),
        row("GET /v1/platform/statistics/source-domains?region=korea", "", 400, "COMMON_VALIDATION", &["region: "]),
        row("GET /v1/platform/statistics/source-domains?from=now", "", 400, "COMMON_VALIDATION", &["from: not an"]),
        row(
            "GET /v1/platform/statistics/source-domains?domain=a",
            "",
            400,
            "COMMON_BINDING",
            &["domain: unknown field"],
        ),
        row(
            "GET /v1/platform/statistics/source-urls?domain=",
            "",
            400,
            "COMMON_VALIDATION",
            &["domain: length is lower"],
        ),
        row(long.leak(), "", 400, "COMMON_VALIDATION", &["domain: length is greater than 253"]),
        row("GET /v1/platform/statistics/source-urls?domain=a&domain=b", "", 400, "COMMON_BINDING", &["domain: "]),
        row(
            "GET /v1/platform/statistics/source-urls?domain=%00",
            "",
            400,
            "COMMON_VALIDATION",
            &["query: a text holds"],
        ),
        row("GET /v1/platform/statistics/source-urls?include=models", "", 400, "COMMON_BINDING", &["include: unknown"]),
        row(
            "GET /v1/platform/statistics/fanouts?include=answers",
            "",
            400,
            "COMMON_BINDING",
            &["include: unknown variant"],
        ),
        row(
            "GET /v1/platform/statistics/fanouts?include=models,",
            "",
            400,
            "COMMON_BINDING",
            &["include: unknown variant"],
        ),
        row(
            "GET /v1/platform/statistics/fanouts?include=Models",
            "",
            400,
            "COMMON_BINDING",
            &["include: unknown variant"],
        ),
        row(
            "GET /v1/platform/statistics/fanouts?include=models&include=regions",
            "",
            400,
            "COMMON_BINDING",
            &["include: "],
        ),
        row("GET /v1/platform/statistics/fanouts?limit=many", "", 400, "COMMON_BINDING", &["limit: "]),
        row("GET /v1/platform/statistics/fanouts?runID={none}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row("GET /v1/platform/statistics/nothing", "", 400, "SYSTEM_BAD_REQUEST", &[]),
    ]
}

pub(super) fn tokens() -> Vec<Row> {
    let long = format!("GET /v1/platform/statistics/token-neighbors?words=a&words={}", "a".repeat(51));
    let many = format!("GET /v1/platform/statistics/token-neighbors?{}", ["words=a"; 11].join("&"));
    let neighbors = |query: &str| format!("GET /v1/platform/statistics/token-neighbors?{query}").leak() as &'static str;
    let tokens = |query: &str| format!("GET /v1/platform/statistics/tokens?{query}").leak() as &'static str;
    vec![
        row(tokens("limit=0"), "", 400, "COMMON_VALIDATION", &["limit: lower than 1"]),
        row(tokens("limit=101"), "", 400, "COMMON_VALIDATION", &["limit: greater than 100"]),
        row(tokens("limit=all"), "", 400, "COMMON_BINDING", &["limit: "]),
        row(tokens("words=a"), "", 400, "COMMON_BINDING", &["words: unknown field"]),
        row(tokens("cursor={cursor}"), "", 400, "COMMON_BINDING", &["cursor: unknown field"]),
        row(tokens("runID={otherRun}"), "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row(tokens("promptID={none}"), "", 404, "PROMPT_NOT_FOUND", &[]),
        row(tokens("model=gpt"), "", 400, "MODEL_NOT_SUPPORTED", &["model: gpt"]),
        row(tokens("to=1"), "", 400, "COMMON_VALIDATION", &["to: not an RFC 3339 time"]),
        row(neighbors(""), "", 400, "COMMON_BINDING", &["missing field `words`"]),
        row(neighbors("words="), "", 400, "COMMON_VALIDATION", &["words[0]: length is lower than 1"]),
        row(long.leak(), "", 400, "COMMON_VALIDATION", &["words[1]: length is greater than 50"]),
        row(many.leak(), "", 400, "COMMON_VALIDATION", &["words: length is greater than 10"]),
        row(neighbors("words=%00"), "", 400, "COMMON_VALIDATION", &["query: a text holds"]),
        row(neighbors("words=%FF"), "", 400, "COMMON_BINDING", &["query: not UTF-8"]),
        row(neighbors("words=a&include=models"), "", 400, "COMMON_BINDING", &["include: unknown variant"]),
        row(neighbors("words=a&include=totalanswercount"), "", 400, "COMMON_BINDING", &["include: unknown variant"]),
        row(neighbors("words=a&limit=-1"), "", 400, "COMMON_VALIDATION", &["limit: lower than 1"]),
        row(neighbors("words=a&promptSetID={otherSet}"), "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row(neighbors("words=a&promptSetID=a"), "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row(neighbors("words=a&region=kr"), "", 400, "COMMON_VALIDATION", &["region: "]),
    ]
}
