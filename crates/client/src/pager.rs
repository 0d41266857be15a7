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
    dispatcher: Rc<Dispatcher>,
    /// The position in the list, or the error of encoding the filter.
    position: Result<ListPosition>,
    limit: Option<u32>,
    decode: fn(&Response) -> Result<Page<T>>,
}

/// The place in a list where the next page begins. [`Pager`] has one. A binding to another language decodes the pages itself
/// and holds its own position.
///
/// Source: docs/platform-api.md, section 1, rule 7.
pub struct ListPosition {
    operation: Operation,
    /// The encoded filter.
    filter: String,
    position: Position,
    /// The cursors so far.
    passed: Vec<String>,
}

enum Position {
    Start,
    After(String),
    End,
}

#[derive(Serialize)]
struct PageParameters<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
}

impl ListPosition {
    /// Returns the start of a list. `filter` is a query string with neither a cursor nor a limit, and may be empty.
    pub fn start_of(operation: Operation, filter: String) -> Self {
        Self { operation, filter, position: Position::Start, passed: Vec::new() }
    }

    /// Starts at a cursor of the same list and filter. `None` is the start of the list.
    #[must_use]
    pub fn at(mut self, cursor: Option<String>) -> Self {
        self.position = cursor.map_or(Position::Start, Position::After);
        self
    }

    /// Returns the call that reads the next page. `None` after the last page. `limit` is the maximum number of its items: without
    /// one, the platform's default.
    pub fn next_call(&self, limit: Option<u32>) -> Result<Option<Call>> {
        let cursor = match &self.position {
            Position::End => return Ok(None),
            Position::Start => None,
            Position::After(cursor) => Some(cursor.as_str()),
        };
        let mut query = self.filter.clone();
        let page_query = query_string(&PageParameters { cursor, limit })?;
        if !query.is_empty() && !page_query.is_empty() {
            query.push('&');
        }
        query.push_str(&page_query);
        Ok(Some(Call { query, ..Call::new(self.operation) }))
    }

    /// Moves past the page in `response`. `next_cursor` is the cursor of that page.
    ///
    /// # Errors
    /// Fails with `is_unreadable_response` when the cursors repeat, so that the list has no end.
    pub fn advance(&mut self, next_cursor: Option<String>, response: &Response) -> Result<()> {
        if let Some(cursor) = &next_cursor {
            if self.passed.contains(cursor) {
                let message = "`nextCursor` has been there before, so the list has no end".to_owned();
                return Err(Error::unreadable_response(message, response, Effect::Read));
            }
            self.passed.push(cursor.clone());
        }
        self.position = next_cursor.map_or(Position::End, Position::After);
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
        Self {
            dispatcher,
            position: query_string(filter).map(|filter| ListPosition::start_of(operation, filter)),
            limit: None,
            decode: |response| decode::<L>(response, Effect::Read).map(Into::into),
        }
    }

    /// Sets the maximum number of items of a page. The platform's default is 20, and 10 for runs.
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Starts at a cursor of the same list and filter, such as a saved `next_cursor`.
    pub fn start_at(mut self, cursor: impl Into<String>) -> Self {
        self.position = self.position.map(|position| position.at(Some(cursor.into())));
        self
    }

    /// Starts at the cursor and uses the limit of a filter that has them.
    pub(crate) fn with_page(mut self, cursor: Option<String>, limit: Option<u32>) -> Self {
        self.position = self.position.map(|position| position.at(cursor));
        self.limit = limit;
        self
    }

    /// Reads the next page. `None` after the last page. After an error the next call reads the same page again.
    ///
    /// # Errors
    /// Fails with `is_invalid_cursor` for a cursor of another list or filter, and like every call.
    pub async fn next_page(&mut self) -> Result<Option<Page<T>>> {
        let position = self.position.as_mut().map_err(|error| error.clone())?;
        let Some(call) = position.next_call(self.limit)? else { return Ok(None) };
        let response = self.dispatcher.send(call).await?;
        let page = (self.decode)(&response)?;
        position.advance(page.next_cursor.clone(), &response)?;
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
