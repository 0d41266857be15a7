//! The table.

use super::{Row, keywords, row, sites};

const INVALID_ID: &str = "PLATFORM_INVALID_ID";

/// A JSON text of so many Hangul syllables.
pub(super) fn hangul(count: usize) -> String {
    format!("\"{}\"", "가".repeat(count))
}

fn bulk(prompts: &[&str]) -> String {
    format!("{{\"prompts\":[{}]}}", prompts.join(","))
}

pub(super) fn rows() -> Vec<Row> {
    [
        prompt_sets(),
        prompts(),
        bulk_prompts(),
        runs(),
        lists(),
        answers(),
        counts(),
        statistics(),
        brands(),
        keywords::google(),
        keywords::naver(),
        sites::rows(),
        words(),
        tokens(),
        bodies(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn prompt_sets() -> Vec<Row> {
    let (post, patch) = ("POST /v1/platform/prompt-sets", "PATCH /v1/platform/prompt-sets/{set}");
    vec![
        row(post, "{}", 400, "COMMON_BINDING", &["missing field `name`"]),
        row(post, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        row(post, r#"{"name":5}"#, 400, "COMMON_BINDING", &["name: invalid type: integer `5`"]),
        row(post, r#"{"name":["a"]}"#, 400, "COMMON_BINDING", &["name: invalid type: sequence"]),
        row(post, r#"{"name":"a","description":true}"#, 400, "COMMON_BINDING", &["description: invalid type: boolean"]),
        row(post, r#"{"name":"a","color":"red"}"#, 400, "COMMON_BINDING", &["color: unknown field `color`"]),
        row(post, r#"{"Name":"a"}"#, 400, "COMMON_BINDING", &["Name: unknown field `Name`"]),
        row(post, r#"{"name":"a","name":"b"}"#, 400, "COMMON_BINDING", &["duplicate field `name`"]),
        row(post, r#"{"name":""}"#, 400, "COMMON_VALIDATION", &["name: length is lower than 1"]),
        row(
            post,
            format!(r#"{{"name":{}}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["name: length is greater than 100"],
        ),
        row(
            post,
            format!(r#"{{"name":"","description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: length is greater than 1000", "name: length is lower than 1"],
        ),
        row(post, r#"{"name":"a\u0000b"}"#, 400, "COMMON_VALIDATION", &["body: a text holds the character U+0000"]),
        row(post, r#"{"name":"\ud800"}"#, 400, "COMMON_BINDING", &[""]),
        row("GET /v1/platform/prompt-sets/{none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/prompt-sets/{otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/prompt-sets/short", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/{set}0", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/000000000000000000000-", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/%FF%FE", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/%00", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/%EA%B0%80", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets/..%2Fprompts", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        row(patch, r#"{"name":""}"#, 400, "COMMON_VALIDATION", &["name: length is lower than 1"]),
        row(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown field `id`"]),
        row(
            patch,
            format!(r#"{{"description":{}}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["description: length"],
        ),
        row("PATCH /v1/platform/prompt-sets/{otherSet}", r#"{"name":"x"}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompt-sets/{otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompt-sets/{none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompt-sets/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
    ]
}

fn prompts() -> Vec<Row> {
    let (post, patch) = ("POST /v1/platform/prompts", "PATCH /v1/platform/prompts/{prompt}");
    vec![
        row(post, r#"{"content":"a"}"#, 400, "COMMON_BINDING", &["missing field `promptSetID`"]),
        row(post, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["missing field `content`"]),
        row(post, r#"{"content":"a","promptSetID":"short"}"#, 400, "COMMON_BINDING", &[INVALID_ID]),
        row(
            post,
            r#"{"content":"a","promptSetID":7}"#,
            400,
            "COMMON_BINDING",
            &["promptSetID: invalid type: integer `7`"],
        ),
        row(post, r#"{"content":"a","promptSetId":"{set}"}"#, 400, "COMMON_BINDING", &["promptSetId: unknown field"]),
        row(post, r#"{"content":"","promptSetID":"{set}"}"#, 400, "COMMON_VALIDATION", &["content: length is lower"]),
        row(
            post,
            format!(r#"{{"content":{},"promptSetID":"{{set}}"}}"#, hangul(1_001)),
            400,
            "COMMON_VALIDATION",
            &["content: length is greater than 1000"],
        ),
        row(post, r#"{"content":"a","promptSetID":"{none}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        row(post, r#"{"content":"a","promptSetID":"{otherSet}"}"#, 404, "PROMPT_SET_NOT_FOUND", &["promptSetID"]),
        row(post, r#"{"content":"a\u0000","promptSetID":"{set}"}"#, 400, "COMMON_VALIDATION", &["body: a text holds"]),
        row(patch, r#"{"content":null}"#, 400, "COMMON_BINDING", &["content: invalid type: null"]),
        row(patch, r#"{"content":""}"#, 400, "COMMON_VALIDATION", &["content: length is lower"]),
        row(patch, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["promptSetID: unknown field"]),
        row(patch, format!(r#"{{"content":{}}}"#, hangul(1_001)), 400, "COMMON_VALIDATION", &["content: length"]),
        row("PATCH /v1/platform/prompts/{otherPrompt}", r#"{"content":"x"}"#, 404, "PROMPT_NOT_FOUND", &[]),
        row("PATCH /v1/platform/prompts/x", r#"{"content":"x"}"#, 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("GET /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("GET /v1/platform/prompts/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("DELETE /v1/platform/prompts/{otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("DELETE /v1/platform/prompts/{none}", "", 404, "PROMPT_NOT_FOUND", &[]),
    ]
}

fn bulk_prompts() -> Vec<Row> {
    let post = "POST /v1/platform/prompts/bulk";
    let good = r#"{"content":"a","promptSetID":"{set}"}"#;
    vec![
        row(post, "{}", 400, "COMMON_BINDING", &["missing field `prompts`"]),
        row(post, r#"{"prompts":{}}"#, 400, "COMMON_BINDING", &["prompts: invalid type: map"]),
        row(post, bulk(&[]), 400, "COMMON_VALIDATION", &["prompts: length is lower than 1"]),
        row(post, bulk(&[good; 101]), 400, "COMMON_VALIDATION", &["prompts: length is greater than 100"]),
        row(post, bulk(&[good, "null"]), 400, "COMMON_BINDING", &["prompts[1]: invalid type: null"]),
        row(
            post,
            bulk(&[good, r#"{"content":"b"}"#]),
            400,
            "COMMON_BINDING",
            &["prompts[1]: missing field `promptSetID`"],
        ),
        row(
            post,
            bulk(&[good, r#"{"content":"","promptSetID":"{set}"}"#, r#"{"content":"","promptSetID":"{set}"}"#]),
            400,
            "COMMON_VALIDATION",
            &["prompts[1].content: length is lower than 1", "prompts[2].content: length is lower than 1"],
        ),
        row(post, bulk(&[good, r#"{"content":"b","promptSetID":"x"}"#]), 400, "COMMON_BINDING", &[INVALID_ID]),
        row(
            post,
            bulk(&[good, r#"{"content":"b","promptSetID":"{otherSet}"}"#]),
            404,
            "PROMPT_SET_NOT_FOUND",
            &["prompts[1].promptSetID"],
        ),
    ]
}

fn runs() -> Vec<Row> {
    let post = "POST /v1/platform/runs";
    let one_of = &["promptIDs: give exactly one of promptIDs and promptSetID"];
    let nine = r#"["CHATGPT","GOOGLE_OVERVIEW","GOOGLE_AI","PERPLEXITY","GEMINI","NAVER_AI_BRIEFING","NAVER_AI_TAB","CLAUDE","X"]"#;
    vec![
        row(post, r#"{"promptSetID":"{set}"}"#, 400, "COMMON_BINDING", &["missing field `models`"]),
        row(post, r#"{"promptSetID":"{set}","models":"CHATGPT"}"#, 400, "COMMON_BINDING", &["models: invalid type"]),
        row(
            post,
            r#"{"promptSetID":"{set}","models":[]}"#,
            400,
            "COMMON_VALIDATION",
            &["models: length is lower than 1"],
        ),
        row(
            post,
            format!(r#"{{"promptSetID":"{{set}}","models":{nine}}}"#),
            400,
            "COMMON_VALIDATION",
            &["models: length is greater than 8"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT","CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["models: each may be named once"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["HAL_9000"]}"#,
            400,
            "MODEL_NOT_SUPPORTED",
            &["models: HAL_9000"],
        ),
        row(post, r#"{"models":["CHATGPT"]}"#, 400, "COMMON_VALIDATION", one_of),
        row(
            post,
            r#"{"promptSetID":"{set}","promptIDs":["{prompt}"],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            one_of,
        ),
        row(
            post,
            r#"{"promptIDs":["{prompt}","{prompt}"],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["promptIDs: each may be named once"],
        ),
        row(
            post,
            r#"{"promptIDs":[],"models":["CHATGPT"]}"#,
            400,
            "COMMON_VALIDATION",
            &["promptIDs: length is lower"],
        ),
        row(post, r#"{"promptIDs":["x"],"models":["CHATGPT"]}"#, 400, "COMMON_BINDING", &[INVALID_ID]),
        row(post, r#"{"promptIDs":["{none}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        row(post, r#"{"promptIDs":["{otherPrompt}"],"models":["CHATGPT"]}"#, 404, "PROMPT_NOT_FOUND", &["promptIDs"]),
        row(post, r#"{"promptSetID":"{otherSet}","models":["CHATGPT"]}"#, 404, "PROMPT_SET_NOT_FOUND", &[]),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":0}"#,
            400,
            "COMMON_VALIDATION",
            &["repeatCount: lower than 1"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":11}"#,
            400,
            "COMMON_VALIDATION",
            &["repeatCount: greater than 10"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"repeatCount":1.5}"#,
            400,
            "COMMON_BINDING",
            &["repeatCount: invalid type: floating point"],
        ),
        row(
            post,
            r#"{"promptSetID":"{set}","models":["CHATGPT"],"region":"kr"}"#,
            400,
            "COMMON_VALIDATION",
            &["region: "],
        ),
        row("GET /v1/platform/runs?limit=11", "", 400, "COMMON_VALIDATION", &["limit: greater than 10"]),
        row("GET /v1/platform/runs?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/runs/{otherRun}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row("GET /v1/platform/runs/{none}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row("GET /v1/platform/runs/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
    ]
}

fn lists() -> Vec<Row> {
    vec![
        row("GET /v1/platform/prompt-sets?limit=0", "", 400, "COMMON_VALIDATION", &["limit: lower than 1"]),
        row("GET /v1/platform/prompt-sets?limit=101", "", 400, "COMMON_VALIDATION", &["limit: greater than 100"]),
        row("GET /v1/platform/prompt-sets?limit=-1", "", 400, "COMMON_VALIDATION", &["limit: lower than 1"]),
        row(
            "GET /v1/platform/prompt-sets?limit=4294967297",
            "",
            400,
            "COMMON_VALIDATION",
            &["limit: greater than 100"],
        ),
        row("GET /v1/platform/prompt-sets?limit=99999999999999999999", "", 400, "COMMON_BINDING", &["limit: "]),
        row("GET /v1/platform/prompt-sets?limit=ten", "", 400, "COMMON_BINDING", &["limit: "]),
        row("GET /v1/platform/prompt-sets?limit=1.5", "", 400, "COMMON_BINDING", &["limit: "]),
        row("GET /v1/platform/prompt-sets?limit=1e1", "", 400, "COMMON_BINDING", &["limit: "]),
        row("GET /v1/platform/prompt-sets?limit=1&limit=2", "", 400, "COMMON_BINDING", &["limit: "]),
        row("GET /v1/platform/prompt-sets?offset=1", "", 400, "COMMON_BINDING", &["offset: unknown field `offset`"]),
        row("GET /v1/platform/prompt-sets?cursor=", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/prompts?promptSetID=", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/answers?promptID=&runID=", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompt-sets?cursor=abc", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/prompt-sets?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/prompts?cursor={cursor}A", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/prompts?cursor={otherCursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/prompts?contentContains=x&cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/prompts?cursor={cursor}&cursor={cursor}", "", 400, "COMMON_BINDING", &["cursor: "]),
        row("GET /v1/platform/prompts?promptSetID={none}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/prompts?promptSetID={otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/prompts?promptSetID=x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/prompts?contentContains=%FF", "", 400, "COMMON_BINDING", &["query: not UTF-8"]),
        row("GET /v1/platform/prompts?contentContains=a%00", "", 400, "COMMON_VALIDATION", &["query: a text holds"]),
        row(
            Box::leak(
                format!("GET /v1/platform/prompts?contentContains={}", "%EA%B0%80".repeat(1_001)).into_boxed_str(),
            ),
            "",
            400,
            "COMMON_VALIDATION",
            &["contentContains: length is greater than 1000"],
        ),
    ]
}

fn counts() -> Vec<Row> {
    let twenty_one = format!("GET /v1/platform/answers/count?searchTerms=a{}", "&searchTerms=a".repeat(20));
    let long = format!("GET /v1/platform/answers/count?searchTerms=a&searchTerms={}", "%EA%B0%80".repeat(101));
    vec![
        row("GET /v1/platform/answers/count", "", 400, "COMMON_BINDING", &["missing field `searchTerms`"]),
        row("GET /v1/platform/answers/count?runID={run}", "", 400, "COMMON_BINDING", &["missing field `searchTerms`"]),
        row(
            "GET /v1/platform/answers/count?searchTerms=a&searchTerms=",
            "",
            400,
            "COMMON_VALIDATION",
            &["searchTerms[1]: length is lower than 1"],
        ),
        row(twenty_one.leak(), "", 400, "COMMON_VALIDATION", &["searchTerms: length is greater than 20"]),
        row(long.leak(), "", 400, "COMMON_VALIDATION", &["searchTerms[1]: length is greater than 100"]),
        row("GET /v1/platform/answers/count?searchTerms=%FF", "", 400, "COMMON_BINDING", &["query: not UTF-8"]),
        row("GET /v1/platform/answers/count?searchTerms=%00", "", 400, "COMMON_VALIDATION", &["query: a text holds"]),
        row("GET /v1/platform/answers/count?searchTerms=a&limit=1", "", 400, "COMMON_BINDING", &["limit: unknown"]),
        row("GET /v1/platform/answers/count?searchTerms=a&runID=x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row(
            "GET /v1/platform/answers/count?searchTerms=a&runID={otherRun}",
            "",
            404,
            "TASK_GENERATION_RUN_NOT_FOUND",
            &[],
        ),
        row(
            "GET /v1/platform/answers/count?searchTerms=a&promptSetID={otherSet}",
            "",
            404,
            "PROMPT_SET_NOT_FOUND",
            &[],
        ),
        row("GET /v1/platform/answers/count?searchTerms=a&promptID={otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("GET /v1/platform/answers/count?searchTerms=a&model=x", "", 400, "MODEL_NOT_SUPPORTED", &["model: x"]),
        row("GET /v1/platform/answers/count?searchTerms=a&region=XX", "", 400, "COMMON_VALIDATION", &["region: "]),
    ]
}

fn statistics() -> Vec<Row> {
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

fn answers() -> Vec<Row> {
    vec![
        row("GET /v1/platform/answers/{none}", "", 404, "ANSWER_NOT_FOUND", &[]),
        row("GET /v1/platform/answers/{otherAnswer}", "", 404, "ANSWER_NOT_FOUND", &[]),
        row("GET /v1/platform/answers/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/answers/{otherAnswer}/markdown", "", 404, "ANSWER_NOT_FOUND", &[]),
        row("GET /v1/platform/answers/{answer}/markdown", "", 404, "ANSWER_NOT_FOUND", &[]),
        row("GET /v1/platform/answers/x/markdown", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/answers?runID=x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("GET /v1/platform/answers?runID={none}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row("GET /v1/platform/answers?runID={otherRun}", "", 404, "TASK_GENERATION_RUN_NOT_FOUND", &[]),
        row("GET /v1/platform/answers?promptSetID={otherSet}", "", 404, "PROMPT_SET_NOT_FOUND", &[]),
        row("GET /v1/platform/answers?promptID={otherPrompt}", "", 404, "PROMPT_NOT_FOUND", &[]),
        row("GET /v1/platform/answers?model=HAL_9000", "", 400, "MODEL_NOT_SUPPORTED", &["model: HAL_9000"]),
        row("GET /v1/platform/answers?model=claude", "", 400, "MODEL_NOT_SUPPORTED", &["model: claude"]),
        row("GET /v1/platform/answers?region=kr", "", 400, "COMMON_VALIDATION", &["region: "]),
        row("GET /v1/platform/answers?region=XX", "", 400, "COMMON_VALIDATION", &["region: "]),
        row("GET /v1/platform/answers?from=yesterday", "", 400, "COMMON_VALIDATION", &["from: not an RFC 3339 time"]),
        row("GET /v1/platform/answers?to=2026-11-20", "", 400, "COMMON_VALIDATION", &["to: not an RFC 3339 time"]),
        row("GET /v1/platform/answers?from=2026-11-20T18:00:00+09:00", "", 400, "COMMON_VALIDATION", &["from: not an"]),
        row(
            "GET /v1/platform/answers?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z",
            "",
            400,
            "COMMON_VALIDATION",
            &["from: not before to"],
        ),
        row(
            "GET /v1/platform/answers?from=2026-11-20T09:00:00Z&to=2026-11-20T18:00:00%2B09:00",
            "",
            400,
            "COMMON_VALIDATION",
            &["from: not before to"],
        ),
        row("GET /v1/platform/answers?limit=101", "", 400, "COMMON_VALIDATION", &["limit: greater than 100"]),
        row("GET /v1/platform/answers?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
        row("GET /v1/platform/answers?status=SUCCESS", "", 400, "COMMON_BINDING", &["status: unknown field `status`"]),
    ]
}

fn brands() -> Vec<Row> {
    let (post, patch) = ("POST /v1/platform/brands", "PATCH /v1/platform/brands/{brand}");
    let brand = |more: &str| format!(r#"{{"name":"a","synonyms":[]{more}}}"#);
    let many = |count: usize, item: &str| vec![item; count].join(",");
    vec![
        row(post, r#"{"name":"a"}"#, 400, "COMMON_BINDING", &["missing field `synonyms`"]),
        row(post, r#"{"synonyms":[]}"#, 400, "COMMON_BINDING", &["missing field `name`"]),
        row(post, r#"{"name":"a","synonyms":"b"}"#, 400, "COMMON_BINDING", &["synonyms: invalid type: string"]),
        row(post, r#"{"name":"a","synonyms":["b",7]}"#, 400, "COMMON_BINDING", &["synonyms[1]: invalid type"]),
        row(post, brand(r#","websites":null"#), 400, "COMMON_BINDING", &["websites: invalid type: null"]),
        row(post, brand(r#","colour":"red""#), 400, "COMMON_BINDING", &["colour: unknown field"]),
        row(post, r#"{"name":"","synonyms":[]}"#, 400, "COMMON_VALIDATION", &["name: length is lower than 1"]),
        row(
            post,
            format!(r#"{{"name":{},"synonyms":[""]}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["name: length is greater than 100", "synonyms[0]: length is lower than 1"],
        ),
        row(
            post,
            brand(&format!(r#","description":{}"#, hangul(1_001))),
            400,
            "COMMON_VALIDATION",
            &["description: length is greater than 1000"],
        ),
        row(
            post,
            format!(r#"{{"name":"a","synonyms":[{}]}}"#, many(51, "\"b\"")),
            400,
            "COMMON_VALIDATION",
            &["synonyms: length is greater than 50"],
        ),
        row(
            post,
            format!(r#"{{"name":"a","synonyms":["b",{}]}}"#, hangul(101)),
            400,
            "COMMON_VALIDATION",
            &["synonyms[1]: length is greater than 100"],
        ),
        row(
            post,
            brand(&format!(r#","websites":[{}]"#, many(21, "\"https://a.example\""))),
            400,
            "COMMON_VALIDATION",
            &["websites: length is greater than 20"],
        ),
        row(
            post,
            brand(&format!(r#","websites":["https://a.example/{}"]"#, "가".repeat(2_031))),
            400,
            "COMMON_VALIDATION",
            &["websites[0]: length is greater than 2048"],
        ),
        row(
            post,
            brand(r#","websites":["https://a.example","a.example","ftp://a.example"]"#),
            400,
            "COMMON_VALIDATION",
            &["websites[1]: not an address", "websites[2]: not an address"],
        ),
        row(patch, r#"{"name":null}"#, 400, "COMMON_BINDING", &["name: invalid type: null"]),
        row(patch, r#"{"synonyms":null}"#, 400, "COMMON_BINDING", &["synonyms: invalid type: null"]),
        row(patch, r#"{"id":"{none}"}"#, 400, "COMMON_BINDING", &["id: unknown field `id`"]),
        row(
            patch,
            r#"{"name":"","synonyms":["b",""],"websites":["javascript:alert(1)"]}"#,
            400,
            "COMMON_VALIDATION",
            &["name: length is lower than 1", "synonyms[1]: length is lower than 1", "websites[0]: not an address"],
        ),
        row("PATCH /v1/platform/brands/{otherBrand}", r#"{"name":"x"}"#, 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands/{none}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands/x", "", 400, "COMMON_BINDING", &[INVALID_ID]),
        row("DELETE /v1/platform/brands/{otherBrand}", "", 404, "USER_BRAND_NOT_FOUND", &[]),
        row("GET /v1/platform/brands?limit=101", "", 400, "COMMON_VALIDATION", &["limit: greater than 100"]),
        row("GET /v1/platform/brands?cursor={cursor}", "", 400, "COMMON_INVALID_CURSOR", &[]),
    ]
}

fn tokens() -> Vec<Row> {
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

fn words() -> Vec<Row> {
    let post = "POST /v1/platform/proper-nouns";
    vec![
        row(post, "{}", 400, "COMMON_BINDING", &["missing field `text`"]),
        row(post, r#"{"text":null}"#, 400, "COMMON_BINDING", &["text: invalid type: null"]),
        row(post, r#"{"text":["a"]}"#, 400, "COMMON_BINDING", &["text: invalid type: sequence"]),
        row(post, r#"{"text":""}"#, 400, "COMMON_VALIDATION", &["text: length is lower than 1"]),
        row(
            post,
            format!(r#"{{"text":{}}}"#, hangul(100_001)),
            400,
            "COMMON_VALIDATION",
            &["text: length is greater than 100000"],
        ),
        row(post, r#"{"text":"a\u0000"}"#, 400, "COMMON_VALIDATION", &["body: a text holds the character U+0000"]),
        row(post, r#"{"text":"a","lang":"ja"}"#, 400, "COMMON_VALIDATION", &["lang: not one of auto, ko, en"]),
        row(post, r#"{"text":"a","lang":"KO"}"#, 400, "COMMON_VALIDATION", &["lang: not one of auto, ko, en"]),
        row(post, r#"{"text":"a","lang":""}"#, 400, "COMMON_VALIDATION", &["lang: not one of auto, ko, en"]),
        row(post, r#"{"text":"a","lang":null}"#, 400, "COMMON_BINDING", &["lang: invalid type: null"]),
        row(post, r#"{"text":"a","language":"ko"}"#, 400, "COMMON_BINDING", &["language: unknown field `language`"]),
    ]
}

fn bodies() -> Vec<Row> {
    let post = "POST /v1/platform/prompt-sets";
    let huge = format!(r#"{{"name":"{}"}}"#, "a".repeat(2 * 1024 * 1024));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        row(post, "", 400, "COMMON_BINDING", &["EOF while parsing"]),
        row(post, "null", 400, "COMMON_BINDING", &["invalid type: null"]),
        row(post, "[]", 400, "COMMON_BINDING", &["invalid length 0"]),
        row(post, "name=a", 400, "COMMON_BINDING", &["expected ident"]),
        row(post, r#"{"name":"a""#, 400, "COMMON_BINDING", &["EOF while parsing"]),
        row(post, r#"{"name":"a"}x"#, 400, "COMMON_BINDING", &["trailing characters"]),
        row(post, b"{\"name\":\"\xff\"}".as_slice(), 400, "COMMON_BINDING", &["name: invalid unicode"]),
        row(post, b"\xef\xbb\xbf{\"name\":\"a\"}".as_slice(), 400, "COMMON_BINDING", &["expected value"]),
        row(post, b"\xff\xfe{\0}\0".as_slice(), 400, "COMMON_BINDING", &["expected value"]),
        row(post, deep, 400, "COMMON_BINDING", &[""]),
        row(post, huge, 400, "COMMON_BINDING", &["body: more than 2097152 bytes"]),
        row(post, r#"{"name":1e999}"#, 400, "COMMON_BINDING", &["name: "]),
    ]
}
