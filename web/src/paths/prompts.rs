use answerdeck_api::console_page::{ANSWERS, PROMPT, PROMPTS, parameter, with_id};
use answerdeck_api::{AnswerId, ModelCode, PromptId, PromptSetId};

use super::answer_filter::{AnswerFilterParams, BACK};
use super::answers::leads_to;
use super::query_string::{QueryString, SORT, UrlParams, search_of, sort_of, with_query};

/// The filter of the list of prompts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptsParams {
    /// The answers that are counted, and the set of the prompts.
    pub answers: AnswerFilterParams,
    /// Only prompts that contain this text.
    pub search: Option<String>,
    /// The order of the table. Newest first when absent.
    pub sort: Option<String>,
}

impl UrlParams for PromptsParams {
    fn read(query: &QueryString) -> Self {
        Self { answers: AnswerFilterParams::carried(query), search: search_of(query), sort: sort_of(query) }
    }

    fn address(&self) -> String {
        self.answers.at(PROMPTS, [(parameter::SEARCH, self.search.clone()), (SORT, self.sort.clone())])
    }
}

impl PromptsParams {
    pub fn of_set(set: &PromptSetId) -> Self {
        Self {
            answers: AnswerFilterParams { set: Some(set.clone()), ..AnswerFilterParams::recent() },
            ..Self::default()
        }
    }

    /// The same prompts with the answers of a filter.
    pub fn counting(self, filter: AnswerFilterParams) -> Self {
        Self { answers: AnswerFilterParams { set: self.answers.set, ..filter }, ..self }
    }
}

/// The address of what changed for the own brand since the period before: the prompts, the largest changes first, or the page of the
/// only one.
pub fn prompt_changes(answers: AnswerFilterParams, is_rise: bool) -> String {
    match &answers.prompt {
        Some(prompt) => answers.prompt_page(prompt),
        None => {
            let sort = if is_rise { "-change" } else { "change" };
            PromptsParams { answers, search: None, sort: Some(sort.to_owned()) }.address()
        }
    }
}

/// Two answers of a model that the page of a prompt compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    pub model: ModelCode,
    /// `None` for the one before the later answer.
    pub earlier: Option<AnswerId>,
    /// `None` for the newest.
    pub later: Option<AnswerId>,
    /// The answer that opened the comparison, as an address of the console. `None` if the prompt did.
    pub back: Option<String>,
}

impl Comparison {
    /// The newest two answers of a model.
    pub fn of_newest(model: ModelCode) -> Self {
        Self { model, earlier: None, later: None, back: None }
    }

    /// Reads the comparison from a query string. `None` if it has none.
    pub fn read(query: &QueryString) -> Option<Self> {
        let model = query.text("compare").map(|code| ModelCode::from(code.as_str())).filter(ModelCode::is_known)?;
        let back = query.text(BACK).filter(|address| leads_to(address, ANSWERS));
        Some(Self { model, earlier: query.parsed("earlier"), later: query.parsed("later"), back })
    }

    /// The address of the page of the prompt that compares them. It keeps a filter for the way back.
    pub fn address(&self, prompt: &PromptId, filter: &AnswerFilterParams) -> String {
        let id = |id: &Option<AnswerId>| id.as_ref().map(ToString::to_string);
        let own = [
            ("compare", Some(self.model.to_string())),
            ("earlier", id(&self.earlier)),
            ("later", id(&self.later)),
            (BACK, self.back.clone()),
        ];
        filter.at(&with_id(PROMPT, prompt), own)
    }
}

/// The address that opens the form for a new prompt.
pub fn new_prompt() -> String {
    with_query(PROMPTS, &[("new", Some("1".to_owned()))])
}

pub fn opens_new(query: &QueryString) -> bool {
    query.text("new").is_some()
}

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::{ID, query_of, read};
    use super::super::window::Window;
    use super::*;

    #[test]
    fn parameters_survive_being_written_and_read() {
        let answers = AnswerFilterParams {
            set: Some(ID.parse().unwrap()),
            model: Some(ModelCode::Claude),
            window: Window::All,
            ..AnswerFilterParams::default()
        };
        let search = Some("이어폰 & a=b".into());
        let params = PromptsParams { answers, search, sort: Some("-gap".into()) };
        assert_eq!(
            params.address(),
            format!("/prompts?set={ID}&model=CLAUDE&days=all&q=%EC%9D%B4%EC%96%B4%ED%8F%B0%20%26%20a%3Db&sort=-gap")
        );
        assert_eq!(read::<PromptsParams>(&params.address()), params);
        assert_eq!(read::<PromptsParams>("").address(), "/prompts");
        let filter = AnswerFilterParams { model: Some(ModelCode::Claude), ..AnswerFilterParams::recent() };
        let of_set = PromptsParams::of_set(&ID.parse().unwrap());
        assert_eq!(of_set.address(), format!("/prompts?set={ID}"));
        assert_eq!(of_set.counting(filter).address(), format!("/prompts?set={ID}&model=CLAUDE"));
    }

    #[test]
    fn a_change_leads_to_the_prompts_in_its_order_or_to_the_only_one() {
        let model = AnswerFilterParams { model: Some(ModelCode::Claude), ..AnswerFilterParams::recent() };
        let changes = [true, false].map(|is_rise| prompt_changes(model.clone(), is_rise));
        assert_eq!(changes, ["/prompts?model=CLAUDE&sort=-change", "/prompts?model=CLAUDE&sort=change"]);
        let of_prompt = AnswerFilterParams { prompt: Some(ID.parse().unwrap()), ..model };
        assert_eq!(prompt_changes(of_prompt, false), format!("/prompts/{ID}?model=CLAUDE"));
    }

    #[test]
    fn a_comparison_survives_being_written_and_read() {
        let comparison = Comparison { later: Some(ID.parse().unwrap()), ..Comparison::of_newest(ModelCode::Claude) };
        let filter = AnswerFilterParams { window: Window::All, ..AnswerFilterParams::default() };
        let address = comparison.address(&ID.parse().unwrap(), &filter);
        assert_eq!(address, format!("/prompts/{ID}?days=all&compare=CLAUDE&later={ID}"));
        let read = |query: &str| Comparison::read(&query_of(query));
        assert_eq!(read(&address), Some(comparison.clone()));
        for (back, kept) in [("/answers/a?region=KR", true), ("/settings", false), ("//answers", false)] {
            let opened = Comparison { back: Some(back.to_owned()), ..comparison.clone() };
            let found = read(&opened.address(&ID.parse().unwrap(), &filter));
            assert_eq!(found, Some(if kept { opened } else { comparison.clone() }), "{back}");
        }
        assert_eq!([read("compare=HAL"), read(&format!("later={ID}"))], [None, None]);
    }

    #[test]
    fn a_malformed_id_counts_as_absent() {
        assert_eq!(read::<PromptsParams>("?set=short&q="), read::<PromptsParams>(""));
        assert_eq!(read::<PromptsParams>(&format!("set={ID}")).answers.set, Some(ID.parse().unwrap()));
    }
}
