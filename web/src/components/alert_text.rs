//! Alerts and their rules in words.

use answerdeck_api::{AlertDirection, AlertFinding, AlertFired, AlertKind, AlertMetric, AlertRule, ModelCode};

use crate::components::{model_label, prompt_title};
use crate::format::{points, whole_percent};
use crate::locale::Texts;
use crate::queries::Query;

/// What an alert found, in one sentence.
pub fn alert_sentence(finding: &AlertFinding, models: Query<Vec<answerdeck_api::Model>>, t: Texts) -> String {
    let texts = t.alerts();
    let name = finding.brand.as_ref().map_or("", |brand| brand.name.as_str());
    if let (AlertKind::EngineOutage, Some(outage)) = (&finding.kind, &finding.outage) {
        return (texts.outage)(&model_label(models, &outage.model), outage.failed_count, outage.item_count);
    }
    let Some(movement) = &finding.movement else { return String::new() };
    let is_rise = movement.moved > 0.0;
    if let Some(rival) = &finding.rival {
        return if is_rise { (texts.overtook)(name, &rival.name) } else { (texts.overtook)(&rival.name, name) };
    }
    let rates = [movement.before.rate, movement.after.rate].map(whole_percent);
    match (&finding.domain, &finding.query) {
        (Some(domain), _) => (texts.source_moved)(domain, is_rise, rates),
        (None, Some(query)) => (texts.prompt_moved)([&prompt_title(query), name], is_rise, rates),
        (None, None) => (texts.brand_moved)(name, is_rise, rates),
    }
}

/// What an alert of a digest found, in one sentence.
pub fn fired_sentence(alert: &AlertFired, models: Query<Vec<answerdeck_api::Model>>, t: Texts) -> String {
    let (texts, subject) = (t.alerts(), alert.subject.as_str());
    if alert.kind == AlertKind::EngineOutage {
        let [failed, items] = [alert.failed_count, alert.item_count].map(Option::unwrap_or_default);
        return (texts.outage)(&model_label(models, &ModelCode::from(subject)), failed, items);
    }
    let is_rise = alert.moved.is_some_and(|moved| moved > 0);
    if let Some(rival) = &alert.rival {
        return if is_rise { (texts.overtook)(subject, rival) } else { (texts.overtook)(rival, subject) };
    }
    let rates = [alert.before, alert.after];
    let rates = rates.map(|percent| whole_percent(f64::from(percent.unwrap_or_default()) / 100.0));
    match (&alert.metric, &alert.query) {
        (Some(AlertMetric::SourceShare), _) => (texts.source_moved)(subject, is_rise, rates),
        (_, Some(query)) => (texts.prompt_moved)([&prompt_title(query), subject], is_rise, rates),
        (_, None) => (texts.brand_moved)(subject, is_rise, rates),
    }
}

/// What a rule watches.
pub fn rule_subject(rule: &AlertRule, t: Texts) -> String {
    let texts = t.alerts();
    let brand = match (&rule.brand, &rule.brand_id) {
        (Some(brand), _) => brand.name.as_str(),
        (None, Some(_)) => texts.deleted_brand,
        (None, None) => texts.own_brand,
    };
    match (&rule.metric, &rule.domain) {
        (_, Some(domain)) => (texts.share_of)(domain),
        (AlertMetric::BrandLead, _) => (texts.lead_of)(brand),
        (AlertMetric::PromptMentionRate, _) => {
            let prompt = rule.query.as_ref().map(|query| prompt_title(query));
            (texts.rate_for)(prompt.as_deref().unwrap_or(texts.deleted_prompt), brand)
        }
        _ => (texts.rate_of)(brand),
    }
}

/// When a rule fires.
pub fn rule_condition(rule: &AlertRule, t: Texts) -> String {
    let texts = t.alerts();
    let words = match (rule.metric == AlertMetric::BrandLead, &rule.direction) {
        (false, AlertDirection::Fall) => texts.falls,
        (false, AlertDirection::Rise) => texts.rises,
        (false, _) => texts.moves,
        (true, AlertDirection::Fall) => texts.is_passed,
        (true, AlertDirection::Rise) => texts.passes,
        (true, _) => texts.changes_places,
    };
    words(rule.points.into(), rule.window_days.into())
}

/// A difference of rates in percentage points, with its sign.
pub fn signed_points(difference: f64, t: Texts) -> String {
    // Rates are between 0 and 1, and differences of leads between -2 and 2.
    points((1_000.0 * difference).round() as i32, t.metrics().points)
}
