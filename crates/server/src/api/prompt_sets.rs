use answerdeck_api::limits::PROMPT_SETS_MAX;
use answerdeck_api::operation::LIST_PROMPT_SETS;
use answerdeck_api::{Created, PageRequest, PromptSet, PromptSetCreate, PromptSetId, PromptSetList, PromptSetUpdate};
use answerdeck_database::entity::prompt_set;
use answerdeck_database::parse_stored_id;
use answerdeck_database::time::wire_time;
use axum::Json;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, EntityTrait, FromQueryResult, IntoActiveModel, QuerySelect, Select, SelectModel, Selector,
};

use super::rows;
use crate::http::caller::Read;
use crate::http::cursor::Pagination;
use crate::http::extract::{Body, PathId, QueryParams};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};

pub(super) async fn create(write: IdempotentWrite, Body(create): Body<PromptSetCreate>) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let now = app.clock.now();
    let id: PromptSetId = app.random.id(now);
    let row = prompt_set::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(caller.organization_id.to_string()),
        name: Set(create.name),
        description: Set(rows::description(create.description)),
        created_at: Set(now.as_millisecond()),
    };
    let transaction = write.begin().await?;
    let too_many = Problem::validation(format!("promptSets: an organization has at most {PROMPT_SETS_MAX}"));
    rows::check_limit(&transaction, rows::select_all::<prompt_set::Entity>(caller), PROMPT_SETS_MAX, too_many).await?;
    prompt_set::Entity::insert(row).exec_without_returning(&*transaction).await?;
    transaction.commit(&Created { id }).await
}

pub(super) async fn list(read: Read, QueryParams(page): QueryParams<PageRequest>) -> ApiResult<Json<PromptSetList>> {
    let pagination = Pagination::new(LIST_PROMPT_SETS, &read.caller, &page)?;
    let query = rows::page(rows::select_all::<prompt_set::Entity>(&read.caller), &pagination);
    let rows = counted(query).all(&read.app.database).await?;
    Ok(Json(pagination.page(rows, |row| &row.set.id, CountedSet::into_wire)?.into()))
}

pub(super) async fn get(Read { app, caller }: Read, PathId(id): PathId<PromptSetId>) -> ApiResult<Json<PromptSet>> {
    let row = counted(rows::select(&caller, id.as_str())).one(&app.database).await?;
    rows::or_not_found::<prompt_set::Entity, _>(row)?.into_wire().map(Json)
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<PromptSetId>, Body<PromptSetUpdate>),
) -> WriteResult {
    let transaction = write.begin().await?;
    let mut change = rows::lock::<prompt_set::Entity>(&transaction, id.as_str()).await?.into_active_model();
    change.name = update.name.map_or(change.name, Set);
    change.description = update.description.map_or(change.description, |text| Set(rows::description(text)));
    let row = change.update(&*transaction).await?;
    transaction.commit(&to_wire(row)?).await
}

/// A prompt set with the number of its prompts and the time of its newest answer.
#[derive(FromQueryResult)]
struct CountedSet {
    #[sea_orm(nested)]
    set: prompt_set::Model,
    prompts: i64,
    last_answer_at: Option<i64>,
}

impl CountedSet {
    fn into_wire(self) -> ApiResult<PromptSet> {
        let prompt_count = u32::try_from(self.prompts).ok();
        Ok(PromptSet { prompt_count, last_answer_at: self.last_answer_at.map(wire_time), ..to_wire(self.set)? })
    }
}

/// Selects sets with their counts, in one statement. Both subqueries read an index.
fn counted(sets: Select<prompt_set::Entity>) -> Selector<SelectModel<CountedSet>> {
    let prompts = "(SELECT count(*) FROM prompts WHERE prompts.prompt_set_id = prompt_sets.id)";
    let last_answer_at = "(SELECT created_at FROM answers WHERE answers.organization_id = prompt_sets.organization_id \
                          AND answers.prompt_set_id = prompt_sets.id ORDER BY answers.id DESC LIMIT 1)";
    sets.expr_as(Expr::cust(prompts), "prompts").expr_as(Expr::cust(last_answer_at), "last_answer_at").into_model()
}

fn to_wire(row: prompt_set::Model) -> ApiResult<PromptSet> {
    Ok(PromptSet {
        id: parse_stored_id(row.id)?,
        name: row.name,
        description: row.description,
        created_at: wire_time(row.created_at),
        prompt_count: None,
        last_answer_at: None,
    })
}
