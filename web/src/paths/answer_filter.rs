use answerdeck_api::console_page::{ANSWER, ANSWERS, PROMPT, PROMPT_MODELS, parameter, with_id};
use answerdeck_api::metrics::AnswerMatchFilter;
use answerdeck_api::{
    AnswerFilter, AnswerId, AnswerScope, AnswerStatus, BrandId, ModelCode, PromptId, PromptSetId, RunId, Timestamp,
};

use super::query_string::{QueryString, UrlParams, name_of, with_query};
use super::route_filter::RouteFilter;
use super::window::Window;
use crate::format::times_before;
#[cfg(not(test))]
use crate::format::{day_before, start_of_day, today};
#[cfg(test)]
use tests::{day_before, start_of_day, today};

/// The last days that every page with results counts when neither days nor a run were chosen.
const RECENT: u16 = 30;
/// The last days of the longest window but all time.
const LONGEST: u16 = 90;
/// The days that are compared with those before when none were chosen.
const COMPARED: u16 = 7;
/// The parameter of the page that opened an answer.
pub(super) const BACK: &str = "back";

/// Which answers a list has, by their status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StatusFilter {
    /// Those that succeeded, or all of a run.
    #[default]
    Succeeded,
    /// Failed and pending answers, too.
    All,
    Failed,
}

/// The values in an address. Those that succeeded need none.
const STATUS_FILTERS: [(StatusFilter, &str); 2] =
    [(StatusFilter::All, parameter::ALL), (StatusFilter::Failed, parameter::FAILED)];

/// A filter of answers: of their list, and of pages with metrics. The default is all answers, as in an address with `days=all`. One
/// without days and without a run has those of the last days ([`AnswerFilterParams::recent`]).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerFilterParams {
    pub run: Option<RunId>,
    pub set: Option<PromptSetId>,
    pub prompt: Option<PromptId>,
    pub model: Option<ModelCode>,
    /// Only answers that came by these routes.
    pub route: RouteFilter,
    /// Only answers collected in this region, ISO 3166-1 alpha-2.
    pub region: Option<String>,
    /// Only answers that name this brand. Only the list of answers reads it from its address.
    pub brand: Option<BrandId>,
    /// Only answers requested at this time or later. With a window, when its first day starts. A point in time, so that a shared
    /// address shows the same answers in every time zone.
    pub from: Option<Timestamp>,
    /// Only answers requested before this time. With a window, when its last day ends: it is compared with as many whole days before.
    pub to: Option<Timestamp>,
    /// Only answers of these days.
    pub window: Window,
    /// Only answers of this status. Only the list of answers reads it from its address.
    pub status: StatusFilter,
}

impl UrlParams for AnswerFilterParams {
    fn read(query: &QueryString) -> Self {
        let time = |name| query.text(name).filter(|time| is_time(time)).map(Timestamp::new);
        Self {
            run: query.parsed(parameter::RUN),
            set: query.parsed(parameter::SET),
            prompt: query.parsed(parameter::PROMPT),
            model: query.text(parameter::MODEL).map(|code| ModelCode::from(code.as_str())).filter(ModelCode::is_known),
            route: query.text(parameter::ROUTE).map(|route| RouteFilter::of(&route)).unwrap_or_default(),
            region: query.code(parameter::REGION, str::to_ascii_uppercase),
            brand: None,
            from: time(parameter::FROM),
            to: time(parameter::TO),
            window: Window::Unset,
            status: StatusFilter::Succeeded,
        }
        .within(query.text(parameter::DAYS).map(|days| Window::of(&days)).unwrap_or_default())
        .or_recent()
    }

    fn address(&self) -> String {
        with_query(ANSWERS, &self.pairs())
    }
}

impl AnswerFilterParams {
    /// Reads the filter of the list of answers, which has a brand and a status.
    pub(super) fn of_list(query: &QueryString) -> Self {
        let status = query.named(parameter::STATUS, &STATUS_FILTERS).unwrap_or_default();
        Self { brand: query.parsed(parameter::BRAND), status, ..Self::read(query) }
    }

    /// Reads the filter that other pages keep: all but a prompt.
    pub fn carried(query: &QueryString) -> Self {
        Self { prompt: None, ..Self::read(query) }
    }

    /// The filter of an address without parameters.
    pub fn recent() -> Self {
        Self::default().or_recent()
    }

    // The filter with the last days unless days or a run were chosen.
    fn or_recent(self) -> Self {
        let has_days = self.window == Window::All || self.from.is_some() || self.to.is_some();
        if has_days || self.run.is_some() { self } else { self.within(Window::Days(RECENT)) }
    }

    /// The filter with a run, all of whose days count unless some were chosen, or without one.
    pub fn with_run(self, run: Option<RunId>) -> Self {
        let is_recent = matches!(self.window_without_chip(), Some(Window::Days(_)));
        let filter = Self { run, ..self };
        if is_recent { filter.between(None, None) } else { filter.or_recent() }
    }

    /// The filter that other pages keep: the days of a link give way to those that were chosen `before`.
    pub(super) fn kept_after(self, before: &Self) -> Self {
        if self.window != Window::Unset || (self.from.is_none() && self.to.is_none()) {
            return self;
        }
        let Self { from, to, window, .. } = before.clone();
        let run = self.run.clone();
        Self { run: None, from, to, window, ..self }.with_run(run)
    }

    pub fn of_run(id: &RunId) -> Self {
        Self { run: Some(id.clone()), ..Self::default() }
    }

    pub fn of_prompt(id: &PromptId) -> Self {
        Self { prompt: Some(id.clone()), ..Self::default() }
    }

    /// The filter with another window. One that has its own days keeps those of the filter.
    pub fn within(self, window: Window) -> Self {
        match window {
            Window::Unset | Window::Own => Self { window, ..self },
            Window::All => Self { window, from: None, to: None, ..self },
            Window::Days(days) => {
                let today = today();
                Self { window, from: start_of_day(&today, 1 - i32::from(days)), to: start_of_day(&today, 1), ..self }
            }
            Window::ThisMonth => {
                let today = today();
                Self { window, from: month_start(&today), to: start_of_day(&today, 1), ..self }
            }
            Window::LastMonth => {
                let to = month_start(&today());
                let from = to.as_ref().and_then(day_before).and_then(|last_day| month_start(&last_day));
                Self { window, from, to, ..self }
            }
        }
    }

    /// The filter with a first and a last time of one's own. Without both, no days are chosen.
    pub fn between(self, from: Option<Timestamp>, to: Option<Timestamp>) -> Self {
        let window = if from.is_none() && to.is_none() { Window::Unset } else { Window::Own };
        Self { from, to, window, ..self }.or_recent()
    }

    /// The filter with the times of what a link leads to.
    pub fn during(self, from: Option<Timestamp>, to: Option<Timestamp>) -> Self {
        Self { from, to, window: Window::Unset, ..self }
    }

    /// Whether a table can have this order: without a first day, there is no change.
    pub fn can_sort_by(&self, sort: &str) -> bool {
        self.from.is_some() || !sort.ends_with("change")
    }

    /// The filter with the next longer window: the last 30 or 90 days, which have a time if one is given, or all time.
    pub fn longer(&self, with: Option<&Timestamp>) -> Self {
        let windows = [RECENT, LONGEST].map(|days| self.clone().within(Window::Days(days)));
        let is_longer = |window: &Self| window.from < self.from && with.is_none_or(|with| !window.excludes(with));
        windows.into_iter().find(is_longer).unwrap_or_else(|| self.clone().within(Window::All))
    }

    /// Whether its days leave out a time. Times in UTC, as the console and the platform write them, compare as texts.
    pub fn excludes(&self, time: &Timestamp) -> bool {
        self.from.as_ref().is_some_and(|from| time < from) || self.to.as_ref().is_some_and(|to| time >= to)
    }

    /// The filter of a comparison with the days before: the last seven days, or those up to its end, unless a first day or a run was
    /// chosen.
    pub fn with_first_day(self) -> Self {
        if self.run.is_some() || self.from.is_some() {
            return self;
        }
        match self.to.as_ref().and_then(day_before) {
            Some(last_day) => {
                Self { from: start_of_day(&last_day, 1 - i32::from(COMPARED)), window: Window::Unset, ..self }
            }
            None => self.within(Window::Days(COMPARED)),
        }
    }

    /// The period that next steps compare, and the one before, which is as long. Without a first day, it is the seven days up to its
    /// end, to the moment.
    pub fn compared(self) -> [Self; 2] {
        let Some([before, from]) = times_before(self.from.as_ref(), self.to.as_ref(), COMPARED) else {
            return [self.clone(), self];
        };
        let after = match self.from {
            Some(_) => self.clone(),
            None => self.clone().during(Some(from.clone()), self.to.clone()),
        };
        [after, self.during(Some(before), Some(from))]
    }

    /// The last days that count when none were chosen, or all time. `None` with other days and with a run, which a chip says.
    pub fn window_without_chip(&self) -> Option<Window> {
        match self.window {
            _ if self.run.is_some() => None,
            Window::Days(RECENT) => Some(self.window),
            _ => (self.from.is_none() && self.to.is_none()).then_some(Window::All),
        }
    }

    /// Whether it has only such a window, and no other filter.
    pub fn has_no_chips(&self) -> bool {
        self.window_without_chip().is_some() && self.clone().within(Window::All).is_unfiltered()
    }

    /// Whether the period ends before it starts. Times in UTC, as the console writes them, compare as texts. The platform rejects
    /// others.
    pub fn is_reversed(&self) -> bool {
        let (Some(from), Some(to)) = (&self.from, &self.to) else { return false };
        let (from, to) = (from.as_str(), to.as_str());
        from.ends_with('Z') && to.ends_with('Z') && from >= to
    }

    /// Whether days are the only filter, also of the numbers of one of several routes.
    pub fn has_only_days(&self) -> bool {
        let others = Self { route: RouteFilter::Unset, ..self.clone() }.within(Window::All);
        (self.from.is_some() || self.to.is_some()) && others.is_unfiltered()
    }

    pub fn is_unfiltered(&self) -> bool {
        // Further answers filter nothing.
        let status = if self.status == StatusFilter::All { StatusFilter::Succeeded } else { self.status };
        let unset = Self { route: RouteFilter::Unset, window: Window::Unset, status, ..self.clone() };
        self.route.text().is_none() && unset == Self::default()
    }

    /// The address of a page that keeps the filter, with parameters of its own. Only [`Self::at_list`] keeps a brand and a status.
    pub(super) fn at(&self, path: &str, own: impl IntoIterator<Item = (&'static str, Option<String>)>) -> String {
        Self { brand: None, status: StatusFilter::Succeeded, ..self.clone() }.at_list(path, own)
    }

    /// The address of the list of answers, or of one of them, with parameters of its own.
    pub(super) fn at_list(&self, path: &str, own: impl IntoIterator<Item = (&'static str, Option<String>)>) -> String {
        with_query(path, &self.pairs().into_iter().chain(own).collect::<Vec<_>>())
    }

    /// The address of one answer. It keeps the filter for the way back to the list.
    pub fn answer(&self, id: &AnswerId) -> String {
        with_query(&with_id(ANSWER, id), &self.pairs())
    }

    /// The address of one answer that a page with another list opens. It keeps the address of this page for the way back.
    pub fn answer_from(&self, id: &AnswerId, page: &str) -> String {
        self.at(&with_id(ANSWER, id), [(BACK, Some(page.to_owned()))])
    }

    /// The address of the page of a prompt, which counts the answers that match.
    pub fn prompt_page(&self, id: &PromptId) -> String {
        Self { prompt: None, ..self.clone() }.at(&with_id(PROMPT, id), [])
    }

    /// The address of the models' answers to a prompt that match. A filter by model or prompt has no effect there.
    pub fn prompt_models(&self, id: &PromptId) -> String {
        Self { prompt: None, model: None, ..self.clone() }.at(&with_id(PROMPT_MODELS, id), [])
    }

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

    pub fn list_filter(&self) -> AnswerFilter {
        let status = match self.status {
            StatusFilter::Succeeded => self.run.is_none().then_some(AnswerStatus::Success),
            StatusFilter::All => None,
            StatusFilter::Failed => Some(AnswerStatus::Failed),
        };
        AnswerFilter { status, ..AnswerFilter::from(self.scope()) }
    }

    /// The filter of the answers that name the brand. `None` without one.
    pub fn brand_filter(&self) -> Option<AnswerMatchFilter> {
        let brand = self.brand.clone()?;
        Some(AnswerMatchFilter { names_brand_ids: vec![brand], ..self.scope().into() })
    }

    /// The scope of the numbers of a page: without answers of unfinished runs, unless a run is named. `None` while it is not known
    /// which route they count.
    pub fn counted_scope(&self) -> Option<AnswerScope> {
        let finished = self.run.is_none().then_some(true);
        (self.route != RouteFilter::Pending).then(|| AnswerScope { finished, ..self.scope() })
    }

    fn pairs(&self) -> [(&'static str, Option<String>); 11] {
        let has_dates = self.window.has_dates();
        let days = match self.window_without_chip() {
            Some(Window::Days(_)) => None,
            window => window.unwrap_or(self.window).text(),
        };
        let time = |time: &Option<Timestamp>| time.as_ref().filter(|_| has_dates).map(ToString::to_string);
        [
            (parameter::RUN, self.run.as_ref().map(ToString::to_string)),
            (parameter::SET, self.set.as_ref().map(ToString::to_string)),
            (parameter::PROMPT, self.prompt.as_ref().map(ToString::to_string)),
            (parameter::MODEL, self.model.as_ref().map(ToString::to_string)),
            (parameter::ROUTE, self.route.text().map(str::to_owned)),
            (parameter::REGION, self.region.clone()),
            (parameter::BRAND, self.brand.as_ref().map(ToString::to_string)),
            (parameter::FROM, time(&self.from)),
            (parameter::TO, time(&self.to)),
            (parameter::DAYS, days),
            (parameter::STATUS, name_of(&STATUS_FILTERS, &self.status)),
        ]
    }
}

// When the month of a day begins.
fn month_start(day: &str) -> Option<Timestamp> {
    start_of_day(&format!("{}-01", day.get(..7)?), 0)
}

// Checks only the shape of RFC 3339. The platform validates the rest.
fn is_time(text: &str) -> bool {
    let shape = text.bytes().zip(*b"0000-00-00T00:00:00");
    let fits = |(byte, expected): (u8, u8)| if expected == b'0' { byte.is_ascii_digit() } else { byte == expected };
    text.is_ascii() && text.len() > 19 && text.len() <= 35 && shape.into_iter().all(fits)
}

#[cfg(test)]
mod tests {
    use answerdeck_api::ModelRoute;

    use super::super::query_string::tests::{ID, query_of, read};
    use super::*;
    use crate::format::parse_day;

    // In place of those of a browser: the day is always the same, and its time zone is UTC.
    pub(super) fn today() -> String {
        "2026-11-20".to_owned()
    }

    pub(super) fn start_of_day(day: &str, days_later: i32) -> Option<Timestamp> {
        let date = parse_day(day)?.checked_add(time::Duration::days(days_later.into()))?;
        Some(Timestamp::new(format!("{date}T00:00:00.000Z")))
    }

    pub(super) fn day_before(time: &Timestamp) -> Option<String> {
        parse_day(time.as_str().get(..10)?)?.previous_day().map(|date| date.to_string())
    }

    #[test]
    fn an_address_without_days_and_without_a_run_is_about_the_last_30_days_and_one_of_all_time_says_so() {
        let days = |query: &str| {
            let AnswerFilterParams { from, to, .. } = read::<AnswerFilterParams>(query);
            [from, to].map(|time| time.map(|time| time.as_str()[..10].to_owned()))
        };
        let last_days = [Some("2026-10-22".to_owned()), Some("2026-11-21".to_owned())];
        for query in ["", "model=CLAUDE", "days=30", "days=8", "from=yesterday"] {
            assert_eq!(days(query), last_days, "{query}");
        }
        for query in ["days=all", &format!("run={ID}")] {
            assert_eq!(days(query), [None, None], "{query}");
        }
        assert_eq!(days(&format!("run={ID}&days=30")), last_days);
        assert_eq!(days("to=2026-11-02T00:00:00Z"), [None, Some("2026-11-02".to_owned())]);
        let id = ID.parse().unwrap();
        let addresses = [
            AnswerFilterParams::recent(),
            AnswerFilterParams::default(),
            AnswerFilterParams::default().between(None, None),
            AnswerFilterParams::of_prompt(&id),
        ]
        .map(|filter| filter.address());
        let of_prompt = format!("/answers?prompt={ID}&days=all");
        assert_eq!(addresses, ["/answers", "/answers?days=all", "/answers", &of_prompt]);
        let to = "to=2026-11-02T00%3A00%3A00.000Z";
        for query in [
            "model=CLAUDE",
            "model=CLAUDE&days=all",
            "days=7",
            &format!("run={ID}&days=30"),
            to,
            &format!("{to}&days=own"),
        ] {
            assert_eq!(read::<AnswerFilterParams>(query).address(), format!("/answers?{query}"));
        }
        for query in ["days=30", "days=own"] {
            assert_eq!(read::<AnswerFilterParams>(query).address(), "/answers", "{query}");
        }
    }

    #[test]
    fn a_run_has_all_its_days_until_others_are_chosen() {
        let (run, days) = (ID.parse::<RunId>().ok(), read::<AnswerFilterParams>);
        let with_run = |query: &str| days(query).with_run(run.clone()).address();
        assert_eq!(with_run(""), format!("/answers?run={ID}"));
        assert_eq!(with_run("days=7"), format!("/answers?run={ID}&days=7"));
        let without_days = days(&format!("run={ID}&days=7")).between(None, None);
        assert_eq!(without_days.address(), format!("/answers?run={ID}"));
        let without_run = |rest: &str| days(&format!("run={ID}{rest}")).with_run(None).address();
        assert_eq!(["", "&days=7"].map(without_run), ["/answers", "/answers?days=7"]);
    }

    #[test]
    fn a_longer_period_is_the_last_30_or_90_days_or_all_time() {
        let longer = |query: &str, time: Option<&str>| {
            read::<AnswerFilterParams>(query).longer(time.map(Timestamp::new).as_ref()).address()
        };
        let addresses = ["days=7", "", "days=90"].map(|query| longer(query, None));
        assert_eq!(addresses, ["/answers", "/answers?days=90", "/answers?days=all"]);
        assert_eq!(longer("", Some("2026-01-01T00:00:00Z")), "/answers?days=all");
    }

    #[test]
    fn filters_of_answers_survive_being_written_and_read() {
        let params = AnswerFilterParams {
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
            status: StatusFilter::Succeeded,
        };
        let address = params.address();
        assert_eq!(
            address,
            format!(
                "/answers?run={ID}&set={ID}&prompt={ID}&model=NAVER_AI_TAB&route=STAND_IN&region=KR\
                 &from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-20T09%3A30%3A00%2B09%3A00"
            )
        );
        assert_eq!(read::<AnswerFilterParams>(&address), params);
        let id = "abcdefabcdefabcdefabcd".parse().unwrap();
        assert_eq!(params.answer(&id), address.replace("/answers?", "/answers/abcdefabcdefabcdefabcd?"));
    }

    #[test]
    fn numbers_wait_until_their_route_is_known() {
        let params = |route| AnswerFilterParams { route, ..AnswerFilterParams::default() };
        for (route, address, counted) in [
            (RouteFilter::Unset, "/answers?days=all", Some(None)),
            (RouteFilter::Pending, "/answers?days=all", None),
            (RouteFilter::All, "/answers?route=ALL&days=all", Some(None)),
            (RouteFilter::Only(ModelRoute::Api), "/answers?route=API&days=all", Some(Some(ModelRoute::Api))),
        ] {
            let params = params(route.clone());
            assert_eq!(
                (params.address().as_str(), params.counted_scope().map(|scope| scope.route)),
                (address, counted)
            );
            assert_eq!(params.is_unfiltered(), route.text().is_none(), "{route:?}");
        }
        assert_eq!(read::<AnswerFilterParams>("route=ALL").route, RouteFilter::All);
        assert_eq!(read::<AnswerFilterParams>("route=api").route, RouteFilter::Only(ModelRoute::Api));
        assert_eq!(read::<AnswerFilterParams>("route=elsewhere"), AnswerFilterParams::recent());
    }

    #[test]
    fn numbers_leave_out_unfinished_runs_unless_a_run_is_named() {
        let finished =
            |run| AnswerFilterParams { run, ..AnswerFilterParams::default() }.counted_scope().unwrap().finished;
        assert_eq!((finished(None), finished(Some(ID.parse().unwrap()))), (Some(true), None));
    }

    #[test]
    fn models_of_a_prompt_are_not_filtered_by_model_or_prompt() {
        let id: PromptId = ID.parse().unwrap();
        let params = AnswerFilterParams {
            prompt: Some(id.clone()),
            model: Some(ModelCode::Claude),
            region: Some("KR".into()),
            ..AnswerFilterParams::recent()
        };
        assert_eq!(params.prompt_models(&id), format!("/prompts/{ID}/models?region=KR"));
    }

    #[test]
    fn a_list_has_failed_answers_when_they_are_asked_for_or_a_run_is() {
        let of = |query: &str| AnswerFilterParams::of_list(&query_of(query));
        let status = |query: &str| of(query).list_filter().status;
        assert_eq!(status("model=CLAUDE"), Some(AnswerStatus::Success));
        assert_eq!([status("status=all"), status(&format!("run={ID}"))], [None, None]);
        assert_eq!(status(&format!("run={ID}&status=failed")), Some(AnswerStatus::Failed));
        let is_unfiltered = |status: &str| of(&format!("days=all&status={status}")).is_unfiltered();
        assert_eq!(["all", "failed"].map(is_unfiltered), [true, false]);
        let failed = AnswerFilterParams { status: StatusFilter::Failed, ..AnswerFilterParams::default() };
        assert_eq!(failed.address(), "/answers?days=all&status=failed");
    }

    #[test]
    fn only_the_list_and_its_answers_keep_a_brand_and_a_status() {
        let query = format!("region=KR&brand={ID}&status=failed");
        let (list, other) = (AnswerFilterParams::of_list(&query_of(&query)), read::<AnswerFilterParams>(&query));
        let id = ID.parse().unwrap();
        let of_list = [list.address(), list.answer(&id)];
        assert_eq!(of_list, ["/answers", &format!("/answers/{ID}")].map(|page| format!("{page}?{query}")));
        let id = ID.parse().unwrap();
        for filter in [list, other] {
            let addresses = [filter.at("/sources", []), filter.prompt_page(&id), filter.prompt_models(&id)];
            let pages = ["/sources", &format!("/prompts/{ID}"), &format!("/prompts/{ID}/models")];
            assert_eq!(addresses, pages.map(|page| format!("{page}?region=KR")));
        }
    }

    #[test]
    fn the_last_days_are_in_an_address_and_not_the_time_when_they_start() {
        let from = Some(Timestamp::new("2026-11-01T00:00:00.000Z"));
        let days = AnswerFilterParams { from: from.clone(), window: Window::Days(90), ..AnswerFilterParams::default() };
        assert_eq!((days.address().as_str(), days.is_unfiltered()), ("/answers?days=90", false));
        let month = AnswerFilterParams { to: from.clone(), window: Window::LastMonth, ..days.clone() };
        assert_eq!((month.address().as_str(), month.is_unfiltered()), ("/answers?days=last-month", false));
        assert_eq!(Window::of("last-month"), Window::LastMonth);
        let all = read::<AnswerFilterParams>("days=all&from=2026-11-01T00:00:00.000Z");
        assert_eq!((all.address().as_str(), all.is_unfiltered()), ("/answers?days=all", true));
        let own = "/answers?from=2026-11-01T00%3A00%3A00.000Z";
        assert_eq!(days.clone().during(from.clone(), None).address(), own);
        assert_eq!(days.between(from, None).address(), format!("{own}&days=own"));
        assert_eq!(["7", "8", "-7", "all", ""].map(Window::of), {
            [Window::Days(7), Window::Unset, Window::Unset, Window::All, Window::Unset]
        });
    }

    #[test]
    fn days_are_the_only_filter_or_not_and_leave_out_other_times() {
        let has_only_days = |query: &str| read::<AnswerFilterParams>(query).has_only_days();
        let days = "from=2026-11-01T00:00:00.000Z&to=2026-11-08T00:00:00.000Z";
        assert!([days, "to=2026-11-08T00:00:00.000Z", &format!("{days}&route=API")].into_iter().all(has_only_days));
        assert!(has_only_days("") && read::<AnswerFilterParams>("").has_no_chips());
        assert!(!["days=all", &format!("{days}&model=CLAUDE")].into_iter().any(has_only_days));
        let excludes = |time: &str| read::<AnswerFilterParams>(days).excludes(&Timestamp::new(time));
        assert!(["2026-10-31T23:59:59.999Z", "2026-11-08T00:00:00.000Z"].into_iter().all(excludes));
        assert!(!["2026-11-01T00:00:00.000Z", "2026-11-07T23:59:59.999Z"].into_iter().any(excludes));
    }

    #[test]
    fn a_malformed_filter_counts_as_absent() {
        let query = "run=1&model=HAL&region=korea&from=yesterday&to=2026-11-20&set=%25";
        assert_eq!(read::<AnswerFilterParams>(query), AnswerFilterParams::recent());
        assert!(read::<AnswerFilterParams>(&format!("{query}&days=all")).is_unfiltered());
    }

    #[test]
    fn a_period_that_ends_before_it_starts_is_kept_and_called_reversed() {
        let query = "from=2026-11-02T00:00:00.000Z&to=2026-11-01T00:00:00.000Z";
        let params = read::<AnswerFilterParams>(query);
        assert!(params.is_reversed() && !params.is_unfiltered());
        let other_zones = "from=2026-11-20T09:30:00%2B09:00&to=2026-11-20T01:00:00Z";
        assert!(!read::<AnswerFilterParams>(other_zones).is_reversed());
    }
}
