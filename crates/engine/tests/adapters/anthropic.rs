use answerdeck_engine::AnswerEngine;
use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::anthropic::Anthropic;
use serde_json::{Value, json};
use url::Url;

use crate::case::{Answer, answers, check, fails, failure, outcome};
use crate::fixture::{Fixture, fixture};
use crate::model_api;
use crate::server::{Exchange, Server, post};

pub fn adapter(url: Url) -> Box<dyn AnswerEngine> {
    Box::new(Anthropic::new(model_api::options(url)).unwrap())
}

fn answer() -> Answer {
    Answer::default()
        .content("Two places are quiet: A on weekdays and B in the morning.")
        .sources([("https://a.example/x", "A", "a.example"), ("https://b.example/y", "", "b.example")])
        .fanouts(["quiet cafe Seoul"])
}

fn completed() -> Fixture {
    fixture("anthropic/completed")
}

fn ok(response: Fixture) -> Exchange {
    post(200, response)
}

fn paused() -> Exchange {
    ok(fixture("anthropic/paused"))
}

fn error(status: u16, kind: &str) -> Exchange {
    post(status, fixture("anthropic/error").set("/error/type", json!(kind)))
}

/// The answer with these blocks before its own.
fn after(blocks: Value) -> [Exchange; 1] {
    let own = completed().0["content"].as_array().unwrap().clone();
    [ok(completed().set("/content", json!([blocks.as_array().unwrap().clone(), own].concat())))]
}

#[tokio::test]
async fn every_case_of_anthropic_has_its_outcome() {
    let stopped = |reason: &str| [ok(completed().set("/stop_reason", json!(reason)))];
    let search = |query: &str| json!({"type": "server_tool_use", "name": "web_search", "input": {"query": query}});
    let found = || json!({"type": "web_search_tool_result", "content": []});
    let failed_search = |code: &str| json!({"type": "web_search_tool_result_error", "error_code": code});
    let cited = |text: &str| json!({"type": "text", "text": text, "citations": [{"type": "web_search_result_location", "url": "https://c.example/", "title": "C"}]});
    let words = |words: &str| [post(400, fixture("anthropic/error").set("/error/message", json!(words)))];
    let own = answer().content;
    let mut cases = model_api::questions(&fixture("anthropic/error"));
    cases.extend([
        answers("a question is answered at once", [ok(completed())], answer()),
        answers("the order of fields does not matter", [post(200, completed().reversed())], answer()),
        answers("unknown fields do not matter", [ok(completed().set("/later", json!({"a": [1]})))], answer()),
        answers("a missing stop reason is not a failure", [ok(completed().without("/stop_reason"))], answer()),
        answers("a text without a search is the answer", [ok(completed().set("/content", json!([{"type": "text", "text": "Quiet."}])))], Answer::default().content("Quiet.")),
        answers("an answer without citations has no sources", [ok(completed().without("/content/4/citations").set("/content/6/citations", Value::Null))], answer().sources([])),
        answers("a search can have no results", [ok(completed().set("/content/2/content", json!([])))], answer()),
        answers("a search can hide its query", [ok(completed().without("/content/1/input"))], answer().fanouts([])),
        answers(
            "what announces a search is not part of the answer, however often",
            after(json!([{"type": "text", "text": "First, bakeries."}, search("bakery"), found(), {"type": "text", "text": "Now cafes."}])),
            answer().fanouts(["bakery", "quiet cafe Seoul"]),
        ),
        answers(
            "a passage that cites something before a search is a part of the answer",
            after(json!([{"type": "text", "text": "Bakeries: "}, cited("C is quiet"), {"type": "text", "text": "."}, search("cafe"), found()])),
            Answer { sources: answer().sources([("https://c.example/", "C", "c.example"), ("https://a.example/x", "A", "a.example"), ("https://b.example/y", "", "b.example")]).sources, ..answer().content(&format!("Bakeries: C is quiet.\n\n{own}")).fanouts(["cafe", "quiet cafe Seoul"]) },
        ),
        answers("thoughts are not part of the answer", after(json!([{"type": "thinking", "thinking": "…"}, {"type": "redacted_thinking", "data": "…"}])), answer()),
        answers("unknown blocks and citations are skipped and counted", [ok(completed().set("/content/-", json!({"type": "hologram"})).set("/content/4/citations/-", json!({"type": "dream"})))], answer().skipped(2)),
        answers("one search of several can fail", after(json!([search("bakery"), {"type": "web_search_tool_result", "content": failed_search("max_uses_exceeded")}])), answer().fanouts(["bakery", "quiet cafe Seoul"])),
        fails("an answer after searches that all failed is not an answer from the web", [ok(completed().set("/content/2/content", failed_search("unavailable")))], failure(TaskFailed).words("every search failed")),
        fails("a model that only announces a search has no answer", [ok(completed().set("/content", json!([{"type": "text", "text": "I'll search."}, search("cafe"), found()])))], NoAnswer),
        fails("an answer without blocks is not an answer", [ok(completed().set("/content", json!([])))], NoAnswer),
        fails("an answer at its maximum length is truncated", stopped("max_tokens"), failure(Truncated).words("max_tokens")),
        fails("an answer at the end of the context is truncated", stopped("model_context_window_exceeded"), Truncated),
        fails("a refusal is a refusal", stopped("refusal"), Refused),
        answers("an undocumented stop reason is not a failure", stopped("tired"), answer()),
        answers("a paused answer continues", [paused(), ok(completed())], answer().fanouts(["bakery cafe Seoul", "quiet cafe Seoul"])),
        answers("an answer can pause three times", [paused(), paused(), paused(), ok(completed())], answer().fanouts(["bakery cafe Seoul", "quiet cafe Seoul"])),
        answers("a search that the pause cut off is not a fan-out", [ok(fixture("anthropic/paused").set("/content/-", half_search())), ok(completed())], answer().fanouts(["bakery cafe Seoul", "quiet cafe Seoul"])),
        answers("a link in the text is a source", [ok(completed().set("/content", json!([{"type": "text", "text": "See [C]"}, {"type": "text", "text": "(https://c.example/)."}])))], Answer::default().content("See [C](https://c.example/).").sources([("https://c.example/", "C", "c.example")])),
        fails("an answer that pauses without end is truncated", [paused(), paused(), paused(), paused()], failure(Truncated).words("paused 4 times")),
        fails("a rate limit after a paid request is not tried again", [paused(), error(429, "rate_limit_error").header("retry-after", "7")], failure(TaskFailed).words("rate limit")),
        fails("an overload after a paid request is not tried again", [paused(), error(529, "overloaded_error")], failure(TaskFailed).words("overloaded")),
        fails("a refused key after a paid request ends the question", [paused(), error(401, "authentication_error")], failure(TaskFailed).words("credentials")),
        fails("a lost response after a paid request has an unknown outcome", [paused(), ok(completed()).cut(100)], OutcomeUnknown),
        fails("a truncated response after a paid request cannot be read", [paused(), post(200, "{\"content\":[")], Unreadable),
        fails("an overload in a success is an overload", [error(200, "overloaded_error")], Overloaded),
        fails("a request beyond the maximum size is too long", [error(413, "request_too_large")], PromptTooLong),
        fails("a used credit stops the engine", words("Your credit balance is too low to access the API."), Billing),
        fails("a prompt beyond the context is too long", words("prompt is too long: 210000 tokens > 200000 maximum"), PromptTooLong),
    ]);
    check(adapter, cases).await;
}

/// A search whose result is missing.
fn half_search() -> Value {
    json!({"type": "server_tool_use", "id": "srvtoolu_9", "name": "web_search", "input": {"query": "half"}})
}

#[tokio::test]
async fn a_paused_answer_is_sent_back_as_the_api_accepts_it() {
    let own = fixture("anthropic/paused").0["content"].as_array().unwrap().clone();
    let text = |text: Value| json!({"type": "text", "text": text});
    for (end, sent) in [
        (vec![half_search()], vec![]),
        (vec![text(json!("Found: ")), half_search()], vec![text(json!("Found:"))]),
        (vec![text(json!(""))], vec![]),
        (vec![text(json!(" \n"))], vec![]),
        (vec![json!({"type": "text"})], vec![]),
        (vec![text(Value::Null), half_search(), text(json!("B"))], vec![text(json!("B"))]),
        (vec![text(json!("A ")), text(json!("is quiet "))], vec![text(json!("A ")), text(json!("is quiet"))]),
    ] {
        let paused = fixture("anthropic/paused").set("/content", json!([own.clone(), end.clone()].concat()));
        let server = Server::start(vec![ok(paused), ok(completed())]).await;
        outcome(&*adapter(server.url.clone())).await.unwrap();
        let [_, second] = server.received().try_into().unwrap();
        assert_eq!(second.body["messages"][1]["content"], json!([own.clone(), sent].concat()), "{end:?}");
    }
}

#[tokio::test]
async fn a_pause_without_anything_to_send_back_asks_again() {
    let paused = fixture("anthropic/paused").set("/content", json!([half_search()]));
    let server = Server::start(vec![ok(paused), ok(completed())]).await;
    outcome(&*adapter(server.url.clone())).await.unwrap();
    let [first, second] = server.received().try_into().unwrap();
    assert_eq!(first.body, second.body);
}

#[tokio::test]
async fn a_question_to_anthropic_continues_with_what_was_answered() {
    let server = Server::start(vec![paused(), ok(completed())]).await;
    let reply = outcome(&*adapter(server.url.clone())).await.unwrap();
    let [first, second] = server.received().try_into().unwrap();
    for request in [&first, &second] {
        assert_eq!(request.path, "/v1/messages");
        assert!(request.head.contains("x-api-key: key-1") && request.head.contains("anthropic-version: 2023-06-01"));
    }
    let question = json!({ "role": "user", "content": "서울에서 조용한 카페 추천" });
    assert_eq!(
        first.body,
        json!({
            "model": "model-1", "max_tokens": 8_192, "messages": [question],
            "tools": [{
                "type": "web_search_20250305", "name": "web_search", "max_uses": 5,
                "user_location": { "type": "approximate", "country": "KR" },
            }],
        })
    );
    let paused = fixture("anthropic/paused").0;
    assert_eq!(second.body["messages"], json!([question, { "role": "assistant", "content": paused["content"] }]));
    assert_eq!(second.body["tools"], first.body["tools"]);
    let raw: Value = serde_json::from_slice(&reply.raw.unwrap()).unwrap();
    assert_eq!(raw, json!([paused, completed().0]));
}
