//! Rejected requests: statistics.

use super::{Case, case, invalid, malformed, not_found};

pub(super) fn statistics() -> Vec<Case> {
    let of = |path: &'static str| move |query: &str| format!("GET /v1/platform/statistics/{path}?{query}");
    let (domains, urls, fanouts) = (of("source-domains"), of("source-urls"), of("fanouts"));
    let parts = &["include: must be one of models, regions, namesOwn"];
    vec![
        not_found(domains("runID={otherRun}"), "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found(domains("promptSetID={otherSet}"), "PROMPT_SET_NOT_FOUND"),
        not_found(domains("promptID={otherPrompt}"), "PROMPT_NOT_FOUND"),
        case(domains("model=x"), "", 400, "MODEL_NOT_SUPPORTED", &["model: must be one of CHATGPT, "]),
        case(domains("model=CHATGPT,GEMINI"), "", 400, "MODEL_NOT_SUPPORTED", &["model: takes only one of CHATGPT, "]),
        invalid(
            domains("limit=0&region=korea&from=now"),
            "",
            &["limit: must be ", "region: must be two letters", "from: must be a time such as 2026-11-20T00:00:00Z"],
        ),
        invalid(domains("domain=a"), "", &["domain: must be a domain such as news.example"]),
        malformed(urls("domain=a&domain=b"), "", &["domain: given twice"]),
        invalid(urls("domain=%00"), "", &["domain: must not contain the character U+0000"]),
        invalid(fanouts("include=answers"), "", parts),
        invalid(fanouts("include=models,"), "", parts),
        not_found(fanouts("runID={none}"), "TASK_GENERATION_RUN_NOT_FOUND"),
        case("GET /v1/platform/statistics/nothing", "", 400, "SYSTEM_BAD_REQUEST", &[]),
    ]
}

pub(super) fn tokens() -> Vec<Case> {
    let neighbors = |query: &str| format!("GET /v1/platform/statistics/token-neighbors?{query}");
    let tokens = |query: &str| format!("GET /v1/platform/statistics/tokens?{query}");
    vec![
        malformed(tokens("prompt_set_id={set}"), "", &["prompt_set_id: unknown; did you mean promptSetID?"]),
        not_found(tokens("runID={otherRun}"), "TASK_GENERATION_RUN_NOT_FOUND"),
        not_found(tokens("promptID={none}"), "PROMPT_NOT_FOUND"),
        case(tokens("model=gpt"), "", 400, "MODEL_NOT_SUPPORTED", &["model: must be one of CHATGPT, "]),
        invalid(neighbors(""), "", &["words: is required"]),
        invalid(neighbors("words=%00"), "", &["words: must not contain the character U+0000"]),
        malformed(neighbors("words=%FF"), "", &["query: must be UTF-8"]),
        invalid(neighbors("words=a&include=models"), "", &["include: must be \"totalAnswerCount\""]),
        not_found(neighbors("words=a&promptSetID={otherSet}"), "PROMPT_SET_NOT_FOUND"),
    ]
}
