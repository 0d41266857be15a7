//! The list of brands, and the answers behind the figures of a brand.

use answerdeck_api::BrandId;
use answerdeck_api::console_page::{BRANDS, parameter};
use answerdeck_api::limits::NAMED_BRANDS_MAX;

use super::answer_filter::AnswerFilterParams;
use super::brand;
use super::query_string::{QueryString, SORT, name_of};

/// The address of the list of brands: their numbers of the answers that match a filter, in an order of the table.
pub fn brands(answers: &AnswerFilterParams, sort: Option<String>) -> String {
    answers.at(BRANDS, [(SORT, sort)])
}

/// A figure of a brand, by what the answers behind it do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrandFigure {
    /// They name the brand.
    Named,
    /// They do not name it.
    Unnamed,
    /// They cite a site of it.
    Cited,
    /// They name it and cite a site of it.
    Both,
    /// They name it and cite no site of it.
    NamedOnly,
    /// They cite a site of it and do not name it.
    CitedOnly,
    /// They do neither.
    Neither,
}

impl BrandFigure {
    /// All figures, each with its name in addresses.
    pub const ALL: [(Self, &str); 7] = [
        (Self::Named, "named"),
        (Self::Unnamed, parameter::UNNAMED),
        (Self::Cited, parameter::CITED),
        (Self::Both, "both"),
        (Self::NamedOnly, "named-only"),
        (Self::CitedOnly, "cited-only"),
        (Self::Neither, "neither"),
    ];

    /// The name in addresses.
    pub fn text(self) -> String {
        name_of(&Self::ALL, &self).unwrap_or_default()
    }

    /// Whether the answers name the brand, and whether they cite a site of it. `None` if it makes no difference.
    pub fn conditions(self) -> [Option<bool>; 2] {
        match self {
            Self::Named => [Some(true), None],
            Self::Unnamed => [Some(false), None],
            Self::Cited => [None, Some(true)],
            Self::Both => [Some(true), Some(true)],
            Self::NamedOnly => [Some(true), Some(false)],
            Self::CitedOnly => [Some(false), Some(true)],
            Self::Neither => [Some(false), Some(false)],
        }
    }
}

/// Rivals of a brand that the answers behind its figure are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rivals {
    /// They cite a site of this brand.
    Cited(BrandId),
    /// They name at least one of these brands.
    Named(Vec<BrandId>),
}

/// The figure whose answers the page of a brand shows, and the rivals that they are about. `None` if it shows metrics.
pub fn figure_of(query: &QueryString) -> Option<(BrandFigure, Option<Rivals>)> {
    let figure = query.named(parameter::BRAND_FIGURE, &BrandFigure::ALL)?;
    let [names, cites] = figure.conditions().map(|condition| condition == Some(true));
    let named = Some(named_rivals(query)).filter(|named| !named.is_empty() && !names);
    let cited = query.parsed(RIVAL).filter(|_| !cites);
    Some((figure, cited.map(Rivals::Cited).or(named.map(Rivals::Named))))
}

/// The address of the answers behind a figure of a brand. With rivals, those that are about them.
pub fn brand_answers(
    id: &BrandId,
    answers: &AnswerFilterParams,
    figure: BrandFigure,
    rivals: Option<&Rivals>,
) -> String {
    let (cited, named): (Option<&BrandId>, &[BrandId]) = match rivals {
        Some(Rivals::Cited(id)) => (Some(id), &[]),
        Some(Rivals::Named(ids)) => (None, ids),
        None => (None, &[]),
    };
    let own = [(parameter::BRAND_FIGURE, Some(figure.text())), (RIVAL, cited.map(ToString::to_string))];
    answers.at(&brand(id), own.into_iter().chain(named_rival_pairs(named)))
}

/// The rivals of which the answers of a page name one.
pub(super) fn named_rivals(query: &QueryString) -> Vec<BrandId> {
    query.all(parameter::NAMED_RIVAL).filter_map(|id| id.parse().ok()).take(NAMED_BRANDS_MAX).collect()
}

pub(super) fn named_rival_pairs(rivals: &[BrandId]) -> impl Iterator<Item = (&'static str, Option<String>)> {
    rivals.iter().map(|id| (parameter::NAMED_RIVAL, Some(id.to_string())))
}

const RIVAL: &str = "rival";

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::{ID, query_of, read};
    use super::*;

    #[test]
    fn a_figure_survives_being_written_and_read() {
        let id: BrandId = ID.parse().unwrap();
        let answers = AnswerFilterParams { region: Some("KR".into()), ..AnswerFilterParams::recent() };
        for (figure, _) in BrandFigure::ALL {
            let [names, cites] = figure.conditions().map(|condition| condition == Some(true));
            let cited = Some(Rivals::Cited(id.clone())).filter(|_| !cites);
            let other = "abcdefabcdefabcdefabcd".parse().unwrap();
            let named = Some(Rivals::Named(vec![id.clone(), other])).filter(|_| !names);
            for rivals in [None, cited, named] {
                let address = brand_answers(&id, &answers, figure, rivals.as_ref());
                assert_eq!(figure_of(&query_of(&address)), Some((figure, rivals)));
                assert_eq!(read::<AnswerFilterParams>(&address), answers);
            }
        }
        let named = brand_answers(&id, &AnswerFilterParams::default(), BrandFigure::Named, None);
        assert_eq!(named, format!("/brands/{id}?days=all&answers=named"));
    }

    #[test]
    fn an_unknown_figure_shows_metrics() {
        assert_eq!(["answers=all&rival=1", ""].map(|query| figure_of(&query_of(query))), [None, None]);
    }

    #[test]
    fn what_a_figure_says_about_the_brand_is_said_about_no_rival() {
        let of = |query: &str| figure_of(&query_of(query)).unwrap().1;
        assert_eq!(of(&format!("answers=cited&rival={ID}")), None);
        assert_eq!(of(&format!("answers=named&names={ID}")), None);
        assert_eq!(of("answers=unnamed&names=1"), None);
    }

    #[test]
    fn no_two_figures_have_the_same_conditions() {
        let all = BrandFigure::ALL.map(|(figure, _)| figure.conditions());
        for (index, conditions) in all.iter().enumerate() {
            assert!(!all[..index].contains(conditions));
        }
    }
}
