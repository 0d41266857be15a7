//! The filter of answers, and the parameters of the pages that show them.

use answerdeck_api::metrics::AnswerMatchFilter;
use answerdeck_api::{
    AnswerFilter, AnswerId, AnswerScope, AnswerStatus, BrandId, ModelCode, ModelRoute, PromptId, PromptSetId, RunId,
    Timestamp,
};

use super::params::UrlParams;
use super::query_string::{QueryString, with_query};
use super::{is_within, with_id};
use crate::format::{start_of_day, today};
use crate::routes::{ANSWER, ANSWERS, BRANDS, FANOUTS, PROMPT, PROMPT_MODELS, SOURCES};

/// By which routes answers came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RouteFilter {
    /// Nothing was chosen. A list has all answers, and numbers count those of one route.
    #[default]
    Unset,
    /// Nothing was chosen, and it is not known yet which route numbers count.
    Pending,
    /// All routes together.
    All,
    Only(ModelRoute),
}

/// The last days that a page shows when none were chosen.
const RECENT: u16 = 30;
/// In an address: lists have failed and pending answers.
const ALL_STATUSES: &str = "all";
/// The value of [`RouteFilter::All`] in an address.
const ALL_ROUTES: &str = "ALL";

impl RouteFilter {
    /// Reads the value in an address. An unknown route counts as absent.
    pub fn of(text: &str) -> Self {
        match ModelRoute::from(text) {
            _ if text == ALL_ROUTES => Self::All,
            route if route.is_known() => Self::Only(route),
            _ => Self::Unset,
        }
    }

    /// The value in an address. `None` when nothing was chosen.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Unset | Self::Pending => None,
            Self::All => Some(ALL_ROUTES),
            Self::Only(route) => Some(route.as_str()),
        }
    }
}

/// The last days of which answers are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Window {
    /// Nothing was chosen, or a first or last day of one's own.
    #[default]
    Unset,
    /// All days.
    All,
    /// The last days, of which today is one.
    Days(u16),
}

/// The numbers of last days to choose from.
pub const WINDOWS: [u16; 3] = [7, 30, 90];
/// The value of [`Window::All`] in an address.
const ALL_DAYS: &str = "all";

impl Window {
    /// Reads the value in an address. Anything but the offered numbers counts as absent.
    pub fn of(text: &str) -> Self {
        let days = || text.parse().ok().filter(|days| WINDOWS.contains(days));
        if text == ALL_DAYS { Self::All } else { days().map_or(Self::Unset, Self::Days) }
    }

    /// The value in an address. `None` when nothing was chosen.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Unset => None,
            Self::All => Some(ALL_DAYS.to_owned()),
            Self::Days(days) => Some(days.to_string()),
        }
    }
}

/// A filter of answers: of their list, and of pages with metrics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswersParams {
    /// Only answers of this run.
    pub run: Option<RunId>,
    /// Only answers to prompts of this set.
    pub set: Option<PromptSetId>,
    /// Only answers to this prompt.
    pub prompt: Option<PromptId>,
    /// Only answers of this model.
    pub model: Option<ModelCode>,
    /// Only answers that came by these routes.
    pub route: RouteFilter,
    /// Only answers collected in this region, ISO 3166-1 alpha-2.
    pub region: Option<String>,
    /// Only answers that name this brand. Only the list of answers reads it from its address.
    pub brand: Option<BrandId>,
    /// Only answers requested at this time or later. With a window of days, when its first day starts.
    pub from: Option<Timestamp>,
    /// Only answers requested before this time.
    pub to: Option<Timestamp>,
    /// Only answers of these last days.
    pub window: Window,
    /// Whether lists have failed and pending answers. They always have those of a run.
    pub unfinished: bool,
}

impl UrlParams for AnswersParams {
    fn read(query: &QueryString) -> Self {
        let time = |name| query.text(name).filter(|time| is_time(time)).map(Timestamp::new);
        Self {
            run: query.parsed("run"),
            set: query.parsed("set"),
            prompt: query.parsed("prompt"),
            model: query.text("model").map(|code| ModelCode::from(code.as_str())).filter(ModelCode::is_known),
            route: query.text("route").map(|route| RouteFilter::of(&route)).unwrap_or_default(),
            region: query.text("region").filter(|code| is_region(code)),
            brand: None,
            from: time("from"),
            to: time("to"),
            window: Window::Unset,
            unfinished: query.text("status").as_deref() == Some(ALL_STATUSES),
        }
        .within(query.text("days").map(|days| Window::of(&days)).unwrap_or_default())
    }

    fn address(&self) -> String {
        with_query(ANSWERS, &self.pairs())
    }
}

impl AnswersParams {
    /// Reads the filter that other pages keep: all but a prompt and the status.
    pub fn carried(query: &QueryString) -> Self {
        Self { prompt: None, unfinished: false, ..Self::read(query) }
    }

    /// The filter for the answers to one prompt.
    pub fn of_prompt(id: &PromptId) -> Self {
        Self { prompt: Some(id.clone()), ..Self::default() }
    }

    /// The filter with another window. [`Window::Unset`] keeps the days that were chosen.
    pub fn within(self, window: Window) -> Self {
        match window {
            Window::Unset => Self { window, ..self },
            Window::All => Self { window, from: None, to: None, ..self },
            Window::Days(days) => Self { window, from: start_of_day(&today(), 1 - i32::from(days)), to: None, ..self },
        }
    }

    /// The filter with a first and a last time of one's own.
    pub fn between(self, from: Option<Timestamp>, to: Option<Timestamp>) -> Self {
        Self { from, to, window: Window::Unset, ..self }
    }

    /// The filter of a page that shows the last 30 days unless days or a run were chosen.
    pub fn recent(self) -> Self {
        if self.has_period() { self } else { self.within(Window::Days(RECENT)) }
    }

    /// Whether days or a run were chosen.
    pub fn has_period(&self) -> bool {
        self.window != Window::Unset || self.from.is_some() || self.to.is_some() || self.run.is_some()
    }

    /// Whether the period ends before it starts. Times in UTC, as the console writes them, compare as texts. The platform rejects
    /// others.
    pub fn is_reversed(&self) -> bool {
        let (Some(from), Some(to)) = (&self.from, &self.to) else { return false };
        let (from, to) = (from.as_str(), to.as_str());
        from.ends_with('Z') && to.ends_with('Z') && from >= to
    }

    /// Whether no filter is set.
    pub fn is_everything(&self) -> bool {
        let unset = Self { route: RouteFilter::Unset, window: Window::Unset, unfinished: false, ..self.clone() };
        self.route.text().is_none() && unset == Self::default()
    }

    /// The address of one answer. It keeps the filter for the way back to the list.
    pub fn answer(&self, id: &AnswerId) -> String {
        with_query(&with_id(ANSWER, id), &self.pairs())
    }

    /// The address of one answer that a page with another list opens. It keeps the address of this page for the way back.
    pub fn answer_from(&self, id: &AnswerId, page: &str) -> String {
        let back = (BACK, Some(page.to_owned()));
        let pairs: Vec<_> = self.pairs().into_iter().chain([back]).collect();
        with_query(&with_id(ANSWER, id), &pairs)
    }

    /// The address of the page of a prompt, which counts the answers that match.
    pub fn prompt_page(&self, id: &PromptId) -> String {
        with_query(&with_id(PROMPT, id), &Self { prompt: None, ..self.clone() }.pairs())
    }

    /// The address of the models' answers to a prompt that match. A filter by model or prompt has no effect there.
    pub fn prompt_models(&self, id: &PromptId) -> String {
        let others = Self { prompt: None, model: None, ..self.clone() };
        with_query(&with_id(PROMPT_MODELS, id), &others.pairs())
    }

    /// The scope of the answers that match.
    pub fn scope(&self) -> AnswerScope {
        let Self { run, set, prompt, model, route, region, from, to, .. } = self.clone();
        let route = match route {
            RouteFilter::Only(route) => Some(route),
            RouteFilter::Unset | RouteFilter::Pending | RouteFilter::All => None,
        };
        AnswerScope {
            run_id: run,
            prompt_set_id: set,
            prompt_id: prompt,
            model,
            route,
            region,
            from,
            to,
            finished: None,
        }
    }

    pub fn listed(&self) -> AnswerFilter {
        let status = (self.run.is_none() && !self.unfinished).then_some(AnswerStatus::Success);
        AnswerFilter { status, ..AnswerFilter::from(self.scope()) }
    }

    /// The filter of the answers that name the brand. `None` without one.
    pub fn naming(&self) -> Option<AnswerMatchFilter> {
        let brand = self.brand.clone()?;
        Some(AnswerMatchFilter { names_brand_ids: vec![brand], ..self.scope().into() })
    }

    /// The scope of the numbers of a page: without answers of unfinished runs, unless a run is named. `None` while it is not known
    /// which route they count.
    pub fn counted(&self) -> Option<AnswerScope> {
        let finished = self.run.is_none().then_some(true);
        (self.route != RouteFilter::Pending).then(|| AnswerScope { finished, ..self.scope() })
    }

    pub(super) fn pairs(&self) -> [(&'static str, Option<String>); 11] {
        let is_own = !matches!(self.window, Window::Days(_));
        let time = |time: &Option<Timestamp>| time.as_ref().filter(|_| is_own).map(ToString::to_string);
        [
            ("run", self.run.as_ref().map(ToString::to_string)),
            ("set", self.set.as_ref().map(ToString::to_string)),
            ("prompt", self.prompt.as_ref().map(ToString::to_string)),
            ("model", self.model.as_ref().map(ToString::to_string)),
            ("route", self.route.text().map(str::to_owned)),
            ("region", self.region.clone()),
            ("brand", self.brand.as_ref().map(ToString::to_string)),
            ("from", time(&self.from)),
            ("to", time(&self.to)),
            ("days", self.window.text()),
            ("status", self.unfinished.then(|| ALL_STATUSES.to_owned())),
        ]
    }
}

/// The parameters of the list of answers: a filter, and a phrase to search for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerSearchParams {
    /// The filter.
    pub answers: AnswersParams,
    /// Only answers with this phrase in their text. `None` searches nothing.
    pub phrase: Option<String>,
}

impl UrlParams for AnswerSearchParams {
    fn read(query: &QueryString) -> Self {
        let answers = AnswersParams { brand: query.parsed("brand"), ..AnswersParams::read(query) };
        Self { answers, phrase: query.text("q") }
    }

    fn address(&self) -> String {
        self.at(ANSWERS)
    }
}

impl AnswerSearchParams {
    /// The address of one answer. It keeps the filter and the phrase for the way back to the list.
    pub fn answer(&self, id: &AnswerId) -> String {
        self.at(&with_id(ANSWER, id))
    }

    fn at(&self, path: &str) -> String {
        let phrase = ("q", self.phrase.clone());
        let pairs: Vec<_> = self.answers.pairs().into_iter().chain(std::iter::once(phrase)).collect();
        with_query(path, &pairs)
    }
}

/// The parameter of the page that opened an answer.
const BACK: &str = "back";

/// The parameters of the page of an answer: the list that it belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerParams {
    /// The list of answers that it was opened from, or the filter of the page that did.
    pub list: AnswerSearchParams,
    /// The brand, the sources or the fan-outs that opened it, as an address of the console. `None` if the list did.
    pub back: Option<String>,
}

impl AnswerParams {
    /// Reads the parameters from a query string.
    pub fn read(query: &QueryString) -> Self {
        let is_list = |address: &String| [BRANDS, SOURCES, FANOUTS].into_iter().any(|page| leads_to(address, page));
        Self { list: AnswerSearchParams::read(query), back: query.text(BACK).filter(is_list) }
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

/// Whether an address leads to a page or one below it.
pub fn leads_to(address: &str, page: &str) -> bool {
    is_within(address.split('?').next().unwrap_or_default(), page)
}

fn is_region(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

// Checks only the shape of RFC 3339. The platform validates the rest.
fn is_time(text: &str) -> bool {
    let shape = text.bytes().zip(*b"0000-00-00T00:00:00");
    let fits = |(byte, expected): (u8, u8)| if expected == b'0' { byte.is_ascii_digit() } else { byte == expected };
    text.is_ascii() && text.len() > 19 && text.len() <= 35 && shape.into_iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::super::params::tests::{ID, read};
    use super::*;

    #[test]
    fn filters_of_answers_survive_being_written_and_read() {
        let params = AnswersParams {
            run: Some(ID.parse().unwrap()),
            set: Some(ID.parse().unwrap()),
            prompt: Some(ID.parse().unwrap()),
            model: Some(ModelCode::NaverAiTab),
            route: RouteFilter::Only(ModelRoute::StandIn),
            region: Some("KR".into()),
            brand: None,
            from: Some(Timestamp::new("2026-11-01T00:00:00.000Z")),
            to: Some(Timestamp::new("2026-11-20T09:30:00+09:00")),
            window: Window::Unset,
            unfinished: false,
        };
        let address = params.address();
        assert_eq!(
            address,
            format!(
                "/answers?run={ID}&set={ID}&prompt={ID}&model=NAVER_AI_TAB&route=STAND_IN&region=KR\
                 &from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-20T09%3A30%3A00%2B09%3A00"
            )
        );
        let (_, query) = address.split_once('?').unwrap();
        assert_eq!(read::<AnswersParams>(query), params);
        let id = "abcdefabcdefabcdefabcd".parse().unwrap();
        assert_eq!(params.answer(&id), address.replace("/answers?", "/answers/abcdefabcdefabcdefabcd?"));
    }

    #[test]
    fn numbers_wait_until_their_route_is_known() {
        let params = |route| AnswersParams { route, ..AnswersParams::default() };
        for (route, address, counted) in [
            (RouteFilter::Unset, "/answers", Some(None)),
            (RouteFilter::Pending, "/answers", None),
            (RouteFilter::All, "/answers?route=ALL", Some(None)),
            (RouteFilter::Only(ModelRoute::Api), "/answers?route=API", Some(Some(ModelRoute::Api))),
        ] {
            let params = params(route.clone());
            assert_eq!((params.address().as_str(), params.counted().map(|scope| scope.route)), (address, counted));
            assert_eq!(params.is_everything(), route.text().is_none(), "{route:?}");
        }
        assert_eq!(read::<AnswersParams>("route=ALL").route, RouteFilter::All);
        assert_eq!(read::<AnswersParams>("route=api").route, RouteFilter::Only(ModelRoute::Api));
        assert_eq!(read::<AnswersParams>("route=elsewhere"), AnswersParams::default());
    }

    #[test]
    fn numbers_leave_out_unfinished_runs_unless_a_run_is_named() {
        let finished = |run| AnswersParams { run, ..AnswersParams::default() }.counted().unwrap().finished;
        assert_eq!((finished(None), finished(Some(ID.parse().unwrap()))), (Some(true), None));
    }

    #[test]
    fn a_search_survives_being_written_and_read() {
        let brand = Some(ID.parse().unwrap());
        let answers = AnswersParams { region: Some("KR".into()), brand, ..AnswersParams::default() };
        let params = AnswerSearchParams { answers, phrase: Some("노이즈 & 캔슬링".into()) };
        let address = params.address();
        assert!(address.starts_with(&format!("/answers?region=KR&brand={ID}&q=%EB%85%B8")), "{address}");
        assert_eq!(read::<AnswerSearchParams>(address.split_once('?').unwrap().1), params);
        let id = ID.parse().unwrap();
        assert_eq!(params.answer(&id), address.replace("/answers?", &format!("/answers/{ID}?")));
        assert_eq!(AnswerSearchParams::default().address(), "/answers");
    }

    #[test]
    fn an_answer_leads_back_only_to_brands_sources_and_fanouts() {
        let id = ID.parse().unwrap();
        let back = |page: &str| {
            let address = AnswersParams::default().answer_from(&id, page);
            AnswerParams::read(&QueryString::parse(address.split_once('?').unwrap().1)).back
        };
        let pages =
            ["/sources", "/sources?domain=a.example&region=KR", "/fan-outs?q=%EC%9D%B4", "/brands/b?answers=named"];
        for page in pages {
            assert_eq!(back(page).as_deref(), Some(page));
        }
        for page in ["https://evil.example/sources", "//sources", "/sourcesx", "/settings", "javascript:alert(1)"] {
            assert_eq!(back(page), None, "{page}");
        }
    }

    #[test]
    fn models_of_a_prompt_are_not_filtered_by_model_or_prompt() {
        let id: PromptId = ID.parse().unwrap();
        let params = AnswersParams {
            prompt: Some(id.clone()),
            model: Some(ModelCode::Claude),
            region: Some("KR".into()),
            ..AnswersParams::default()
        };
        assert_eq!(params.prompt_models(&id), format!("/prompts/{ID}/models?region=KR"));
    }

    #[test]
    fn a_list_has_failed_answers_when_they_are_asked_for_or_a_run_is() {
        let status = |query: &str| read::<AnswersParams>(query).listed().status;
        assert_eq!(status("model=CLAUDE"), Some(AnswerStatus::Success));
        assert_eq!([status("status=all"), status(&format!("run={ID}"))], [None, None]);
    }

    #[test]
    fn the_last_days_are_in_an_address_and_not_the_time_when_they_start() {
        let from = Some(Timestamp::new("2026-11-01T00:00:00.000Z"));
        let days = AnswersParams { from: from.clone(), window: Window::Days(30), ..AnswersParams::default() };
        assert_eq!((days.address().as_str(), days.is_everything()), ("/answers?days=30", false));
        let all = read::<AnswersParams>("days=all&from=2026-11-01T00:00:00.000Z");
        assert_eq!((all.address().as_str(), all.is_everything()), ("/answers?days=all", true));
        assert_eq!(days.between(from, None).address(), "/answers?from=2026-11-01T00%3A00%3A00.000Z");
        assert_eq!(["7", "8", "-7", "all", ""].map(Window::of), {
            [Window::Days(7), Window::Unset, Window::Unset, Window::All, Window::Unset]
        });
    }

    #[test]
    fn a_malformed_filter_excludes_no_answer() {
        let query = "run=1&model=HAL&region=korea&from=yesterday&to=2026-11-20&set=%25";
        assert!(read::<AnswersParams>(query).is_everything());
    }

    #[test]
    fn a_period_that_ends_before_it_starts_is_kept_and_called_reversed() {
        let query = "from=2026-11-02T00:00:00.000Z&to=2026-11-01T00:00:00.000Z";
        let params = read::<AnswersParams>(query);
        assert!(params.is_reversed() && !params.is_everything());
        let other_zones = "from=2026-11-20T09:30:00%2B09:00&to=2026-11-20T01:00:00Z";
        assert!(!read::<AnswersParams>(other_zones).is_reversed());
    }
}
