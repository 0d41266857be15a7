//! What the numbers say: a few sentences, each with a link to its evidence.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::BrandMetrics;
use answerdeck_insight::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS};
use leptos::prelude::*;
use time::Date;

use super::brand_in_group::BrandInGroup;
use super::brand_stats::{since, thousandths};
use super::brand_trend::dated_points;
use super::periods::period_name;
use crate::format::{day, last_day, rate, start_of_day};
use crate::locale::Texts;
use crate::paths::{AnswersParams, BrandFigure, PROMPT_SETS, Period, Window, brand_answers};
use crate::reactive::live;

/// The number of last periods in which a brand must be ahead.
const AHEAD_MIN: usize = 2;

/// A sentence and the address of its evidence.
pub type Sentence = (String, String);

/// What metrics say about a brand and its rivals, and what is missing where the answers are too few. Empty without a brand.
pub fn brand_findings(
    metrics: &BrandMetrics,
    own: Option<&BrandId>,
    answers: &AnswersParams,
    period: Period,
    texts: Texts,
) -> Vec<Sentence> {
    let Some(own) = own else { return Vec::new() };
    let scope = Scope { metrics, own, answers, period, texts };
    [scope.own(), scope.rival(), scope.missing()].into_iter().flatten().collect()
}

/// What is missing to see a direction in some answers. `None` if nothing is, or there are no answers.
pub fn missing_for_direction(answers: u64, prompts: u64, texts: Texts) -> Option<Sentence> {
    let missing = [DIRECTIONAL_PROMPTS.saturating_sub(prompts), DIRECTIONAL_ANSWERS.saturating_sub(answers)];
    let is_missing = answers > 0 && missing != [0, 0];
    is_missing.then(|| ((texts.overview().finding_missing)(missing), PROMPT_SETS.to_owned()))
}

/// How often answers name the own brand: its name, its rate, and the answers that name it, of all. Says which answers are counted.
pub fn own_finding(
    answers: &AnswersParams,
    name: &str,
    value: f64,
    named: [u64; 2],
    rank: Option<[u64; 2]>,
    texts: Texts,
) -> String {
    let texts = texts.overview();
    let period = match (answers.window, answers.from.as_ref().map(day), answers.to.as_ref().map(last_day)) {
        (Window::Days(days), ..) => Some((texts.finding_days)(days.into())),
        (_, None, None) if answers.is_everything() => None,
        (_, first, last) => Some((texts.finding_between)([first.as_deref(), last.as_deref()])),
    };
    (texts.finding_own)(period.as_deref(), name, &rate(value), named, rank)
}

/// The sentences, each as a link. Before they arrive, the lines that they take on a phone are reserved.
pub fn finding_view(lines: usize, sentences: Memo<Vec<Sentence>>) -> AnyView {
    let content = move || {
        let link = |(text, address): Sentence| view! { <a href=address>{text}</a> " " };
        sentences.get().into_iter().map(link).collect_view().into_any()
    };
    view! {
        <p class="finding" style=("--lines", lines.to_string()) translate="no">
            {live(content)}
        </p>
    }
    .into_any()
}

struct Scope<'a> {
    metrics: &'a BrandMetrics,
    own: &'a BrandId,
    answers: &'a AnswersParams,
    period: Period,
    texts: Texts,
}

impl Scope<'_> {
    // How often the own brand is named, its rank, and its change since the period before.
    fn own(&self) -> Option<Sentence> {
        let brand = BrandInGroup::find(self.metrics, self.own)?;
        let name = self.name(self.own)?;
        let (named, answers) = (brand.brand.mention_rate.numerator, brand.sample.answers);
        let value = brand.brand.mention_rate.value?;
        let others = self.metrics.all.brands.iter().filter(|other| other.mention_rate.numerator > named).count();
        let rank = Some([others as u64 + 1, self.metrics.total_brands]);
        let mut text = own_finding(self.answers, name, value, [named, answers], rank, self.texts);
        if let Some(change) = self.change(self.own) {
            text.push(' ');
            text.push_str(&(self.texts.overview().finding_change)(change, &since(self.answers, self.texts)));
        }
        Some((text, self.named(self.own, self.answers)))
    }

    // The most named rival that has overtaken the own brand in the time of the trend. Without one, the most named rival.
    fn rival(&self) -> Option<Sentence> {
        let texts = self.texts.overview();
        let overtaken = self.metrics.brands.iter().find_map(|brand| Some((brand, self.ahead_since(&brand.id)?)));
        if let Some((brand, (first_day, moved))) = overtaken {
            let text = (texts.finding_ahead)(&brand.name, moved, &period_name(first_day, self.period, self.texts));
            let answers = self.answers.clone().between(start_of_day(&first_day.to_string(), 0), None);
            return Some((text, self.named(&brand.id, &answers)));
        }
        let rival = self.metrics.brands.iter().find(|brand| brand.id != *self.own)?;
        let found = BrandInGroup::find(self.metrics, &rival.id)?;
        let is_ahead = found.brand.mention_rate.numerator
            > BrandInGroup::find(self.metrics, self.own)?.brand.mention_rate.numerator;
        let (named, answers) = (found.brand.mention_rate.numerator, found.sample.answers);
        let value = rate(found.brand.mention_rate.value?);
        let text = (texts.finding_rival)(&rival.name, &value, [named, answers], is_ahead);
        Some((text, self.named(&rival.id, self.answers)))
    }

    fn missing(&self) -> Option<Sentence> {
        let sample = &self.metrics.all.sample;
        // One prompt never shows a direction.
        if self.answers.prompt.is_some() {
            return None;
        }
        missing_for_direction(sample.answers, sample.prompts, self.texts)
    }

    // The change of a rate in thousandths. `Some(None)` if it is not significant, `None` if there is nothing to compare with.
    fn change(&self, id: &BrandId) -> Option<Option<i32>> {
        let (now, before) = (BrandInGroup::find(self.metrics, id)?, BrandInGroup::before(self.metrics, id)?);
        let (moved, is_significant) = now.mention_rate().change_from(&before.mention_rate())?;
        Some(is_significant.then(|| thousandths(moved)))
    }

    // The first period from which on a rival is named more often than the own brand, after one in which it was not, and how much more
    // often it is named since then than before, in thousandths.
    fn ahead_since(&self, rival: &BrandId) -> Option<(Date, i32)> {
        let index = |id: &BrandId| self.metrics.brands.iter().position(|brand| brand.id == *id);
        let (own, rival) = (index(self.own)?, index(rival)?);
        let points = dated_points(self.metrics);
        let counts = points.iter().filter_map(|(day, point)| {
            let named = |index: usize| Some(point.brands.get(index)?.mention_rate.numerator);
            Some((*day, named(rival)?, named(own)?, point.sample.answers))
        });
        let counts: Vec<(Date, u64, u64, u64)> = counts.collect();
        let last_behind = counts.iter().rposition(|(_, rival, own, _)| rival <= own)?;
        let (before, since) = counts.split_at_checked(last_behind + 1).filter(|(_, since)| since.len() >= AHEAD_MIN)?;
        let rate = |counts: &[(Date, u64, u64, u64)]| {
            let sum = |read: fn(&(Date, u64, u64, u64)) -> u64| counts.iter().map(read).sum::<u64>() as f64;
            sum(|count| count.1) / sum(|count| count.3)
        };
        Some((since.first()?.0, thousandths(rate(since) - rate(before))))
    }

    fn name(&self, id: &BrandId) -> Option<&str> {
        self.metrics.brands.iter().find(|brand| brand.id == *id).map(|brand| brand.name.as_str())
    }

    fn named(&self, id: &BrandId, answers: &AnswersParams) -> String {
        brand_answers(id, answers, BrandFigure::Named, None)
    }
}
