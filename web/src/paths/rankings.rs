use answerdeck_api::console_page::{FANOUTS, SOURCES, WORDS, parameter};
use answerdeck_api::limits::{BASE_WORDS_MAX, DOMAIN_MAX, TOKEN_MAX};
use answerdeck_api::metrics::SourceLevel;
use answerdeck_api::{BrandId, DomainType};

use super::answer_filter::AnswerFilterParams;
use super::brand::{named_rival_pairs, named_rivals};
use super::params::UrlParams;
use super::period::{Period, period_of, period_pair};
use super::query_string::{QueryString, SORT, order_of, sort_of};

/// The maximum length of a page's address or of a search in an address, in bytes. A longer one is ignored.
const CHOICE_MAX: usize = 4_096;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourcesParams {
    pub answers: AnswerFilterParams,
    /// Only the pages of this domain.
    pub domain: Option<String>,
    /// The page of the domain whose answers are shown.
    pub page: Option<String>,
    /// Rivals of which the answers of the domain or page name one, and not the own brand. Empty for all answers.
    pub rivals: Vec<BrandId>,
    /// Whether sites are ranked in place of domains.
    pub by_site: bool,
    /// The level of the sources whose answers name rivals and not the own brand: domains or pages. They are shown in place of the
    /// most cited ones.
    pub missed: Option<SourceLevel>,
    pub domain_type: Option<DomainType>,
    pub period: Period,
    /// Whether the ranking is shown as a chart.
    pub is_chart: bool,
    /// The order of the table.
    pub sort: Option<String>,
}

impl UrlParams for SourcesParams {
    fn read(query: &QueryString) -> Self {
        let domain = query.text(parameter::DOMAIN).filter(|domain| domain.chars().count() <= DOMAIN_MAX);
        let page = query.text("page").filter(|page| page.len() <= CHOICE_MAX && domain.is_some());
        Self {
            answers: AnswerFilterParams::read(query),
            rivals: domain.as_ref().map_or_else(Vec::new, |_| named_rivals(query)),
            page,
            domain,
            by_site: query.text(parameter::RANK).as_deref() == Some(parameter::SITES),
            missed: (query.text("view").as_deref() == Some(MISSED)).then(|| {
                let is_page = query.text(parameter::RANK).as_deref() == Some(PAGES);
                if is_page { SourceLevel::Page } else { SourceLevel::Domain }
            }),
            domain_type: query
                .text(parameter::DOMAIN_TYPE)
                .map(|text| DomainType::from(text.as_str()))
                .filter(DomainType::is_known),
            period: period_of(query),
            is_chart: is_chart(query),
            sort: sort_of(query),
        }
    }

    fn address(&self) -> String {
        let rank = match self.missed {
            Some(SourceLevel::Page) => Some(PAGES),
            _ => self.by_site.then_some(parameter::SITES),
        };
        let view = self.missed.as_ref().map(|_| MISSED).or(self.is_chart.then_some(CHART));
        let own = [
            (parameter::DOMAIN, self.domain.clone()),
            ("page", self.page.clone()),
            (parameter::RANK, rank.map(str::to_owned)),
            (parameter::DOMAIN_TYPE, self.domain_type.as_ref().map(ToString::to_string)),
            period_pair(self.period),
            ("view", view.map(str::to_owned)),
            (SORT, self.sort.clone()),
        ];
        self.answers.at(SOURCES, own.into_iter().chain(named_rival_pairs(&self.rivals)))
    }
}

/// What the page of fan-outs shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FanoutsParams {
    pub answers: AnswerFilterParams,
    /// The search whose answers are shown.
    pub search: Option<String>,
    /// Rivals of which the shown answers name one. Empty for all answers.
    pub rivals: Vec<BrandId>,
    /// Whether only searches are shown that do not name the own brand.
    pub without_own: bool,
    /// Whether the ranking is shown as a chart.
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
            without_own: query.text("own").as_deref() == Some(ABSENT),
            is_chart: is_chart(query),
            sort: sort_of(query),
        }
    }

    fn address(&self) -> String {
        let own = [
            (parameter::FANOUT, self.search.clone()),
            ("own", self.without_own.then(|| ABSENT.to_owned())),
            ("view", self.is_chart.then(|| CHART.to_owned())),
            (SORT, self.sort.clone()),
        ];
        self.answers.at(FANOUTS, own.into_iter().chain(named_rival_pairs(&self.rivals)))
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
const MISSED: &str = "missed";
const PAGES: &str = "pages";
const NEIGHBOR_SORT: &str = "neighbors";
const ABSENT: &str = "absent";

fn is_chart(query: &QueryString) -> bool {
    query.text("view").as_deref() == Some(CHART)
}

#[cfg(test)]
mod tests {
    use super::super::params::tests::{ID, read};
    use super::*;

    fn answers() -> AnswerFilterParams {
        AnswerFilterParams { region: Some("KR".into()), ..AnswerFilterParams::default() }
    }

    #[test]
    fn what_a_page_shows_survives_being_written_and_read() {
        let sources = SourcesParams {
            answers: answers(),
            domain: Some("나.example".into()),
            page: Some("https://나.example/a?b=c&d#e".into()),
            rivals: vec![ID.parse().unwrap(), "abcdefabcdefabcdefabcd".parse().unwrap()],
            by_site: true,
            missed: None,
            domain_type: Some(DomainType::News),
            period: Period::Month,
            is_chart: true,
            sort: Some("-answers".into()),
        };
        assert_eq!(read::<SourcesParams>(&sources.address()), sources);
        for missed in [SourceLevel::Domain, SourceLevel::Page].map(Some) {
            let sources = SourcesParams { by_site: false, is_chart: false, missed, ..sources.clone() };
            assert_eq!(read::<SourcesParams>(&sources.address()), sources);
        }
        let fanouts = FanoutsParams {
            answers: answers(),
            search: Some("이어폰 + 추천 & 2026".into()),
            rivals: vec![ID.parse().unwrap()],
            without_own: true,
            is_chart: true,
            sort: Some("-answers".into()),
        };
        assert_eq!(read::<FanoutsParams>(&fanouts.address()), fanouts);
        let words = WordsParams {
            answers: answers(),
            words: vec!["이어폰".into(), "a&b".into()],
            sort: Some("word".into()),
            neighbor_sort: Some("-share".into()),
        };
        assert_eq!(read::<WordsParams>(&words.address()), words);
        assert_eq!(SourcesParams::default().address(), "/sources");
        assert_eq!(FanoutsParams::default().address(), "/fan-outs");
        assert_eq!(WordsParams::default().address(), "/words");
    }

    #[test]
    fn what_the_platform_would_refuse_is_not_read() {
        // A domain that is too long, an unknown type, and a page, which belongs to a domain.
        for query in [&*format!("domain={}", "a".repeat(254)), "type=PRESS", "page=https://a.example"] {
            assert_eq!(read::<SourcesParams>(query), SourcesParams::default(), "{query}");
        }
        let many: String = (0..20).map(|number| format!("word={}&", number / 2)).collect();
        let words = read::<WordsParams>(&format!("word=&word={}&{many}", "a".repeat(51)));
        assert_eq!(words.words.len(), BASE_WORDS_MAX);
        assert_eq!(words.words.first().map(String::as_str), Some("0"));
    }
}
