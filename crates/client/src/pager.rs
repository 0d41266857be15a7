//! Reads lists page by page or item by item.

use std::collections::VecDeque;
use std::rc::Rc;

use answerdeck_api::operation::Effect;
use answerdeck_api::{Operation, Page};
use futures_core::Stream;
use futures_util::stream;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::{Call, query_string};
use crate::dispatcher::Dispatcher;
use crate::error::{Error, Result};
use crate::response_body::decode;
use crate::transport::Response;

/// Reads the pages of a list in order. The filter of a pager is fixed: use a new pager for another filter.
///
/// Source: docs/platform-api.md, section 1, rule 7.
pub struct Pager<T> {
    reader: PageReader,
    decode: fn(&Response) -> Result<Page<T>>,
}

/// The part of a pager that does not depend on the type of its items, compiled once.
struct PageReader {
    dispatcher: Rc<Dispatcher>,
    operation: Operation,
    /// The encoded filter, or the error of encoding it.
    filter: Result<String>,
    limit: Option<u32>,
    position: Position,
    cycle: CycleDetector,
}

#[derive(Clone, PartialEq, Eq)]
enum Position {
    Start,
    After(String),
    End,
}

/// Finds that cursors repeat, however many there are in between, and remembers only one of them.
///
/// Source: Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980).
#[derive(Default)]
struct CycleDetector {
    remembered: Option<String>,
    /// The cursors since the remembered one.
    passed: u64,
    /// How many cursors pass until another one is remembered. Doubles each time, so that it exceeds every cycle.
    patience: u64,
}

impl CycleDetector {
    fn repeats(&mut self, cursor: &str) -> bool {
        if self.remembered.as_deref() == Some(cursor) {
            return true;
        }
        self.passed += 1;
        if self.passed > self.patience {
            self.remembered = Some(cursor.to_owned());
            self.patience = self.passed * 2;
            self.passed = 0;
        }
        false
    }
}

#[derive(Serialize)]
struct PageParameters<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
}

impl PageReader {
    /// Reads the page at the position. `None` after the last one.
    async fn read(&self) -> Result<Option<Response>> {
        let cursor = match &self.position {
            Position::End => return Ok(None),
            Position::Start => None,
            Position::After(cursor) => Some(cursor.as_str()),
        };
        let mut query = self.filter.clone()?;
        let page_query = query_string(&PageParameters { cursor, limit: self.limit })?;
        if !query.is_empty() && !page_query.is_empty() {
            query.push('&');
        }
        query.push_str(&page_query);
        self.dispatcher.send(Call::new(self.operation).query(query)).await.map(Some)
    }

    /// Moves to the page that `response` names as the next one.
    fn advance(&mut self, next_cursor: Option<String>, response: &Response) -> Result<()> {
        let next = next_cursor.map_or(Position::End, Position::After);
        if let Position::After(cursor) = &next
            && self.cycle.repeats(cursor)
        {
            return Err(Error::unreadable_response(
                "`nextCursor` has been there before, so the list has no end".to_owned(),
                response,
                Effect::Read,
            ));
        }
        self.position = next;
        Ok(())
    }
}

impl<T> Pager<T> {
    /// `L` is the wire type of the list. `filter` has neither a cursor nor a limit.
    pub(crate) fn new<L: DeserializeOwned + Into<Page<T>>>(
        dispatcher: Rc<Dispatcher>,
        operation: Operation,
        filter: &impl Serialize,
    ) -> Self {
        let reader = PageReader {
            dispatcher,
            operation,
            filter: query_string(filter),
            limit: None,
            position: Position::Start,
            cycle: CycleDetector::default(),
        };
        Self { reader, decode: |response| decode::<L>(response, Effect::Read).map(Into::into) }
    }

    /// Sets the maximum number of items of a page. The platform's default is 20, and 10 for runs.
    pub fn limit(mut self, limit: u32) -> Self {
        self.reader.limit = Some(limit);
        self
    }

    /// Starts at a cursor of the same list and filter, such as a saved `next_cursor`.
    pub fn start_at(mut self, cursor: impl Into<String>) -> Self {
        self.reader.position = Position::After(cursor.into());
        self
    }

    /// Starts at the cursor and uses the limit of a filter that has them.
    pub(crate) fn with_page(mut self, cursor: Option<String>, limit: Option<u32>) -> Self {
        self.reader.position = cursor.map_or(Position::Start, Position::After);
        self.reader.limit = limit;
        self
    }

    /// Reads the next page. `None` after the last page. After an error the next call reads the same page again.
    ///
    /// # Errors
    /// Fails with `is_invalid_cursor` for a cursor of another list or filter, and like every call.
    pub async fn next_page(&mut self) -> Result<Option<Page<T>>> {
        let Some(response) = self.reader.read().await? else { return Ok(None) };
        let page = (self.decode)(&response)?;
        self.reader.advance(page.next_cursor.clone(), &response)?;
        Ok(Some(page))
    }

    /// Returns a stream of the remaining items of all pages. The stream ends after the first error.
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
