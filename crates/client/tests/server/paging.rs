//! Lists of the server, page by page.

use answerdeck_client::Client;
use answerdeck_client::api::{PromptBulkCreate, PromptCreate, PromptFilter, PromptSetCreate, PromptSetId};
use futures_util::TryStreamExt;

use crate::test_server::TestServer;

async fn create_prompts(client: &Client, count: usize) -> PromptSetId {
    let set = PromptSetCreate { name: "이어폰".to_owned(), description: None };
    let id = client.prompt_sets().create(&set).await.unwrap();
    let prompts = (0..count)
        .map(|number| PromptCreate { content: format!("질문 {number:02}"), prompt_set_id: id.clone() })
        .collect();
    client.prompts().create_many(&PromptBulkCreate { prompts }).await.unwrap();
    id
}

fn prompts_of(set: &PromptSetId) -> PromptFilter {
    PromptFilter { prompt_set_id: Some(set.clone()), ..PromptFilter::default() }
}

#[tokio::test]
async fn a_stream_returns_every_item_of_every_page_once() {
    let server = TestServer::start();
    let (client, log) = server.client();
    let set = create_prompts(&client, 45).await;
    let sent = log.statuses().len();

    let stream = client.prompts().list(prompts_of(&set)).limit(20).into_stream();
    let mut contents: Vec<String> = stream.map_ok(|prompt| prompt.content).try_collect().await.unwrap();
    contents.sort();
    let expected: Vec<String> = (0..45).map(|number| format!("질문 {number:02}")).collect();
    assert_eq!(contents, expected);
    assert_eq!(log.statuses().len() - sent, 3);
}

#[tokio::test]
async fn a_search_text_with_a_space_is_matched() {
    let (_server, client) = TestServer::start_with_client();
    let set = create_prompts(&client, 20).await;
    let filter = PromptFilter { content_contains: Some("질문 1".to_owned()), ..prompts_of(&set) };
    let page = client.prompts().list(filter).next_page().await.unwrap().unwrap();
    assert_eq!(page.items.len(), 10);
}

#[tokio::test]
async fn a_cursor_works_only_in_its_own_list() {
    let (_server, client) = TestServer::start_with_client();
    let set = create_prompts(&client, 5).await;
    let first = client.prompts().list(prompts_of(&set)).limit(3).next_page().await.unwrap().unwrap();
    let cursor = first.next_cursor.unwrap();

    let rest = client.prompts().list(prompts_of(&set)).limit(3).start_at(&cursor).next_page().await.unwrap().unwrap();
    assert_eq!((rest.items.len(), rest.next_cursor), (2, None));

    let other = client.prompts().list(PromptFilter::default()).start_at(&cursor).next_page().await.unwrap_err();
    assert!(other.is_invalid_cursor(), "{other}");
}
