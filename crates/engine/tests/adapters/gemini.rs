use std::time::Duration;

use answerdeck_engine::AnswerEngine;
use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::gemini::Gemini;
use serde_json::{Value, json};
use url::Url;

use crate::case::{Answer, answers, check, fails, failure, outcome};
use crate::fixture::{Fixture, fixture};
use crate::model_api;
use crate::server::{Exchange, Server, get, post};

pub fn adapter(url: Url) -> Box<dyn AnswerEngine> {
    let redirects = url.join("/grounding-api-redirect/").unwrap();
    Box::new(Gemini::new(model_api::options(url), Some(redirects)).unwrap())
}

const LOST: &str = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/LOST";
const A: (&str, &str, &str) = ("https://www.a.example/page", "", "a.example");
const B: (&str, &str, &str) = (LOST, "b.co.kr", "b.co.kr");

fn answer() -> Answer {
    Answer::default().content("A is quiet. B too.").sources([A, B]).fanouts(["seoul quiet cafe"])
}

fn then(response: Fixture) -> [Exchange; 2] {
    [post(200, fixture("gemini/accepted")), get(200, response)]
}

/// A refused question.
fn refused(status: u16, code: &str) -> [Exchange; 1] {
    [post(status, fixture("gemini/error").set("/error/code", json!(code)))]
}

/// A task that failed with this error.
fn failed(code: &str) -> [Exchange; 2] {
    then(
        fixture("gemini/accepted")
            .set("/status", json!("failed"))
            .set("/error", json!({"code": code, "message": "words"})),
    )
}

const PARTS: &str = "/steps/4/content";
const ANNOTATIONS: &str = "/steps/4/content/0/annotations";

#[tokio::test]
async fn every_case_of_gemini_has_its_outcome() {
    let completed = || fixture("gemini/completed");
    let annotation =
        |index: usize, field: &str, value: Value| completed().set(&format!("{ANNOTATIONS}/{index}/{field}"), value);
    let limited = || fixture("gemini/rate-limit");
    let mut cases = model_api::questions(&fixture("gemini/error"));
    cases.extend(model_api::tasks("gemini", answer()));
    cases.extend([
        answers("the output can come before its searches", then(completed().set("/steps", {
            let steps = completed().0["steps"].as_array().unwrap().clone();
            json!(steps.iter().rev().collect::<Vec<_>>())
        })), answer()),
        answers("a search without citations is an answer without sources", then(completed().set(ANNOTATIONS, json!([]))), answer().sources([])),
        answers("an answer without a search is an answer", then(completed().without("/steps/3").without("/steps/2")), answer().fanouts([])),
        answers("a search can hide its queries", then(completed().without("/steps/2/arguments")), answer().fanouts([])),
        answers("a title that says more than the domain stays", then(annotation(0, "title", json!("Quiet cafes"))), answer().sources([("https://www.a.example/page", "Quiet cafes", "a.example"), B])),
        answers("a lost redirect without a domain as its title has none", then(annotation(1, "title", json!("Quiet cafes"))), answer().sources([A, (LOST, "Quiet cafes", "")])),
        answers("a lost redirect without a title has no domain", then(annotation(1, "title", Value::Null)), answer().sources([A, (LOST, "", "")])),
        answers(
            "a redirect can lead to an address with letters of any language",
            then(annotation(1, "url", json!("https://vertexaisearch.cloud.google.com/grounding-api-redirect/HANGUL"))),
            answer().sources([A, ("https://a.example/카페", "b.co.kr", "a.example")]),
        ),
        answers(
            "a redirect that leads to a script stays as it is",
            then(annotation(1, "url", json!("https://vertexaisearch.cloud.google.com/grounding-api-redirect/SCRIPT"))),
            answer().sources([A, ("https://vertexaisearch.cloud.google.com/grounding-api-redirect/SCRIPT", "b.co.kr", "b.co.kr")]),
        ),
        answers("a link that is not a redirect is a source", then(annotation(1, "url", json!("https://direct.b.co.kr/x"))), answer().sources([A, ("https://direct.b.co.kr/x", "", "b.co.kr")])),
        answers("a citation without a link is not a source", then(completed().without(&format!("{ANNOTATIONS}/1/url"))), answer().sources([A])),
        answers("several outputs are one answer", then(completed().set("/steps/-", json!({"type": "model_output", "content": [{"type": "text", "text": "And"}, {"type": "text", "text": " C."}]}))), answer().content("A is quiet. B too.\n\nAnd C.")),
        answers("unknown steps, parts and annotations are skipped and counted", then(completed().set("/steps/1", json!({"type": "hologram"})).set(&format!("{PARTS}/-"), json!({"type": "image"})).set(&format!("{ANNOTATIONS}/2"), json!({"type": "x"}))), answer().skipped(3)),
        answers("one search of several can fail", then(completed().set("/steps/-", json!({"type": "google_search_result", "is_error": true}))), answer()),
        fails("an answer after searches that all failed is not an answer from the web", then(completed().set("/steps/3/is_error", json!(true))), failure(TaskFailed).words("every search failed")),
        fails("a task beyond its budget is not asked again", then(completed().set("/status", json!("budget_exceeded"))), failure(TaskFailed).words("budget_exceeded")),
        fails("a task that waits for a tool is not asked again", then(completed().set("/status", json!("requires_action"))), TaskFailed),
        fails("a task that met an overload is not asked again", failed("overloaded"), failure(TaskFailed).words("overloaded: words")),
        fails("a task that broke a rule of safety is blocked", failed("safety"), Blocked),
        fails("a task can have several errors", then(fixture("gemini/accepted").set("/status", json!("failed")).set("/errors", json!([{"code": "recitation"}]))), Blocked),
        fails("a delay of a rate limit is the pause", [post(429, limited())], failure(RateLimited).after(Duration::from_millis(34_400))),
        fails("a delay is more exact than the header", [post(429, limited()).header("retry-after", "9")], failure(RateLimited).after(Duration::from_millis(34_400))),
        fails("a delay of another form is ignored", [post(429, limited().set("/error/details/1/retryDelay", json!("soon")))], RateLimited),
        fails("a rate limit of reading has a delay too", [post(200, fixture("gemini/accepted")), get(429, limited())], failure(RateLimited).after(Duration::from_millis(34_400))),
        fails("a used quota of a day is a rate limit", refused(429, "quota_exceeded"), RateLimited),
        fails("billing that is off stops the engine", refused(400, "failed_precondition"), Billing),
        fails("a used credit stops the engine", refused(402, "payment_required"), Billing),
        fails("a refused key stops the engine, whatever the status", refused(400, "authentication"), Credentials),
        fails(
            "a refused key in the older form stops the engine",
            [post(400, json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "API key not valid.", "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]}}))],
            failure(Credentials).words("API key not valid."),
        ),
        fails("a forbidden prompt is blocked", refused(400, "prohibited_content"), Blocked),
        fails("an error in a success without an id is that error", refused(200, "overloaded"), Overloaded),
    ]);
    check(adapter, cases).await;
}

#[tokio::test]
async fn a_question_to_gemini_has_the_documented_form_and_its_raw_response_keeps_the_suggestions() {
    let server = Server::start(then(fixture("gemini/completed")).into()).await;
    let reply = outcome(&*adapter(server.url.clone())).await.unwrap();
    let [question, read] = server.received().try_into().unwrap();
    assert_eq!((question.path.as_str(), read.path.as_str()), ("/v1/interactions", "/v1/interactions/v1_x"));
    assert!([&question, &read].iter().all(|request| request.head.contains("x-goog-api-key: key-1")));
    assert_eq!(
        question.body,
        json!({
            "model": "model-1", "input": "서울에서 조용한 카페 추천", "background": true, "store": true,
            "tools": [{ "type": "google_search" }],
        })
    );
    let raw: Value = serde_json::from_slice(&reply.raw.unwrap()).unwrap();
    assert_eq!(raw["steps"][3]["result"][0]["search_suggestions"], "<style>…");
}

#[tokio::test]
async fn an_unresolved_redirect_is_kept() {
    let slow = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/SLOW";
    let annotations = json!([{"type": "url_citation", "url": slow, "title": "b.co.kr"}]);
    let server = Server::start(then(fixture("gemini/completed").set(ANNOTATIONS, annotations)).into()).await;
    let reply = outcome(&*adapter(server.url.clone())).await.unwrap();
    let [source] = reply.sources.try_into().unwrap();
    assert!(source.url.ends_with("/grounding-api-redirect/SLOW"), "{}", source.url);
    assert_eq!(source.domain.as_deref(), Some("b.co.kr"));
}
