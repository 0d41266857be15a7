//! Tries a rule on the past twelve weeks.

use std::collections::HashMap;

use answerdeck_api::limits::ALERT_TRIAL_DAYS;
use answerdeck_api::{AlertRuleTrial, AlertRuleTrialDay, BrandId};
use answerdeck_insight::is_repetition;
use answerdeck_statistics::{AlertCondition, StatisticsResult, TrialDay};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::days::Days;
use super::failures;
use crate::clock::start_of_utc_day;
use crate::state::AppState;

/// Finds the days of the past twelve weeks on which a rule would have fired.
pub(crate) async fn try_rule(
    app: &AppState,
    organization_id: &str,
    condition: &AlertCondition,
    now: Timestamp,
) -> StatisticsResult<AlertRuleTrial> {
    let (database, day_count) = (&app.databases.heavy_reads, i64::from(ALERT_TRIAL_DAYS));
    let Days { buckets, today, .. } = Days::of(database, organization_id, now).await?;
    let first = condition.periods(today + 1 - day_count).before.start;
    let failed = failures::failed_items(database, organization_id, buckets, first..today + 1).await?;
    let trial = app.statistics.trial_days(organization_id, buckets, today, day_count, condition, &failed).await?;
    let fired = news(trial.days, condition).into_iter().rev().map(to_wire).collect();
    Ok(AlertRuleTrial { coverage: trial.coverage, days: trial.judged, fired })
}

/// The days without those that repeat an earlier one.
fn news(mut days: Vec<TrialDay>, condition: &AlertCondition) -> Vec<TrialDay> {
    let mut last: HashMap<Option<BrandId>, (i64, f64)> = HashMap::new();
    days.retain(|moved| {
        let rival = moved.rival.as_ref().map(|rival| rival.id.clone());
        let is_old = last.get(&rival).is_some_and(|(day, before)| {
            let size = moved.rival.is_none().then_some(condition.size);
            is_repetition(*before, moved.day - day, moved.moved, condition.window_days, size)
        });
        if !is_old {
            last.insert(rival, (moved.day, moved.moved));
        }
        !is_old
    });
    days
}

fn to_wire(moved: TrialDay) -> AlertRuleTrialDay {
    // A day has the same number in every time zone.
    let day = start_of_utc_day(moved.day).to_zoned(TimeZone::UTC).date().to_string();
    AlertRuleTrialDay { day, moved: moved.moved, rival: moved.rival }
}
