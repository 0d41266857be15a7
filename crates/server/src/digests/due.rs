//! Makes the digests that are due, after a downtime only the latest. The digest, its event, its mails and the next due time are
//! stored in the transaction that ends the lease: if a worker dies before, another starts again, and no due time has two
//! digests.

use answerdeck_api::{DigestFindings, DigestId, DigestReady, Event};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::{digest, digest_settings};
use answerdeck_database::{begin, query_row};
use jiff::{SignedDuration, Timestamp};
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QueryResult, QuerySelect,
};
use serde_json::json;

use super::{findings, outbox, settings};
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::webhooks::events;
use crate::worker::lease;

/// The time between two due times, but for changes of clocks.
const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Makes the digest of an organization that is due. Returns whether there was one.
pub async fn make_next(app: &AppState, worker: &str) -> Result<bool, DbErr> {
    let make = async |row, now| make(app, worker, row, now).await.map_err(|problem| format!("{problem:?}"));
    lease::process_due(app, ("digest_settings", "next_due_at"), worker, "a digest was not made", make).await
}

async fn make(app: &AppState, worker: &str, claimed: QueryResult, now: Timestamp) -> ApiResult<()> {
    let claimed = digest_settings::Model::from_query_result(&claimed, "")?;
    let (organization, calendar) = (claimed.organization_id.as_str(), settings::calendar(&claimed)?);
    let first = claimed.next_due_at.and_then(|due| Timestamp::from_millisecond(due).ok()).unwrap_or(now);
    let due = calendar.due_times_from(first).take_while(|due| *due <= now).last().unwrap_or(first);
    let found = findings::find(app, organization, calendar.week_before(due), calendar.time_zone()).await?;
    let transaction = begin(&app.databases.jobs).await?;
    let row = digest_settings::Entity::find_by_id(organization)
        .filter(digest_settings::Column::LeaseOwner.eq(worker))
        .filter(digest_settings::Column::NextDueAt.eq(claimed.next_due_at))
        .lock_exclusive()
        .one(&transaction)
        .await?;
    let Some(row) = row else {
        // The lease has expired, or a person has changed the times: another digest is due.
        transaction.rollback().await?;
        return Ok(());
    };
    let next_due_at = settings::calendar(&row)?.next_after(now).map(Timestamp::as_millisecond);
    let language = row.language.clone();
    let change = digest_settings::ActiveModel {
        next_due_at: Set(next_due_at),
        lease_owner: Set(None),
        lease_until: Set(None),
        ..row.into_active_model()
    };
    change.update(&transaction).await?;
    let digest_id = insert(app, &transaction, organization, due, found, now).await?;
    outbox::insert(app, &transaction, organization, digest_id.as_str(), &language, now).await?;
    transaction.commit().await?;
    app.prometheus.digests.inc();
    Ok(())
}

/// Makes the digest that was due last, of an organization that did not exist then: the demo.
pub(crate) async fn make_last(app: &AppState, organization_id: &str) -> ApiResult<()> {
    let row = digest_settings::Entity::find_by_id(organization_id).one(&app.databases.jobs).await?;
    let Some(calendar) = row.as_ref().map(settings::calendar).transpose()? else { return Ok(()) };
    let Some(due) = calendar.next_after(app.clock.now() - WEEK) else { return Ok(()) };
    let mut found = findings::find(app, organization_id, calendar.week_before(due), calendar.time_zone()).await?;
    let sql = "SELECT CAST(coalesce(sum(amount), 0) AS bigint) FROM credit_entries \
               WHERE organization_id = $1 AND created_at <= $2";
    let balance: Option<i64> =
        query_row(&app.databases.jobs, sql, [organization_id.into(), due.as_millisecond().into()]).await?;
    found.balance = credits(balance.unwrap_or_default());
    let transaction = begin(&app.databases.jobs).await?;
    insert(app, &transaction, organization_id, due, found, due).await?;
    transaction.commit().await?;
    Ok(())
}

/// Stores a digest and its event. Returns its id.
async fn insert(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    due: Timestamp,
    found: DigestFindings,
    now: Timestamp,
) -> Result<DigestId, DbErr> {
    let id: DigestId = app.random.id(now);
    let row = digest::Model {
        id: id.to_string(),
        organization_id: organization_id.to_owned(),
        due_at: due.as_millisecond(),
        findings: json!(found),
        created_at: now.as_millisecond(),
    };
    digest::Entity::insert(row.into_active_model()).exec_without_returning(transaction).await?;
    events::record(app, transaction, organization_id, &[event(id.clone(), found)], now).await?;
    Ok(id)
}

fn event(digest_id: DigestId, found: DigestFindings) -> Event {
    let DigestFindings { from, to, outcome, sample, sample_before, brand, .. } = found;
    Event::DigestReady(DigestReady {
        digest_id,
        from,
        to,
        outcome,
        answer_count: sample.answers,
        named_count: brand.as_ref().map(|brand| brand.mention_rate.numerator),
        answer_count_before: brand.as_ref().map(|_| sample_before.answers),
        named_count_before: brand.as_ref().map(|brand| brand.before.numerator),
        brand: brand.map(|brand| brand.brand.name),
    })
}
