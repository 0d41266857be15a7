//! Kept answers in a worker, with everything that this crate offers.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::rc::Rc;
use std::time::Duration;

use answerdeck_answer_store::{AnswerStore, ArchiveError, Changes, Opening, Store, StoreError, SyncError, SyncMode};
use answerdeck_api::{
    Answer, AnswerList, AnswerScope, AnswerStatus, ModelCode, Page, Prompt, PromptList, Run, RunList, RunStatus,
    Timestamp,
};
use answerdeck_browser_store::{
    BrowserCompression, EncryptedStore, IndexedDbStore, database_name, delete_database, forget_others, list_databases,
};
use answerdeck_client::Client;
use answerdeck_client::transport::{Request, Response, Transport, TransportError};
use futures_core::future::LocalBoxFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A platform with one finished run of two answers.
struct Platform;

fn time() -> Timestamp {
    Timestamp::new("2026-11-01T00:00:00.000Z")
}

fn answer(number: u8) -> Answer {
    Answer {
        id: format!("a{number:021}").parse().unwrap(),
        model: ModelCode::Claude,
        route: None,
        prompt_id: "p".repeat(22).parse().unwrap(),
        region: "KR".to_owned(),
        status: AnswerStatus::Success,
        failure: None,
        content: "누리오와 Tavrin. ".repeat(1_000),
        query: "어떤 러닝화가 좋아요?".to_owned(),
        created_at: Some(time()),
        run_id: Some("r".repeat(22).parse().unwrap()),
        markdown_url: None,
        fanouts: vec!["러닝화".to_owned()],
        sources: Vec::new(),
    }
}

fn only_page<T>(items: Vec<T>) -> Page<T> {
    Page { items, next_cursor: None }
}

fn respond(path: &str) -> serde_json::Result<String> {
    let run = Run {
        id: "r".repeat(22).parse().unwrap(),
        status: RunStatus::Finished,
        total_count: 2,
        finished_count: 2,
        success_count: 2,
        failed_count: 0,
        running_count: 0,
        provider_cost: None,
        stopped_at: None,
        created_at: None,
        answers: None,
    };
    let prompt = Prompt {
        id: "p".repeat(22).parse().unwrap(),
        content: "b".to_owned(),
        prompt_set_id: "s".repeat(22).parse().unwrap(),
        created_at: time(),
        answer_count: None,
    };
    match path {
        "runs" => serde_json::to_string(&RunList::from(only_page(vec![run]))),
        "prompts" => serde_json::to_string(&PromptList::from(only_page(vec![prompt]))),
        "answers" => serde_json::to_string(&AnswerList::from(only_page(vec![answer(0), answer(1)]))),
        _ => panic!("unexpected request: {path}"),
    }
}

impl Transport for Platform {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Result<Response, TransportError>> {
        let path = request.url.strip_prefix("https://platform.example/api/v1/platform/").unwrap();
        let body = respond(path.split('?').next().unwrap()).unwrap();
        Box::pin(async move { Ok(Response { status: 200, body, headers: Vec::new() }) })
    }

    fn sleep(&self, _: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn device_time(&self) -> Duration {
        Duration::ZERO
    }

    fn is_online(&self) -> bool {
        true
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}

async fn open(name: &str, key: u8) -> (AnswerStore, Opening) {
    let store = IndexedDbStore::open(name).await.unwrap();
    let store = EncryptedStore::new(store, &[key; 32]).await.unwrap();
    AnswerStore::open(Rc::new(store), Rc::new(BrowserCompression)).await.unwrap()
}

async fn synchronize(answers: &mut AnswerStore) -> Result<(), SyncError> {
    let client = Client::builder("https://platform.example").transport(Rc::new(Platform)).background().build().unwrap();
    let mut sync = answers.sync(client, SyncMode::NewRuns);
    while let Some(event) = sync.next().await? {
        answers.apply(event).unwrap();
    }
    Ok(())
}

fn count(answers: &AnswerStore) -> usize {
    answers.select(&AnswerScope::default()).unwrap().len()
}

#[wasm_bindgen_test]
async fn kept_answers_are_found_again_with_their_key_alone() {
    let name = database_name("key");
    delete_database(&name).await.unwrap();
    let (mut answers, opening) = open(&name, 1).await;
    assert_eq!((opening, count(&answers)), (Opening::Empty, 0));
    synchronize(&mut answers).await.unwrap();
    drop(answers);

    let (answers, opening) = open(&name, 1).await;
    assert_eq!((opening, count(&answers), answers.missing()), (Opening::Kept, 2, Some(0)));
    let kept = answer(1);
    assert_eq!(answers.answer(&kept.id).await.unwrap(), Some(kept));
    drop(answers);

    let (answers, opening) = open(&name, 2).await;
    assert_eq!((opening, count(&answers), answers.missing()), (Opening::Rebuilt, 0, None));
}

#[wasm_bindgen_test]
async fn a_run_with_a_damaged_record_is_read_again() {
    let name = database_name("damaged");
    delete_database(&name).await.unwrap();
    let (mut answers, _) = open(&name, 1).await;
    synchronize(&mut answers).await.unwrap();
    let store = IndexedDbStore::open(&name).await.unwrap();
    let mut runs = store.read_batch("run/", None).await.unwrap();
    runs[0].1[20] ^= 1;
    store.write(Changes { put: runs, ..Changes::default() }).await.unwrap();

    let (mut answers, opening) = open(&name, 1).await;
    assert_eq!((opening, count(&answers)), (Opening::Kept, 0));
    synchronize(&mut answers).await.unwrap();
    assert_eq!(count(&answers), 2);
}

#[wasm_bindgen_test]
async fn a_store_that_is_open_is_only_deleted_on_purpose() {
    let name = database_name("open");
    delete_database(&name).await.unwrap();
    let (mut answers, _) = open(&name, 1).await;
    forget_others(None).await.unwrap();
    assert!(list_databases().await.unwrap().contains(&name));
    delete_database(&name).await.unwrap();
    assert!(!list_databases().await.unwrap().contains(&name));
    let error = synchronize(&mut answers).await.unwrap_err();
    assert!(matches!(error, SyncError::Archive(ArchiveError::Store(StoreError::Evicted))), "{error}");
}
