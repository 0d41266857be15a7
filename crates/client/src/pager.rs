//! Lists, page by page or item by item.

use std::collections::VecDeque;

use answerdeck_api::{Operation, Page};
use futures_core::Stream;
use futures_util::stream;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::send::{Call, query_string, read};
use crate::transport::Response;
use crate::{Client, Error, Result};

/// A walk through a list. It owns its conditions: to change them is to make a new pager.
///
/// Source: docs/platform-api.md, section 1, rule 7.
pub struct Pager<T> {
    client: Client,
    operation: Operation,
    conditions: Result<String>,
    limit: Option<u32>,
    next: Next,
    read: fn(&Response) -> Result<Page<T>>,
}

#[derive(Clone, PartialEq, Eq)]
enum Next {
    First,
    After(String),
    End,
}

#[derive(Serialize)]
struct PageQuery<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
}

impl<T> Pager<T> {
    /// `L` is the list's type on the wire. `conditions` has neither a cursor nor a limit.
    pub(crate) fn new<L: DeserializeOwned + Into<Page<T>>>(
        client: Client,
        operation: Operation,
        conditions: &impl Serialize,
    ) -> Self {
        Self {
            client,
            operation,
            conditions: query_string(conditions),
            limit: None,
            next: Next::First,
            read: |response| read::<L>(response).map(Into::into),
        }
    }

    /// Items of a page, at most. What the platform does when there is none: 20, or 10 for runs.
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Begins at a cursor of the same list under the same conditions, such as a page's `next_cursor` that was kept.
    pub fn start_at(mut self, cursor: impl Into<String>) -> Self {
        self.next = Next::After(cursor.into());
        self
    }

    /// Begins where a filter that came with a cursor and a limit says.
    pub(crate) fn at(mut self, cursor: Option<String>, limit: Option<u32>) -> Self {
        self.next = cursor.map_or(Next::First, Next::After);
        self.limit = limit;
        self
    }

    /// Reads the next page; `None` after the last one. After an error the same page can be asked for again.
    ///
    /// # Errors
    /// `is_invalid_cursor` for a cursor of another list or other conditions; else as every call.
    pub async fn next_page(&mut self) -> Result<Option<Page<T>>> {
        let cursor = match &self.next {
            Next::End => return Ok(None),
            Next::First => None,
            Next::After(cursor) => Some(cursor.as_str()),
        };
        let mut query = self.conditions.clone()?;
        let position = query_string(&PageQuery { cursor, limit: self.limit })?;
        if !query.is_empty() && !position.is_empty() {
            query.push('&');
        }
        query.push_str(&position);

        let response = self.client.send(Call::new(self.operation).query(query)).await?;
        let page = (self.read)(&response)?;
        let next = page.next_cursor.clone().map_or(Next::End, Next::After);
        if next == self.next {
            return Err(Error::unreadable(
                "`nextCursor` is the cursor that was sent: the list would not end".to_owned(),
                &response,
            ));
        }
        self.next = next;
        Ok(Some(page))
    }

    /// The items of every page from here on. Ends after the first error.
    pub fn into_stream(self) -> impl Stream<Item = Result<T>> {
        stream::unfold((Some(self), VecDeque::new()), |(mut pager, mut items)| async move {
            loop {
                if let Some(item) = items.pop_front() {
                    return Some((Ok(item), (pager, items)));
                }
                match pager.as_mut()?.next_page().await {
                    Ok(Some(page)) => items.extend(page.items),
                    Ok(None) => return None,
                    Err(error) => return Some((Err(error), (None, items))),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::{AnswerFilter, PromptFilter};
    use futures_util::{StreamExt, TryStreamExt};
    use serde_json::json;

    use super::*;
    use crate::transport::fake::{FakeTransport, json};

    fn client(fake: &FakeTransport) -> Client {
        Client::builder("https://platform.example/").transport(fake.shared()).build().unwrap()
    }

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
    fn the_items_of_every_page_come_in_order_under_the_same_conditions() {
        let fake = FakeTransport::replies([
            json(200, prompts(&["a", "b"], Some("c+1"))),
            json(200, prompts(&[], Some("c+2"))),
            json(200, prompts(&["c"], None)),
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
    fn a_pager_ends_and_sends_nothing_more() {
        let fake = FakeTransport::replies([json(200, prompts(&["a"], None))]);
        let mut pager = client(&fake).prompts().list(PromptFilter::default());
        assert_eq!(fake.run(pager.next_page()).unwrap().unwrap().items.len(), 1);
        assert_eq!(fake.run(pager.next_page()).unwrap(), None);
        assert_eq!(fake.run(pager.next_page()).unwrap(), None);
    }

    #[test]
    fn a_kept_cursor_goes_on_where_it_was() {
        let fake = FakeTransport::replies([json(200, prompts(&["b"], None)), json(200, prompts(&["b"], None))]);
        let client = client(&fake);
        let mut pager = client.prompts().list(PromptFilter::default()).start_at("kept");
        fake.run(pager.next_page()).unwrap();
        let filter = PromptFilter { cursor: Some("kept".to_owned()), limit: Some(5), ..PromptFilter::default() };
        fake.run(client.prompts().list(filter).next_page()).unwrap();
        let list = "https://platform.example/api/v1/platform/prompts?cursor=kept";
        assert_eq!(urls(&fake), [list.to_owned(), format!("{list}&limit=5")]);
    }

    #[test]
    fn after_an_error_the_same_page_can_be_asked_for_again() {
        let refusal = json!({ "code": "COMMON_INVALID_CURSOR", "message": "커서가 올바르지 않아요." });
        let fake = FakeTransport::replies([
            json(200, prompts(&["a"], Some("next"))),
            json(400, refusal),
            json(200, prompts(&["b"], None)),
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
    fn a_stream_ends_after_its_first_error() {
        let fake = FakeTransport::replies([
            json(200, prompts(&["a"], Some("next"))),
            json(500, json!({ "message": "broken", "requestID": "r-1" })),
        ]);
        let stream = client(&fake).prompts().list(PromptFilter::default()).into_stream();
        let items: Vec<Result<_>> = fake.run(stream.collect());
        assert_eq!(items.len(), 2);
        assert_eq!(items[1].as_ref().unwrap_err().request_id(), Some("r-1"));
    }

    #[test]
    fn a_server_that_repeats_a_cursor_does_not_make_an_endless_list() {
        let fake = FakeTransport::replies([
            json(200, prompts(&["a"], Some("same"))),
            json(200, prompts(&["a"], Some("same"))),
        ]);
        let stream = client(&fake).prompts().list(PromptFilter::default()).into_stream();
        let items: Vec<Result<_>> = fake.run(stream.collect());
        assert!(items[1].as_ref().unwrap_err().is_unreadable_response());
    }

    #[test]
    fn every_condition_of_a_filter_is_sent_by_its_name_on_the_wire() {
        let fake = FakeTransport::replies([json(200, json!({ "answers": [], "nextCursor": null }))]);
        let filter = AnswerFilter {
            run_id: Some("r".repeat(22).parse().unwrap()),
            prompt_set_id: Some("s".repeat(22).parse().unwrap()),
            prompt_id: Some("p".repeat(22).parse().unwrap()),
            model: Some(answerdeck_api::ModelCode::NaverAiTab),
            region: Some("KR".to_owned()),
            from: Some(answerdeck_api::Timestamp::new("2026-11-01T00:00:00+09:00")),
            to: Some(answerdeck_api::Timestamp::new("2026-11-20T00:00:00Z")),
            cursor: None,
            limit: Some(100),
        };
        fake.run(client(&fake).answers().list(filter).next_page()).unwrap();
        let (r, s, p) = ("r".repeat(22), "s".repeat(22), "p".repeat(22));
        assert_eq!(
            urls(&fake),
            [format!(
                "https://platform.example/api/v1/platform/answers?runID={r}&promptSetID={s}&promptID={p}\
                 &model=NAVER_AI_TAB&region=KR&from=2026-11-01T00%3A00%3A00%2B09%3A00&to=2026-11-20T00%3A00%3A00Z\
                 &limit=100"
            )]
        );
    }
}
