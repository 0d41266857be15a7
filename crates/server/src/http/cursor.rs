//! Pagination by cursor. A cursor is opaque to the caller and valid only for the list that returned it.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{ErrorCode, Operation, Page};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};

const VERSION: u8 = 1;
/// Bytes of the checksum.
const CHECKSUM_LENGTH: usize = 12;

pub(crate) fn invalid_cursor() -> Problem {
    let detail = "cursor: not of this list and these conditions. Start again without it";
    Problem::refused_with(ErrorCode::CommonInvalidCursor, detail)
}

/// The pagination of one list, and its page that a request asks for.
pub(crate) struct Pagination {
    /// What a cursor is bound to: the operation, the caller and the filter.
    context: Vec<u8>,
    pub(crate) limit: u32,
    /// The key after which the page begins. `None` for the first page.
    pub(crate) after: Option<String>,
}

impl Pagination {
    /// Reads the `limit` of a request, [`PAGE_SIZE_DEFAULT`] when absent, and its `cursor`. Fails if the cursor is altered, cut off,
    /// or of another list.
    pub(crate) fn new(operation: Operation, caller: &Caller, request: &impl Serialize) -> ApiResult<Self> {
        let mut filter = serde_json::json!(request);
        // Every other parameter changes the set of rows.
        let mut take = |name: &str| filter.as_object_mut()?.remove(name);
        let (cursor, limit) = (take("cursor"), take("limit"));
        let limit = limit.and_then(|limit| u32::try_from(limit.as_u64()?).ok());
        let context = format!("{}\n{}\n{filter}\n", operation.id, caller.organization_id).into_bytes();
        let mut pagination = Self { context, limit: limit.unwrap_or(PAGE_SIZE_DEFAULT), after: None };
        if let Some(cursor) = cursor.as_ref().and_then(Value::as_str) {
            pagination.after = Some(pagination.key(cursor.trim())?);
        }
        Ok(pagination)
    }

    fn key(&self, cursor: &str) -> ApiResult<String> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| invalid_cursor())?;
        let (checksum, rest) = bytes.split_at_checked(CHECKSUM_LENGTH).ok_or_else(invalid_cursor)?;
        let (version, key) = rest.split_first().ok_or_else(invalid_cursor)?;
        let key = std::str::from_utf8(key).map_err(|_| invalid_cursor())?;
        if *version != VERSION || checksum != self.checksum(key) || URL_SAFE_NO_PAD.encode(&bytes) != cursor {
            return Err(invalid_cursor());
        }
        Ok(key.to_owned())
    }

    /// Builds the page from the rows of a query, which has one more than `limit` if there is a next page. `id` is the column that
    /// orders the rows.
    pub(crate) fn page<Row, T>(
        &self,
        mut rows: Vec<Row>,
        id: impl Fn(&Row) -> &str,
        item: impl FnMut(Row) -> ApiResult<T>,
    ) -> ApiResult<Page<T>> {
        let limit = self.limit as usize;
        let has_next = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor = rows.last().filter(|_| has_next).map(|row| self.cursor(id(row)));
        Ok(Page { items: rows.into_iter().map(item).collect::<ApiResult<_>>()?, next_cursor })
    }

    /// Returns the cursor of the page after `key`.
    pub(crate) fn cursor(&self, key: &str) -> String {
        let mut bytes = self.checksum(key);
        bytes.push(VERSION);
        bytes.extend_from_slice(key.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The checksum needs no secret: every query is limited to the caller's rows, so a forged cursor reveals nothing.
    fn checksum(&self, key: &str) -> Vec<u8> {
        let digest = Sha256::new().chain_update(&self.context).chain_update([VERSION]).chain_update(key).finalize();
        digest[..CHECKSUM_LENGTH].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use answerdeck_api::operation::{LIST_PROMPTS, LIST_RUNS};
    use serde_json::json;

    const LAST: &str = "0123456789ABCDEFabcdef";

    fn pagination(
        operation: Operation,
        organization: &str,
        filter: &str,
        cursor: Option<&str>,
    ) -> ApiResult<Pagination> {
        let caller = Caller { organization_id: organization.repeat(22).parse().unwrap() };
        Pagination::new(operation, &caller, &json!({ "filter": filter, "limit": 1, "cursor": cursor }))
    }

    /// The cursor after the first page of prompts.
    fn first_cursor() -> String {
        let first = pagination(LIST_PROMPTS, "a", "", None).unwrap();
        first.page(vec![LAST, "b"], |row| row, Ok).unwrap().next_cursor.unwrap()
    }

    #[test]
    fn a_cursor_is_valid_for_its_own_list() {
        let next = pagination(LIST_PROMPTS, "a", "", Some(&first_cursor())).unwrap();
        assert_eq!((next.after.as_deref(), next.limit), (Some(LAST), 1));
        let pasted = pagination(LIST_PROMPTS, "a", "", Some(&format!(" {}\r\n", first_cursor()))).unwrap();
        assert_eq!(pasted.after, next.after);
    }

    #[test]
    fn a_cursor_of_another_operation_organization_or_filter_is_refused() {
        let cursor = first_cursor();
        for (operation, organization, filter) in
            [(LIST_RUNS, "a", ""), (LIST_PROMPTS, "b", ""), (LIST_PROMPTS, "a", "x")]
        {
            assert!(pagination(operation, organization, filter, Some(&cursor)).is_err());
        }
    }
}
