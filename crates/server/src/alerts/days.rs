//! The days that rules judge: those of the time zone in which the organization gets digests.

use answerdeck_database::entity::digest_settings;
use answerdeck_statistics::TimeBuckets;
use jiff::Timestamp;
use jiff::civil::date;
use jiff::tz::TimeZone;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait};

/// The days of a time zone. All are equally long: they begin at midnight of its standard time, also in summer.
pub(super) struct Days {
    pub(super) time_zone: String,
    pub(super) buckets: TimeBuckets,
    pub(super) today: i64,
}

impl Days {
    pub(super) async fn of(
        database: &impl ConnectionTrait,
        organization_id: &str,
        now: Timestamp,
    ) -> Result<Self, DbErr> {
        let settings = digest_settings::Entity::find_by_id(organization_id).one(database).await?;
        let zone = settings.and_then(|settings| jiff::tz::db().get(&settings.time_zone).ok()).unwrap_or(TimeZone::UTC);
        let buckets = TimeBuckets::days(standard_offset(&zone, now));
        let time_zone = zone.iana_name().unwrap_or("UTC").to_owned();
        Ok(Self { time_zone, buckets, today: buckets.bucket_of(now.as_millisecond()) })
    }
}

/// The offset of standard time in seconds: the lesser one of those in January and July.
fn standard_offset(zone: &TimeZone, now: Timestamp) -> i64 {
    let year = zone.to_datetime(now).year();
    let [january, july] = [1, 7].map(|month| {
        let first = zone.to_timestamp(date(year, month, 1).at(0, 0, 0, 0)).unwrap_or(now);
        zone.to_offset(first).seconds()
    });
    january.min(july).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_is_that_of_standard_time_all_year() {
        for (zone, hours) in [("Asia/Seoul", 9), ("America/New_York", -5), ("Australia/Sydney", 10), ("UTC", 0)] {
            let zone = jiff::tz::db().get(zone).unwrap();
            for now in ["2026-01-15T00:00:00Z", "2026-03-10T00:00:00Z", "2026-07-15T00:00:00Z"] {
                assert_eq!(standard_offset(&zone, now.parse().unwrap()), hours * 60 * 60, "{zone:?} {now}");
            }
        }
    }
}
