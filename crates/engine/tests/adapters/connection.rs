//! Connections that end, stay silent, or cannot be opened.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use answerdeck_engine::provider::{self, SetupError};
use answerdeck_engine::{AskOutcome, FailureAction, FailureClass, TaskId};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use url::Url;

use crate::case::{Adapter, question};
use crate::fixture::fixture;
use crate::server::{Server, get, post, receive};
use crate::{anthropic, gemini, model_api, openai, perplexity};

const ADAPTERS: [(&str, Adapter); 4] = [
    ("openai", openai::adapter),
    ("perplexity", perplexity::adapter),
    ("gemini", gemini::adapter),
    ("anthropic", anthropic::adapter),
];

fn task() -> TaskId {
    TaskId("task-1".to_owned())
}

#[tokio::test]
async fn a_response_that_is_cut_at_any_byte_is_never_asked_for_again() {
    for (provider, adapter) in ADAPTERS {
        let response = match provider {
            "anthropic" => json!({"content": [{"type": "text", "text": "조용한 곳"}], "stop_reason": "end_turn"}),
            _ => json!({"id": "task-1", "status": "queued"}),
        };
        let exchange = post(200, response);
        let length = exchange.bytes().len();
        for cut in 0..length {
            let server = Server::start(vec![exchange.clone().cut(cut)]).await;
            let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
            assert_eq!(failure.class, FailureClass::OutcomeUnknown, "{provider} at byte {cut}");
            assert_eq!(server.received().len(), 1, "{provider} at byte {cut}");
        }
        let server = Server::start(vec![exchange.cut(length)]).await;
        assert!(adapter(server.url.clone()).ask(&question()).await.is_ok(), "{provider}");
    }
}

#[tokio::test]
async fn an_answer_that_is_cut_at_any_byte_is_polled_for_again() {
    for (provider, adapter) in &ADAPTERS[..3] {
        let step = json!([{"type": "model_output", "content": [{"type": "text", "text": "조용한 곳"}]}]);
        let item = json!([{"type": "message", "content": [{"type": "output_text", "text": "조용한 곳"}]}]);
        let exchange = get(200, json!({"status": "completed", "output": item, "steps": step}));
        let length = exchange.bytes().len();
        for cut in 0..length {
            let server = Server::start(vec![exchange.clone().cut(cut), exchange.clone()]).await;
            let engine = adapter(server.url.clone());
            let failure = engine.poll(&task()).await.unwrap_err();
            assert_eq!(failure.class.action(), FailureAction::Retry, "{provider} at byte {cut}");
            assert_eq!(server.received().len(), 1, "{provider} at byte {cut}");
            assert_eq!(engine.poll(&task()).await.unwrap().unwrap().content, "조용한 곳", "{provider} at byte {cut}");
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
    for (provider, adapter) in ADAPTERS {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap()).parse().unwrap();
        drop(listener);
        let failure = adapter(url).ask(&question()).await.unwrap_err();
        assert_eq!(failure.class, FailureClass::ProviderDown, "{provider}");
    }
}

#[tokio::test]
async fn a_provider_that_does_not_respond_may_have_answered() {
    for (provider, adapter) in ADAPTERS {
        let server = Server::start(vec![post(200, "{}").silent()]).await;
        let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
        tokio::time::resume();
        assert_eq!(failure.class, FailureClass::OutcomeUnknown, "{provider}");
        assert_eq!(server.received().len(), 1, "{provider}");
    }
}

#[tokio::test]
async fn a_provider_that_does_not_respond_is_read_later() {
    for (provider, adapter) in &ADAPTERS[..3] {
        let server = Server::start(vec![get(200, "{}").silent()]).await;
        let failure = adapter(server.url.clone()).poll(&task()).await.unwrap_err();
        tokio::time::resume();
        assert_eq!(failure.class, FailureClass::TimedOut, "{provider}");
    }
}

#[tokio::test]
async fn a_failure_does_not_repeat_the_key() {
    for (provider, adapter) in ADAPTERS {
        let error = json!({"error": {"message": format!("{}wrong key: key-1", " ".repeat(300))}});
        let server = Server::start(vec![post(401, error)]).await;
        let failure = adapter(server.url.clone()).ask(&question()).await.unwrap_err();
        assert_eq!(failure.provider_message, "wrong key: …", "{provider}");
        assert_eq!(failure.provider_status, "401", "{provider}");
    }
}

#[tokio::test]
async fn an_adapter_without_tasks_has_nothing_to_poll() {
    let server = Server::start(Vec::new()).await;
    let failure = anthropic::adapter(server.url.clone()).poll(&task()).await.unwrap_err();
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
async fn every_model_interface_is_paid_and_takes_every_prompt() {
    for (provider, adapter) in ADAPTERS {
        let engine = adapter("http://127.0.0.1:1/v1".parse().unwrap());
        assert!(engine.is_paid() && engine.prompt_max().is_none(), "{provider}");
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
