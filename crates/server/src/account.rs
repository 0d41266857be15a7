//! Organizations, their API keys and their credits: what an operator makes, and the demo with the same functions.

use answerdeck_api::OrganizationId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter};

use crate::database::entity::{api_key, credit_entry, organization};
use crate::random::hash;
use crate::state::AppState;

/// The prefix of an API key.
pub const API_KEY: &str = "adk_";
/// Characters of an organization's name, at most.
pub const ORGANIZATION_NAME_MAX: usize = 100;

/// Why an account cannot be changed as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AccountError {
    /// No organization has this id.
    #[error("there is no organization {0}")]
    NoOrganization(String),
    /// No key has this id.
    #[error("there is no API key {0}")]
    NoKey(String),
    /// The name is blank or too long.
    #[error("an organization's name has 1 to {ORGANIZATION_NAME_MAX} characters")]
    Name,
    /// The region is no ISO 3166-1 alpha-2 code.
    #[error("a region is the two capital letters of a country, such as KR")]
    Region,
    /// The balance would be less than nothing, or too large to keep.
    #[error("the balance would be out of its bounds")]
    Balance,
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// A new API key. The secret is known here only: the database keeps its SHA-256.
pub struct NewKey {
    /// Names the key, to revoke it.
    pub id: String,
    /// What a caller sends: `adk_…`.
    pub secret: String,
}

/// Makes an organization with no credits.
///
/// # Errors
/// [`AccountError::Name`], [`AccountError::Region`]; the database.
pub async fn create_organization(
    app: &AppState,
    database: &impl ConnectionTrait,
    name: &str,
    region: &str,
) -> Result<OrganizationId, AccountError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > ORGANIZATION_NAME_MAX || name.contains(char::is_control) {
        return Err(AccountError::Name);
    }
    if rust_iso3166::from_alpha2(region).is_none() {
        return Err(AccountError::Region);
    }
    let now = app.clock.now();
    let id: OrganizationId = app.random.id(now);
    let row = organization::ActiveModel {
        id: Set(id.to_string()),
        name: Set(name.to_owned()),
        region: Set(region.to_owned()),
        websites: Set(serde_json::json!([])),
        balance: Set(0),
        created_at: Set(now.as_millisecond()),
    };
    organization::Entity::insert(row).exec_without_returning(database).await?;
    Ok(id)
}

/// Makes an API key of an organization.
///
/// # Errors
/// [`AccountError::NoOrganization`]; the database.
pub async fn create_key(
    app: &AppState,
    database: &impl ConnectionTrait,
    organization_id: &str,
) -> Result<NewKey, AccountError> {
    if organization::Entity::find_by_id(organization_id).one(database).await?.is_none() {
        return Err(AccountError::NoOrganization(organization_id.to_owned()));
    }
    let now = app.clock.now();
    let key = NewKey { id: app.random.id(now), secret: app.random.secret(API_KEY) };
    let row = api_key::ActiveModel {
        id: Set(key.id.clone()),
        organization_id: Set(organization_id.to_owned()),
        secret_hash: Set(hash(&key.secret)),
        created_at: Set(now.as_millisecond()),
        revoked_at: Set(None),
    };
    api_key::Entity::insert(row).exec_without_returning(database).await?;
    Ok(key)
}

/// Revokes an API key. It and every OAuth token bound to it end at once; a key that is revoked already stays so.
///
/// # Errors
/// [`AccountError::NoKey`]; the database.
///
/// Source: docs/platform-api.md, section 5, rule 3.
pub async fn revoke_key(app: &AppState, database: &impl ConnectionTrait, id: &str) -> Result<(), AccountError> {
    let now = app.clock.now().as_millisecond();
    let revoked = api_key::Entity::update_many()
        .col_expr(api_key::Column::RevokedAt, Expr::value(now))
        .filter(api_key::Column::Id.eq(id))
        .filter(api_key::Column::RevokedAt.is_null())
        .exec(database)
        .await?;
    if revoked.rows_affected == 0 && api_key::Entity::find_by_id(id).one(database).await?.is_none() {
        return Err(AccountError::NoKey(id.to_owned()));
    }
    Ok(())
}

/// Changes an organization's balance by so many thousandths of a credit, and gives the balance after it.
/// Call it in a transaction: the balance and its entry belong together.
///
/// # Errors
/// [`AccountError::NoOrganization`], [`AccountError::Balance`]; the database.
pub async fn add_credits(
    app: &AppState,
    transaction: &impl ConnectionTrait,
    organization_id: &str,
    thousandths: i64,
) -> Result<i64, AccountError> {
    let no_organization = || AccountError::NoOrganization(organization_id.to_owned());
    // The update comes first: it holds the row until the transaction ends.
    organization::Entity::update_many()
        .col_expr(organization::Column::Balance, Expr::col(organization::Column::Balance).add(0))
        .filter(organization::Column::Id.eq(organization_id))
        .exec(transaction)
        .await?;
    let row = organization::Entity::find_by_id(organization_id).one(transaction).await?.ok_or_else(no_organization)?;
    let balance = row.balance.checked_add(thousandths).filter(|balance| *balance >= 0).ok_or(AccountError::Balance)?;
    organization::Entity::update_many()
        .col_expr(organization::Column::Balance, Expr::value(balance))
        .filter(organization::Column::Id.eq(organization_id))
        .exec(transaction)
        .await?;
    let now = app.clock.now();
    let entry = credit_entry::ActiveModel {
        id: Set(app.random.id(now)),
        organization_id: Set(organization_id.to_owned()),
        amount: Set(thousandths),
        answer_id: Set(None),
        created_at: Set(now.as_millisecond()),
    };
    credit_entry::Entity::insert(entry).exec_without_returning(transaction).await?;
    Ok(balance)
}
