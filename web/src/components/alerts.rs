//! What alert rules say, and how the console writes the sentences that it shares with messages.

use answerdeck_api::{AlertDirection, AlertMetric, AlertRule, Model, ModelCode};
use answerdeck_insight::Writer;

use super::{model_label, prompt_title};
use crate::format::{decimal, rate};
use crate::language::{Language, language};
use crate::locale::Texts;
use crate::queries::Query;
use crate::untrusted::quotation;

/// The maximum length of a name or prompt, in characters.
const QUOTED_CHARS_MAX: usize = 100;

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

/// Writes in the language of the console. Reactive.
#[derive(Clone, Copy)]
pub struct ConsoleWriter {
    pub models: Query<Vec<Model>>,
}

impl Writer for ConsoleWriter {
    fn language(&self) -> Language {
        language()
    }

    fn number(&self, number: f64) -> String {
        decimal(number)
    }

    fn rate(&self, value: f64) -> String {
        rate(value)
    }

    fn name(&self, text: &str) -> String {
        quotation(text, QUOTED_CHARS_MAX)
    }

    fn model(&self, code: &str) -> String {
        model_label(self.models, &ModelCode::from(code))
    }
}
