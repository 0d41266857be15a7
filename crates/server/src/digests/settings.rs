//! When the digests of an organization are made.

use answerdeck_api::{Frequency, RecurrenceRequest, Weekday};
use answerdeck_database::entity::digest_settings;
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait, IntoActiveModel};

use crate::language::Language;
use crate::problem::ApiResult;
use crate::schedule::calendar::Calendar;

/// When the digests of a new organization are made, every Monday.
const TIME: &str = "08:00";

/// Makes digests for a new organization of a region.
pub(crate) async fn create_defaults(
    database: &impl ConnectionTrait,
    organization_id: &str,
    region: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let row = digest_settings::Model {
        organization_id: organization_id.to_owned(),
        weekday: Weekday::Monday.to_string(),
        time: TIME.to_owned(),
        time_zone: if region == "KR" { "Asia/Seoul" } else { "UTC" }.to_owned(),
        language: Language::default().tag().to_owned(),
        next_due_at: None,
        lease_owner: None,
        lease_until: None,
    };
    let next = calendar(&row).ok().and_then(|calendar| calendar.next_after(now));
    let row = digest_settings::Model { next_due_at: next.map(Timestamp::as_millisecond), ..row };
    digest_settings::Entity::insert(row.into_active_model()).exec_without_returning(database).await.map(drop)
}

/// When digests are due.
pub(crate) fn calendar(row: &digest_settings::Model) -> ApiResult<Calendar> {
    Calendar::of_fields(&RecurrenceRequest {
        frequency: Frequency::Weekly,
        weekday: Some(Weekday::from(row.weekday.as_str())),
        time: row.time.clone(),
        time_zone: row.time_zone.clone(),
        ..RecurrenceRequest::default()
    })
}
