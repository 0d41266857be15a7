//! Reading pages of rows and deleting single rows, as every resource does.

use answerdeck_api::ErrorCode;
use sea_orm::{ColumnTrait, DeleteResult, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::http::cursor::Pagination;
use crate::problem::{ApiResult, Problem};

/// Orders `query` by `id`, newest first, and limits it to the page after `cursor`.
///
/// # Errors
/// `COMMON_INVALID_CURSOR` if the cursor belongs to another list.
pub(super) fn page<E: EntityTrait>(
    query: Select<E>,
    id: E::Column,
    pagination: &Pagination,
    cursor: Option<&str>,
) -> ApiResult<Select<E>> {
    let query = query.order_by_desc(id).limit(pagination.fetch_limit());
    Ok(match pagination.after(cursor)? {
        Some(after) => query.filter(id.lt(after)),
        None => query,
    })
}

/// Refuses a deletion that has deleted no row.
///
/// # Errors
/// `not_found` if no row was deleted.
pub(super) fn require_deleted(result: &DeleteResult, not_found: ErrorCode) -> ApiResult<()> {
    match result.rows_affected {
        0 => Err(Problem::refused(not_found)),
        _ => Ok(()),
    }
}
