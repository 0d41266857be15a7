//! Cursors: where a list goes on. Opaque to the caller, bound to what it was made for.

use answerdeck_api::{ErrorCode, Operation, Page};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};

const VERSION: u8 = 1;
const SEAL: usize = 12;

/// One scan of a list: the operation, the caller and the conditions, which a cursor belongs to.
pub(crate) struct Scan {
    context: Vec<u8>,
    limit: u32,
}

impl Scan {
    /// A scan of `operation` under `conditions`: whatever changes the set of rows. The page size is none.
    pub(crate) fn new(operation: Operation, caller: &Caller, conditions: &impl Serialize, limit: u32) -> Self {
        let conditions = serde_json::to_string(conditions).unwrap_or_default();
        let context = format!("{}\n{}\n{conditions}\n", operation.id, caller.organization_id).into_bytes();
        Self { context, limit }
    }

    /// Rows to ask the database for: one more than the page, which tells whether there is a next one.
    pub(crate) fn rows(&self) -> u64 {
        u64::from(self.limit) + 1
    }

    /// The id after which the page begins. `None` for the first page.
    ///
    /// # Errors
    /// `COMMON_INVALID_CURSOR` when the cursor is altered, cut, or of another scan.
    pub(crate) fn after(&self, cursor: Option<&str>) -> ApiResult<Option<String>> {
        let Some(cursor) = cursor else { return Ok(None) };
        let invalid = || Problem::refused(ErrorCode::CommonInvalidCursor);
        let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| invalid())?;
        let (seal, rest) = bytes.split_at_checked(SEAL).ok_or_else(invalid)?;
        let (version, key) = rest.split_first().ok_or_else(invalid)?;
        let key = std::str::from_utf8(key).map_err(|_| invalid())?;
        if *version != VERSION || seal != self.seal(key) || URL_SAFE_NO_PAD.encode(&bytes) != cursor {
            return Err(invalid());
        }
        Ok(Some(key.to_owned()))
    }

    /// Makes the page of the rows that [`Scan::rows`] asked for. `id` is what the rows are ordered by.
    pub(crate) fn page<Row, T>(
        &self,
        mut rows: Vec<Row>,
        id: impl Fn(&Row) -> &str,
        item: impl FnMut(Row) -> ApiResult<T>,
    ) -> ApiResult<Page<T>> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next_cursor = rows.last().filter(|_| more).map(|row| self.cursor(id(row)));
        Ok(Page { items: rows.into_iter().map(item).collect::<ApiResult<_>>()?, next_cursor })
    }

    fn cursor(&self, key: &str) -> String {
        let mut bytes = self.seal(key).to_vec();
        bytes.push(VERSION);
        bytes.extend_from_slice(key.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// A checksum, no secret: every query is scoped to the caller, so that a forged cursor reaches nothing new.
    fn seal(&self, key: &str) -> [u8; SEAL] {
        let digest = Sha256::new().chain_update(&self.context).chain_update([VERSION]).chain_update(key).finalize();
        let mut seal = [0; SEAL];
        seal.copy_from_slice(&digest[..SEAL]);
        seal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use answerdeck_api::operation::{LIST_PROMPTS, LIST_RUNS};

    fn scan(operation: Operation, organization: &str, conditions: &str) -> Scan {
        Scan::new(operation, &Caller { organization_id: organization.to_owned() }, &conditions, 1)
    }

    fn cursor_of(scan: &Scan) -> String {
        scan.page(vec!["0123456789ABCDEFabcdef", "b"], |row| row, Ok).unwrap().next_cursor.unwrap()
    }

    #[test]
    fn a_cursor_leads_on_in_its_own_scan() {
        let scan = scan(LIST_PROMPTS, "a", "");
        assert_eq!(scan.after(Some(&cursor_of(&scan))).unwrap().as_deref(), Some("0123456789ABCDEFabcdef"));
    }

    #[test]
    fn a_cursor_of_another_operation_organization_or_condition_is_refused() {
        let cursor = cursor_of(&scan(LIST_PROMPTS, "a", ""));
        for other in [scan(LIST_RUNS, "a", ""), scan(LIST_PROMPTS, "b", ""), scan(LIST_PROMPTS, "a", "x")] {
            assert!(other.after(Some(&cursor)).is_err());
        }
    }

    #[test]
    fn a_cursor_altered_in_any_character_or_cut_anywhere_is_refused() {
        let scan = scan(LIST_PROMPTS, "a", "");
        let cursor = cursor_of(&scan);
        for at in 0..cursor.len() {
            assert!(scan.after(Some(&cursor[..at])).is_err(), "cut at {at}");
            for letter in ["A", "B", "_", "9", "=", " "] {
                let altered = format!("{}{letter}{}", &cursor[..at], &cursor[at + 1..]);
                assert!(altered == cursor || scan.after(Some(&altered)).is_err(), "{letter} at {at}");
            }
        }
    }
}
