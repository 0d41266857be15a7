//! A digest in words: its finding, and at most five lines with their numbers and the pages that show them.

use answerdeck_api::metrics::{BrandName, Rate};
use answerdeck_api::{Brand, BrandId, DigestBrand, DigestFindings, DigestOutcome, Model, ModelRoute};

use super::alert_text::fired_sentence;
use super::brand_stats::thousandths;
use super::prompt_title::prompt_title;
use super::rate_view::value;
use crate::locale::Texts;
use crate::paths::{
    self, ALERTS, AnswersParams, BrandFigure, OVERVIEW, Period, RUNS, Rivals, RouteFilter, SCHEDULES, SourcesParams,
    UrlParams, brand_answers, metrics_address,
};
use crate::queries::Query;
use crate::untrusted::visible;

/// What a digest says first.
pub fn digest_finding(found: &DigestFindings, t: Texts) -> String {
    let texts = t.digests();
    let brand = found.brand.as_ref().or(found.rival.as_ref());
    let rate = brand.map_or_else(String::new, |brand| value(brand.mention_rate));
    let name = brand.map_or_else(String::new, |brand| visible(&brand.brand.name).into_owned());
    let said = brand.map(|_| [name.as_str(), rate.as_str()]);
    let moved = found.brand.iter().chain(&found.rival).find(|brand| brand.moved.is_some());
    match (&found.outcome, moved) {
        (DigestOutcome::NoAnswers, _) => texts.no_answers.to_owned(),
        (DigestOutcome::Moved, Some(brand)) => {
            let is_rise = brand.moved.is_some_and(|moved| moved > 0.0);
            (texts.moved)(&visible(&brand.brand.name), is_rise, &value(brand.mention_rate))
        }
        (DigestOutcome::NothingMoved, _) => (texts.nothing_moved)(said),
        _ => (texts.not_comparable)(said),
    }
}

/// What to know about the answers of a digest. `routes` are those of the organization: a digest of its only route does not name it.
pub fn digest_notes(found: &DigestFindings, routes: &[ModelRoute], t: Texts) -> String {
    let texts = t.digests();
    let only = if let [only] = routes { Some(only) } else { None };
    let is_stand_in = found.route.as_ref().or(only) == Some(&ModelRoute::StandIn) && found.sample.answers > 0;
    let coverage = found.coverage;
    let notes = [
        Some(found.time_zone.clone()),
        Some((texts.answers)(found.sample.answers)),
        is_stand_in.then(|| texts.stand_ins.to_owned()),
        (coverage.counted < coverage.answers).then(|| (texts.coverage)(coverage.counted, coverage.answers)),
    ];
    notes.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestLine {
    /// What it says.
    pub text: String,
    /// What more it says. May be empty.
    pub details: String,
    /// The page that has its numbers.
    pub address: String,
}

pub fn digest_lines(
    found: &DigestFindings,
    models: Query<Vec<Model>>,
    brands: Query<Vec<Brand>>,
    t: Texts,
) -> Vec<DigestLine> {
    let lines = Lines { found, brands, t };
    let all = [lines.own(), lines.rival(), lines.prompt_gap(), lines.sources(), lines.events(models)];
    all.into_iter().flatten().collect()
}

struct Lines<'a> {
    found: &'a DigestFindings,
    brands: Query<Vec<Brand>>,
    t: Texts,
}

impl Lines<'_> {
    fn own(&self) -> Option<DigestLine> {
        let brand = self.found.brand.as_ref().filter(|_| self.found.sample.answers > 0)?;
        Some(self.rates(brand, self.t.digests().own, metrics_address(OVERVIEW, &self.answers(), Period::Week)))
    }

    fn rival(&self) -> Option<DigestLine> {
        let texts = self.t.digests();
        let text = if self.found.brand.is_some() { texts.rival } else { texts.most_named };
        Some(self.rates(self.found.rival.as_ref()?, text, paths::brands(&self.answers(), None)))
    }

    // How often answers name a brand, in this week and the one before.
    fn rates(&self, brand: &DigestBrand, text: fn(&str, &str, [u64; 2]) -> String, address: String) -> DigestLine {
        let (found, texts) = (self.found, self.t.digests());
        let of = |rate: Rate, answers: u64| (value(rate), [rate.numerator, answers]);
        let (now, named) = of(brand.mention_rate, found.sample.answers);
        let (before, named_before) = of(brand.before, found.sample_before.answers);
        let is_compared = matches!(found.outcome, DigestOutcome::Moved | DigestOutcome::NothingMoved);
        let details = [
            Some(match found.sample_before.answers {
                0 => texts.no_answers_before.to_owned(),
                _ => (texts.before)(&before, named_before),
            }),
            match brand.moved {
                Some(moved) => Some((texts.moved_significantly)(thousandths(moved))),
                None => (is_compared && now != before).then(|| texts.not_significant.to_owned()),
            },
            brand.place.filter(|_| brand.mention_rate.numerator > 0).map(texts.place),
        ];
        DigestLine { text: text(&visible(&brand.brand.name), &now, named), details: joined(details), address }
    }

    fn prompt_gap(&self) -> Option<DigestLine> {
        let (gap, brand) = (self.found.prompt_gap.as_ref()?, self.found.brand.as_ref()?);
        let (prompt, answers) = (prompt_title(&gap.query), [gap.answers, gap.of]);
        let text = (self.t.digests().prompt_gap)(gap.count, &visible(&brand.brand.name), &prompt, answers);
        let (own, answers) = (&brand.brand.id, AnswersParams { prompt: Some(gap.prompt_id.clone()), ..self.answers() });
        let address = match self.tracked(own, &gap.rivals) {
            Some(rivals) => brand_answers(own, &answers, BrandFigure::Unnamed, Some(&Rivals::Named(rivals))),
            None => answers.address(),
        };
        Some(DigestLine { text, details: String::new(), address })
    }

    // The rivals that are still tracked. `None` without any, or if the brand is deleted.
    fn tracked(&self, own: &BrandId, rivals: &[BrandName]) -> Option<Vec<BrandId>> {
        self.brands.with(|brands| {
            let brands = brands?;
            let is_tracked = |id: &BrandId| brands.iter().any(|brand| brand.id == *id);
            let rivals: Vec<BrandId> = rivals.iter().map(|rival| rival.id.clone()).filter(is_tracked).collect();
            (is_tracked(own) && !rivals.is_empty()).then_some(rivals)
        })
    }

    fn sources(&self) -> Option<DigestLine> {
        let (found, texts) = (self.found, self.t.digests());
        let gap = found.source_gap.as_ref().zip(found.brand.as_ref());
        let new: Vec<(String, u64)> = found
            .new_domains
            .domains
            .iter()
            .map(|domain| (visible(&domain.domain).into_owned(), domain.answers))
            .collect();
        let new = (!new.is_empty()).then(|| (texts.new_domains)(found.new_domains.count, &new));
        let missing = gap.map(|(gap, brand)| {
            (texts.source_gap)(&visible(&gap.domain), &visible(&brand.brand.name), [gap.answers, gap.of])
        });
        let (answers, domain) = (self.answers(), gap.map(|(gap, _)| gap.domain.clone()));
        let address = SourcesParams { answers, domain, ..SourcesParams::default() }.address();
        let (text, details) = match missing {
            Some(missing) => (missing, new.unwrap_or_default()),
            None => (new?, String::new()),
        };
        Some(DigestLine { text, details, address })
    }

    // The alerts, and what did not go as planned.
    fn events(&self, models: Query<Vec<Model>>) -> Option<DigestLine> {
        let (found, texts) = (self.found, self.t.digests());
        let newest = found.alerts.first().map(|alert| fired_sentence(alert, models, self.t));
        let (skipped, failed) = (found.skipped_due_time_count, found.failed_item_count);
        let address = match (&newest, skipped) {
            (Some(_), _) => ALERTS,
            (None, 0) => RUNS,
            (None, _) => SCHEDULES,
        };
        let mut sentences = [
            newest.map(|newest| (texts.alerts)(found.alert_count, &visible(&newest))),
            (skipped > 0).then(|| (texts.skipped)(skipped)),
            (failed > 0).then(|| (texts.failed)(failed)),
        ];
        let text = sentences.iter_mut().find_map(Option::take)?;
        Some(DigestLine { text, details: joined(sentences), address: address.to_owned() })
    }

    // The answers of the week.
    fn answers(&self) -> AnswersParams {
        let route = self.found.route.clone().map_or(RouteFilter::Unset, RouteFilter::Only);
        let (from, to) = (self.found.from.clone(), self.found.to.clone());
        AnswersParams { route, ..AnswersParams::default() }.between(Some(from), Some(to))
    }
}

fn joined<const N: usize>(sentences: [Option<String>; N]) -> String {
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
