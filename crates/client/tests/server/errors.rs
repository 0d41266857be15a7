//! Errors of the server, as the client reports them.

use answerdeck_client::api::{ErrorCode, PromptSetCreate};
use answerdeck_client::{ApiKey, Credential, Language};

use crate::test_server::{TestServer, signed_out_flag};

#[tokio::test]
async fn a_validation_error_names_the_field_in_the_language_of_the_client() {
    let (_server, client) = TestServer::start_with_client();
    let set = PromptSetCreate { name: "가".repeat(101), description: None };
    let korean = client.prompt_sets().create(&set).await.unwrap_err();
    client.set_language(Language::English);
    let english = client.prompt_sets().create(&set).await.unwrap_err();

    assert!(korean.is_validation() && english.is_validation());
    assert!(korean.details().iter().any(|detail| detail.contains("name")), "{:?}", korean.details());
    assert!(!korean.message().is_ascii() && english.message().is_ascii(), "{korean} / {english}");
    assert!(korean.request_id().is_some());
}

#[tokio::test]
async fn an_unknown_id_is_not_found() {
    let (_server, client) = TestServer::start_with_client();
    let error = client.answers().get(&"0".repeat(22).parse().unwrap()).await.unwrap_err();
    assert!(error.is_not_found());
    assert_eq!(error.code(), Some(&ErrorCode::AnswerNotFound));
}

#[tokio::test]
async fn an_unknown_api_key_is_unauthorized_and_runs_the_callback() {
    let server = TestServer::start();
    let key = ApiKey::new(&format!("adk_{}", "x".repeat(43))).unwrap();
    let (client, _) = server.client_with(Credential::ApiKey(key));
    let signed_out = signed_out_flag(&client);
    assert!(client.credits().balance().await.unwrap_err().is_unauthorized());
    assert!(signed_out.get());
}
