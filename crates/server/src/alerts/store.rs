use answerdeck_api::limits::ALERTS_MAX;
use answerdeck_api::{AlertFinding, AlertId, Event};
use answerdeck_database::entity::alert;
use answerdeck_database::{delete_beyond, stored_json};
use answerdeck_insight::alert_fired;
use answerdeck_statistics::TimeBuckets;
use jiff::Timestamp;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
};
use serde_json::json;

use crate::state::AppState;
use crate::webhooks::events;

/// What the alerts of an organization since a day found, each with its day, newest first.
pub(super) async fn fired_since(
    database: &impl ConnectionTrait,
    organization_id: &str,
    days: TimeBuckets,
    first: i64,
) -> Result<Vec<(i64, AlertFinding)>, DbErr> {
    let rows = alert::Entity::find()
        .filter(alert::Column::OrganizationId.eq(organization_id))
        .filter(alert::Column::CreatedAt.gte(days.start_of(first)))
        .order_by_desc(alert::Column::Id)
        .all(database)
        .await?;
    let fired = |row: alert::Model| Ok((days.bucket_of(row.created_at), stored_json(row.finding)?));
    rows.into_iter().map(fired).collect()
}

/// Stores alerts and their events, and deletes the oldest alerts beyond [`ALERTS_MAX`].
pub(super) async fn insert(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    findings: Vec<AlertFinding>,
    now: Timestamp,
) -> Result<(), DbErr> {
    if findings.is_empty() {
        return Ok(());
    }
    let ids = app.random.ids::<AlertId>(now, findings.len());
    let row = |(id, finding): (&AlertId, &AlertFinding)| alert::Model {
        id: id.to_string(),
        organization_id: organization_id.to_owned(),
        finding: json!(finding),
        created_at: now.as_millisecond(),
        acknowledged_at: None,
    };
    let rows = ids.iter().zip(&findings).map(row).map(IntoActiveModel::into_active_model);
    alert::Entity::insert_many(rows).exec_without_returning(transaction).await?;
    delete_beyond(transaction, "alerts", "organization_id", organization_id, ALERTS_MAX).await?;
    let fired = ids.into_iter().zip(findings).map(|(id, finding)| Event::AlertFired(alert_fired(id, finding)));
    events::record(app, transaction, organization_id, &fired.collect::<Vec<_>>(), now).await
}
