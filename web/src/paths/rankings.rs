use answerdeck_api::console_page::{FANOUTS, SOURCES, WORDS, parameter};
use answerdeck_api::limits::{BASE_WORDS_MAX, DOMAIN_MAX, TOKEN_MAX};
use answerdeck_api::metrics::SourceLevel;
use answerdeck_api::{BrandId, DomainType};

use super::answer_filter::AnswerFilterParams;
use super::brand::{named_rival_pairs, named_rivals};
use super::period::{Period, period_of, period_pair};
use super::query_string::{QueryString, SORT, UrlParams, name_of, order_of, sort_of};

/// The maximum length of a page's address or of a search in an address, in bytes. A longer one is ignored.
const CHOICE_MAX: usize = 4_096;

/// What the page of sources shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SourcesView {
    /// The most cited sources as a table.
    #[default]
    Table,
    /// The most cited sources as a chart.
    Chart,
    /// The sources with a gap: those whose answers name rivals and not the own brand.
    Gaps,
    /// The sources that are new or lost.
    Changes,
}

impl SourcesView {
    /// Whether the most cited sources are shown.
    pub fn is_ranking(self) -> bool {
        matches!(self, Self::Table | Self::Chart)
    }
}

/// The views, each with its name in addresses. The table has none.
const SOURCES_VIEWS: [(SourcesView, &str); 3] =
    [(SourcesView::Chart, CHART), (SourcesView::Gaps, parameter::GAPS), (SourcesView::Changes, parameter::CHANGES)];

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourcesParams {
    pub answers: AnswerFilterParams,
    /// Only the pages of this domain.
    pub domain: Option<String>,
    /// The page of the domain whose answers are shown.
    pub page: Option<String>,
    /// Rivals of which the answers of the domain or page name one, and not the own brand. Empty for all answers.
    pub rivals: Vec<BrandId>,
    pub view: SourcesView,
    /// What is shown in place of domains: the most cited sites, or pages in another view.
    pub level: Option<SourceLevel>,
    /// The type of the most cited domains that are shown. Other views show all.
    pub domain_type: Option<DomainType>,
    pub period: Period,
    /// The order of the table.
    pub sort: Option<String>,
}

impl UrlParams for SourcesParams {
    fn read(query: &QueryString) -> Self {
        let domain = query.text(parameter::DOMAIN).filter(|domain| domain.chars().count() <= DOMAIN_MAX);
        let page = query.text("page").filter(|page| page.len() <= CHOICE_MAX && domain.is_some());
        let view = query.named(parameter::VIEW, &SOURCES_VIEWS).unwrap_or_default();
        Self {
            answers: AnswerFilterParams::read(query),
            rivals: domain.as_ref().map_or_else(Vec::new, |_| named_rivals(query)),
            page,
            domain,
            view,
            level: match query.text(parameter::RANK).as_deref() {
                Some(parameter::SITES) if view.is_ranking() => Some(SourceLevel::Site),
                Some(parameter::PAGES) if !view.is_ranking() => Some(SourceLevel::Page),
                _ => None,
            },
            domain_type: query
                .text(parameter::DOMAIN_TYPE)
                .map(|text| DomainType::from(text.as_str()))
                .filter(|domain_type| domain_type.is_known() && view.is_ranking()),
            period: period_of(query),
            sort: sort_of(query),
        }
    }

    fn address(&self) -> String {
        let rank = if self.view.is_ranking() { parameter::SITES } else { parameter::PAGES };
        let own = [
            (parameter::DOMAIN, self.domain.clone()),
            ("page", self.page.clone()),
            (parameter::RANK, self.level.as_ref().map(|_| rank.to_owned())),
            (parameter::DOMAIN_TYPE, self.domain_type.as_ref().map(ToString::to_string)),
            period_pair(self.period),
            (parameter::VIEW, name_of(&SOURCES_VIEWS, &self.view)),
            (SORT, self.sort.clone()),
        ];
        self.answers.at(SOURCES, own.into_iter().chain(named_rival_pairs(&self.rivals)))
    }
}

/// Which searches the page of fan-outs shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OwnBrandFilter {
    #[default]
    All,
    /// Those whose text does not name the own brand.
    WithoutOwn,
    /// Those whose answers never name the own brand.
    Unnamed,
}

/// The filters, each with its name in addresses. All searches have none.
const OWN_BRAND_FILTERS: [(OwnBrandFilter, &str); 2] =
    [(OwnBrandFilter::WithoutOwn, "absent"), (OwnBrandFilter::Unnamed, parameter::UNNAMED)];

/// What the page of fan-outs shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FanoutsParams {
    pub answers: AnswerFilterParams,
    /// The search whose answers are shown.
    pub search: Option<String>,
    /// Rivals of which the shown answers name one. Empty for all answers.
    pub rivals: Vec<BrandId>,
    pub filter: OwnBrandFilter,
    pub is_chart: bool,
    /// The order of the table.
    pub sort: Option<String>,
}

impl UrlParams for FanoutsParams {
    fn read(query: &QueryString) -> Self {
        Self {
            answers: AnswerFilterParams::read(query),
            search: query.text(parameter::FANOUT).filter(|search| search.len() <= CHOICE_MAX),
            rivals: named_rivals(query),
            filter: query.named(parameter::OWN, &OWN_BRAND_FILTERS).unwrap_or_default(),
            is_chart: query.text(parameter::VIEW).as_deref() == Some(CHART),
            sort: sort_of(query),
        }
    }

    fn address(&self) -> String {
        let own = [
            (parameter::FANOUT, self.search.clone()),
            (parameter::OWN, name_of(&OWN_BRAND_FILTERS, &self.filter)),
            (parameter::VIEW, self.is_chart.then(|| CHART.to_owned())),
            (SORT, self.sort.clone()),
        ];
        self.answers.at(FANOUTS, own.into_iter().chain(named_rival_pairs(&self.rivals)))
    }
}

impl FanoutsParams {
    /// The page with another filter. An order stays with its table.
    pub fn filtered(self, filter: OwnBrandFilter) -> Self {
        let is_same_table = (filter == OwnBrandFilter::Unnamed) == (self.filter == OwnBrandFilter::Unnamed);
        Self { filter, sort: self.sort.filter(|_| is_same_table), ..self }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordsParams {
    pub answers: AnswerFilterParams,
    /// The words whose neighbors are shown, at most 10 different ones.
    pub words: Vec<String>,
    /// The order of the words.
    pub sort: Option<String>,
    pub neighbor_sort: Option<String>,
}

impl WordsParams {
    /// Whether no further word can be chosen.
    pub fn is_full(&self) -> bool {
        self.words.len() >= BASE_WORDS_MAX
    }
}

impl UrlParams for WordsParams {
    fn read(query: &QueryString) -> Self {
        let mut words: Vec<String> = Vec::new();
        for word in query.all(parameter::WORD).filter(|word| !word.is_empty() && word.chars().count() <= TOKEN_MAX) {
            if words.len() < BASE_WORDS_MAX && !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        Self {
            answers: AnswerFilterParams::read(query),
            words,
            sort: sort_of(query),
            neighbor_sort: order_of(query, NEIGHBOR_SORT),
        }
    }

    fn address(&self) -> String {
        let words = self.words.iter().map(|word| (parameter::WORD, Some(word.clone())));
        let orders = [(SORT, self.sort.clone()), (NEIGHBOR_SORT, self.neighbor_sort.clone())];
        self.answers.at(WORDS, words.chain(orders))
    }
}

const CHART: &str = "chart";
const NEIGHBOR_SORT: &str = "neighbors";

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::{ID, read};
    use super::*;

    fn answers() -> AnswerFilterParams {
        AnswerFilterParams { region: Some("KR".into()), ..AnswerFilterParams::recent() }
    }

    #[test]
    fn what_a_page_shows_survives_being_written_and_read() {
        let sources = SourcesParams {
            answers: answers(),
            domain: Some("나.example".into()),
            page: Some("https://나.example/a?b=c&d#e".into()),
            rivals: vec![ID.parse().unwrap(), "abcdefabcdefabcdefabcd".parse().unwrap()],
            view: SourcesView::Chart,
            level: Some(SourceLevel::Site),
            domain_type: Some(DomainType::News),
            period: Period::Month,
            sort: Some("-answers".into()),
        };
        assert_eq!(read::<SourcesParams>(&sources.address()), sources);
        for view in [SourcesView::Gaps, SourcesView::Changes] {
            for level in [None, Some(SourceLevel::Page)] {
                // Domains of all types are shown.
                let typed = SourcesParams { view, level, ..sources.clone() };
                let sources = SourcesParams { domain_type: None, ..typed.clone() };
                for params in [&typed, &sources] {
                    assert_eq!(read::<SourcesParams>(&params.address()), sources);
                }
            }
        }
        for filter in [OwnBrandFilter::All, OwnBrandFilter::WithoutOwn, OwnBrandFilter::Unnamed] {
            let fanouts = FanoutsParams {
                answers: answers(),
                search: Some("이어폰 + 추천 & 2026".into()),
                rivals: vec![ID.parse().unwrap()],
                filter,
                is_chart: true,
                sort: Some("-answers".into()),
            };
            assert_eq!(read::<FanoutsParams>(&fanouts.address()), fanouts);
        }
        let words = WordsParams {
            answers: answers(),
            words: vec!["이어폰".into(), "a&b".into()],
            sort: Some("word".into()),
            neighbor_sort: Some("-share".into()),
        };
        assert_eq!(read::<WordsParams>(&words.address()), words);
        assert_eq!(read::<SourcesParams>("").address(), "/sources");
        assert_eq!(read::<FanoutsParams>("").address(), "/fan-outs");
        assert_eq!(read::<WordsParams>("").address(), "/words");
        assert_eq!(SourcesParams::default().address(), "/sources?days=all");
    }

    #[test]
    fn an_order_stays_with_its_table() {
        let params = FanoutsParams { sort: Some("-latest".into()), ..FanoutsParams::default() };
        let sort = |filter| params.clone().filtered(filter).sort;
        assert_eq!([sort(OwnBrandFilter::WithoutOwn), sort(OwnBrandFilter::Unnamed)], [params.sort.clone(), None]);
    }

    #[test]
    fn what_the_platform_would_refuse_is_not_read() {
        // A domain that is too long, an unknown type, and a page, which belongs to a domain.
        for query in [&*format!("domain={}", "a".repeat(254)), "type=PRESS", "page=https://a.example"] {
            assert_eq!(read::<SourcesParams>(query), read::<SourcesParams>(""), "{query}");
        }
        let many: String = (0..20).map(|number| format!("word={}&", number / 2)).collect();
        let words = read::<WordsParams>(&format!("word=&word={}&{many}", "a".repeat(51)));
        assert_eq!(words.words.len(), BASE_WORDS_MAX);
        assert_eq!(words.words.first().map(String::as_str), Some("0"));
    }
}
