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
/// Source: platform API, section 1, rule 7.
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
