use answerdeck_engine::AnswerEngine;
use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::openai::engine;
use serde_json::{Value, json};
use url::Url;

use crate::case::{Answer, answers, check, fails, failure, outcome};
use crate::fixture::{Fixture, fixture};
use crate::model_api;
use crate::server::{Exchange, Server, get, post};

pub fn adapter(url: Url) -> Box<dyn AnswerEngine> {
    Box::new(engine(model_api::options(url)).unwrap())
}

fn answer() -> Answer {
    Answer::default()
        .content("A는 조용합니다. B도 좋습니다.")
        .sources([("https://cafe.a.example/x?id=7", "A 카페", "a.example"), ("https://b.example/y", "B", "b.example")])
        .fanouts(["서울 조용한 카페", "성수동 카페 추천"])
}

fn then(response: Fixture) -> [Exchange; 2] {
    [post(200, fixture("openai/accepted")), get(200, response)]
}

/// A task that failed with this error.
fn failed(code: &str) -> [Exchange; 2] {
    then(
        fixture("openai/accepted")
            .set("/status", json!("failed"))
            .set("/error", json!({"code": code, "message": "words"})),
    )
}

/// A refused question.
fn refused(status: u16, field: &str, name: &str) -> [Exchange; 1] {
    [post(status, fixture("openai/error").set(&format!("/error/{field}"), json!(name)))]
}

const ACTION: &str = "/output/1/action";
const PARTS: &str = "/output/4/content";

fn at(parent: &str, field: &str) -> String {
    format!("{parent}/{field}")
}

#[tokio::test]
async fn every_case_of_openai_has_its_outcome() {
    let completed = || fixture("openai/completed");
    let unknown = || json!({"type": "hologram", "light": [1, 2]});
    let mut cases = [model_api::questions(&fixture("openai/error")), model_api::tasks("openai", answer())].concat();
    cases.extend([
        answers("a search can name only its queries", then(completed().without(&at(ACTION, "query"))), answer()),
        answers(
            "a search can name only its query",
            then(completed().without(&at(ACTION, "queries"))),
            answer().fanouts(["서울 조용한 카페"]),
        ),
        answers(
            "a search can name nothing",
            then(
                completed()
                    .without(&at(ACTION, "queries"))
                    .without(&at(ACTION, "query"))
                    .without(&at(ACTION, "sources")),
            ),
            answer().fanouts([]),
        ),
        answers("a search can have no action", then(completed().without(ACTION)), answer().fanouts([])),
        answers(
            "a query that is also in the list counts once",
            then(completed().set(&at(ACTION, "query"), json!("성수동 카페 추천"))),
            answer(),
        ),
        answers(
            "an answer without citations has no sources",
            then(completed().set(&at(PARTS, "0/annotations"), json!([])).without(&at(PARTS, "1/annotations"))),
            answer().sources([]),
        ),
        answers(
            "marks of citations are not part of the answer, and the names in them are",
            then(completed().set(
                &at(PARTS, "0/text"),
                json!("\u{e200}entity\u{e202}[\"company\",\"A\",\"\"]\u{e201}는 조용합니다.\u{e200}cite\u{e202}turn0search0\u{e202}turn0search1\u{e201}"),
            )),
            answer(),
        ),
        answers(
            "links in the text are sources, each once",
            then(completed().set(
                &at(PARTS, "1/text"),
                json!(" [C 카페](https://c.example/z?utm_source=openai), https://d.example/4에서 [B](https://b.example/y)"),
            )),
            Answer {
                sources: answer()
                    .sources([
                        ("https://cafe.a.example/x?id=7", "A 카페", "a.example"),
                        ("https://b.example/y", "B", "b.example"),
                        ("https://c.example/z", "C 카페", "c.example"),
                        ("https://d.example/4", "", "d.example"),
                    ])
                    .sources,
                ..answer().content(
                    "A는 조용합니다. [C 카페](https://c.example/z?utm_source=openai), https://d.example/4에서 [B](https://b.example/y)",
                )
            },
        ),
        answers(
            "an answer without a search is an answer",
            then(completed().without("/output/1")),
            answer().fanouts([]),
        ),
        answers(
            "unknown items are skipped and counted",
            then(completed().set("/output/0", unknown())),
            answer().skipped(1),
        ),
        answers(
            "unknown parts are skipped and counted",
            then(completed().set(&at(PARTS, "-"), unknown())),
            answer().skipped(1),
        ),
        answers(
            "unknown annotations and unreadable queries are skipped and counted",
            then(completed().set(&at(PARTS, "0/annotations/1"), unknown()).set(&at(ACTION, "queries/-"), json!(7))),
            answer().skipped(2),
        ),
        answers(
            "an unknown action is skipped and counted",
            then(completed().set(&at(ACTION, "type"), json!("dream"))),
            answer().fanouts([]).skipped(1),
        ),
        answers(
            "fields of another form do not cost the answer",
            then(completed().set("/usage", json!("none")).set("/error", json!(false))),
            answer(),
        ),
        answers(
            "the text of every message is the answer",
            then(
                completed()
                    .set("/output/-", json!({"type": "message", "content": [{"type": "output_text", "text": "끝."}]})),
            ),
            answer().content("A는 조용합니다. B도 좋습니다.\n\n끝."),
        ),
        answers(
            "a comment on the work is not part of the answer",
            then(completed().set("/output/0", json!({"type": "message", "phase": "commentary", "content": [{"type": "output_text", "text": "I search."}]})).set("/output/4/phase", json!("final_answer"))),
            answer(),
        ),
        answers(
            "links of other kinds are not sources",
            then(completed().set(&at(PARTS, "0/annotations/0/url"), json!("javascript:alert(1)"))),
            Answer {
                sources: answer()
                    .sources([
                        ("https://b.example/y", "B", "b.example"),
                        ("https://cafe.a.example/x?id=7", "A 카페", "a.example"),
                    ])
                    .sources,
                ..answer()
            },
        ),
        answers(
            "one search of several can fail",
            then(completed().set(
                "/output/-",
                json!({"type": "web_search_call", "status": "failed", "action": {"type": "search", "query": "B"}}),
            )),
            answer().fanouts(["서울 조용한 카페", "성수동 카페 추천", "B"]),
        ),
        fails(
            "an answer after searches that all failed is not an answer from the web",
            then(completed().set("/output/1/status", json!("failed"))),
            failure(TaskFailed).words("every search failed"),
        ),
        fails(
            "a refusal without a text is a refusal",
            then(completed().set(PARTS, json!([{"type": "refusal", "refusal": "I cannot help."}]))),
            failure(Refused).words("I cannot help."),
        ),
        answers(
            "a refusal beside a text is a part of the answer",
            then(completed().set(&at(PARTS, "-"), json!({"type": "refusal", "refusal": "No."}))),
            answer(),
        ),
        fails(
            "an answer of spaces is not an answer",
            then(completed().set(PARTS, json!([{"type": "output_text", "text": " \n"}]))),
            NoAnswer,
        ),
        fails(
            "an answer of a million letters cannot be read",
            then(completed().set(&at(PARTS, "0/text"), json!("a".repeat(1_000_000)))),
            Unreadable,
        ),
        fails(
            "an answer at its maximum length is truncated",
            then(
                completed()
                    .set("/status", json!("incomplete"))
                    .set("/incomplete_details", json!({"reason": "max_output_tokens"})),
            ),
            failure(Truncated).words("max_output_tokens"),
        ),
        fails(
            "an answer that the filter stopped is blocked",
            then(
                completed()
                    .set("/status", json!("incomplete"))
                    .set("/incomplete_details", json!({"reason": "content_filter"})),
            ),
            Blocked,
        ),
        fails(
            "a task that met a server error is not asked again",
            failed("server_error"),
            failure(TaskFailed).words("server_error: words"),
        ),
        fails(
            "a task that met a rate limit is not asked again",
            failed("rate_limit_exceeded"),
            TaskFailed,
        ),
        fails(
            "a task that met the end of the money is not asked again",
            failed("insufficient_quota"),
            TaskFailed,
        ),
        fails("a task with a forbidden prompt is blocked", failed("invalid_prompt"), Blocked),
        fails("an exhausted quota is not a rate limit", refused(429, "code", "insufficient_quota"), Billing),
        fails(
            "the type of an error counts when there is no code",
            refused(429, "type", "insufficient_quota"),
            Billing,
        ),
        fails("a forbidden prompt is blocked", refused(400, "code", "invalid_prompt"), Blocked),
        fails(
            "a prompt beyond the context is too long",
            refused(400, "code", "context_length_exceeded"),
            PromptTooLong,
        ),
        fails(
            "an error in a success without an id is that error",
            refused(200, "code", "rate_limit_exceeded"),
            RateLimited,
        ),
        fails(
            "an error in a success with an id ends the task",
            [post(
                200,
                fixture("openai/error").set("/error/code", json!("rate_limit_exceeded")).set("/id", json!("resp_1")),
            )],
            TaskFailed,
        ),
    ]);
    check(adapter, cases).await;
}

#[tokio::test]
async fn a_question_to_openai_has_the_documented_form() {
    let server = Server::start(then(fixture("openai/completed")).into()).await;
    let reply = outcome(&*adapter(server.url.clone())).await.unwrap();
    let [question, read] = server.received().try_into().unwrap();
    assert_eq!((question.method.as_str(), question.path.as_str()), ("POST", "/v1/responses"));
    assert_eq!((read.method.as_str(), read.path.as_str()), ("GET", "/v1/responses/resp_1"));
    for request in [&question, &read] {
        assert!(request.head.contains("authorization: bearer key-1"), "{}", request.head);
        assert!(!request.head.contains("cookie") && !request.head.contains("accept-encoding"), "{}", request.head);
    }
    assert_eq!(
        question.body,
        json!({
            "model": "model-1", "input": "서울에서 조용한 카페 추천", "background": true, "store": true,
            "tools": [{
                "type": "web_search", "search_context_size": "medium",
                "user_location": { "type": "approximate", "country": "KR" },
            }],
            "include": ["web_search_call.action.sources"], "max_tool_calls": 4, "max_output_tokens": 16_000,
        })
    );
    let raw: Value = serde_json::from_slice(&reply.raw.unwrap()).unwrap();
    assert_eq!(raw, fixture("openai/completed").0);
}
