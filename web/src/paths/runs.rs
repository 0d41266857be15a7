use std::num::NonZeroUsize;

use answerdeck_api::console_page::{RUN_START, SCHEDULE_NEW, parameter};
use answerdeck_api::{ModelCode, PromptId, PromptSetId, RunId};

use super::query_string::{QueryString, UrlParams, with_query};
use super::run;

/// The initial selection in the form that starts a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunStartParams {
    /// The set of which every prompt is selected.
    pub set: Option<PromptSetId>,
    pub prompts: Vec<PromptId>,
    pub run: Option<RunId>,
    /// Whether only the failed items of the run are repeated.
    pub failed: bool,
    pub models: Vec<ModelCode>,
    /// The region. `None` selects the one that forms preselect.
    pub region: Option<String>,
    /// The number of repetitions. `None` selects 1.
    pub repeats: Option<u32>,
}

impl RunStartParams {
    /// The address of the form that creates a schedule of such runs.
    pub fn schedule_address(&self) -> String {
        with_query(SCHEDULE_NEW, &self.pairs())
    }

    fn pairs(&self) -> [(&'static str, Option<String>); 7] {
        let joined = |texts: Vec<&str>| (!texts.is_empty()).then(|| texts.join("."));
        [
            (parameter::SET, self.set.as_ref().map(ToString::to_string)),
            ("prompts", joined(self.prompts.iter().map(PromptId::as_str).collect())),
            (parameter::RUN, self.run.as_ref().map(ToString::to_string)),
            ("failed", self.failed.then(|| "1".to_owned())),
            ("models", joined(self.models.iter().map(ModelCode::as_str).collect())),
            (parameter::REGION, self.region.clone()),
            ("repeats", self.repeats.map(|repeats| repeats.to_string())),
        ]
    }
}

impl UrlParams for RunStartParams {
    fn read(query: &QueryString) -> Self {
        Self {
            set: query.parsed(parameter::SET),
            prompts: query.text("prompts").unwrap_or_default().split('.').filter_map(|id| id.parse().ok()).collect(),
            run: query.parsed(parameter::RUN),
            failed: query.text("failed").is_some(),
            models: query
                .text("models")
                .unwrap_or_default()
                .split('.')
                .map(ModelCode::from)
                .filter(ModelCode::is_known)
                .collect(),
            region: query.code(parameter::REGION, str::to_ascii_uppercase),
            repeats: query.parsed("repeats"),
        }
    }

    fn address(&self) -> String {
        with_query(RUN_START, &self.pairs())
    }
}

/// Reads the page of a long table, from 1. An absent or malformed number counts as 1.
pub fn page_number(query: &QueryString) -> usize {
    query.parsed::<NonZeroUsize>("page").map_or(1, NonZeroUsize::get)
}

/// Whether the page of a run shows only the prompts with failed items.
pub fn only_failed(query: &QueryString) -> bool {
    query.text("failed").is_some()
}

/// The address of one page, from 1, of the prompts of a run, or only of those with failed items.
pub fn run_page(id: &RunId, page: usize, only_failed: bool) -> String {
    let pairs = [("failed", only_failed.then(|| "1".to_owned())), ("page", (page > 1).then(|| page.to_string()))];
    with_query(&run(id), &pairs)
}

#[cfg(test)]
mod tests {
    use super::super::query_string::tests::{ID, query_of, read};
    use super::*;

    #[test]
    fn selected_prompts_survive_being_written_and_read() {
        let params = RunStartParams {
            prompts: vec![ID.parse().unwrap(), "abcdefabcdefabcdefabcd".parse().unwrap()],
            ..RunStartParams::default()
        };
        assert_eq!(params.address(), format!("/runs/new?prompts={ID}.abcdefabcdefabcdefabcd"));
        assert_eq!(read::<RunStartParams>(&params.address()), params);
    }

    #[test]
    fn a_schedule_is_prefilled_with_what_a_run_would_ask() {
        let params = RunStartParams {
            set: Some(ID.parse().unwrap()),
            models: vec![ModelCode::Chatgpt, ModelCode::GoogleAi],
            region: Some("US".to_owned()),
            repeats: Some(3),
            ..RunStartParams::default()
        };
        let address = params.schedule_address();
        assert_eq!(address, format!("/schedules/new?set={ID}&models=CHATGPT.GOOGLE_AI&region=US&repeats=3"));
        assert_eq!(read::<RunStartParams>(&address), params);
        assert_eq!(read::<RunStartParams>(&address.replace("US", "us")), params);
    }

    #[test]
    fn the_first_page_of_a_table_needs_no_parameter() {
        let id = ID.parse().unwrap();
        assert_eq!(run_page(&id, 1, false), format!("/runs/{ID}"));
        assert_eq!(run_page(&id, 2, false), format!("/runs/{ID}?page=2"));
        assert_eq!(run_page(&id, 2, true), format!("/runs/{ID}?failed=1&page=2"));
        assert!(only_failed(&query_of("failed=1&page=2")) && !only_failed(&query_of("failed=")));
        let page = |query: &str| page_number(&query_of(query));
        assert_eq!([page("page=2"), page("page=0"), page("page=x"), page("")], [2, 1, 1, 1]);
    }
}
