use answerdeck_engine::AnswerEngine;
use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::perplexity::engine;
use serde_json::{Value, json};
use url::Url;

use crate::case::{Answer, answers, check, fails, failure, outcome};
use crate::fixture::{Fixture, fixture};
use crate::model_api;
use crate::server::{Exchange, Server, get, post};

pub fn adapter(url: Url) -> Box<dyn AnswerEngine> {
    Box::new(engine(model_api::options(url)).unwrap())
}

const A: (&str, &str, &str) = ("https://a.example/x", "A", "a.example");
const B: (&str, &str, &str) = ("https://b.example/y", "B", "b.example");
const C: (&str, &str, &str) = ("https://c.example/z", "C", "c.example");

fn answer() -> Answer {
    let answer = Answer::default().content("B is quiet.[7] So is A.[4][7]").sources([B, A, C]);
    Answer { cost: Some(5_230), ..answer.fanouts(["quiet cafe seoul", "seongsu cafe"]) }
}

fn then(response: Fixture) -> [Exchange; 2] {
    [post(200, fixture("perplexity/accepted")), get(200, response)]
}

const TEXT: &str = "/output/2/content/0/text";
const ANNOTATIONS: &str = "/output/2/content/0/annotations";
const RESULTS: &str = "/output/0/results";

#[tokio::test]
async fn every_case_of_perplexity_has_its_outcome() {
    let completed = || fixture("perplexity/completed");
    let text = |text: &str| completed().set(TEXT, json!(text));
    let cost = |cost: Value| completed().set("/usage/cost", cost);
    let free = || Answer { cost: None, ..answer() };
    let mut cases = model_api::questions(&fixture("perplexity/error"));
    cases.extend(model_api::tasks("perplexity", answer()));
    cases.extend([
        answers("sources are cited by markers alone", then(completed().without(ANNOTATIONS)), answer().sources([B, A])),
        answers("sources are cited by annotations alone", then(text("C.")), answer().content("C.").sources([C])),
        answers(
            "a marker without a result cites nothing",
            then(text("A.[1][999999999][4")),
            answer().content("A.[1][999999999][4").sources([C]),
        ),
        answers(
            "an id can be a text",
            then(
                text("B.[7, 4] D.[web:9]")
                    .set(&format!("{RESULTS}/0/id"), json!("4"))
                    .set(&format!("{RESULTS}/2/id"), json!("7"))
                    .set(&format!("{RESULTS}/-"), json!({"id": "web:9", "url": "https://d.example/", "title": "D"})),
            ),
            answer().content("B.[7, 4] D.[web:9]").sources([B, A, ("https://d.example/", "D", "d.example"), C]),
        ),
        answers(
            "a result whose id is neither is skipped",
            then(text("B.[7]").set(&format!("{RESULTS}/0/id"), json!([4]))),
            answer().content("B.[7]").sources([B, C]).skipped(1),
        ),
        answers(
            "a number that two links share cites neither",
            then(text("A.[4]").set(&format!("{RESULTS}/-"), json!({"id": 4, "url": "https://d.example/"}))),
            answer().content("A.[4]").sources([C]),
        ),
        answers(
            "a result that appears twice is one",
            then(text("A.[4]").set(&format!("{RESULTS}/-"), json!({"id": 4, "url": "https://a.example/x"}))),
            answer().content("A.[4]").sources([A, C]),
        ),
        answers(
            "a result without a number is cited by nothing",
            then(completed().without(&format!("{RESULTS}/0/id"))),
            answer().sources([B, C]),
        ),
        answers(
            "a search without results cites nothing by markers",
            then(completed().without(RESULTS)),
            answer().sources([C]),
        ),
        answers(
            "an answer without citations has no sources",
            then(text("Quiet.").without(ANNOTATIONS)),
            answer().content("Quiet.").sources([]),
        ),
        answers(
            "searches of several steps are all fan-outs",
            then(completed().set("/output/-", json!({"type": "search_results", "queries": ["third", "seongsu cafe"]}))),
            answer().fanouts(["quiet cafe seoul", "seongsu cafe", "third"]),
        ),
        answers("a search can hide its queries", then(completed().without("/output/0/queries")), answer().fanouts([])),
        answers(
            "unknown items and results are skipped and counted",
            then(completed().set("/output/1", json!({"type": "hologram"})).set(&format!("{RESULTS}/-"), json!("text"))),
            answer().skipped(2),
        ),
        answers(
            "a cost in another currency is not known",
            then(cost(json!({"currency": "EUR", "total_cost": 1.0}))),
            free(),
        ),
        answers(
            "a cost without a currency is in dollars",
            then(cost(json!({"total_cost": 0.5}))),
            Answer { cost: Some(500_000), ..answer() },
        ),
        answers("a negative cost is not known", then(cost(json!({"currency": "USD", "total_cost": -1.0}))), free()),
        answers("an endless cost is not known", then(cost(json!({"currency": "USD", "total_cost": 1e300}))), free()),
        answers("a cost of another form is not known", then(cost(json!("free"))), free()),
        answers("a cost can be missing", then(completed().without("/usage")), free()),
        fails(
            "a truncated answer has its cost",
            then(completed().set("/status", json!("incomplete"))),
            failure(Truncated).cost(5_230),
        ),
        fails("an empty answer has its cost", then(text("")), failure(NoAnswer).cost(5_230)),
        fails(
            "a failed task has its cost and its error",
            then(
                completed()
                    .set("/status", json!("failed"))
                    .set("/error", json!({"type": "server_error", "message": "words"})),
            ),
            failure(TaskFailed).cost(5_230).words("server_error: words"),
        ),
    ]);
    check(adapter, cases).await;
}

#[tokio::test]
async fn a_question_to_perplexity_has_the_documented_form() {
    let server = Server::start(then(fixture("perplexity/completed")).into()).await;
    outcome(&*adapter(server.url.clone())).await.unwrap();
    let [question, read] = server.received().try_into().unwrap();
    assert_eq!((question.path.as_str(), read.path.as_str()), ("/v1/agent", "/v1/agent/resp_1"));
    assert!([&question, &read].iter().all(|request| request.head.contains("authorization: bearer key-1")));
    assert_eq!(
        question.body,
        json!({
            "model": "model-1", "preset": "fast", "input": "서울에서 조용한 카페 추천", "background": true,
            "tools": [{ "type": "web_search", "user_location": { "country": "KR" } }],
        })
    );
}
