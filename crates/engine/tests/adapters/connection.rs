//! Connections that end, stay silent, or cannot be opened.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use answerdeck_engine::provider::{self, SetupError};
use answerdeck_engine::{AskOutcome, FailureAction, FailureClass, TaskId};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use url::Url;

use crate::case::{Adapter, outcome, question};
use crate::fixture::fixture;
use crate::server::{Exchange, Server, get, post, receive};
use crate::{anthropic, compatible, dataforseo, gemini, model_api, openai, perplexity, serpapi};

/// A short response to the question of every paid adapter, and the exchanges before it.
fn questions() -> [(&'static str, Adapter, Vec<Exchange>, Exchange); 7] {
    let accepted = || post(200, json!({"id": "task-1", "status": "queued"}));
    let message = json!({"content": [{"type": "text", "text": "조용한 곳"}], "stop_reason": "end_turn"});
    let overview =
        || get(200, json!({"ai_overview": {"text_blocks": [{"type": "paragraph", "snippet": "조용한 곳"}]}}));
    let token = get(200, json!({"ai_overview": {"page_token": "t"}}));
    let task = json!({"status_code": 20000, "tasks": [{"id": "a-1", "status_code": 20100, "cost": 0.1}]});
    [
        ("openai", openai::adapter, vec![], accepted()),
        ("perplexity", perplexity::adapter, vec![], accepted()),
        ("gemini", gemini::adapter, vec![], accepted()),
        ("anthropic", anthropic::adapter, vec![], post(200, message)),
        ("serpapi", serpapi::overview, vec![], overview()),
        ("serpapi with a token", serpapi::overview, vec![token], overview()),
        ("dataforseo", dataforseo::chatgpt, vec![], post(200, task)),
    ]
}

/// A short answer of every adapter with tasks, the id of the task, and its cost.
fn tasks() -> [(&'static str, Adapter, &'static str, Exchange, Option<u64>); 4] {
    let step = json!([{"type": "model_output", "content": [{"type": "text", "text": "조용한 곳"}]}]);
    let item = json!([{"type": "message", "content": [{"type": "output_text", "text": "조용한 곳"}]}]);
    let completed = get(200, json!({"status": "completed", "output": item, "steps": step}));
    let result = json!([{"status_code": 20000, "result": [{"markdown": "조용한 곳"}]}]);
    let found = get(200, json!({"status_code": 20000, "tasks": result}));
    [
        ("openai", openai::adapter, "task-1", completed.clone(), None),
        ("perplexity", perplexity::adapter, "task-1", completed.clone(), None),
        ("gemini", gemini::adapter, "task-1", completed, None),
        ("dataforseo", dataforseo::chatgpt, "a-1@100", found, Some(100)),
    ]
}

/// An address at which nothing listens.
async fn closed() -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap()
}

#[tokio::test]
async fn a_response_that_is_cut_at_any_byte_is_never_asked_for_again() {
    for (provider, adapter, before, exchange) in questions() {
        let length = exchange.bytes().len();
        let script = |cut| [before.clone(), vec![exchange.clone().cut(cut)]].concat();
        for cut in 0..length {
            let server = Server::start(script(cut)).await;
            let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
            assert_eq!(failure.class, FailureClass::OutcomeUnknown, "{provider} at byte {cut}");
            assert_eq!(server.received().len(), before.len() + 1, "{provider} at byte {cut}");
        }
        let server = Server::start(script(length)).await;
        assert!(adapter(server.url.clone()).ask(&question()).await.is_ok(), "{provider}");
    }
}

#[tokio::test]
async fn an_answer_that_is_cut_at_any_byte_is_polled_for_again() {
    for (provider, adapter, id, exchange, cost) in tasks() {
        let task = TaskId(id.to_owned());
        for cut in 0..exchange.bytes().len() {
            let server = Server::start(vec![exchange.clone().cut(cut), exchange.clone()]).await;
            let engine = adapter(server.url.clone());
            let failure = engine.poll(&task).await.unwrap_err();
            assert_eq!(
                (failure.class.action(), failure.cost),
                (FailureAction::Retry, None),
                "{provider} at byte {cut}"
            );
            assert_eq!(server.received().len(), 1, "{provider} at byte {cut}");
            let reply = engine.poll(&task).await.unwrap().unwrap();
            assert_eq!((reply.content.as_str(), reply.cost), ("조용한 곳", cost), "{provider} at byte {cut}");
        }
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
async fn a_question_never_uses_the_connection_of_another() {
    // The server may close a connection that it has kept open just when a request comes.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: Url = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
    let accepted = post(200, fixture("openai/accepted")).bytes();
    let connections = Arc::new(AtomicUsize::new(0));
    let opened = connections.clone();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            opened.fetch_add(1, Ordering::Relaxed);
            let accepted = accepted.clone();
            tokio::spawn(async move {
                while receive(&mut connection).await.is_some() {
                    connection.write_all(&accepted).await.unwrap();
                }
            });
        }
    });
    let engine = openai::adapter(url);
    for asked in 1..4 {
        engine.ask(&question()).await.unwrap();
        assert_eq!(connections.load(Ordering::Relaxed), asked);
    }
}

#[tokio::test]
async fn a_provider_that_cannot_be_reached_has_not_been_asked() {
    let paid = questions().map(|(provider, adapter, ..)| (provider, adapter));
    for (provider, adapter) in paid.into_iter().chain([("compatible", compatible::adapter as Adapter)]) {
        let failure = adapter(closed().await).ask(&question()).await.unwrap_err();
        assert_eq!(failure.class, FailureClass::ProviderDown, "{provider}");
    }
}

#[tokio::test]
async fn a_provider_that_does_not_respond_may_have_answered() {
    for (provider, adapter, before, exchange) in questions() {
        let count = before.len() + 1;
        let server = Server::start([before, vec![exchange.silent()]].concat()).await;
        let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
        tokio::time::resume();
        assert_eq!((failure.class, server.received().len()), (FailureClass::OutcomeUnknown, count), "{provider}");
    }
}

#[tokio::test]
async fn a_provider_that_does_not_respond_is_read_later() {
    for (provider, adapter, id, exchange, _) in tasks() {
        let server = Server::start(vec![exchange.silent()]).await;
        let failure = adapter(server.url.clone()).poll(&TaskId(id.to_owned())).await.unwrap_err();
        tokio::time::resume();
        assert_eq!(failure.class, FailureClass::TimedOut, "{provider}");
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
async fn a_failure_does_not_repeat_the_key() {
    let adapters: [(&str, Adapter, &str); 5] = [
        ("openai", openai::adapter, "key-1"),
        ("perplexity", perplexity::adapter, "key-1"),
        ("gemini", gemini::adapter, "key-1"),
        ("anthropic", anthropic::adapter, "key-1"),
        ("dataforseo", dataforseo::chatgpt, "password"),
    ];
    for (provider, adapter, key) in adapters {
        let message = format!("{}wrong key: {key}", " ".repeat(300));
        let error = json!({"error": {"message": message}, "status_message": message});
        let server = Server::start(vec![post(401, error)]).await;
        let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
        assert_eq!(failure.provider_message, "wrong key: …", "{provider}");
        assert_eq!(failure.provider_status, "401", "{provider}");
    }
}

#[tokio::test]
async fn an_adapter_without_tasks_has_nothing_to_poll() {
    let server = Server::start(Vec::new()).await;
    let failure = anthropic::adapter(server.url.clone()).poll(&TaskId("task-1".to_owned())).await.unwrap_err();
    assert_eq!(failure.class, FailureClass::OutcomeUnknown);
    assert!(server.received().is_empty());
}

#[tokio::test]
async fn the_id_of_a_task_is_one_part_of_the_address() {
    let accepted = fixture("openai/accepted").set("/id", json!("a/../b?c#d%2F"));
    let server = Server::start(vec![post(200, accepted), get(200, fixture("openai/completed"))]).await;
    let engine = openai::adapter(server.url.clone());
    let AskOutcome::Accepted(task) = engine.ask(&question()).await.unwrap() else { panic!("answered") };
    engine.poll(&task).await.unwrap();
    assert_eq!(server.received()[1].path, "/v1/responses/a%2F..%2Fb%3Fc%23d%252F");
}

#[tokio::test]
async fn only_dataforseo_limits_prompts() {
    let paid = questions().map(|(provider, adapter, ..)| (provider, adapter));
    for (provider, adapter) in paid.into_iter().chain([("compatible", compatible::adapter as Adapter)]) {
        let engine = adapter("http://127.0.0.1:1/v1".parse().unwrap());
        assert_eq!(engine.prompt_max().is_some(), provider == "dataforseo", "{provider}");
    }
}

#[test]
fn options_that_cannot_be_used_are_refused() {
    let at = |url: &str| provider::openai::engine(model_api::options(url.parse().unwrap()));
    assert!(matches!(at("ftp://a.example/"), Err(SetupError::Address)));
    assert!(matches!(at("data:text/plain,x"), Err(SetupError::Address)));
    for key in ["", "key\n1"] {
        let mut options = model_api::options("https://a.example/".parse().unwrap());
        options.key = key.to_owned();
        assert!(matches!(provider::openai::engine(options), Err(SetupError::Key)), "{key:?}");
    }
}
