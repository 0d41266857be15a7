//! A digest in words, with the pages that have its numbers.

use answerdeck_api::metrics::BrandName;
use answerdeck_api::{Brand, BrandId, DigestFindings};
use answerdeck_insight::{DigestText, RichText};

use super::console_writer::ConsoleWriter;
use crate::paths::{
    self, ALERTS, AnswerFilterParams, BrandFigure, OVERVIEW, Period, RUNS, Rivals, RouteFilter, SCHEDULES,
    SourcesParams, UrlParams, brand_answers, metrics_address,
};
use crate::queries::Query;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestLine {
    /// What it says.
    pub text: String,
    /// What more it says. May be empty.
    pub details: String,
    /// The page that has its numbers.
    pub address: String,
}

/// The lines of a digest, at most five.
pub fn digest_lines(found: &DigestFindings, writer: ConsoleWriter, brands: Query<Vec<Brand>>) -> Vec<DigestLine> {
    let (text, answers) = (DigestText::new(found, &writer), answers_of_week(found));
    let line = |sentences: Option<Vec<RichText>>, address: String| {
        let mut sentences = sentences?.into_iter();
        let text = sentences.next()?.to_string();
        Some(DigestLine { text, details: RichText::joined(sentences, " ").to_string(), address })
    };
    let gap = found.source_gap.as_ref().filter(|_| found.brand.is_some());
    let domain = gap.map(|gap| gap.domain.clone());
    let sources = SourcesParams { answers: answers.clone(), domain, ..SourcesParams::default() };
    let events = match (found.alerts.is_empty(), found.skipped_due_time_count) {
        (false, _) => ALERTS,
        (true, 0) => RUNS,
        (true, _) => SCHEDULES,
    };
    let lines = [
        line(text.own(), metrics_address(OVERVIEW, &answers, Period::Week)),
        line(text.rival(), paths::brands(&answers, None)),
        line(text.prompt_gap(), prompt_gap_address(found, answers, brands).unwrap_or_default()),
        line(text.sources(), sources.address()),
        line(text.events(), events.to_owned()),
    ];
    lines.into_iter().flatten().collect()
}

fn prompt_gap_address(
    found: &DigestFindings,
    answers: AnswerFilterParams,
    brands: Query<Vec<Brand>>,
) -> Option<String> {
    let (gap, own) = (found.prompt_gap.as_ref()?, &found.brand.as_ref()?.brand.id);
    let answers = AnswerFilterParams { prompt: Some(gap.prompt_id.clone()), ..answers };
    Some(match tracked(own, &gap.rivals, brands) {
        Some(rivals) => brand_answers(own, &answers, BrandFigure::Unnamed, Some(&Rivals::Named(rivals))),
        None => answers.address(),
    })
}

// The rivals that are still tracked. `None` without any, or if the brand is deleted.
fn tracked(own: &BrandId, rivals: &[BrandName], brands: Query<Vec<Brand>>) -> Option<Vec<BrandId>> {
    brands.with(|brands| {
        let brands = brands?;
        let is_tracked = |id: &BrandId| brands.iter().any(|brand| brand.id == *id);
        let rivals: Vec<BrandId> = rivals.iter().map(|rival| rival.id.clone()).filter(is_tracked).collect();
        (is_tracked(own) && !rivals.is_empty()).then_some(rivals)
    })
}

fn answers_of_week(found: &DigestFindings) -> AnswerFilterParams {
    let route = found.route.clone().map_or(RouteFilter::Unset, RouteFilter::Only);
    let (from, to) = (found.from.clone(), found.to.clone());
    AnswerFilterParams { route, ..AnswerFilterParams::default() }.between(Some(from), Some(to))
}
