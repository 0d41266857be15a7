//! The brands resource.

use answerdeck_api::limits::{BRAND_NAMES_CHARS_MAX, BRAND_WEBSITES_CHARS_MAX, BRANDS_MAX, PAGE_SIZE_DEFAULT};
use answerdeck_api::operation::LIST_BRANDS;
use answerdeck_api::{Brand, BrandCreate, BrandId, BrandList, BrandUpdate, Created, ErrorCode, PageRequest};
use axum::Json;
use axum::extract::State;
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect, Select};
use serde_json::json;

use super::rows;
use crate::clock::wire_time;
use crate::columns;
use crate::database::entity::brand;
use crate::database::{WriteTransaction, stored, stored_json};
use crate::http::caller::Caller;
use crate::http::cursor::Pagination;
use crate::http::extract::{Body, Params, PathId};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::worker::Work;

pub(super) async fn create(
    app: AppState,
    caller: Caller,
    Body(create): Body<BrandCreate>,
    write: IdempotentWrite,
) -> WriteResult {
    let now = app.clock.now();
    let id: BrandId = app.random.id(now);
    let organization_id = caller.organization_id.as_str();
    let transaction = write.begin(&app).await?;
    let row = brand::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(organization_id.to_owned()),
        name: Set(create.name),
        description: Set(create.description),
        synonyms: Set(json!(create.synonyms)),
        websites: Set(json!(create.websites)),
        definition: Set(columns::redefine(&transaction, organization_id, None).await?),
        created_at: Set(now.as_millisecond()),
    };
    brand::Entity::insert(row).exec_without_returning(&*transaction).await?;
    check_limits(&transaction, organization_id).await?;
    Work::BrandSearches.notify_workers(&transaction).await?;
    let committed = transaction.commit(&Created { id }).await?;
    app.search_notify.notify_one();
    Ok(committed)
}

pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    Params(page): Params<PageRequest>,
) -> ApiResult<Json<BrandList>> {
    let pagination = Pagination::new(LIST_BRANDS, &caller, &(), page.limit.unwrap_or(PAGE_SIZE_DEFAULT));
    let query = brand::Entity::find().filter(brand::Column::OrganizationId.eq(caller.organization_id.as_str()));
    let query = rows::page(query, brand::Column::Id, &pagination, page.cursor.as_deref())?;
    let rows = query.all(&app.database).await?;
    Ok(Json(pagination.page(rows, |row| &row.id, to_wire)?.into()))
}

pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    PathId(id): PathId<BrandId>,
) -> ApiResult<Json<Brand>> {
    let row = or_not_found(select(&caller, &id).one(&app.database).await?)?;
    Ok(Json(to_wire(row)?))
}

pub(super) async fn update(
    app: AppState,
    caller: Caller,
    (PathId(id), Body(update)): (PathId<BrandId>, Body<BrandUpdate>),
    write: IdempotentWrite,
) -> WriteResult {
    let transaction = write.begin(&app).await?;
    let row = or_not_found(select(&caller, &id).lock_exclusive().one(&*transaction).await?)?;
    let mut updated = row.clone();
    if let Some(name) = update.name {
        updated.name = name;
    }
    if let Some(description) = update.description {
        updated.description = description;
    }
    if let Some(synonyms) = update.synonyms {
        updated.synonyms = json!(synonyms);
    }
    if let Some(websites) = update.websites {
        updated.websites = json!(websites);
    }
    let is_redefined =
        (&updated.name, &updated.synonyms, &updated.websites) != (&row.name, &row.synonyms, &row.websites);
    if is_redefined {
        updated.definition = columns::redefine(&transaction, &row.organization_id, Some(row.definition)).await?;
    }
    if updated != row {
        updated.clone().into_active_model().reset_all().update(&*transaction).await?;
    }
    if is_redefined {
        check_limits(&transaction, &row.organization_id).await?;
        Work::BrandSearches.notify_workers(&transaction).await?;
    }
    let committed = transaction.commit(&to_wire(updated)?).await?;
    app.search_notify.notify_one();
    Ok(committed)
}

pub(super) async fn delete(
    app: AppState,
    caller: Caller,
    PathId(id): PathId<BrandId>,
    write: IdempotentWrite,
) -> WriteResult {
    let transaction = write.begin(&app).await?;
    let row = or_not_found(select(&caller, &id).lock_exclusive().one(&*transaction).await?)?;
    brand::Entity::delete_by_id(&row.id).exec(&*transaction).await?;
    columns::remove_definition(&transaction, &row.organization_id, row.definition).await?;
    Work::BrandSearches.notify_workers(&transaction).await?;
    let committed = transaction.commit_deletion().await?;
    app.search_notify.notify_one();
    Ok(committed)
}

/// Checks the limits of all brands of an organization together, which bound the memory of a search for them.
///
/// # Errors
/// `COMMON_VALIDATION` if the brands exceed them.
async fn check_limits(transaction: &WriteTransaction, organization_id: &str) -> ApiResult<()> {
    let brands = brand::Entity::find()
        .filter(brand::Column::OrganizationId.eq(organization_id))
        .limit(BRANDS_MAX + 1)
        .all(transaction)
        .await?;
    let (mut names, mut websites) = (0, 0);
    for row in &brands {
        let chars = |texts: Vec<String>| texts.iter().map(|text| text.chars().count()).sum::<usize>();
        names += row.name.chars().count() + chars(stored_json(row.synonyms.clone())?);
        websites += chars(stored_json(row.websites.clone())?);
    }
    let problem = if brands.len() as u64 > BRANDS_MAX {
        format!("brands: an organization has at most {BRANDS_MAX}")
    } else if names > BRAND_NAMES_CHARS_MAX {
        format!("synonyms: the names of all brands have at most {BRAND_NAMES_CHARS_MAX} characters together")
    } else if websites > BRAND_WEBSITES_CHARS_MAX {
        format!("websites: those of all brands have at most {BRAND_WEBSITES_CHARS_MAX} characters together")
    } else {
        return Ok(());
    };
    Err(Problem::validation(problem))
}

/// Selects a brand of the caller. A brand of another organization is treated like an unknown one.
fn select(caller: &Caller, id: &BrandId) -> Select<brand::Entity> {
    brand::Entity::find_by_id(id.as_str()).filter(brand::Column::OrganizationId.eq(caller.organization_id.as_str()))
}

fn or_not_found(row: Option<brand::Model>) -> ApiResult<brand::Model> {
    row.ok_or_else(|| Problem::refused(ErrorCode::UserBrandNotFound))
}

fn to_wire(row: brand::Model) -> ApiResult<Brand> {
    Ok(Brand {
        id: stored(row.id)?,
        name: row.name,
        description: row.description,
        synonyms: stored_json(row.synonyms)?,
        websites: stored_json(row.websites)?,
        created_at: wire_time(row.created_at),
    })
}
