//! Evaluates the rules of an organization.

use std::ops::Range;

use answerdeck_api::{AlertFinding, AlertKind, AlertMetric};
use answerdeck_database::entity::alert_rule;
use answerdeck_database::parse_stored_id;
use answerdeck_database::time::wire_time;
use answerdeck_insight::is_repetition;
use answerdeck_statistics::{AlertCondition, AlertRate, FoundMovement, FoundOutage, StatisticsResult};
use jiff::Timestamp;
use sea_orm::DbErr;

use super::days::Days;
use super::{failures, rules, store};
use crate::own_brand::own_brand;
use crate::state::AppState;

/// Finds what the rules of an organization find at a time, except what has fired already.
pub async fn evaluate(app: &AppState, organization_id: &str, now: Timestamp) -> StatisticsResult<Vec<AlertFinding>> {
    let database = &app.databases.jobs;
    let rules = rules::all(database, organization_id).await?;
    let own = own_brand(database, organization_id).await?;
    let (mut evaluated, mut conditions) = (Vec::new(), Vec::new());
    for rule in rules {
        if let Some(condition) = rules::condition(&rule, own.as_ref())? {
            evaluated.push(rule);
            conditions.push(condition);
        }
    }
    let days = Days::of(database, organization_id, now).await?;
    let (buckets, day) = (days.buckets, days.today);
    let Some(first) = conditions.iter().map(|condition| condition.periods(day).before.start).min() else {
        return Ok(Vec::new());
    };
    let failed = failures::failed_items(database, organization_id, buckets, first..day + 1).await?;
    let found = app.statistics.find_alert_movements(organization_id, buckets, day, &conditions, &failed).await?;
    let fired = store::fired_since(database, organization_id, buckets, first).await?;
    let last = |finding: &AlertFinding| fired.iter().find(|(_, last)| is_same_subject(last, finding));
    let mut findings = Vec::new();
    for outage in found.outages {
        let length = outage.days.end - outage.days.start;
        let finding = of_outage(outage, &days, now);
        if last(&finding).is_none_or(|(fired, _)| day - fired >= length) {
            findings.push(finding);
        }
    }
    for found in found.movements {
        let (rule, condition) = (&evaluated[found.condition], &conditions[found.condition]);
        let amount = found.movement.moved;
        let finding = of_movement(rule, condition, found, &days, now)?;
        let is_old = last(&finding).is_some_and(|(fired, last)| {
            let before = last.movement.as_ref().map_or(0.0, |movement| movement.moved);
            let size = finding.rival.is_none().then_some(condition.size);
            is_repetition(before, day - fired, amount, condition.window_days, size)
        });
        if !is_old {
            findings.push(finding);
        }
    }
    Ok(findings)
}

fn of_outage(outage: FoundOutage, days: &Days, now: Timestamp) -> AlertFinding {
    let since = wire_time(days.buckets.start_of(outage.days.start));
    AlertFinding {
        kind: AlertKind::EngineOutage,
        outage: Some(outage.outage),
        since: since.clone(),
        from: since,
        to: wire_time(now.as_millisecond()),
        time_zone: days.time_zone.clone(),
        ..AlertFinding::default()
    }
}

fn of_movement(
    rule: &alert_rule::Model,
    condition: &AlertCondition,
    found: FoundMovement,
    days: &Days,
    now: Timestamp,
) -> Result<AlertFinding, DbErr> {
    let prompt_id = match &condition.rate {
        AlertRate::PromptMentions(prompt, _) => Some(prompt.clone()),
        AlertRate::Mentions(_) | AlertRate::Lead(_) | AlertRate::Citations(_) => None,
    };
    let periods = condition.periods(days.today);
    let start = |period: &Range<i64>| wire_time(days.buckets.start_of(period.start));
    Ok(AlertFinding {
        kind: if found.rival.is_some() { AlertKind::Overtaken } else { AlertKind::Moved },
        rule_id: Some(parse_stored_id(rule.id.clone())?),
        metric: Some(AlertMetric::from(rule.metric.as_str())),
        domain: rule.domain.clone(),
        brand: found.brand,
        rival: found.rival,
        prompt_id,
        query: found.query,
        movement: Some(found.movement),
        since: found.since,
        from_before: Some(start(&periods.before)),
        from: start(&periods.after),
        to: wire_time(now.as_millisecond()),
        time_zone: days.time_zone.clone(),
        ..AlertFinding::default()
    })
}

/// Whether two findings are of one rule and one rival, or of one engine.
fn is_same_subject(one: &AlertFinding, other: &AlertFinding) -> bool {
    let rival = |finding: &AlertFinding| finding.rival.as_ref().map(|rival| rival.id.clone());
    let model = |finding: &AlertFinding| finding.outage.as_ref().map(|outage| outage.model.clone());
    one.rule_id == other.rule_id && rival(one) == rival(other) && model(one) == model(other)
}
