use std::collections::{BTreeMap, HashMap, HashSet};

use answerdeck_api::limits::PROMPTS_PER_SET_MAX;
use answerdeck_api::operation::LIST_PROMPTS;
use answerdeck_api::{
    AnswerStatus, Created, ErrorCode, Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptIds,
    PromptList, PromptSetId, PromptUpdate, visible_words,
};
use answerdeck_database::entity::{answer, prompt, prompt_set};
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, text_search};
use answerdeck_mcp::{PromptsAdd, PromptsAdded};
use axum::Json;
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use unicode_normalization::UnicodeNormalization;

use super::{heavy_reads, rows};
use crate::http::caller::Read;
use crate::http::cursor::Pagination;
use crate::http::extract::{Body, PathId, QueryParams};
use crate::idempotency::{IdempotentTransaction, IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};

pub(super) async fn create(write: IdempotentWrite, Body(create): Body<PromptCreate>) -> WriteResult {
    let transaction = write.begin().await?;
    let mut ids = insert(&transaction, vec![create], |_| "promptSetID".to_owned()).await?;
    transaction.commit(&Created { id: ids.remove(0) }).await
}

pub(super) async fn create_many(write: IdempotentWrite, Body(create): Body<PromptBulkCreate>) -> WriteResult {
    let transaction = write.begin().await?;
    let field = |index| format!("prompts[{index}].promptSetID");
    let ids = insert(&transaction, create.prompts, field).await?;
    transaction.commit(&PromptIds { ids }).await
}

/// Inserts all of `prompts` or none and returns their ids in the same order. `field` returns the name of the
/// `promptSetID` field of the prompt at an index, for the details of an error.
async fn insert(
    transaction: &IdempotentTransaction,
    prompts: Vec<PromptCreate>,
    field: impl Fn(usize) -> String,
) -> ApiResult<Vec<PromptId>> {
    let IdempotentWrite { app, caller, .. } = &transaction.write;
    let mut new_per_set = BTreeMap::<&PromptSetId, usize>::new();
    for prompt in &prompts {
        *new_per_set.entry(&prompt.prompt_set_id).or_default() += 1;
    }
    // The lock keeps other requests from adding prompts to the sets or deleting them before the commit.
    let sets = rows::select_all::<prompt_set::Entity>(caller)
        .filter(prompt_set::Column::Id.is_in(new_per_set.keys().map(|id| id.as_str())))
        .order_by_asc(prompt_set::Column::Id)
        .lock_exclusive()
        .all(&**transaction)
        .await?;
    let sets: HashSet<String> = sets.into_iter().map(|set| set.id).collect();
    if new_per_set.keys().any(|id| !sets.contains(id.as_str())) {
        let unknown = prompts.iter().enumerate().filter(|(_, prompt)| !sets.contains(prompt.prompt_set_id.as_str()));
        let unknown = unknown.map(|(index, prompt)| (field(index), &prompt.prompt_set_id));
        return Err(rows::unknown::<prompt_set::Entity>(unknown));
    }
    let existing = prompt::Entity::find()
        .select_only()
        .column(prompt::Column::PromptSetId)
        .column_as(prompt::Column::Id.count(), "count")
        .filter(prompt::Column::PromptSetId.is_in(sets))
        .group_by(prompt::Column::PromptSetId)
        .into_tuple::<(String, i64)>()
        .all(&**transaction)
        .await?;
    let existing: HashMap<String, i64> = existing.into_iter().collect();
    let without_room = new_per_set.iter().filter_map(|(set, new)| {
        let existing = existing.get(set.as_str()).copied().unwrap_or_default();
        let room = PROMPTS_PER_SET_MAX.saturating_sub(usize::try_from(existing).unwrap_or(usize::MAX));
        let first = prompts.iter().position(|prompt| prompt.prompt_set_id == **set).filter(|_| *new > room)?;
        Some(format!("{}: the set has room for {room} more prompts", field(first)))
    });
    Problem::refuse_all(ErrorCode::PromptSetPromptLimitExceeded, without_room.collect())?;
    let now = app.clock.now();
    let ids: Vec<PromptId> = app.random.ids(now, prompts.len());
    let rows = prompts.into_iter().zip(&ids).map(|(create, id)| prompt::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(caller.organization_id.to_string()),
        prompt_set_id: Set(create.prompt_set_id.into()),
        content_folded: Set(text_search::folded(&create.content)),
        content: Set(create.content),
        created_at: Set(now.as_millisecond()),
    });
    prompt::Entity::insert_many(rows).exec_without_returning(&**transaction).await?;
    Ok(ids)
}

/// Inserts the prompts that the set lacks, each text once, and returns the ids of all texts. Texts that look the same are one.
pub(super) async fn add(write: IdempotentWrite, Body(add): Body<PromptsAdd>) -> WriteResult {
    let transaction = write.begin().await?;
    // The lock keeps other requests from adding the same texts before the commit.
    let set_id = add.prompt_set_id.as_str();
    let set = rows::select::<prompt_set::Entity>(&write.caller, set_id).lock_exclusive().one(&*transaction).await?;
    let set = set.ok_or_else(|| rows::unknown::<prompt_set::Entity>([("promptSetID", set_id)]))?;
    // Forms that are equal except for case are narrowed down by the form for search.
    let existing = prompt::Entity::find()
        .filter(prompt::Column::PromptSetId.eq(&set.id))
        .filter(prompt::Column::ContentFolded.is_in(add.contents.iter().map(|content| text_search::folded(content))))
        .order_by_desc(prompt::Column::Id)
        .all(&*transaction)
        .await?;
    // The oldest prompt with a text is the last one here.
    let mut ids: HashMap<String, PromptId> = existing
        .into_iter()
        .map(|row| Ok((normalized(&row.content), parse_stored_id(row.id)?)))
        .collect::<ApiResult<_>>()?;
    let (mut missing, mut missing_forms) = (Vec::new(), Vec::new());
    for content in &add.contents {
        let form = normalized(content);
        if !ids.contains_key(&form) && !missing_forms.contains(&form) {
            missing.push(PromptCreate { content: content.clone(), prompt_set_id: add.prompt_set_id.clone() });
            missing_forms.push(form);
        }
    }
    let created_count = missing.len() as u64;
    let created = insert(&transaction, missing, |_| "promptSetID".to_owned()).await?;
    ids.extend(missing_forms.into_iter().zip(created));
    let prompt_ids = add.contents.iter().filter_map(|content| ids.get(&normalized(content)).cloned()).collect();
    transaction.commit(&PromptsAdded { prompt_ids, created_count }).await
}

/// The form of a text in which a set has it once.
fn normalized(content: &str) -> String {
    visible_words(content).nfc().collect()
}

pub(super) async fn list(read: Read, QueryParams(filter): QueryParams<PromptFilter>) -> ApiResult<Json<PromptList>> {
    let of_set = ("promptSetID", prompt::Column::PromptSetId);
    let query = rows::select_of::<prompt::Entity, prompt_set::Entity>(&read, of_set, filter.prompt_set_id.as_ref());
    let mut query = query.await?;
    let Read { app, caller } = read;
    if !filter.prompt_ids.is_empty() {
        query = query.filter(prompt::Column::Id.is_in(filter.prompt_ids.iter().map(|id| id.as_str())));
    }
    if let Some(text) = &filter.content_contains {
        let backend = app.database.get_database_backend();
        query = query.filter(text_search::contains(backend, prompt::Column::ContentFolded, text));
    }
    let pagination = Pagination::new(LIST_PROMPTS, &caller, &filter)?;
    let query = rows::page(query, &pagination);
    // Without a set, the database may search all prompts of the organization.
    let rows = if filter.content_contains.is_some() && filter.prompt_set_id.is_none() {
        let database = app.databases.heavy_reads.clone();
        heavy_reads::run(&app, &caller, async move { query.all(&database).await }).await??
    } else {
        query.all(&app.database).await?
    };
    Ok(Json(pagination.page(rows, |row| &row.id, |row| to_wire(row, None))?.into()))
}

pub(super) async fn get(Read { app, caller }: Read, PathId(id): PathId<PromptId>) -> ApiResult<Json<Prompt>> {
    let row = rows::find::<prompt::Entity>(&app.database, &caller, id.as_str()).await?;
    let answers = rows::select_all::<answer::Entity>(&caller)
        .filter(answer::Column::PromptId.eq(&row.id))
        .filter(answer::Column::Status.eq(AnswerStatus::Success.as_str()))
        .count(&app.database)
        .await?;
    Ok(Json(to_wire(row, Some(answers))?))
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<PromptId>, Body<PromptUpdate>),
) -> WriteResult {
    let transaction = write.begin().await?;
    let mut change = rows::lock::<prompt::Entity>(&transaction, id.as_str()).await?.into_active_model();
    if let Some(content) = update.content {
        change.content_folded = Set(text_search::folded(&content));
        change.content = Set(content);
    }
    let row = change.update(&*transaction).await?;
    transaction.commit(&to_wire(row, None)?).await
}

fn to_wire(row: prompt::Model, answer_count: Option<u64>) -> ApiResult<Prompt> {
    Ok(Prompt {
        id: parse_stored_id(row.id)?,
        content: row.content,
        prompt_set_id: parse_stored_id(row.prompt_set_id)?,
        created_at: wire_time(row.created_at),
        answer_count,
    })
}
