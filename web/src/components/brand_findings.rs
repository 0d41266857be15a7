//! What the numbers say: a few sentences, each with a link to its evidence.

use std::cmp::Ordering;

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandMetrics, BrandName};
use answerdeck_insight::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS, lead, rank};
use leptos::prelude::*;
use time::Date;

use super::brand_in_group::BrandInGroup;
use super::brand_stats::since;
use super::brand_trend::dated_points;
use super::periods::period_name;
use super::rate_view::rate_change;
use crate::format::{day, last_day, rate};
use crate::locale::Texts;
use crate::paths::{self, AnswerFilterParams, BrandFigure, PROMPTS, Period, Window, brand_answers, metrics_address};
use crate::reactive::live;

/// The number of last periods in which a brand must be ahead.
const AHEAD_MIN: usize = 2;

/// A sentence and the address of its evidence.
pub type Sentence = (String, String);

/// What metrics say about a brand and its rivals, and what is missing where the answers are too few. Empty without a brand.
pub fn brand_findings(
    metrics: &BrandMetrics,
    own: Option<&BrandId>,
    answers: &AnswerFilterParams,
    period: Period,
    texts: Texts,
) -> Vec<Sentence> {
    let Some(own) = own else { return Vec::new() };
    let scope = Scope { metrics, own, answers, period, texts };
    scope.own().into_iter().chain(scope.compared()).chain(scope.missing()).collect()
}

/// How many answers and prompts it takes to see a direction. `None` if there are enough, or no answers.
pub fn missing_for_direction(answers: u64, prompts: u64, texts: Texts) -> Option<Sentence> {
    let is_missing = answers > 0 && (prompts < DIRECTIONAL_PROMPTS || answers < DIRECTIONAL_ANSWERS);
    is_missing.then(|| ((texts.findings().too_few)([prompts, answers]), PROMPTS.to_owned()))
}

/// How often answers name the own brand: its name, its rate, the answers that name it, of all, and its rank among how many brands
/// and whether it shares it. Says which answers are counted.
pub fn own_finding(
    answers: &AnswerFilterParams,
    name: &str,
    value: f64,
    named: [u64; 2],
    rank: Option<([u64; 2], bool)>,
    texts: Texts,
) -> String {
    let texts = texts.findings();
    let period = match (answers.window, answers.from.as_ref().map(day), answers.to.as_ref().map(last_day)) {
        (Window::Days(days), ..) => Some((texts.days)(days.into())),
        (_, None, None) if answers.is_unfiltered() => None,
        (_, first, last) => Some((texts.between)([first.as_deref(), last.as_deref()])),
    };
    (texts.own)(period.as_deref(), name, &rate(value), named, rank)
}

/// The sentences, each as a link.
pub fn finding_view(lines: usize, sentences: Memo<Vec<Sentence>>) -> AnyView {
    let links = move || {
        let link = |(text, address): Sentence| view! { <a href=address>{text}</a> " " };
        sentences.get().into_iter().map(link).collect_view().into_any()
    };
    finding_text(lines, live(links))
}

/// What the numbers say. Before it arrives, the lines that it takes on a phone are reserved.
pub fn finding_text(lines: usize, text: AnyView) -> AnyView {
    view! {
        <p class="finding" style=("--lines", lines.to_string()) translate="no">
            {text}
        </p>
    }
    .into_any()
}

struct Scope<'a> {
    metrics: &'a BrandMetrics,
    own: &'a BrandId,
    answers: &'a AnswerFilterParams,
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
        let is_shared =
            self.metrics.all.brands.iter().filter(|brand| brand.mention_rate.numerator == named).count() > 1;
        let rank = rank(self.metrics, named).map(|rank| ([rank, self.metrics.total_brands], is_shared));
        let mut text = own_finding(self.answers, name, value, [named, answers], rank, self.texts);
        if let Some(change) = self.change(self.own) {
            text.push(' ');
            text.push_str(&(self.texts.findings().change)(name, change, &since(self.answers, self.texts)));
        }
        Some((text, self.named(self.own)))
    }

    // The other brands, most named first.
    fn others(&self) -> impl Iterator<Item = &BrandName> {
        self.metrics.brands.iter().filter(move |brand| brand.id != *self.own)
    }

    // The brand with the largest significant change, and the leader or else the most named brand that has overtaken the own brand in the
    // time of the trend. Without them, the most named other brand.
    fn compared(&self) -> Vec<Sentence> {
        let moved = self.others().filter_map(|brand| Some((brand, self.change(&brand.id).flatten()?)));
        let moved = moved.max_by_key(|(_, moved)| moved.abs());
        let leader = self.leader();
        let ahead = match &leader {
            Some(_) => None,
            None => self.others().find_map(|brand| Some((brand, self.ahead_since(&brand.id)?))),
        };
        let (before, own) = (since(self.answers, self.texts), self.name(self.own).unwrap_or_default());
        let sentence = |brand: &BrandName, moved: Option<i32>, first_day: Option<Date>| {
            let period = first_day.map(|day| period_name(day, self.period, self.texts));
            let moved = moved.map(|moved| (moved, before.as_str()));
            let ahead = period.as_deref().map(|period| [period, own]);
            let text = (self.texts.findings().moved)(&brand.name, moved, ahead);
            // The page of the brand has its trend, its models and its prompts.
            (text, metrics_address(&paths::brand(&brand.id), self.answers, self.period))
        };
        match (moved, ahead) {
            (Some((brand, moved)), Some((other, day))) if brand.id == other.id => {
                vec![sentence(brand, Some(moved), Some(day))]
            }
            (None, None) => self.first_rival().into_iter().collect(),
            (moved, ahead) => {
                let moved = moved.map(|(brand, moved)| sentence(brand, Some(moved), None));
                let ahead = ahead.map(|(brand, day)| sentence(brand, None, Some(day)));
                moved.into_iter().chain(ahead).chain(leader).collect()
            }
        }
    }

    // The most named other brand, if it is ahead and has not overtaken the own brand in the time of the trend.
    fn leader(&self) -> Option<Sentence> {
        let first = self.others().next()?;
        let is_ahead = self.named_by(&first.id)? > self.named_by(self.own)?;
        (is_ahead && self.ahead_since(&first.id).is_none()).then(|| self.first_rival()).flatten()
    }

    fn named_by(&self, id: &BrandId) -> Option<u64> {
        Some(BrandInGroup::find(self.metrics, id)?.brand.mention_rate.numerator)
    }

    fn first_rival(&self) -> Option<Sentence> {
        let rival = self.others().next()?;
        let found = BrandInGroup::find(self.metrics, &rival.id)?;
        let (named, answers) = (found.brand.mention_rate.numerator, found.sample.answers);
        let own = self.named_by(self.own)?;
        if named == own {
            let tied = self.others().filter(|brand| self.named_by(&brand.id) == Some(own));
            let tied: Vec<&str> = tied.map(|brand| brand.name.as_str()).collect();
            return (own > 0).then(|| ((self.texts.findings().tied)(&tied), paths::brands(self.answers, None)));
        }
        let value = rate(found.brand.mention_rate.value?);
        let text = (self.texts.findings().rival)(&rival.name, &value, [named, answers], named > own);
        Some((text, self.named(&rival.id)))
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
        let (moved, is_better) = rate_change(now.brand.mention_rate, before.brand.mention_rate)?;
        Some(is_better.map(|_| moved))
    }

    // The first period from which on a rival is named more often than the own brand, after one in which it was not.
    fn ahead_since(&self, rival: &BrandId) -> Option<Date> {
        let index = |id: &BrandId| self.metrics.brands.iter().position(|brand| brand.id == *id);
        let (own, rival) = (index(self.own)?, index(rival)?);
        let points = dated_points(self.metrics);
        let orders = points.iter().filter_map(|(day, point)| {
            let named = |index: usize| Some(point.brands.get(index)?.mention_rate.numerator);
            Some((*day, named(rival)?.cmp(&named(own)?)))
        });
        let orders: Vec<(Date, Ordering)> = orders.collect();
        let lead = lead(&orders).filter(|lead| (AHEAD_MIN..orders.len()).contains(&lead.len()))?;
        lead.first().filter(|(_, order)| order.is_gt()).map(|(day, _)| *day)
    }

    fn name(&self, id: &BrandId) -> Option<&str> {
        self.metrics.brands.iter().find(|brand| brand.id == *id).map(|brand| brand.name.as_str())
    }

    fn named(&self, id: &BrandId) -> String {
        brand_answers(id, self.answers, BrandFigure::Named, None)
    }
}
