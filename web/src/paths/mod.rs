//! The addresses of the console's pages. No other module of the console writes one.

mod answer_filter;
mod answers;
mod brand;
mod keywords;
mod period;
mod prompts;
mod query_string;
mod rankings;
mod route_filter;
mod runs;
mod sign_in;
mod window;

pub use answer_filter::{AnswerFilterParams, StatusFilter};
pub use answerdeck_api::console_page::{
    ALERTS, ANSWERS, BRANDS, DIGESTS, FANOUTS, KEYWORDS, OVERVIEW, PROMPT_SETS, PROMPTS, RUN_START, RUNS, SCHEDULE_NEW,
    SCHEDULES, SETTINGS, SIGN_IN, SITE_KEYWORDS, SOURCES, START, WORDS,
};
pub use answers::{AnswerListParams, AnswerPageParams, leads_to};
pub use brand::{BrandFigure, Rivals, brand_answers, brands, figure_of};
pub use keywords::{
    CHARTED_MAX, KeywordIdeas, KeywordsParams, SiteKeywordsParams, TREND_MONTHS, site_analyses, site_of,
};
pub use period::{PERIODS, Period, metrics_address, period_of};
pub use prompts::{Comparison, PromptsParams, new_prompt, opens_new, prompt_changes};
pub use query_string::{QueryString, UrlParams, sort_of};
pub use rankings::{FanoutsParams, OwnBrandFilter, SourcesParams, SourcesView, WordsParams};
pub use route_filter::RouteFilter;
pub use runs::{RunStartParams, only_failed, page_number, run_page};
pub use sign_in::SignInParams;
pub use window::{WINDOWS, Window};

use answerdeck_api::console_page::{BRAND, DIGEST, RUN, SCHEDULE, SCHEDULE_EDIT, with_id};
use answerdeck_api::{BrandId, DigestId, RunId, ScheduleId};

pub fn run(id: &RunId) -> String {
    with_id(RUN, id)
}

pub fn schedule(id: &ScheduleId) -> String {
    with_id(SCHEDULE, id)
}

pub fn schedule_edit(id: &ScheduleId) -> String {
    with_id(SCHEDULE_EDIT, id)
}

pub fn digest(id: &DigestId) -> String {
    with_id(DIGEST, id)
}

/// The id of the section of the settings about digests.
pub const DIGEST_SETTINGS_ID: &str = "settings-digests";

/// The settings, at the section about digests.
pub fn digest_settings() -> String {
    format!("{SETTINGS}#{DIGEST_SETTINGS_ID}")
}

pub fn brand(id: &BrandId) -> String {
    with_id(BRAND, id)
}

/// The id in a path: its second segment. `None` if it has none.
pub fn id_of(path: &str) -> Option<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).nth(1)
}

const FILTERED: [&str; 7] = [OVERVIEW, BRANDS, SOURCES, ANSWERS, FANOUTS, WORDS, PROMPTS];

/// The filter that other pages keep from a page: all but a prompt, and but the days of a link. The one `before` if the page has none.
/// A set is what the list of prompts shows, and no filter there.
pub fn filter_after(path: &str, query: &str, before: AnswerFilterParams) -> AnswerFilterParams {
    if !FILTERED.into_iter().any(|page| is_within(path, page)) {
        return before;
    }
    let filter = AnswerFilterParams::carried(&QueryString::parse(query)).kept_after(&before);
    if is_within(path, PROMPTS) { AnswerFilterParams { set: before.set, ..filter } } else { filter }
}

/// The address of a page with a filter, if it has one.
pub fn with_filter(page: &str, filter: &AnswerFilterParams) -> String {
    match page {
        PROMPTS => metrics_address(page, &AnswerFilterParams { set: None, ..filter.clone() }, Period::Week),
        _ if FILTERED.contains(&page) => metrics_address(page, filter, Period::Week),
        _ => page.to_owned(),
    }
}

/// Whether an address is safe to return to after sign-in: it leads to a page of the console other than sign-in.
pub fn is_return_address(address: &str) -> bool {
    let same_site =
        address.starts_with('/') && !address.starts_with("//") && !address.contains(['\\', '\n', '\t', '\r']);
    same_site && !address.starts_with(SIGN_IN)
}

/// Whether a path equals `page` or is below it.
pub fn is_within(path: &str, page: &str) -> bool {
    path.strip_prefix(page).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use answerdeck_api::ModelCode;

    use super::*;

    #[test]
    fn the_id_is_the_second_segment_of_a_path() {
        assert_eq!(id_of("/runs/1"), Some("1"));
        assert_eq!(id_of("/runs/"), None);
        let id: RunId = "0123456789ABCDEFabcdef".parse().unwrap();
        assert_eq!(id_of(&run(&id)), Some(id.as_str()));
    }

    #[test]
    fn pages_about_answers_keep_a_filter_and_others_have_none() {
        let all = AnswerFilterParams { window: Window::All, ..AnswerFilterParams::default() };
        let after = |path, query| with_filter(ANSWERS, &filter_after(path, query, all.clone()));
        let filter = "model=CLAUDE&prompt=0123456789ABCDEFabcdef&brand=0123456789ABCDEFabcdef&q=a";
        for path in ["/overview", "/brands/1", "/sources", "/fan-outs", "/answers", "/words", "/prompts/1"] {
            assert_eq!(after(path, filter), "/answers?model=CLAUDE", "{path}");
            assert_eq!(after(path, "days=7"), "/answers?days=7", "{path}");
        }
        assert_eq!(after("/answers/1", "prompt=0123456789ABCDEFabcdef"), "/answers");
        let own = "from=2026-11-21T00%3A00%3A00Z&days=own";
        assert_eq!(after("/answers", own), format!("/answers?{own}"));
        for (path, filter) in [("/prompt-sets", filter), ("/runs", filter), ("/settings", "")] {
            assert_eq!(after(path, filter), "/answers?days=all", "{path}");
        }
        assert_eq!(with_filter(RUNS, &all), "/runs");
    }

    #[test]
    fn the_days_of_a_link_give_way_to_those_that_were_chosen_before() {
        let (id, link) = ("0123456789ABCDEFabcdef", "from=2026-11-02T00:00:00Z&to=2026-11-09T00:00:00Z");
        let after = |before: &str, query: &str| {
            let before = filter_after(OVERVIEW, before, AnswerFilterParams::recent());
            with_filter(BRANDS, &filter_after("/answers/1", query, before))
        };
        assert_eq!(after("days=90", &format!("model=CLAUDE&{link}")), "/brands?model=CLAUDE&days=90");
        assert_eq!(["", &format!("run={id}")].map(|before| after(before, link)), ["/brands"; 2]);
        assert_eq!(after("", &format!("run={id}&{link}")), format!("/brands?run={id}"));
    }

    #[test]
    fn the_list_of_prompts_neither_gets_nor_gives_a_set() {
        let set = Some("0123456789ABCDEFabcdef".parse().unwrap());
        let before = AnswerFilterParams { set, window: Window::All, ..AnswerFilterParams::default() };
        assert_eq!(with_filter(PROMPTS, &before), "/prompts?days=all");
        let after = filter_after(PROMPTS, "set=abcdefabcdefabcdefabcd&model=CLAUDE&days=all", before.clone());
        assert_eq!(after, AnswerFilterParams { model: Some(ModelCode::Claude), ..before });
    }

    #[test]
    fn a_path_is_within_itself_and_the_pages_above_it() {
        assert!(is_within("/prompts", PROMPTS) && is_within("/prompts/1", PROMPTS));
        assert!(!is_within("/prompt-sets", "/prompt") && !is_within("/", PROMPTS));
    }
}
