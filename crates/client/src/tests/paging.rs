//! Lists, page by page and item by item.

use std::time::Duration;

use answerdeck_api::{AnswerFilter, PromptFilter};
use futures_util::{StreamExt, TryStreamExt};
use serde_json::json;

use crate::error::Result;
use crate::tests::client;
use crate::transport::Transport;
use crate::transport::fake::{FakeTransport, json as reply};

fn prompts(ids: &[&str], next: Option<&str>) -> serde_json::Value {
    let prompts: Vec<_> = ids
        .iter()
        .map(|id| {
            json!({
                "id": id.repeat(22), "content": *id, "promptSetID": "s".repeat(22),
                "createdAt": "2026-11-20T00:00:00Z"
            })
        })
        .collect();
    json!({ "prompts": prompts, "nextCursor": next })
}

fn urls(fake: &FakeTransport) -> Vec<String> {
    fake.sent().into_iter().map(|(_, request)| request.url).collect()
}

#[test]
fn a_stream_returns_the_items_of_every_page_in_order_with_the_same_filter() {
    let fake = FakeTransport::replies([
        reply(200, prompts(&["a", "b"], Some("c+1"))),
        reply(200, prompts(&[], Some("c+2"))),
        reply(200, prompts(&["c"], None)),
    ]);
    let filter = PromptFilter { content_contains: Some("이어폰 & co".to_owned()), ..PromptFilter::default() };
    let stream = client(&fake).prompts().list(filter).limit(2).into_stream();
    let contents: Vec<String> = fake.run(stream.map_ok(|prompt| prompt.content).try_collect::<Vec<_>>()).unwrap();

    assert_eq!(contents, ["a", "b", "c"]);
    let list = "https://platform.example/api/v1/platform/prompts?\
                contentContains=%EC%9D%B4%EC%96%B4%ED%8F%B0+%26+co";
    assert_eq!(
        urls(&fake),
        [format!("{list}&limit=2"), format!("{list}&cursor=c%2B1&limit=2"), format!("{list}&cursor=c%2B2&limit=2")]
    );
}

#[test]
fn a_pager_sends_nothing_after_the_last_page() {
    let fake = FakeTransport::replies([reply(200, prompts(&["a"], None))]);
    let mut pager = client(&fake).prompts().list(PromptFilter::default());
    assert_eq!(fake.run(pager.next_page()).unwrap().unwrap().items.len(), 1);
    assert_eq!(fake.run(pager.next_page()).unwrap(), None);
    assert_eq!(fake.run(pager.next_page()).unwrap(), None);
}

#[test]
fn a_pager_starts_at_a_saved_cursor() {
    let fake = FakeTransport::replies([reply(200, prompts(&["b"], None)), reply(200, prompts(&["b"], None))]);
    let client = client(&fake);
    let mut pager = client.prompts().list(PromptFilter::default()).start_at("saved");
    fake.run(pager.next_page()).unwrap();
    let filter = PromptFilter { cursor: Some("saved".to_owned()), limit: Some(5), ..PromptFilter::default() };
    fake.run(client.prompts().list(filter).next_page()).unwrap();
    let list = "https://platform.example/api/v1/platform/prompts?cursor=saved";
    assert_eq!(urls(&fake), [list.to_owned(), format!("{list}&limit=5")]);
}

#[test]
fn after_an_error_the_pager_reads_the_same_page_again() {
    let rejection = json!({ "code": "COMMON_INVALID_CURSOR", "message": "커서가 올바르지 않아요." });
    let fake = FakeTransport::replies([
        reply(200, prompts(&["a"], Some("next"))),
        reply(400, rejection),
        reply(200, prompts(&["b"], None)),
    ]);
    let mut pager = client(&fake).prompts().list(PromptFilter::default());
    fake.run(pager.next_page()).unwrap();
    let error = fake.run(pager.next_page()).unwrap_err();
    assert!(error.is_invalid_cursor());
    assert_eq!(fake.run(pager.next_page()).unwrap().unwrap().items[0].content, "b");
    let urls = urls(&fake);
    assert_eq!(urls[1], urls[2]);
}

#[test]
fn a_stream_ends_after_the_first_error() {
    let fake = FakeTransport::replies([
        reply(200, prompts(&["a"], Some("next"))),
        reply(500, json!({ "message": "broken", "requestID": "r-1" })),
    ]);
    let stream = client(&fake).prompts().list(PromptFilter::default()).into_stream();
    let items: Vec<Result<_>> = fake.run(stream.collect());
    assert_eq!(items.len(), 2);
    assert_eq!(items[1].as_ref().unwrap_err().request_id(), Some("r-1"));
}

#[test]
fn a_list_whose_cursors_repeat_ends_with_an_error() {
    for (before, length) in [(0, 1), (0, 2), (3, 1), (1, 7), (20, 30), (100, 3)] {
        let mut page = 0;
        let fake = FakeTransport::new(move |_, _| {
            page += 1;
            let number = if page <= before { page } else { before + (page - before) % length };
            reply(200, prompts(&[], Some(&format!("cursor-{number}"))))
        });
        let stream = client(&fake).prompts().list(PromptFilter::default()).into_stream();
        let items: Vec<Result<_>> = fake.run(stream.collect());
        assert!(items[0].as_ref().unwrap_err().is_unreadable_response());
        let requests = fake.sent().len();
        assert!(requests <= 4 * (before + length) + 4, "{before} pages, then {length} again: {requests} requests");
    }
}

#[test]
fn a_long_list_without_repeated_cursors_ends_without_an_error() {
    let mut page = 0;
    let fake = FakeTransport::new(move |_, _| {
        page += 1;
        let cursor = format!("cursor-{page}");
        reply(200, prompts(&["a"], (page < 300).then_some(cursor.as_str())))
    });
    let stream = client(&fake).prompts().list(PromptFilter::default()).into_stream();
    assert_eq!(fake.run(stream.try_collect::<Vec<_>>()).unwrap().len(), 300);
}

#[test]
fn every_field_of_a_filter_is_sent_with_its_wire_name() {
    let fake = FakeTransport::replies([reply(200, json!({ "answers": [], "nextCursor": null }))]);
    let filter = AnswerFilter {
        run_id: Some("r".repeat(22).parse().unwrap()),
        prompt_set_id: Some("s".repeat(22).parse().unwrap()),
        prompt_id: Some("p".repeat(22).parse().unwrap()),
        model: Some(answerdeck_api::ModelCode::NaverAiTab),
        region: Some("KR".to_owned()),
        from: Some(answerdeck_api::Timestamp::new("2026-11-01T00:00:00+09:00")),
        to: Some(answerdeck_api::Timestamp::new("2026-11-20T00:00:00Z")),
        finished: Some(true),
        route: Some(answerdeck_api::ModelRoute::Surface),
        status: Some(answerdeck_api::AnswerStatus::Success),
        cursor: None,
        limit: Some(100),
        newest_by_model: Some(true),
        neighbors_of: Some("n".repeat(22).parse().unwrap()),
        include: vec![answerdeck_api::AnswerInclude::Brands],
    };
    fake.run(client(&fake).answers().list(filter).next_page()).unwrap();
    let (r, s, p) = ("r".repeat(22), "s".repeat(22), "p".repeat(22));
    assert_eq!(
        urls(&fake),
        [format!(
            "https://platform.example/api/v1/platform/answers?runID={r}&promptSetID={s}&promptID={p}\
             &model=NAVER_AI_TAB&route=SURFACE&region=KR&from=2026-11-01T00%3A00%3A00%2B09%3A00&to=2026-11-20T00%3A00%3A00Z&finished=true\
             &status=SUCCESS&newestByModel=true&neighborsOf=nnnnnnnnnnnnnnnnnnnnnn&include=brands&limit=100"
        )]
    );
}

#[test]
fn a_stream_that_is_left_after_three_items_sends_one_request() {
    let fake = FakeTransport::replies([reply(200, prompts(&["a", "b", "c", "d"], Some("next")))]);
    let stream = client(&fake).prompts().list(PromptFilter::default()).into_stream();
    let items: Vec<_> = fake.run(stream.take(3).try_collect()).unwrap();
    assert_eq!((items.len(), fake.sent().len()), (3, 1));
}

#[test]
fn a_stream_that_is_dropped_while_a_page_is_read_aborts_its_request_and_sends_no_other() {
    let fake = FakeTransport::new(|_, _| panic!("the request must not arrive"));
    fake.set_latency(Duration::from_secs(5));
    let stream = client(&fake).prompts().list(PromptFilter::default()).into_stream();
    let reading = Box::pin(stream.collect::<Vec<_>>());
    let deadline = Box::pin(fake.sleep(Duration::from_secs(1)));
    fake.run(futures_util::future::select(reading, deadline));
    fake.run(fake.sleep(Duration::from_secs(60)));
    assert_eq!((fake.sent().len(), fake.completed()), (1, 0));
}
