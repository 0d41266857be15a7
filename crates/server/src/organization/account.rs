//! Creates organizations and API keys, and changes credit balances. The command line and the demo use it.

use answerdeck_api::limits::{ID_LENGTH, WEB_ADDRESS_MAX};
use answerdeck_api::{OrganizationId, is_web_address, not_blank};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::{api_key, credit_entry, organization};
use answerdeck_database::{WriteTransaction, begin, execute, lock_organization, region};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, Value};

use crate::alerts::rules;
use crate::digests::settings;
use crate::http::caller::API_KEY_PREFIX;
use crate::random::hash;
use crate::state::AppState;

/// The maximum length of the name of an organization or an API key, in characters.
const NAME_MAX: usize = 100;
const ORGANIZATION_WEBSITES_MAX: usize = 20;

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("organization {0} not found")]
    OrganizationNotFound(String),
    #[error("API key {0} not found")]
    KeyNotFound(String),
    #[error("a name must have 1 to {NAME_MAX} characters, and no control characters such as tabs")]
    InvalidName,
    #[error("{0} is not a country code of ISO 3166-1, such as KR")]
    InvalidRegion(String),
    #[error(
        "{0} is no website: write http:// or https:// and a host, without a user name, in at most {WEB_ADDRESS_MAX} characters"
    )]
    InvalidWebsite(String),
    #[error("an organization has at most {ORGANIZATION_WEBSITES_MAX} websites")]
    TooManyWebsites,
    #[error("the balance is {0}: the new one would be negative or too large")]
    BalanceOutOfRange(f64),
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// A new API key. The secret cannot be read again: the database stores its SHA-256 hash.
pub struct NewKey {
    /// The id of the key, to revoke it.
    pub id: String,
    /// The secret that a caller sends: `adk_…`.
    pub secret: String,
}

/// Creates an organization without credits, with the rules of alerts that need no choice, and a digest every Monday.
pub async fn create_organization(app: &AppState, name: &str, region: &str) -> Result<OrganizationId, AccountError> {
    let name = checked_name(name)?;
    let region = region.to_ascii_uppercase();
    if !region::is_known(&region) {
        return Err(AccountError::InvalidRegion(region));
    }
    let now = app.clock.now();
    let id: OrganizationId = app.random.id(now);
    let row = organization::ActiveModel {
        id: Set(id.to_string()),
        name: Set(name.to_owned()),
        region: Set(region.clone()),
        websites: Set(serde_json::json!([])),
        balance: Set(0),
        brands_revision: Set(0),
        created_at: Set(now.as_millisecond()),
    };
    let transaction = begin(&app.database).await?;
    organization::Entity::insert(row).exec_without_returning(&transaction).await?;
    rules::create_defaults(&transaction, &app.random, id.as_str(), now).await?;
    settings::create_defaults(&transaction, id.as_str(), &region, now).await?;
    transaction.commit().await?;
    Ok(id)
}

pub async fn rename_organization(database: &impl ConnectionTrait, id: &str, name: &str) -> Result<(), AccountError> {
    update_organization(database, id, organization::Column::Name, checked_name(name)?).await
}

pub async fn set_websites(database: &impl ConnectionTrait, id: &str, websites: &[String]) -> Result<(), AccountError> {
    if websites.len() > ORGANIZATION_WEBSITES_MAX {
        return Err(AccountError::TooManyWebsites);
    }
    let is_invalid = |url: &&String| url.chars().count() > WEB_ADDRESS_MAX || !is_web_address(url);
    match websites.iter().find(is_invalid) {
        Some(invalid) => Err(AccountError::InvalidWebsite(invalid.clone())),
        None => update_organization(database, id, organization::Column::Websites, serde_json::json!(websites)).await,
    }
}

async fn update_organization(
    database: &impl ConnectionTrait,
    id: &str,
    column: organization::Column,
    value: impl Into<Value>,
) -> Result<(), AccountError> {
    let update = organization::Entity::update_many().col_expr(column, Expr::value(value));
    match update.filter(organization::Column::Id.eq(id)).exec(database).await?.rows_affected {
        0 => Err(AccountError::OrganizationNotFound(id.to_owned())),
        _ => Ok(()),
    }
}

fn checked_name(name: &str) -> Result<&str, AccountError> {
    let name = name.trim();
    let length = 1..=NAME_MAX;
    if not_blank(name, &()).is_err() || !length.contains(&name.chars().count()) || name.contains(char::is_control) {
        return Err(AccountError::InvalidName);
    }
    Ok(name)
}

pub(crate) async fn find_organization(
    database: &impl ConnectionTrait,
    id: &str,
) -> Result<organization::Model, AccountError> {
    let found = organization::Entity::find_by_id(id).one(database).await?;
    found.ok_or_else(|| AccountError::OrganizationNotFound(id.to_owned()))
}

pub async fn create_key(
    app: &AppState,
    database: &impl ConnectionTrait,
    organization_id: &str,
    name: Option<&str>,
) -> Result<NewKey, AccountError> {
    let name = name.map(checked_name).transpose()?;
    find_organization(database, organization_id).await?;
    let now = app.clock.now();
    let key = NewKey { id: app.random.id(now), secret: app.random.secret(API_KEY_PREFIX) };
    let row = api_key::ActiveModel {
        id: Set(key.id.clone()),
        organization_id: Set(organization_id.to_owned()),
        name: Set(name.map(str::to_owned)),
        secret_hash: Set(hash(&key.secret)),
        created_at: Set(now.as_millisecond()),
        revoked_at: Set(None),
    };
    api_key::Entity::insert(row).exec_without_returning(database).await?;
    Ok(key)
}

/// Returns the API keys of an organization, the oldest first.
pub async fn list_keys(
    database: &impl ConnectionTrait,
    organization_id: &str,
) -> Result<Vec<api_key::Model>, AccountError> {
    find_organization(database, organization_id).await?;
    let keys = api_key::Entity::find().filter(api_key::Column::OrganizationId.eq(organization_id));
    Ok(keys.order_by_asc(api_key::Column::Id).all(database).await?)
}

/// Revokes an API key, named by its id or by itself, and, with it, every OAuth token bound to it, with immediate effect.
/// Returns the id. Revoking a revoked key does nothing.
///
/// Source: docs/platform-api.md, section 5, rule 3.
pub async fn revoke_key(app: &AppState, id_or_key: &str) -> Result<String, AccountError> {
    let (database, now) = (&app.database, app.clock.now().as_millisecond());
    let is_named = match id_or_key.starts_with(API_KEY_PREFIX) {
        true => api_key::Column::SecretHash.eq(hash(id_or_key)),
        false => api_key::Column::Id.eq(id_or_key),
    };
    let key = api_key::Entity::find().filter(is_named).one(database).await?;
    let id = key.ok_or_else(|| AccountError::KeyNotFound(without_secret(id_or_key)))?.id;
    let sql = "UPDATE api_keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL";
    execute(database, sql, [now.into(), id.as_str().into()]).await?;
    Ok(id)
}

/// The text, unless it may be a secret or a part of one.
fn without_secret(id_or_key: &str) -> String {
    let may_be_secret = id_or_key.starts_with(API_KEY_PREFIX) || id_or_key.len() > ID_LENGTH;
    if may_be_secret { format!("{API_KEY_PREFIX}…") } else { id_or_key.to_owned() }
}

/// Adds `thousandths` of a credit, which may be negative, to an organization's balance and returns the new balance.
pub async fn add_credits(
    app: &AppState,
    transaction: &WriteTransaction,
    organization_id: &str,
    thousandths: i64,
) -> Result<i64, AccountError> {
    let not_found = || AccountError::OrganizationNotFound(organization_id.to_owned());
    let row = lock_organization(transaction, organization_id).await?.ok_or_else(not_found)?;
    let balance = row.balance.checked_add(thousandths).filter(|balance| *balance >= 0);
    let balance = balance.ok_or_else(|| AccountError::BalanceOutOfRange(credits(row.balance)))?;
    update_organization(transaction, organization_id, organization::Column::Balance, balance).await?;
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
