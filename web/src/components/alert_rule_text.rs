use answerdeck_api::{AlertDirection, AlertMetric, AlertRule};

use crate::components::prompt_title;
use crate::locale::Texts;

pub fn rule_subject(rule: &AlertRule, t: Texts) -> String {
    let texts = t.alerts();
    let brand_or = |own: &'static str| match (&rule.brand, &rule.brand_id) {
        (Some(brand), _) => brand.name.as_str(),
        (None, Some(_)) => t.common().deleted_brand,
        (None, None) => own,
    };
    let brand = brand_or(texts.own_brand);
    match (&rule.metric, &rule.domain) {
        (_, Some(domain)) => (texts.share_of)(domain),
        (AlertMetric::BrandLead, _) => (texts.lead_of)(brand_or(t.common().own_brand)),
        (AlertMetric::PromptMentionRate, _) => {
            let prompt = rule.query.as_ref().map(|query| prompt_title(query));
            (texts.rate_for)(prompt.as_deref().unwrap_or(t.common().deleted_prompt), brand)
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
