use std::time::Duration;

use answerdeck_engine::AnswerEngine;
use answerdeck_engine::FailureClass::*;
use answerdeck_engine::provider::compatible::{Compatible, CompatibleOptions};
use serde_json::{Value, json};
use url::Url;

use crate::case::{Answer, Case, answers, check, fails, failure, outcome};
use crate::fixture::{Fixture, fixture};
use crate::server::{Exchange, Server, get, post};

pub fn adapter(url: Url) -> Box<dyn AnswerEngine> {
    with_key(&url, None)
}

fn with_key(url: &Url, key: Option<String>) -> Box<dyn AnswerEngine> {
    let search_url = url.origin().ascii_serialization();
    Box::new(
        Compatible::new(CompatibleOptions { url: url.to_string(), model: "model-1".to_owned(), key, search_url })
            .unwrap(),
    )
}

const A: (&str, &str, &str) = ("https://a.example/x", "A", "a.example");
const B: (&str, &str, &str) = ("https://b.example/y", "B", "b.example");
const QUERIES: [&str; 2] = ["서울 조용한 카페", "성수동 카페 추천"];

fn answer() -> Answer {
    Answer::default().content("A는 조용합니다 [1]. B도 좋습니다 [2][1].").sources([A, B]).fanouts(QUERIES)
}

fn queries() -> Fixture {
    fixture("compatible/queries")
}

fn said(text: &str) -> Fixture {
    fixture("compatible/answer").set("/choices/0/message/content", json!(text))
}

fn searches() -> [Exchange; 2] {
    ["first", "second"].map(|search| get(200, fixture(&format!("compatible/{search}-search"))))
}

/// All exchanges of a question, with this answer.
fn until(answer: Exchange) -> Vec<Exchange> {
    let [first, second] = searches();
    vec![post(200, queries()), first, second, answer]
}

/// The exchanges of a question that leads to one search.
fn after(written: Fixture, search: Exchange) -> Vec<Exchange> {
    vec![post(200, written), search, post(200, said("A."))]
}

fn failures_of_the_model() -> Vec<Case> {
    let refused = |status| [post(status, fixture("compatible/error"))];
    let choice = |field: &str, value: Value| until(post(200, said("A.").set(&format!("/choices/0/{field}"), value)));
    vec![
        fails("a refused key stops the engine", refused(401), failure(Credentials).words("The provider's words.")),
        fails(
            "an unknown model stops the engine with the server's words",
            refused(404),
            failure(ModelUnavailable).words("The provider's words."),
        ),
        fails(
            "an error that is only a text has its words",
            [post(400, json!({"error": "no"}))],
            failure(BadRequest).words("no"),
        ),
        fails(
            "a rate limit waits",
            [post(429, fixture("compatible/error")).header("retry-after", "3")],
            failure(RateLimited).after(Duration::from_secs(3)),
        ),
        fails("a server that failed is asked again", [post(500, "")], ProviderDown),
        fails(
            "an error in a success is asked again",
            refused(200),
            failure(ProviderDown).words("The provider's words."),
        ),
        fails("a response without a choice cannot be read", [post(200, json!({"choices": []}))], Unreadable),
        fails("a response without a message cannot be read", choice("message", Value::Null), Unreadable),
        fails("an answer without a text has failed", choice("message", json!({"content": null})), NoAnswer),
        fails("an answer of thoughts alone has failed", until(post(200, said("<think>Hm.</think>\n"))), NoAnswer),
        fails("an answer at its maximum length is truncated", choice("finish_reason", json!("length")), Truncated),
        fails(
            "an answer that the filter stopped is blocked",
            choice("finish_reason", json!("content_filter")),
            Blocked,
        ),
        fails(
            "a refusal is a refusal",
            choice("message/refusal", json!("I cannot help.")),
            failure(Refused).words("I cannot help."),
        ),
        fails(
            "queries that the model refuses to write are a refusal",
            [post(200, queries().set("/choices/0/message/refusal", json!("No.")))],
            Refused,
        ),
    ]
}

fn failures_of_searches() -> Vec<Case> {
    let search = |exchange: Exchange| vec![post(200, queries()), exchange];
    let silent = || get(200, json!({"results": [], "unresponsive_engines": [["google", "timeout"]]}));
    vec![
        fails(
            "a SearXNG that refuses JSON says how to allow it",
            search(get(403, "<!doctype html><h1>Forbidden</h1>")),
            failure(Credentials).words("add json to search.formats in its settings.yml"),
        ),
        fails(
            "an address without SearXNG says which one is expected",
            search(get(404, "Not Found")),
            failure(ModelUnavailable).words("search-url is its address without /search"),
        ),
        fails(
            "a SearXNG that limits its clients is asked later",
            search(get(429, "")),
            failure(RateLimited).words("SearXNG"),
        ),
        fails("a SearXNG that failed is asked again", search(get(500, "")), ProviderDown),
        fails(
            "a page of SearXNG is no JSON",
            search(get(200, "<html>200</html>")),
            failure(Unreadable).words("SearXNG sends no JSON"),
        ),
        fails("a search of another form cannot be read", search(get(200, "7")), Unreadable),
        fails(
            "searches that no search engine answers are made again",
            vec![post(200, queries()), silent(), silent()],
            failure(ProviderDown).words("no search engine of SearXNG responds"),
        ),
    ]
}

#[tokio::test]
async fn every_case_of_a_self_hosted_model_has_its_outcome() {
    let written = |text: &str| queries().set("/choices/0/message/content", json!(text));
    let first = || fixture("compatible/first-search");
    let nothing = || get(200, json!({"results": []}));
    let answered = |text: &str| until(post(200, said(text)));
    let plain = || Answer::default().content("A.");
    let mut cases = failures_of_the_model();
    cases.extend(failures_of_searches());
    cases.extend([
        answers("a question is searched for and answered", until(post(200, fixture("compatible/answer"))), answer()),
        answers(
            "the order of fields does not matter",
            until(post(200, fixture("compatible/answer").reversed())),
            answer(),
        ),
        answers(
            "thoughts are not part of queries and answers",
            [
                vec![post(200, written("<think>[no]</think>{\"queries\": [\"서울 조용한 카페\"]}")), get(200, first())],
                vec![post(200, said("<think>[2]</think>A."))],
            ]
            .concat(),
            plain().fanouts(["서울 조용한 카페"]),
        ),
        answers(
            "a question can need no search",
            vec![post(200, written(r#"{"queries": []}"#)), post(200, said("A."))],
            plain(),
        ),
        answers(
            "queries without JSON are the question itself",
            after(written("I would search."), nothing()),
            plain().fanouts(["서울에서 조용한 카페 추천"]).skipped(1),
        ),
        answers(
            "at most four queries are searched for, each once",
            [
                vec![post(200, written(r#"["a", "b", "a", " ", "c", "d", "e"]"#))],
                vec![nothing(); 4],
                vec![post(200, said("A."))],
            ]
            .concat(),
            plain().fanouts(["a", "b", "c", "d"]),
        ),
        answers("an answer without markers has no sources", answered("A."), plain().fanouts(QUERIES)),
        answers(
            "a marker without a result is dropped and counted",
            answered("A [9]. B [1][0]."),
            Answer::default().content("A. B [1].").sources([B]).fanouts(QUERIES).skipped(2),
        ),
        answers(
            "a marker that is a link stays",
            answered("[1](https://x.example/)"),
            Answer::default().content("[1](https://x.example/)").fanouts(QUERIES),
        ),
        answers(
            "an unreadable result is skipped and counted, and one that is not a link is left out",
            vec![
                post(200, written(r#"["서울 조용한 카페"]"#)),
                get(200, first().set("/results/-", json!(7)).set("/results/0/url", json!("javascript:alert(1)"))),
                post(200, said("C [1].")),
            ],
            Answer::default()
                .content("C [1].")
                .sources([("https://c.example/z", "C", "c.example")])
                .fanouts(["서울 조용한 카페"])
                .skipped(1),
        ),
        answers(
            "one search engine of several can fail",
            after(written(r#"["서울 조용한 카페"]"#), get(200, first())),
            plain().fanouts(["서울 조용한 카페"]),
        ),
    ]);
    check(adapter, cases).await;
}

#[tokio::test]
async fn the_model_reads_numbered_results_of_a_bounded_length() {
    let long = "word ".repeat(10_000);
    let many: Vec<Value> = (0..20)
        .map(|number| json!({"url": format!("https://a.example/{number}"), "title": "T", "content": long}))
        .collect();
    let exchanges = vec![
        post(200, queries()),
        get(200, fixture("compatible/first-search")),
        get(200, json!({"results": many})),
        post(200, said("A [7][8].")),
    ];
    let server = Server::start(exchanges).await;
    let reply = outcome(&*with_key(&server.url, Some("key-1".to_owned()))).await.unwrap();
    let sources: Vec<&str> = reply.sources.iter().map(|source| source.url.as_str()).collect();
    assert_eq!((sources, reply.skipped), (vec!["https://a.example/4"], 1));
    let [queries, first, _, answer] = server.received().try_into().unwrap();
    assert_eq!((queries.path.as_str(), answer.path.as_str()), ("/v1/chat/completions", "/v1/chat/completions"));
    assert!([&queries, &answer].iter().all(|request| request.head.contains("authorization: bearer key-1")));
    assert!(!first.head.contains("authorization"));
    let search = Url::parse(&format!("http://127.0.0.1{}", first.path)).unwrap();
    let parameters: Vec<(String, String)> = search.query_pairs().into_owned().collect();
    let expected = [("q", "서울 조용한 카페"), ("format", "json"), ("language", "ko-KR")];
    assert_eq!(
        (search.path(), parameters),
        ("/search", expected.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec())
    );
    assert_eq!(queries.body["messages"][1]["content"], "서울에서 조용한 카페 추천");
    let asked = answer.body["messages"][1]["content"].as_str().unwrap();
    assert!(asked.starts_with("Question: 서울에서 조용한 카페 추천\n"), "{asked}");
    assert!(
        asked.contains("\n[1] B\nhttps://b.example/y\nB has 12 seats.\n") && asked.contains("\n[7] T\n"),
        "{asked}"
    );
    assert!(asked.len() < 5_000, "{}", asked.len());
    let raw: Value = serde_json::from_slice(&reply.raw.unwrap()).unwrap();
    assert_eq!((raw["queries"]["id"].as_str(), raw["answer"]["id"].as_str()), (Some("chatcmpl-1"), Some("chatcmpl-2")));
    assert_eq!(raw["searches"][0]["results"][1]["title"], "C");
}
