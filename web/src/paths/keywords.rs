use answerdeck_api::SiteKeywordAnalysisId;
use answerdeck_api::console_page::{KEYWORDS, SITE_ANALYSIS, SITE_KEYWORDS, parameter, with_id};

use super::UrlParams;
use super::query_string::{QueryString, SORT, name_of, search_of, sort_of, with_query};
use crate::keywords::{KeywordEngines, address_words, keywords_of_address};

/// The periods of the trends in months. The first is the default.
pub const TREND_MONTHS: [usize; 3] = [12, 6, 3];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeywordIdeas {
    /// Longer keywords that contain it.
    Suggestions,
    /// Keywords about the same.
    Related,
}

/// The kinds of keyword ideas, each with its name in addresses.
const KEYWORD_IDEAS: [(KeywordIdeas, &str); 2] =
    [(KeywordIdeas::Suggestions, "suggestions"), (KeywordIdeas::Related, "related")];

/// The search engines, each with its name in addresses. Google has none.
const KEYWORD_ENGINES: [(KeywordEngines, &str); 2] = [(KeywordEngines::Naver, "naver"), (KeywordEngines::Both, "both")];

/// The keywords that a chart can show: as many as there are colors.
pub const CHARTED_MAX: usize = 8;
/// The name of Naver's ratios.
const RELATIVE: &str = "relative";
/// The parameter of the prompts that contain the keywords of a table, and its value for none.
const PROMPTS: &str = "prompts";
const NONE: &str = "none";

/// The parameters of a keyword look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordsParams {
    pub engines: KeywordEngines,
    /// The keywords, as many as fit into an address.
    pub keywords: Vec<String>,
    /// The country of the searches, ISO 3166-1 alpha-2. Google's only.
    pub country: Option<String>,
    /// The language of the searches, ISO 639-1. Google's only.
    pub language: Option<String>,
    /// The order of the list. `None` is the order in which they were entered.
    pub sort: Option<String>,
    /// The number of months of the trends.
    pub months: usize,
    /// Whether the chart of Naver shows its ratios, not the volumes estimated from them.
    pub is_relative: bool,
    /// Whether only keywords are listed that no prompt contains.
    pub only_unasked: bool,
    /// The positions of the keywords that were selected for the chart, at most [`CHARTED_MAX`]. Empty if none were.
    pub charted: Vec<usize>,
    /// The keyword for which ideas are listed, and which.
    pub ideas: Option<(KeywordIdeas, String)>,
}

impl Default for KeywordsParams {
    fn default() -> Self {
        Self {
            engines: KeywordEngines::default(),
            keywords: Vec::new(),
            country: None,
            language: None,
            sort: None,
            months: TREND_MONTHS[0],
            is_relative: false,
            only_unasked: false,
            charted: Vec::new(),
            ideas: None,
        }
    }
}

impl UrlParams for KeywordsParams {
    fn read(query: &QueryString) -> Self {
        let text = |name| query.text(name).unwrap_or_default();
        let of = || keywords_of_address(&text("of")).into_iter().next();
        Self {
            engines: query.named(parameter::PROVIDER, &KEYWORD_ENGINES).unwrap_or_default(),
            keywords: keywords_of_address(&text(parameter::SEARCH)),
            country: query.code(parameter::COUNTRY, str::to_ascii_uppercase),
            language: query.code(parameter::LANGUAGE, str::to_ascii_lowercase),
            sort: sort_of(query),
            months: query.parsed("months").filter(|months| TREND_MONTHS.contains(months)).unwrap_or(TREND_MONTHS[0]),
            is_relative: text("unit") == RELATIVE,
            only_unasked: only_unasked_of(query),
            charted: text("chart").split('-').filter_map(|at| at.parse().ok()).take(CHARTED_MAX).collect(),
            ideas: query.named("list", &KEYWORD_IDEAS).zip(of()),
        }
    }

    fn address(&self) -> String {
        let keywords = address_words(&self.keywords);
        let ideas = self.ideas.as_ref();
        let pairs = [
            (parameter::PROVIDER, name_of(&KEYWORD_ENGINES, &self.engines)),
            (parameter::SEARCH, (!keywords.is_empty()).then(|| keywords.join("\n"))),
            (parameter::COUNTRY, self.country.clone()),
            (parameter::LANGUAGE, self.language.clone()),
            (SORT, self.sort.clone()),
            ("months", (self.months != TREND_MONTHS[0]).then(|| self.months.to_string())),
            ("unit", self.is_relative.then(|| RELATIVE.to_owned())),
            (PROMPTS, self.only_unasked.then(|| NONE.to_owned())),
            ("chart", (!self.charted.is_empty()).then(|| joined(&self.charted))),
            ("list", ideas.and_then(|(ideas, _)| name_of(&KEYWORD_IDEAS, ideas))),
            ("of", ideas.map(|(_, keyword)| keyword.clone())),
        ];
        with_query(KEYWORDS, &pairs)
    }
}

impl KeywordsParams {
    /// The look-up of one keyword on the default search engine.
    pub fn of_keyword(keyword: &str) -> Self {
        Self { keywords: vec![keyword.to_owned()], ..Self::default() }
    }
}

/// The parameter of the site in the form for a new analysis.
const SITE: &str = "site";

/// The address of the page that starts analyses of sites, with the site that its form shows, and an order of its table.
pub fn site_analyses(site: Option<String>, sort: Option<String>) -> String {
    with_query(SITE_KEYWORDS, &[(SITE, site), (SORT, sort)])
}

/// The site in the form for a new analysis.
pub fn site_of(query: &QueryString) -> Option<String> {
    query.text(SITE)
}

/// What the table of an analysis of a site shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteKeywordsParams {
    /// The text that the keywords contain.
    pub search: Option<String>,
    /// The order of the table.
    pub sort: Option<String>,
    /// Whether only keywords are listed that no prompt contains.
    pub only_unasked: bool,
}

impl SiteKeywordsParams {
    pub fn read(query: &QueryString) -> Self {
        Self { search: search_of(query), sort: sort_of(query), only_unasked: only_unasked_of(query) }
    }

    pub fn address(self, id: &SiteKeywordAnalysisId) -> String {
        let unasked = self.only_unasked.then(|| NONE.to_owned());
        let pairs = [(parameter::SEARCH, self.search), (SORT, self.sort), (PROMPTS, unasked)];
        with_query(&with_id(SITE_ANALYSIS, id), &pairs)
    }
}

fn only_unasked_of(query: &QueryString) -> bool {
    query.text(PROMPTS).as_deref() == Some(NONE)
}

fn joined(positions: &[usize]) -> String {
    positions.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::{query_of, read};
    use super::*;

    #[test]
    fn a_site_survives_being_written_and_read() {
        let site = Some("https://누리오.example/?a=b&c".to_owned());
        let address = site_analyses(site.clone(), None);
        assert_eq!(site_of(&query_of(&address)), site);
        assert_eq!(site_analyses(None, None), "/site-keywords");
    }

    #[test]
    fn a_look_up_survives_being_written_and_read() {
        let full = KeywordsParams {
            engines: KeywordEngines::Both,
            keywords: vec!["무선 이어폰".into(), "a&b=c".into()],
            country: Some("US".into()),
            language: Some("en".into()),
            sort: Some("-volume".into()),
            months: 6,
            is_relative: true,
            only_unasked: true,
            charted: vec![1, 0],
            ideas: Some((KeywordIdeas::Related, "무선 이어폰".into())),
        };
        for params in [full, KeywordsParams::default(), KeywordsParams::of_keyword("earbuds")] {
            assert_eq!(read::<KeywordsParams>(&params.address()), params);
        }
        assert_eq!(KeywordsParams::default().address(), KEYWORDS);
    }

    #[test]
    fn the_table_of_an_analysis_survives_being_written_and_read() {
        let (search, sort) = (Some("무선 이어폰".to_owned()), Some("-pages".to_owned()));
        let id = "0".repeat(22).parse().unwrap();
        for params in [SiteKeywordsParams { search, sort, only_unasked: true }, SiteKeywordsParams::default()] {
            assert_eq!(SiteKeywordsParams::read(&query_of(&params.clone().address(&id))), params);
        }
    }

    #[test]
    fn a_malformed_parameter_counts_as_absent() {
        let query = "/keywords?provider=bing&country=usa&language=E1&sort=a-name-that-no-column-has&months=13&unit=cm&prompts=all&chart=a--b&list=all&of=a&q=%0A";
        for address in [query, "/keywords?list=related"] {
            assert_eq!(read::<KeywordsParams>(address), KeywordsParams::default());
        }
    }

    #[test]
    fn an_address_is_short_enough_for_proxies() {
        let keywords = (0..1_000).map(|number| format!("{number} {}", "가".repeat(70))).collect();
        let params = KeywordsParams { keywords, ..KeywordsParams::default() };
        assert!(params.address().len() < 7_000);
    }
}
