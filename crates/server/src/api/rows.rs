//! The rows of the caller's organization. A row of another organization is treated like an unknown one.

use std::fmt::Display;

use answerdeck_api::{ErrorCode, Operation, Page, visible_words};
use answerdeck_database::entity::{
    alert, alert_rule, answer, brand, digest, prompt, prompt_set, run, saved_view, schedule, schedule_entry,
    site_analysis, webhook, webhook_delivery,
};
use answerdeck_database::lock_organization;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use serde::Serialize;

use crate::http::caller::{Caller, Read};
use crate::http::cursor::Pagination;
use crate::http::extract::PathId;
use crate::idempotency::{IdempotentTransaction, IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};

/// A table whose rows belong to organizations.
pub(super) trait OwnedTable: EntityTrait<Model: Sync> {
    const ID: Self::Column;
    const ORGANIZATION_ID: Self::Column;
    const NAME: &'static str;
    const NOT_FOUND: ErrorCode;

    fn id(row: &Self::Model) -> &str;
}

macro_rules! owned_tables {
    ($($table:ident: $not_found:ident,)*) => {
        $(
            impl OwnedTable for $table::Entity {
                const ID: Self::Column = $table::Column::Id;
                const ORGANIZATION_ID: Self::Column = $table::Column::OrganizationId;
                const NAME: &'static str = stringify!($table);
                const NOT_FOUND: ErrorCode = ErrorCode::$not_found;

                fn id(row: &Self::Model) -> &str {
                    &row.id
                }
            }
        )*
    };
}

owned_tables! {
    alert: AlertNotFound,
    alert_rule: AlertRuleNotFound,
    answer: AnswerNotFound,
    brand: UserBrandNotFound,
    digest: DigestNotFound,
    prompt: PromptNotFound,
    prompt_set: PromptSetNotFound,
    run: TaskGenerationRunNotFound,
    saved_view: SavedViewNotFound,
    schedule: ScheduleNotFound,
    schedule_entry: ScheduleNotFound,
    site_analysis: PlatformSiteKeywordAnalysisNotFound,
    webhook: WebhookNotFound,
    webhook_delivery: WebhookDeliveryNotFound,
}

pub(super) fn select_all<T: OwnedTable>(caller: &Caller) -> Select<T> {
    T::find().filter(T::ORGANIZATION_ID.eq(caller.organization_id.as_str()))
}

pub(super) fn select<T: OwnedTable>(caller: &Caller, id: &str) -> Select<T> {
    select_all::<T>(caller).filter(T::ID.eq(id))
}

pub(super) fn or_not_found<T: OwnedTable, Row>(row: Option<Row>) -> ApiResult<Row> {
    row.ok_or_else(|| Problem::refused(T::NOT_FOUND))
}

pub(super) async fn find<T: OwnedTable>(
    database: &impl ConnectionTrait,
    caller: &Caller,
    id: &str,
) -> ApiResult<T::Model> {
    or_not_found::<T, _>(select::<T>(caller, id).one(database).await?)
}

/// Checks that there is the row that a field of the request names.
pub(super) async fn check_named<T: OwnedTable>(
    database: &impl ConnectionTrait,
    caller: &Caller,
    field: &str,
    id: Option<&impl Display>,
) -> ApiResult<()> {
    let Some(id) = id.map(ToString::to_string) else { return Ok(()) };
    match select::<T>(caller, &id).one(database).await? {
        Some(_) => Ok(()),
        None => Err(unknown::<T>([(field, id)])),
    }
}

/// Refuses ids of rows, each with its field of the request.
pub(super) fn unknown<T: OwnedTable>(ids: impl IntoIterator<Item = (impl Display, impl Display)>) -> Problem {
    let name = T::NAME.replace('_', " ");
    let details = ids.into_iter().map(|(field, id)| format!("{field}: there is no {name} {id}")).collect();
    Problem::Refused { code: T::NOT_FOUND, details }
}

/// Selects the rows of the caller, or only those of the row that a field of the request names, which `column` has.
pub(super) async fn select_of<T: OwnedTable, Named: OwnedTable>(
    Read { app, caller }: &Read,
    (field, column): (&str, T::Column),
    id: Option<&impl Display>,
) -> ApiResult<Select<T>> {
    check_named::<Named>(&app.database, caller, field, id).await?;
    Ok(match id {
        Some(id) => T::find().filter(column.eq(id.to_string())),
        None => select_all::<T>(caller),
    })
}

pub(super) async fn lock<T: OwnedTable>(transaction: &IdempotentTransaction, id: &str) -> ApiResult<T::Model> {
    let row = select::<T>(&transaction.write.caller, id).lock_exclusive().one(&**transaction).await?;
    or_not_found::<T, _>(row)
}

pub(super) async fn delete_one<T: OwnedTable, Id: ToString>(
    write: IdempotentWrite,
    PathId(id): PathId<Id>,
) -> WriteResult {
    let transaction = write.begin().await?;
    let own = T::ORGANIZATION_ID.eq(write.caller.organization_id.as_str());
    let deletion = T::delete_many().filter(T::ID.eq(id.to_string())).filter(own);
    match deletion.exec(&*transaction).await?.rows_affected {
        0 => Err(Problem::refused(T::NOT_FOUND).into()),
        _ => transaction.commit_deletion(None).await,
    }
}

/// Refuses a row with `error` if the organization has `max` of the `others`. Locks the organization, so that creations at the same
/// time count each other.
pub(super) async fn check_limit<T: EntityTrait<Model: Sync>>(
    transaction: &IdempotentTransaction,
    others: Select<T>,
    max: u64,
    error: Problem,
) -> ApiResult<()> {
    lock_organization(&**transaction, transaction.write.caller.organization_id.as_str()).await?;
    if others.count(&**transaction).await? < max { Ok(()) } else { Err(error) }
}

/// A description as it is stored: a blank one is none.
pub(super) fn description(text: Option<String>) -> Option<String> {
    text.filter(|text| !visible_words(text).is_empty())
}

/// Orders `query` by its ids, newest first, and limits it to the page.
pub(super) fn page<T: OwnedTable>(query: Select<T>, pagination: &Pagination) -> Select<T> {
    let query = query.order_by_desc(T::ID).limit(u64::from(pagination.limit) + 1);
    query.apply_if(pagination.after.as_ref(), |query, after| query.filter(T::ID.lt(after)))
}

/// Returns the page of a list of rows that `request` asks for.
pub(super) async fn list<T: OwnedTable, Item>(
    read: &Read,
    operation: Operation,
    request: &impl Serialize,
    query: Select<T>,
    to_wire: impl FnMut(T::Model) -> ApiResult<Item>,
) -> ApiResult<Page<Item>> {
    let pagination = Pagination::new(operation, &read.caller, request)?;
    let rows = page(query, &pagination).all(&read.app.database).await?;
    pagination.page(rows, T::id, to_wire)
}
