//! Connections to search surfaces and to a self-hosted model that end or cannot be opened.

use answerdeck_engine::{FailureAction, FailureClass, TaskId};
use serde_json::json;
use tokio::net::TcpListener;

use crate::case::{Adapter, outcome, question};
use crate::server::{Exchange, Server, get, post};
use crate::{compatible, dataforseo, serpapi};

fn small_overview() -> Exchange {
    get(200, json!({"ai_overview": {"text_blocks": [{"type": "paragraph", "snippet": "조용한 곳"}]}}))
}

fn small_token() -> Exchange {
    get(200, json!({"ai_overview": {"page_token": "t"}}))
}

#[tokio::test]
async fn a_response_that_is_cut_at_any_byte_is_never_asked_for_again() {
    let task = post(200, json!({"status_code": 20000, "tasks": [{"id": "a-1", "status_code": 20100, "cost": 0.1}]}));
    for (adapter, before, exchange) in [
        (serpapi::overview as Adapter, vec![], small_overview()),
        (serpapi::overview, vec![small_token()], small_overview()),
        (dataforseo::chatgpt, vec![], task),
    ] {
        let length = exchange.bytes().len();
        for cut in 0..length {
            let script = [before.clone(), vec![exchange.clone().cut(cut)]].concat();
            let server = Server::start(script).await;
            let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
            assert_eq!(failure.class, FailureClass::OutcomeUnknown, "byte {cut}");
            assert_eq!(server.received().len(), before.len() + 1, "byte {cut}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_cut_at_any_byte_is_polled_for_again() {
    let exchange = get(
        200,
        json!({"status_code": 20000, "tasks": [{"status_code": 20000, "result": [{"markdown": "조용한 곳"}]}]}),
    );
    for cut in 0..exchange.bytes().len() {
        let server = Server::start(vec![exchange.clone().cut(cut), exchange.clone()]).await;
        let (engine, task) = (dataforseo::chatgpt(server.url.clone()), TaskId("a-1@100".to_owned()));
        let failure = engine.poll(&task).await.unwrap_err();
        assert_eq!((failure.class.action(), failure.cost), (FailureAction::Retry, None), "byte {cut}");
        let reply = engine.poll(&task).await.unwrap().unwrap();
        assert_eq!((reply.content.as_str(), reply.cost), ("조용한 곳", Some(100)), "byte {cut}");
    }
}

#[tokio::test]
async fn a_step_of_a_self_hosted_model_that_is_cut_at_any_byte_is_repeated() {
    let queries = post(200, json!({"choices": [{"message": {"content": "[\"a\"]"}}]}));
    let search = get(200, json!({"results": [{"url": "https://a.example/", "title": "A"}]}));
    let answer = post(200, json!({"choices": [{"message": {"content": "A [1]"}}]}));
    let steps = [queries, search, answer];
    for (place, step) in steps.iter().enumerate() {
        for cut in 0..step.bytes().len() {
            let script = [&steps[..place], &[step.clone().cut(cut)], &steps].concat();
            let server = Server::start(script).await;
            let engine = compatible::adapter(server.url.clone());
            let failure = outcome(&*engine).await.unwrap_err();
            assert_eq!(failure.class.action(), FailureAction::Retry, "step {place}, byte {cut}");
            assert_eq!(outcome(&*engine).await.unwrap().content, "A [1]", "step {place}, byte {cut}");
        }
    }
}

#[tokio::test]
async fn a_provider_that_cannot_be_reached_has_not_been_asked() {
    for adapter in [serpapi::overview as Adapter, dataforseo::chatgpt, compatible::adapter] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
        drop(listener);
        assert_eq!(adapter(url).ask(&question()).await.unwrap_err().class, FailureClass::ProviderDown);
    }
}

#[tokio::test]
async fn a_provider_that_does_not_respond_may_have_answered() {
    for (adapter, exchange) in [(serpapi::overview as Adapter, get(200, "{}")), (dataforseo::chatgpt, post(200, "{}"))]
    {
        let server = Server::start(vec![exchange.silent()]).await;
        let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
        tokio::time::resume();
        assert_eq!((failure.class, server.received().len()), (FailureClass::OutcomeUnknown, 1));
    }
}

#[tokio::test]
async fn a_self_hosted_model_that_does_not_respond_is_asked_again() {
    let server = Server::start(vec![post(200, "{}").silent()]).await;
    let failure = compatible::adapter(server.url.clone()).ask(&question()).await.unwrap_err();
    tokio::time::resume();
    assert_eq!(failure.class, FailureClass::TimedOut);
}

#[tokio::test]
async fn search_surfaces_are_paid() {
    let url: url::Url = "http://127.0.0.1:1/v1".parse().unwrap();
    assert!(serpapi::overview(url.clone()).is_paid() && serpapi::overview(url.clone()).prompt_max().is_none());
    assert!(dataforseo::chatgpt(url).is_paid());
}
