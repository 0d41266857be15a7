use answerdeck_api::{Brand, BrandId, DigestFindings, DigestPromptGap, DigestSourceGap};
use answerdeck_insight::{DigestPage, DigestText, RichText};

use super::console_writer::ConsoleWriter;
use crate::paths::{
    self, ALERTS, AnswerFilterParams, BrandFigure, Listed, OVERVIEW, Period, Rivals, RouteFilter, SCHEDULES,
    SourcesParams, UrlParams, brand_answers, metrics_address,
};
use crate::queries::Query;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestLine {
    pub text: String,
    /// What more it says. May be empty.
    pub details: String,
    /// The page that has its numbers.
    pub address: String,
}

/// The lines of a digest, at most five.
pub fn digest_lines(found: &DigestFindings, writer: ConsoleWriter, brands: Query<Vec<Brand>>) -> Vec<DigestLine> {
    let answers = answers_of_week(found);
    let address = |page: DigestPage<'_>| match page {
        DigestPage::Overview => metrics_address(OVERVIEW, &answers, Period::Week),
        DigestPage::Brands => paths::brands(&answers, None),
        DigestPage::PromptGap(gap) => prompt_gap_address(gap, found, &answers, brands),
        DigestPage::SourceGap(gap) => source_gap_address(gap, found, answers.clone(), brands),
        DigestPage::Sources => SourcesParams { answers: answers.clone(), ..SourcesParams::default() }.address(),
        DigestPage::FailedAnswers => {
            // An item that was not asked has no route.
            let (route, listed) = (RouteFilter::Unset, Listed::Failed);
            AnswerFilterParams { route, listed, ..answers.clone() }.address()
        }
        DigestPage::Alerts => ALERTS.to_owned(),
        DigestPage::Schedules => SCHEDULES.to_owned(),
    };
    let line = |(sentences, page): (Vec<RichText>, DigestPage<'_>)| {
        let mut sentences = sentences.into_iter();
        let text = sentences.next()?.to_string();
        Some(DigestLine { text, details: RichText::joined(sentences, " ").to_string(), address: address(page) })
    };
    DigestText::new(found, &writer).lines().into_iter().filter_map(line).collect()
}

/// The answers to the prompt that name a rival and not the brand, while these are tracked.
fn prompt_gap_address(
    gap: &DigestPromptGap,
    found: &DigestFindings,
    answers: &AnswerFilterParams,
    brands: Query<Vec<Brand>>,
) -> String {
    let answers = AnswerFilterParams { prompt: Some(gap.prompt_id.clone()), ..answers.clone() };
    match tracked(found, brands) {
        Some((own, rivals)) => brand_answers(&own, &answers, BrandFigure::Unnamed, Some(&Rivals::Named(rivals))),
        None => answers.address(),
    }
}

/// The answers that cite the domain and name a rival and not the brand, while these are tracked.
fn source_gap_address(
    gap: &DigestSourceGap,
    found: &DigestFindings,
    answers: AnswerFilterParams,
    brands: Query<Vec<Brand>>,
) -> String {
    let rivals = tracked(found, brands).map(|(_, rivals)| rivals).unwrap_or_default();
    SourcesParams { answers, domain: Some(gap.domain.clone()), rivals, ..SourcesParams::default() }.address()
}

// The brand and its rivals of the week, as far as they are still tracked. `None` without any, or if the brand is deleted.
fn tracked(found: &DigestFindings, brands: Query<Vec<Brand>>) -> Option<(BrandId, Vec<BrandId>)> {
    let own = &found.brand.as_ref()?.brand.id;
    // Both gaps are about the same rivals.
    let rivals = &found.prompt_gap.as_ref()?.rivals;
    brands.with(|brands| {
        let brands = brands?;
        let is_tracked = |id: &BrandId| brands.iter().any(|brand| brand.id == *id);
        let rivals: Vec<BrandId> = rivals.iter().map(|rival| rival.id.clone()).filter(is_tracked).collect();
        (is_tracked(own) && !rivals.is_empty()).then(|| (own.clone(), rivals))
    })
}

fn answers_of_week(found: &DigestFindings) -> AnswerFilterParams {
    let route = found.route.clone().map_or(RouteFilter::Unset, RouteFilter::Only);
    let (from, to) = (found.from.clone(), found.to.clone());
    AnswerFilterParams { route, ..AnswerFilterParams::default() }.between(Some(from), Some(to))
}
