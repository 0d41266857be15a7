//! Tries a rule on the past twelve weeks.

use std::collections::HashMap;

use answerdeck_api::limits::ALERT_TRIAL_DAYS;
use answerdeck_api::{AlertRuleTrial, AlertRuleTrialDay, BrandId};
use answerdeck_insight::is_repetition;
use answerdeck_statistics::{MovedDay, StatisticsResult, TimeBuckets, Watch};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::failures;
use crate::clock::{start_of_utc_day, utc_day};
use crate::state::AppState;

/// Finds the days of the past twelve weeks on which a rule would have fired.
pub(crate) async fn backtest(
    app: &AppState,
    organization_id: &str,
    watch: &Watch,
    now: Timestamp,
) -> StatisticsResult<AlertRuleTrial> {
    let (today, days) = (utc_day(now), i64::from(ALERT_TRIAL_DAYS));
    let first = watch.periods(today + 1 - days)[0].start;
    let failed =
        failures::failed_items(&app.databases.heavy_reads, organization_id, TimeBuckets::UTC_DAYS, first..today + 1)
            .await?;
    let moved = app.statistics.trace_moved(organization_id, today, days, watch, &failed).await?;
    let mut fired: Vec<AlertRuleTrialDay> = news(moved.days, watch).into_iter().map(to_wire).collect();
    fired.reverse();
    Ok(AlertRuleTrial { coverage: moved.coverage, days: moved.judged, fired })
}

/// The days without those that repeat an earlier one.
fn news(mut days: Vec<MovedDay>, watch: &Watch) -> Vec<MovedDay> {
    let mut last: HashMap<Option<BrandId>, (i64, f64)> = HashMap::new();
    days.retain(|moved| {
        let rival = moved.rival.as_ref().map(|rival| rival.id.clone());
        let is_old = last.get(&rival).is_some_and(|(day, before)| {
            is_repetition(*before, moved.day - day, moved.moved, watch.window_days, watch.size)
        });
        if !is_old {
            last.insert(rival, (moved.day, moved.moved));
        }
        !is_old
    });
    days
}

fn to_wire(moved: MovedDay) -> AlertRuleTrialDay {
    let day = start_of_utc_day(moved.day).to_zoned(TimeZone::UTC).date().to_string();
    AlertRuleTrialDay { day, moved: moved.moved, rival: moved.rival }
}
