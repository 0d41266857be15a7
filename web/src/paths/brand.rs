//! The list of brands, and the answers behind the figures of a brand.

use answerdeck_api::BrandId;

use super::answers::AnswersParams;
use super::brand;
use super::query_string::{QueryString, SORT, with_query};
use crate::routes::BRANDS;

/// The address of the list of brands: their numbers of the answers that match a filter, in an order of the table.
pub fn brands(answers: &AnswersParams, sort: Option<String>) -> String {
    let pairs: Vec<_> = answers.pairs().into_iter().chain([(SORT, sort)]).collect();
    with_query(BRANDS, &pairs)
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
    pub const ALL: [Self; 7] =
        [Self::Named, Self::Unnamed, Self::Cited, Self::Both, Self::NamedOnly, Self::CitedOnly, Self::Neither];

    /// The name in addresses.
    pub fn text(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Unnamed => "unnamed",
            Self::Cited => "cited",
            Self::Both => "both",
            Self::NamedOnly => "named-only",
            Self::CitedOnly => "cited-only",
            Self::Neither => "neither",
        }
    }

    /// Reads the name in an address. `None` if it is unknown.
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.text() == text)
    }

    /// Whether the answers cite a site of the brand.
    fn cites(self) -> bool {
        matches!(self, Self::Cited | Self::Both | Self::CitedOnly)
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

/// The figure whose answers the page of a brand shows, and the brand whose site they cite instead. `None` if it shows metrics.
pub fn figure_of(query: &QueryString) -> Option<(BrandFigure, Option<BrandId>)> {
    let figure = BrandFigure::of(&query.text(FIGURE)?)?;
    Some((figure, query.parsed(RIVAL).filter(|_| !figure.cites())))
}

/// The address of the answers behind a figure of a brand. With a rival, those that cite a site of it.
pub fn brand_answers(id: &BrandId, answers: &AnswersParams, figure: BrandFigure, rival: Option<&BrandId>) -> String {
    let own = [(FIGURE, Some(figure.text().to_owned())), (RIVAL, rival.map(ToString::to_string))];
    let pairs: Vec<_> = answers.pairs().into_iter().chain(own).collect();
    with_query(&brand(id), &pairs)
}

const FIGURE: &str = "answers";
const RIVAL: &str = "rival";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::UrlParams;

    #[test]
    fn a_figure_survives_being_written_and_read() {
        let id: BrandId = "0123456789ABCDEFabcdef".parse().unwrap();
        let answers = AnswersParams { region: Some("KR".into()), ..AnswersParams::default() };
        for figure in BrandFigure::ALL {
            for rival in [None, Some(id.clone())] {
                let address = brand_answers(&id, &answers, figure, rival.as_ref());
                let query = QueryString::parse(address.split_once('?').unwrap().1);
                let instead = rival.filter(|_| !figure.cites());
                assert_eq!(
                    (figure_of(&query), AnswersParams::read(&query)),
                    (Some((figure, instead)), answers.clone())
                );
            }
        }
        let named = brand_answers(&id, &AnswersParams::default(), BrandFigure::Named, None);
        assert_eq!(named, format!("/brands/{id}?answers=named"));
    }

    #[test]
    fn an_unknown_figure_shows_metrics() {
        assert_eq!(figure_of(&QueryString::parse("answers=all&rival=1")), None);
        assert_eq!(figure_of(&QueryString::parse("")), None);
    }

    #[test]
    fn no_two_figures_have_the_same_conditions() {
        let all = BrandFigure::ALL.map(BrandFigure::conditions);
        for (index, conditions) in all.iter().enumerate() {
            assert!(!all[..index].contains(conditions));
        }
    }
}
