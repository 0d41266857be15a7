//! The brands resource.

use std::collections::BTreeSet;

use answerdeck_api::limits::{
    BRAND_NAMES_CHARS_MAX, BRAND_WEBSITES_CHARS_MAX, BRANDS_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX,
};
use answerdeck_api::operation::LIST_BRANDS;
use answerdeck_api::{Brand, BrandCreate, BrandId, BrandList, BrandUpdate, Created, PageRequest};
use answerdeck_database::entity::brand;
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use answerdeck_insight::BrandNames;
use axum::Json;
use axum::extract::State;
use futures_util::TryFutureExt;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect,
};
use serde_json::json;

use super::rows;
use super::web_address::parse_url;
use crate::brand_finder::{lock_brands, names_of, redefine};
use crate::http::caller::Caller;
use crate::http::cursor::Pagination;
use crate::http::extract::{Body, PathId, QueryParams};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::own_brand::{own_brand, own_of};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::worker::JobKind;

pub(super) async fn create(
    app: AppState,
    caller: Caller,
    Body(create): Body<BrandCreate>,
    write: IdempotentWrite,
) -> WriteResult {
    check_websites(&create.websites)?;
    let now = app.clock.now();
    let id: BrandId = app.random.id(now);
    let organization_id = caller.organization_id.as_str();
    let transaction = write.begin(&app).await?;
    let brands = lock_brands(&transaction, organization_id, BRANDS_MAX).await?;
    let mut row = brand::Model {
        id: id.to_string(),
        organization_id: organization_id.to_owned(),
        name: create.name,
        description: create.description,
        synonyms: json!(create.synonyms),
        case_sensitive: create.case_sensitive,
        excluded_phrases: json!(create.excluded_phrases),
        websites: json!(create.websites),
        definition: 0,
        chosen_as_own: create.is_own,
        created_at: now.as_millisecond(),
    };
    let others: Vec<&brand::Model> = brands.iter().collect();
    check_limits(&row, &others)?;
    row.definition =
        redefine(app.statistics.as_ref(), &transaction, organization_id, None, names_of(&row)?.names, &others).await?;
    unchoose_others(&transaction, &row).await?;
    brand::Entity::insert(row.into_active_model()).exec_without_returning(&*transaction).await?;
    transaction.commit_work(JobKind::BrandBackfills, &Created { id }).await
}

pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(page): QueryParams<PageRequest>,
) -> ApiResult<Json<BrandList>> {
    let pagination = Pagination::new(LIST_BRANDS, &caller, &(), page.limit.unwrap_or(PAGE_SIZE_DEFAULT));
    let query = rows::select_all::<brand::Entity>(&caller);
    let query = rows::page(query, brand::Column::Id, &pagination, page.cursor.as_deref())?;
    let own = own_brand(&app.database, caller.organization_id.as_str());
    let (rows, own) = tokio::try_join!(query.all(&app.database), own)?;
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
pub(super) fn all_to_wire(rows: Vec<brand::Model>, of_organization: &[String]) -> ApiResult<Vec<Brand>> {
    let own =
        own_of(rows.iter().map(|row| (row.id.clone(), row.chosen_as_own, row.websites.clone())), of_organization)?;
    rows.into_iter().map(|row| to_wire(row, own.as_deref())).collect()
}

pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    PathId(id): PathId<BrandId>,
) -> ApiResult<Json<Brand>> {
    let row = rows::find::<brand::Entity>(&app.database, &caller, id.as_str());
    let own = own_brand(&app.database, caller.organization_id.as_str()).err_into();
    let (row, own) = tokio::try_join!(row, own)?;
    to_wire(row, own.as_deref()).map(Json)
}

pub(super) async fn update(
    app: AppState,
    caller: Caller,
    (PathId(id), Body(update)): (PathId<BrandId>, Body<BrandUpdate>),
    write: IdempotentWrite,
) -> WriteResult {
    check_websites(update.websites.as_deref().unwrap_or_default())?;
    let transaction = write.begin(&app).await?;
    let brands = lock_brands(&transaction, caller.organization_id.as_str(), BRANDS_MAX).await?;
    let (row, others) = split(&brands, &id)?;
    let before = row.clone();
    let mut updated = brand::Model {
        name: update.name.unwrap_or(before.name),
        description: update.description.unwrap_or(before.description),
        synonyms: update.synonyms.map_or(before.synonyms, |synonyms| json!(synonyms)),
        case_sensitive: update.case_sensitive.unwrap_or(before.case_sensitive),
        excluded_phrases: update.excluded_phrases.map_or(before.excluded_phrases, |phrases| json!(phrases)),
        websites: update.websites.map_or(before.websites, |websites| json!(websites)),
        chosen_as_own: update.is_own.unwrap_or(before.chosen_as_own),
        ..before
    };
    let names = changed_names(names_of(row)?, names_of(&updated)?);
    if !names.is_empty() || updated.websites != row.websites {
        check_limits(&updated, &others)?;
        let names = names.into_iter().collect();
        let organization_id = &row.organization_id;
        updated.definition =
            redefine(app.statistics.as_ref(), &transaction, organization_id, Some(row.definition), names, &others)
                .await?;
    }
    if updated != *row {
        unchoose_others(&transaction, &updated).await?;
        updated.clone().into_active_model().reset_all().update(&*transaction).await?;
    }
    let own = own_brand(&*transaction, &row.organization_id).await?;
    transaction.commit_work(JobKind::BrandBackfills, &to_wire(updated, own.as_deref())?).await
}

pub(super) async fn delete(
    app: AppState,
    caller: Caller,
    PathId(id): PathId<BrandId>,
    write: IdempotentWrite,
) -> WriteResult {
    let transaction = write.begin(&app).await?;
    let brands = lock_brands(&transaction, caller.organization_id.as_str(), BRANDS_MAX).await?;
    let (row, others) = split(&brands, &id)?;
    brand::Entity::delete_by_id(&row.id).exec(&*transaction).await?;
    // No brand has the new definition. A backfill removes the facts of both.
    redefine(
        app.statistics.as_ref(),
        &transaction,
        &row.organization_id,
        Some(row.definition),
        names_of(row)?.names,
        &others,
    )
    .await?;
    JobKind::BrandBackfills.notify_workers(&transaction).await?;
    let committed = transaction.commit_deletion().await?;
    app.notifications.of(JobKind::BrandBackfills).notify_one();
    Ok(committed)
}

/// Takes the choice of an own brand from all others if this one is chosen.
async fn unchoose_others(transaction: &DatabaseTransaction, row: &brand::Model) -> Result<(), DbErr> {
    if row.chosen_as_own {
        brand::Entity::update_many()
            .col_expr(brand::Column::ChosenAsOwn, Expr::value(false))
            .filter(brand::Column::OrganizationId.eq(&row.organization_id))
            .filter(brand::Column::ChosenAsOwn.eq(true))
            .filter(brand::Column::Id.ne(&row.id))
            .exec(transaction)
            .await?;
    }
    Ok(())
}

/// The names of a brand that may have other mentions after a change: all of them if it has another case or other phrases.
fn changed_names(before: BrandNames, after: BrandNames) -> BTreeSet<String> {
    let is_same_rule = before.case_sensitive == after.case_sensitive
        && BTreeSet::from_iter(&before.excluded_phrases) == BTreeSet::from_iter(&after.excluded_phrases);
    let (before, after) = (BTreeSet::from_iter(before.names), BTreeSet::from_iter(after.names));
    if is_same_rule { &before ^ &after } else { &before | &after }
}

/// Returns the brand with the id, and the others.
fn split<'a>(brands: &'a [brand::Model], id: &BrandId) -> ApiResult<(&'a brand::Model, Vec<&'a brand::Model>)> {
    let (found, others): (Vec<_>, Vec<_>) = brands.iter().partition(|brand| brand.id == id.as_str());
    Ok((rows::or_not_found::<brand::Entity, _>(found.first().copied())?, others))
}

fn check_websites(websites: &[String]) -> ApiResult<()> {
    for (index, website) in websites.iter().enumerate() {
        parse_url(&format!("websites[{index}]"), website)?;
    }
    Ok(())
}

/// Checks the limits of all brands of an organization together, which bound the memory of a search for them.
fn check_limits(row: &brand::Model, others: &[&brand::Model]) -> ApiResult<()> {
    let (mut names, mut websites) = (0, 0);
    let chars = |texts: Vec<String>| texts.iter().map(|text| text.chars().count()).sum::<usize>();
    for brand in others.iter().copied().chain([row]) {
        let of_brand = names_of(brand)?;
        names += chars(of_brand.names) + chars(of_brand.excluded_phrases);
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
