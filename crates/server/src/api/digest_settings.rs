//! When digests are made, and who gets them as e-mail.

use answerdeck_api::{DigestMailStatus, DigestSettings, DigestSettingsUpdate, MessageLanguage, Weekday};
use answerdeck_database::entity::{digest_recipient, digest_settings};
use answerdeck_database::time::wire_time;
use axum::Json;
use jiff::Timestamp;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect,
};

use crate::digests::settings;
use crate::http::caller::{Caller, Read};
use crate::http::extract::Body;
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

pub(super) async fn get(Read { app, caller }: Read) -> ApiResult<Json<DigestSettings>> {
    let row = digest_settings::Entity::find_by_id(caller.organization_id.as_str()).one(&app.database).await?;
    to_wire(&app, &app.database, or_not_found(row, &caller)?).await.map(Json)
}

pub(super) async fn update(write: IdempotentWrite, Body(update): Body<DigestSettingsUpdate>) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let now = app.clock.now();
    let transaction = write.begin().await?;
    let row = digest_settings::Entity::find_by_id(caller.organization_id.as_str());
    let row = or_not_found(row.lock_exclusive().one(&*transaction).await?, caller)?;
    let before = row.clone();
    let mut changed = digest_settings::Model {
        weekday: update.weekday.map_or(before.weekday, |weekday| weekday.to_string()),
        time: update.time.unwrap_or(before.time),
        time_zone: update.time_zone.unwrap_or(before.time_zone),
        language: update.language.map_or(before.language, |language| language.to_string()),
        ..before
    };
    let calendar = settings::calendar(&changed)?;
    changed.time_zone = calendar.time_zone().to_owned();
    let is_enabled = update.enabled.unwrap_or(row.next_due_at.is_some());
    // What is due now is made as it was planned.
    let is_due = row.next_due_at.is_some_and(|due| due <= now.as_millisecond());
    changed.next_due_at = match is_enabled {
        false => None,
        true if is_due => row.next_due_at,
        true => calendar.next_after(now).map(Timestamp::as_millisecond),
    };
    if changed != row {
        changed.clone().into_active_model().reset_all().update(&*transaction).await?;
    }
    if let Some(addresses) = update.recipients {
        replace_recipients(app, &transaction, caller, addresses, now).await?;
    }
    let settings = to_wire(app, &*transaction, changed).await?;
    transaction.commit(&settings).await
}

/// Keeps the recipients that have one of the addresses, deletes the others, and adds the new ones.
async fn replace_recipients(
    app: &AppState,
    transaction: &DatabaseTransaction,
    caller: &Caller,
    addresses: Vec<String>,
    now: Timestamp,
) -> Result<(), DbErr> {
    let organization_id = caller.organization_id.as_str();
    let mut new: Vec<String> = Vec::new();
    for address in addresses {
        if !new.iter().any(|known| known.eq_ignore_ascii_case(&address)) {
            new.push(address);
        }
    }
    let (kept, removed): (Vec<_>, Vec<_>) = recipients(transaction, organization_id)
        .await?
        .into_iter()
        .partition(|row| new.iter().any(|address| address.eq_ignore_ascii_case(&row.address)));
    let removed = removed.into_iter().map(|row| row.id);
    digest_recipient::Entity::delete_many()
        .filter(digest_recipient::Column::OrganizationId.eq(organization_id))
        .filter(digest_recipient::Column::Id.is_in(removed))
        .exec(transaction)
        .await?;
    new.retain(|address| !kept.iter().any(|row| row.address.eq_ignore_ascii_case(address)));
    let ids = app.random.ids::<String>(now, new.len());
    let rows = ids.into_iter().zip(new).map(|(id, address)| digest_recipient::Model {
        id,
        organization_id: organization_id.to_owned(),
        address,
        sent_at: None,
        last_error: None,
        created_at: now.as_millisecond(),
    });
    let rows = rows.map(IntoActiveModel::into_active_model);
    digest_recipient::Entity::insert_many(rows).exec_without_returning(transaction).await.map(drop)
}

async fn recipients(
    database: &impl ConnectionTrait,
    organization_id: &str,
) -> Result<Vec<digest_recipient::Model>, DbErr> {
    digest_recipient::Entity::find()
        .filter(digest_recipient::Column::OrganizationId.eq(organization_id))
        .order_by_asc(digest_recipient::Column::Id)
        .all(database)
        .await
}

/// Every organization has settings.
fn or_not_found(row: Option<digest_settings::Model>, caller: &Caller) -> ApiResult<digest_settings::Model> {
    let missing = || DbErr::RecordNotFound(format!("digest settings of {}", caller.organization_id));
    row.ok_or_else(missing).map_err(Problem::from)
}

async fn to_wire(
    app: &AppState,
    database: &impl ConnectionTrait,
    row: digest_settings::Model,
) -> ApiResult<DigestSettings> {
    let recipients = recipients(database, &row.organization_id).await?;
    let mail_status = |row: digest_recipient::Model| DigestMailStatus {
        address: row.address,
        sent_at: row.sent_at.map(wire_time),
        last_error: row.last_error,
    };
    Ok(DigestSettings {
        enabled: row.next_due_at.is_some(),
        weekday: Weekday::from(row.weekday.as_str()),
        time: row.time,
        time_zone: row.time_zone,
        language: MessageLanguage::from(row.language.as_str()),
        recipients: recipients.iter().map(|row| row.address.clone()).collect(),
        mail_statuses: recipients.into_iter().map(mail_status).collect(),
        email_available: app.config.mailer.is_some(),
        next_at: row.next_due_at.map(wire_time),
    })
}
