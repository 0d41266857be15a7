use std::collections::{BTreeSet, HashMap};

use answerdeck_api::limits::{BRAND_NAMES_CHARS_MAX, BRAND_WEBSITES_CHARS_MAX, BRANDS_MAX, PAGE_SIZE_MAX};
use answerdeck_api::operation::LIST_BRANDS;
use answerdeck_api::{Brand, BrandCreate, BrandId, BrandList, BrandUpdate, Created, ErrorCode, PageRequest};
use answerdeck_database::entity::brand;
use answerdeck_database::text_search::folded;
use answerdeck_database::time::wire_time;
use answerdeck_database::{execute, lock_organization, parse_stored_id, stored_json};
use axum::Json;
use futures_util::TryFutureExt;
use sea_orm::{ActiveModelTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryOrder, QuerySelect};
use serde_json::json;

use super::rows;
use super::web_address::parse_url;
use crate::brand_finder::{affected_brands, names_of, read_brands, redefine};
use crate::http::caller::{Caller, Read};
use crate::http::cursor::Pagination;
use crate::http::extract::{Body, PathId, QueryParams};
use crate::idempotency::{IdempotentTransaction, IdempotentWrite, NotCommitted, WriteResult};
use crate::language::one_line;
use crate::own_brand::{own_brand, own_of};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::worker::JobKind;

pub(super) async fn create(write: IdempotentWrite, Body(create): Body<BrandCreate>) -> WriteResult {
    insert(write, create, |_, _| Ok(())).await
}

/// Creates a brand whose names no other one has. A person who creates one sees that; a tool, which may repeat itself, does not.
pub(super) async fn create_new(write: IdempotentWrite, Body(create): Body<BrandCreate>) -> WriteResult {
    insert(write, create, check_names).await
}

/// Inserts a brand that passes a check beside all others.
async fn insert(
    write: IdempotentWrite,
    create: BrandCreate,
    check: fn(&brand::Model, &[brand::Model]) -> ApiResult<()>,
) -> WriteResult {
    let IdempotentWrite { app, .. } = &write;
    check_websites(&create.websites)?;
    let now = app.clock.now();
    let id: BrandId = app.random.id(now);
    let mut row = brand::Model {
        id: id.to_string(),
        organization_id: write.caller.organization_id.to_string(),
        name: create.name,
        description: rows::description(create.description),
        synonyms: json!(create.synonyms),
        case_sensitive: create.case_sensitive,
        excluded_phrases: json!(create.excluded_phrases),
        websites: json!(create.websites),
        definition: 0,
        chosen_as_own: create.is_own,
        created_at: now.as_millisecond(),
    };
    let names = names_of(&row)?.names;
    let change = begin(&write, &id, |_| Ok(names.clone()));
    let Change { transaction, brands, affected } = change.await?;
    check(&row, &brands)?;
    check_limits(&row, &brands.iter().collect::<Vec<_>>())?;
    row.definition = redefine(app.statistics.as_ref(), &transaction, &row.organization_id, None, &affected).await?;
    unchoose_others(&transaction, &row).await?;
    brand::Entity::insert(row.into_active_model()).exec_without_returning(&*transaction).await?;
    transaction.commit_work(JobKind::BrandBackfills, &Created { id }).await
}

pub(super) async fn list(read: Read, QueryParams(page): QueryParams<PageRequest>) -> ApiResult<Json<BrandList>> {
    let pagination = Pagination::new(LIST_BRANDS, &read.caller, &page)?;
    let query = rows::page(rows::select_all::<brand::Entity>(&read.caller), &pagination);
    let own = own_brand(&read.app.database, read.caller.organization_id.as_str());
    let (rows, own) = tokio::try_join!(query.all(&read.app.database), own)?;
    Ok(Json(pagination.page(rows, |row| &row.id, |row| to_wire(row, own.as_deref()))?.into()))
}

/// All brands of the caller, newest first. `None` if they do not fit on a page.
pub(super) async fn all_of_a_page(app: &AppState, caller: &Caller) -> ApiResult<Option<Vec<brand::Model>>> {
    let rows = rows::select_all::<brand::Entity>(caller)
        .order_by_desc(brand::Column::Id)
        .limit(u64::from(PAGE_SIZE_MAX) + 1)
        .all(&app.database)
        .await?;
    Ok((rows.len() <= PAGE_SIZE_MAX as usize).then_some(rows))
}

/// All brands of an organization with these websites, in their order: newest first.
pub(super) fn all_to_wire(rows: Vec<brand::Model>, websites: &[String]) -> ApiResult<Vec<Brand>> {
    let own = own_of(rows.iter().map(|row| (row.id.clone(), row.chosen_as_own, row.websites.clone())), websites)?;
    rows.into_iter().map(|row| to_wire(row, own.as_deref())).collect()
}

pub(super) async fn get(Read { app, caller }: Read, PathId(id): PathId<BrandId>) -> ApiResult<Json<Brand>> {
    let row = rows::find::<brand::Entity>(&app.database, &caller, id.as_str());
    let own = own_brand(&app.database, caller.organization_id.as_str()).err_into();
    let (row, own) = tokio::try_join!(row, own)?;
    to_wire(row, own.as_deref()).map(Json)
}

pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<BrandId>, Body<BrandUpdate>),
) -> WriteResult {
    check_websites(update.websites.as_deref().unwrap_or_default())?;
    let change = begin(&write, &id, |brands| {
        let (row, _) = split(brands, &id)?;
        Ok(changed_names(row, &with_changes(row, &update))?)
    });
    let Change { transaction, brands, affected } = change.await?;
    let (row, others) = split(&brands, &id)?;
    let mut updated = with_changes(row, &update);
    if !changed_names(row, &updated)?.is_empty() || updated.websites != row.websites {
        check_limits(&updated, &others)?;
        let (organization_id, old) = (&row.organization_id, Some(row.definition));
        updated.definition =
            redefine(write.app.statistics.as_ref(), &transaction, organization_id, old, &affected).await?;
    }
    if updated != *row {
        unchoose_others(&transaction, &updated).await?;
        updated.clone().into_active_model().reset_all().update(&*transaction).await?;
    }
    let own = own_brand(&*transaction, &row.organization_id).await?;
    transaction.commit_work(JobKind::BrandBackfills, &to_wire(updated, own.as_deref())?).await
}

pub(super) async fn delete(write: IdempotentWrite, PathId(id): PathId<BrandId>) -> WriteResult {
    let change = begin(&write, &id, |brands| Ok(names_of(split(brands, &id)?.0)?.names));
    let Change { transaction, brands, affected } = change.await?;
    let (row, _) = split(&brands, &id)?;
    brand::Entity::delete_by_id(&row.id).exec(&*transaction).await?;
    // No brand has the new definition. A backfill removes the facts of both.
    let (organization_id, old) = (&row.organization_id, Some(row.definition));
    redefine(write.app.statistics.as_ref(), &transaction, organization_id, old, &affected).await?;
    transaction.commit_deletion(Some(JobKind::BrandBackfills)).await
}

/// A change of a brand that has begun.
struct Change {
    transaction: IdempotentTransaction,
    /// All brands of the organization, which change only in this transaction.
    brands: Vec<brand::Model>,
    /// The others whose mentions may change.
    affected: Vec<brand::Model>,
}

/// Begins to change the brand with this id. `changed` returns its names that [`affected_brands`] takes. If brands change while the
/// affected ones are found, these are found again.
async fn begin(
    write: &IdempotentWrite,
    id: &BrandId,
    changed: impl Fn(&[brand::Model]) -> ApiResult<Vec<String>>,
) -> Result<Change, NotCommitted> {
    let IdempotentWrite { app, caller, .. } = write;
    let organization_id = caller.organization_id.as_str();
    loop {
        let (revision, mut brands) = read_brands(&app.database, organization_id).await?;
        let names = changed(&brands)?;
        brands.retain(|brand| brand.id != id.as_str());
        let affected = affected_brands(&app.brand_finders.cpu_pool, names, brands).await?;
        let transaction = write.begin().await?;
        lock_organization(&*transaction, organization_id).await?;
        let (locked, brands) = read_brands(&*transaction, organization_id).await?;
        if locked == revision {
            return Ok(Change { transaction, brands, affected });
        }
        transaction.rollback().await?;
    }
}

fn with_changes(row: &brand::Model, update: &BrandUpdate) -> brand::Model {
    let (row, update) = (row.clone(), update.clone());
    brand::Model {
        name: update.name.unwrap_or(row.name),
        description: update.description.map_or(row.description, rows::description),
        synonyms: update.synonyms.map_or(row.synonyms, |synonyms| json!(synonyms)),
        case_sensitive: update.case_sensitive.unwrap_or(row.case_sensitive),
        excluded_phrases: update.excluded_phrases.map_or(row.excluded_phrases, |phrases| json!(phrases)),
        websites: update.websites.map_or(row.websites, |websites| json!(websites)),
        chosen_as_own: update.is_own.unwrap_or(row.chosen_as_own),
        ..row
    }
}

/// Takes the choice of an own brand from all others if this one is chosen.
async fn unchoose_others(transaction: &DatabaseTransaction, row: &brand::Model) -> Result<(), DbErr> {
    if row.chosen_as_own {
        let sql =
            "UPDATE brands SET chosen_as_own = FALSE WHERE organization_id = $1 AND chosen_as_own = TRUE AND id <> $2";
        execute(transaction, sql, [row.organization_id.as_str().into(), row.id.as_str().into()]).await?;
    }
    Ok(())
}

/// The names of a brand that may have other mentions after a change: all of them if it has another case or other phrases.
fn changed_names(before: &brand::Model, after: &brand::Model) -> Result<Vec<String>, DbErr> {
    let (before, after) = (names_of(before)?, names_of(after)?);
    let is_same_rule = before.case_sensitive == after.case_sensitive
        && BTreeSet::from_iter(&before.excluded_phrases) == BTreeSet::from_iter(&after.excluded_phrases);
    let (before, after) = (BTreeSet::from_iter(before.names), BTreeSet::from_iter(after.names));
    Ok(if is_same_rule { &before ^ &after } else { &before | &after }.into_iter().collect())
}

/// Returns the brand with the id, and the others.
fn split<'a>(brands: &'a [brand::Model], id: &BrandId) -> ApiResult<(&'a brand::Model, Vec<&'a brand::Model>)> {
    let (found, others): (Vec<_>, Vec<_>) = brands.iter().partition(|brand| brand.id == id.as_str());
    Ok((rows::or_not_found::<brand::Entity, _>(found.first().copied())?, others))
}

fn check_websites(websites: &[String]) -> ApiResult<()> {
    let mut checked = Ok(());
    for (index, website) in websites.iter().enumerate() {
        let url = parse_url(&format!("websites[{index}]"), website);
        checked = Problem::both(checked, url).map(drop);
    }
    checked
}

/// Checks that no other brand has one of the names, in any form in which it looks the same: each mention would count for both.
fn check_names(row: &brand::Model, others: &[brand::Model]) -> ApiResult<()> {
    let mut owners = HashMap::<String, &brand::Model>::new();
    for other in others {
        owners.extend(names_of(other)?.names.iter().map(|name| (folded(name), other)));
    }
    let mut details = Vec::new();
    for (index, name) in names_of(row)?.names.iter().enumerate() {
        if let Some(brand::Model { id, name: owner, .. }) = owners.get(&folded(name)) {
            let field = index.checked_sub(1).map_or_else(|| "name".to_owned(), |index| format!("synonyms[{index}]"));
            let (owner, name) = (one_line(owner), one_line(name));
            details.push(format!(
                "{field}: the brand {id} ({owner}) already has the name {name}. Leave it out, or a person changes that \
                 brand in the console"
            ));
        }
    }
    Problem::refuse_all(ErrorCode::CommonValidation, details)
}

/// Checks the limits of all brands of an organization together, which bound the memory of a search for them.
fn check_limits(row: &brand::Model, others: &[&brand::Model]) -> ApiResult<()> {
    let (mut names, mut websites) = (0, 0);
    let chars = |texts: Vec<String>| texts.iter().map(|text| text.chars().count()).sum::<usize>();
    for brand in others.iter().copied().chain([row]) {
        let brand_names = names_of(brand)?;
        names += chars(brand_names.names) + chars(brand_names.excluded_phrases);
        websites += chars(stored_json(brand.websites.clone())?);
    }
    let problem = if others.len() as u64 >= BRANDS_MAX {
        format!("brands: an organization has at most {BRANDS_MAX}")
    } else if names > BRAND_NAMES_CHARS_MAX {
        format!(
            "synonyms: the names and excluded phrases of all brands have at most {BRAND_NAMES_CHARS_MAX} characters together"
        )
    } else if websites > BRAND_WEBSITES_CHARS_MAX {
        format!("websites: those of all brands have at most {BRAND_WEBSITES_CHARS_MAX} characters together")
    } else {
        return Ok(());
    };
    Err(Problem::validation(problem))
}

/// `own` is the id of the organization's own brand.
fn to_wire(row: brand::Model, own: Option<&str>) -> ApiResult<Brand> {
    Ok(Brand {
        is_own: own == Some(row.id.as_str()),
        id: parse_stored_id(row.id)?,
        name: row.name,
        description: row.description,
        synonyms: stored_json(row.synonyms)?,
        case_sensitive: row.case_sensitive,
        excluded_phrases: stored_json(row.excluded_phrases)?,
        websites: stored_json(row.websites)?,
        created_at: wire_time(row.created_at),
    })
}
