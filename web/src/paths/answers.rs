use answerdeck_api::AnswerId;
use answerdeck_api::console_page::{ANSWER, ANSWERS, BRANDS, FANOUTS, SOURCES, parameter, with_id};

use super::answer_filter::{AnswerFilterParams, BACK, StatusFilter};
use super::is_within;
use super::query_string::{QueryString, UrlParams, search_of};

/// The parameters of the list of answers: a filter, and a phrase to search for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerListParams {
    pub answers: AnswerFilterParams,
    /// Only answers with this phrase in their text. `None` searches nothing.
    pub phrase: Option<String>,
}

impl UrlParams for AnswerListParams {
    fn read(query: &QueryString) -> Self {
        let (mut answers, phrase) = (AnswerFilterParams::of_list(query), search_of(query));
        // A failed answer names no brand and has no text.
        if answers.status == StatusFilter::Failed && (answers.brand.is_some() || phrase.is_some()) {
            answers.status = StatusFilter::Succeeded;
        }
        Self { answers, phrase }
    }

    fn address(&self) -> String {
        self.at(ANSWERS)
    }
}

impl AnswerListParams {
    /// The address of one answer. It keeps the filter and the phrase for the way back to the list.
    pub fn answer(&self, id: &AnswerId) -> String {
        self.at(&with_id(ANSWER, id))
    }

    fn at(&self, path: &str) -> String {
        self.answers.at_list(path, [(parameter::SEARCH, self.phrase.clone())])
    }
}

/// The parameters of the page of an answer: the list that it belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerPageParams {
    /// The list of answers that it was opened from, or the filter of the page that did.
    pub list: AnswerListParams,
    /// The brand, the sources or the fan-outs that opened it, as an address of the console. `None` if the list did.
    pub back: Option<String>,
}

impl AnswerPageParams {
    pub fn read(query: &QueryString) -> Self {
        let is_list = |address: &String| [BRANDS, SOURCES, FANOUTS].into_iter().any(|page| leads_to(address, page));
        Self { list: AnswerListParams::read(query), back: query.text(BACK).filter(is_list) }
    }

    /// The address of the page that opened the answer.
    pub fn opener(&self) -> String {
        self.back.clone().unwrap_or_else(|| self.list.address())
    }

    /// The address of another answer that this page opens.
    pub fn answer(&self, id: &AnswerId) -> String {
        match &self.back {
            Some(back) => self.list.answers.answer_from(id, back),
            None => self.list.answer(id),
        }
    }
}

pub fn leads_to(address: &str, page: &str) -> bool {
    is_within(address.split('?').next().unwrap_or_default(), page)
}

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::{ID, query_of, read};
    use super::*;

    #[test]
    fn a_search_survives_being_written_and_read() {
        let brand = Some(ID.parse().unwrap());
        let answers = AnswerFilterParams { region: Some("KR".into()), brand, ..AnswerFilterParams::recent() };
        let params = AnswerListParams { answers, phrase: Some("노이즈 & 캔슬링".into()) };
        let address = params.address();
        assert!(address.starts_with(&format!("/answers?region=KR&brand={ID}&q=%EB%85%B8")), "{address}");
        assert_eq!(read::<AnswerListParams>(&address), params);
        let id = ID.parse().unwrap();
        assert_eq!(params.answer(&id), address.replace("/answers?", &format!("/answers/{ID}?")));
        assert_eq!(AnswerListParams::default().address(), "/answers?days=all");
    }

    #[test]
    fn failed_answers_are_listed_without_a_brand_and_a_phrase_only() {
        let status = |query: &str| read::<AnswerListParams>(query).answers.status;
        let [brand, phrase] = [format!("status=failed&brand={ID}"), "status=failed&q=a".to_owned()];
        assert_eq!([status("status=failed"), status("status=failed&brand=1")], [StatusFilter::Failed; 2]);
        assert_eq!([status(&brand), status(&phrase)], [StatusFilter::Succeeded; 2]);
    }

    #[test]
    fn an_answer_leads_back_only_to_brands_sources_and_fanouts() {
        let id = ID.parse().unwrap();
        let back =
            |page: &str| AnswerPageParams::read(&query_of(&AnswerFilterParams::default().answer_from(&id, page))).back;
        let pages =
            ["/sources", "/sources?domain=a.example&region=KR", "/fan-outs?q=%EC%9D%B4", "/brands/b?answers=named"];
        for page in pages {
            assert_eq!(back(page).as_deref(), Some(page));
        }
        for page in ["https://evil.example/sources", "//sources", "/sourcesx", "/settings", "javascript:alert(1)"] {
            assert_eq!(back(page), None, "{page}");
        }
    }
}
