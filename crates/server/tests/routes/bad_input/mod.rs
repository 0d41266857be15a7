//! Rejected requests: their status, code, details and message in both languages. None of them changes the database. The bounds of
//! lengths and numbers, and the fields and types of bodies, are in [`super::bounds`].

mod answers;
mod bodies;
mod brands;
mod cases;
mod domain_types;
mod keywords;
mod lists;
mod prompt_sets;
mod prompts;
mod proper_nouns;
mod runs;
mod saved_views;
mod site_keyword_analyses;
mod statistics;
mod webhooks;

use std::collections::HashMap;

use answerdeck_server::organization::account::revoke_key;
use serde_json::{Value, json};

use crate::harness::{AnswerRow, Reply};
use crate::on_both;

/// A rejected request and the expected response.
struct Case {
    /// The method and the path with its query, without `/api`.
    ///
    /// Placeholders: `{set}`, `{prompt}`, `{answer}`, `{run}`, `{brand}`, `{analysis}`, `{webhook}` and `{cursor}` (of the list of all
    /// prompts) belong to the caller, `{other…}` to another organization, and `{none}` to no one.
    request: String,
    /// The body, with the same placeholders.
    body: Vec<u8>,
    status: u16,
    code: &'static str,
    /// The start of each detail.
    details: &'static [&'static str],
}

fn case(
    request: impl Into<String>,
    body: impl Into<Vec<u8>>,
    status: u16,
    code: &'static str,
    details: &'static [&'static str],
) -> Case {
    Case { request: request.into(), body: body.into(), status, code, details }
}

/// A request that cannot be read.
fn malformed(request: impl Into<String>, body: impl Into<Vec<u8>>, details: &'static [&'static str]) -> Case {
    case(request, body, 400, "COMMON_BINDING", details)
}

/// A request with a value out of bounds.
fn invalid(request: impl Into<String>, body: impl Into<Vec<u8>>, details: &'static [&'static str]) -> Case {
    case(request, body, 400, "COMMON_VALIDATION", details)
}

/// A request without a body for something that does not exist, or belongs to another organization. The detail names the parameter.
fn not_found(request: impl Into<String>, code: &'static str) -> Case {
    let request = request.into();
    let details: &[&str] = match code {
        _ if !request.contains('?') => &[],
        "PROMPT_SET_NOT_FOUND" => &["promptSetID: there is no prompt set "],
        "PROMPT_NOT_FOUND" => &["promptID: there is no prompt "],
        "TASK_GENERATION_RUN_NOT_FOUND" => &["runID: there is no run "],
        "ANSWER_NOT_FOUND" => &["neighborsOf: there is no answer "],
        "WEBHOOK_NOT_FOUND" => &["webhookID: there is no webhook "],
        code => panic!("add the detail of {code} here"),
    };
    case(request, "", 404, code, details)
}

/// Returns the English and the Korean message of a code.
fn messages(code: &str) -> (&'static str, &'static str) {
    match code {
        "COMMON_BINDING" => ("The request could not be read.", "요청을 읽을 수 없어요."),
        "COMMON_VALIDATION" => ("A value is missing or out of bounds.", "입력값이 없거나 허용 범위를 벗어났어요."),
        "COMMON_INVALID_CURSOR" => ("The cursor is not valid.", "커서가 올바르지 않아요."),
        "PROMPT_SET_NOT_FOUND" => ("Prompt set not found.", "프롬프트 세트를 찾을 수 없어요."),
        "PROMPT_NOT_FOUND" => ("Prompt not found.", "프롬프트를 찾을 수 없어요."),
        "KEYWORD_COUNTRY_NOT_SUPPORTED" => ("This country is not supported.", "지원하지 않는 국가예요."),
        "KEYWORD_METRICS_PROVIDER_REJECTED" => {
            ("The keyword data provider rejected the request.", "키워드 데이터 제공사가 요청을 거부했어요.")
        }
        "USER_BRAND_NOT_FOUND" => ("Brand not found.", "브랜드를 찾을 수 없어요."),
        "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND" => {
            ("Site keyword analysis not found.", "사이트 키워드 분석을 찾을 수 없어요.")
        }
        "ANSWER_NOT_FOUND" => ("Answer not found.", "답변을 찾을 수 없어요."),
        "TASK_GENERATION_RUN_NOT_FOUND" => ("Run not found.", "실행을 찾을 수 없어요."),
        "MODEL_NOT_SUPPORTED" => ("This model is not supported.", "지원하지 않는 모델이에요."),
        "PROMPT_SET_PROMPT_LIMIT_EXCEEDED" => {
            ("A prompt set can hold at most 1,000 prompts.", "프롬프트 세트에는 프롬프트를 1,000개까지 담을 수 있어요.")
        }
        "SAVED_VIEW_NOT_FOUND" => ("Saved view not found.", "저장한 보기를 찾을 수 없어요."),
        "WEBHOOK_NOT_FOUND" => ("Webhook not found.", "웹훅을 찾을 수 없어요."),
        "WEBHOOK_DELIVERY_NOT_FOUND" => ("Delivery not found.", "전송 기록을 찾을 수 없어요."),
        "SYSTEM_BAD_REQUEST" => ("Unknown path.", "없는 경로예요."),
        code => panic!("add the messages of {code} here"),
    }
}

on_both! {
    async fn every_case_is_rejected_and_changes_nothing(server, account, other) {
        let mut placeholders = HashMap::from([("none", "0000000000000000000000".to_owned())]);
        for (owner, [set, prompt, answer, run, brand, analysis, webhook]) in [
            (&account, ["set", "prompt", "answer", "run", "brand", "analysis", "webhook"]),
            (&other, ["otherSet", "otherPrompt", "otherAnswer", "otherRun", "otherBrand", "otherAnalysis", "otherWebhook"]),
        ] {
            placeholders.insert(set, server.prompt_set(owner, "Set").await);
            placeholders.insert(prompt, server.prompt(owner, &placeholders[set], "A").await);
            server.prompt(owner, &placeholders[set], "B").await;
            placeholders.insert(run, server.run(owner).await);
            placeholders.insert(brand, server.brand(owner, "A").await);
            let row = AnswerRow {
                status: "FAILED",
                run_id: Some(placeholders[run].clone()),
                prompt_set_id: placeholders[set].clone(),
                prompt_id: placeholders[prompt].clone(),
                ..Default::default()
            };
            placeholders.insert(answer, server.answer(owner, row).await);
            let body = json!({ "url": "https://nurio.example" });
            placeholders.insert(analysis, server.submit_analysis(owner, body).await);
            placeholders.insert(webhook, server.webhook_of_runs(owner, "https://hooks.example").await);
        }
        let page = server.get(&account, "/v1/platform/prompts?limit=1").await.ok();
        placeholders.insert("cursor", page["nextCursor"].as_str().unwrap().to_owned());
        let fill = |text: &str| {
            placeholders.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
        };
        let before = server.dump().await;
        let mut failures = Vec::new();
        for case in cases::cases() {
            let (method, path) = case.request.split_once(' ').unwrap();
            let body = String::from_utf8(case.body.clone()).map_or(case.body, |text| fill(&text).into_bytes());
            let (english, korean) = messages(case.code);
            for (language, message) in [("en-US,en;q=0.9", english), ("fr", korean)] {
                server.clock.advance(jiff::SignedDuration::from_millis(101));
                let request = server
                    .http
                    .request(method.parse().unwrap(), format!("{}/api{}", server.url, fill(path)))
                    .header("API-Key", &account.key)
                    .header("Accept-Language", language)
                    .body(body.clone());
                let reply = Reply::of(request).await;
                let details = reply.json()["details"].as_array().cloned().unwrap_or_default();
                let as_expected_detail = |(detail, start): (&Value, &&str)| {
                    let (detail, field) = (detail.as_str().unwrap(), start.split(": ").next().unwrap());
                    let is_translated = !detail.contains(": ") || detail.contains(|letter: char| ('가'..='힣').contains(&letter));
                    if message == english { detail.starts_with(*start) } else { detail.starts_with(field) && is_translated }
                };
                let as_expected = reply.refusal() == (case.status, case.code.to_owned())
                    && reply.json()["message"] == message
                    && details.len() == case.details.len()
                    && details.iter().zip(case.details).all(as_expected_detail)
                    && reply.headers["x-request-id"].len() == 22
                    && reply.headers["content-type"] == "application/json";
                if !as_expected {
                    let body = String::from_utf8_lossy(&body).chars().take(100).collect::<String>();
                    failures.push(format!("{} {body}\n  {} {}", case.request, reply.status, reply.text));
                }
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        assert_eq!(server.dump().await, before);
    }

    async fn an_invalid_credential_is_rejected_with_a_challenge(server, account) {
        let revoked = server.account().await;
        revoke_key(&server.app, &revoked.key_id).await.unwrap();
        let bearer = |key: &str| format!("Bearer {key}");
        for (header, value) in [
            ("x-nothing", String::new()),
            ("API-Key", String::new()),
            ("API-Key", "adk_".to_owned()),
            ("API-Key", account.key.to_uppercase()),
            ("API-Key", format!("{} ", &account.key[..account.key.len() - 1])),
            ("API-Key", revoked.key.clone()),
            ("API-Key", bearer(&revoked.key)),
            ("API-Key", format!("Basic {}", account.key)),
            ("Authorization", format!("Basic {}", account.key)),
            ("Authorization", account.key["adk_".len()..].to_owned()),
            ("Authorization", bearer("ada_unknown")),
            ("Authorization", bearer(&revoked.key)),
            ("Authorization", "Bearer".to_owned()),
        ] {
            let request = server.http.get(format!("{}/api/v1/platform/prompts", server.url)).header(header, &value);
            let reply = Reply::of(request).await;
            assert_eq!(reply.refusal(), (401, "COMMON_UNAUTHORIZED".to_owned()), "{header}: {value}");
            assert_eq!(reply.json()["message"], "인증 정보가 없거나 올바르지 않아요.");
            let detail = "API-Key: 유효한 인증 정보를 API-Key: adk_… 또는 Authorization: Bearer …로 보내 주세요";
            assert_eq!(reply.json()["details"], json!([detail]));
            let challenge = reply.headers["www-authenticate"].to_str().unwrap();
            let is_credential = (header == "API-Key" && !value.is_empty()) || value.to_lowercase().starts_with("bearer ");
            let start = if is_credential { "Bearer error=\"invalid_token\", " } else { "Bearer " };
            assert!(challenge.starts_with(&format!("{start}resource_metadata=")), "{header}: {value}: {challenge}");
        }
    }
}
