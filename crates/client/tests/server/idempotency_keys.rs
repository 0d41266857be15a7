//! Writes whose responses are lost, and writes that a program sends again.

use answerdeck_client::api::{
    ErrorCode, ModelCode, PromptCreate, PromptFilter, PromptSetCreate, PromptUpdate, RunSubmit,
};
use futures_util::TryStreamExt;

use crate::test_server::TestServer;

#[tokio::test]
async fn every_write_whose_first_response_is_lost_is_made_once() {
    let server = TestServer::start();
    let (client, transport) = server.client();
    transport.lose_first_responses();
    let set = PromptSetCreate { name: "이어폰".to_owned(), description: None };
    let set = client.prompt_sets().create(&set).await.unwrap();
    let prompt =
        PromptCreate { content: "노이즈 캔슬링이 좋은 무선 이어폰은?".to_owned(), prompt_set_id: set };
    let id = client.prompts().create(&prompt).await.unwrap();
    let run =
        RunSubmit { prompt_ids: Some(vec![id.clone()]), models: vec![ModelCode::Chatgpt], ..RunSubmit::default() };
    client.runs().submit(&run).await.unwrap();
    let update = PromptUpdate { content: Some("배터리가 오래가는 무선 이어폰은?".to_owned()) };
    client.prompts().update(&id, &update).await.unwrap();

    let runs: Vec<_> = client.runs().list().into_stream().try_collect().await.unwrap();
    let prompts: Vec<_> = client.prompts().list(PromptFilter::default()).into_stream().try_collect().await.unwrap();
    assert_eq!((runs.len(), prompts.len()), (1, 1));
    client.prompts().delete(&id).await.unwrap();
    assert!(client.prompts().get(&id).await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn a_write_that_a_program_sends_again_under_its_own_key_gets_the_same_response() {
    let server = TestServer::start();
    let set = PromptSetCreate { name: "이어폰".to_owned(), description: None };
    let mut ids = Vec::new();
    for _ in 0..2 {
        // Another client, as after a restart of the program.
        let (client, _) = server.client();
        ids.push(client.with_idempotency_key("set-1").unwrap().prompt_sets().create(&set).await.unwrap());
    }
    assert_eq!(ids[0], ids[1]);

    let (client, _) = server.client();
    let other = PromptSetCreate { name: "헤드폰".to_owned(), description: None };
    let error = client.with_idempotency_key("set-1").unwrap().prompt_sets().create(&other).await.unwrap_err();
    assert_eq!(error.code(), Some(&ErrorCode::IdempotencyKeyReused));
    assert!(!error.is_outcome_unknown() && !error.is_retryable());
}
