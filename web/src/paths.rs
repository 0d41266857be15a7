//! Every address of the console: the pages that paths name, the addresses that links lead to, and the typed parameters
//! that stand in them. No other room holds a path.

use std::num::NonZeroUsize;
use std::str::FromStr;

use answerdeck_api::{AnswerId, ModelCode, PromptId, PromptSetId, RunId, Timestamp};
use leptos::prelude::*;

use crate::router::{use_location, use_router};

/// The pages, each a part of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    SignIn,
    SignInCallback,
    PromptSets,
    Prompts,
    Prompt,
    Runs,
    RunStart,
    Run,
    Answers,
    Answer,
    NotFound,
}

impl Page {
    /// The page that a path names.
    pub fn of(path: &str) -> Self {
        Self::named(path).unwrap_or(Self::NotFound)
    }

    fn named(path: &str) -> Option<Self> {
        let mut segments = path.split('/').filter(|segment| !segment.is_empty());
        let page = match (segments.next()?, segments.next()) {
            ("sign-in", None) => Self::SignIn,
            ("sign-in", Some("callback")) => Self::SignInCallback,
            ("prompt-sets", None) => Self::PromptSets,
            ("prompts", None) => Self::Prompts,
            ("prompts", Some(_)) => Self::Prompt,
            ("runs", None) => Self::Runs,
            ("runs", Some("new")) => Self::RunStart,
            ("runs", Some(_)) => Self::Run,
            ("answers", None) => Self::Answers,
            ("answers", Some(_)) => Self::Answer,
            _ => return None,
        };
        segments.next().is_none().then_some(page)
    }
}

/// The console's first page.
pub const START: &str = "/";
/// Sign in.
pub const SIGN_IN: &str = "/sign-in";
/// Where the consent page sends the person back to.
pub const SIGN_IN_CALLBACK: &str = "/sign-in/callback";
/// Every prompt set.
pub const PROMPT_SETS: &str = "/prompt-sets";
/// Every prompt.
pub const PROMPTS: &str = "/prompts";
/// Every run.
pub const RUNS: &str = "/runs";
/// Where a run is started.
pub const RUN_START: &str = "/runs/new";
/// Every answer.
pub const ANSWERS: &str = "/answers";

/// One prompt.
pub fn prompt(id: &PromptId) -> String {
    format!("{PROMPTS}/{id}")
}

/// One run.
pub fn run(id: &RunId) -> String {
    format!("{RUNS}/{id}")
}

/// One page of the prompts of a run, from 1.
pub fn run_page(id: &RunId, page: usize) -> String {
    with_query(&run(id), &[("page", (page > 1).then(|| page.to_string()))])
}

/// Answers to one prompt.
pub fn answers_of_prompt(id: &PromptId) -> String {
    AnswersParams { prompt: Some(id.clone()), ..AnswersParams::default() }.address()
}

/// Parameters that stand behind the `?` of an address. What cannot be read is as if it were absent.
pub trait UrlParams: Clone + PartialEq + Send + Sync + 'static {
    /// Reads them.
    fn read(map: &Parameters) -> Self;
    /// The address that carries them.
    fn address(&self) -> String;
}

/// Which prompts are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptsParams {
    /// Only those of this set.
    pub set: Option<PromptSetId>,
    /// Only those that contain this text.
    pub search: Option<String>,
}

impl UrlParams for PromptsParams {
    fn read(map: &Parameters) -> Self {
        Self { set: parsed(map, "set"), search: text(map, "q") }
    }

    fn address(&self) -> String {
        with_query(PROMPTS, &[("set", self.set.as_ref().map(ToString::to_string)), ("q", self.search.clone())])
    }
}

/// What is chosen at first where a run is started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunStartParams {
    /// The set whose prompts are asked.
    pub set: Option<PromptSetId>,
    /// A single prompt that is asked.
    pub prompt: Option<PromptId>,
}

impl UrlParams for RunStartParams {
    fn read(map: &Parameters) -> Self {
        Self { set: parsed(map, "set"), prompt: parsed(map, "prompt") }
    }

    fn address(&self) -> String {
        let pairs = [
            ("set", self.set.as_ref().map(ToString::to_string)),
            ("prompt", self.prompt.as_ref().map(ToString::to_string)),
        ];
        with_query(RUN_START, &pairs)
    }
}

/// The page of a long table that is shown, from 1.
pub fn use_page() -> Memo<usize> {
    let place = use_location();
    Memo::new(move |_| place.with(|place| page(&Parameters::of(&place.query))))
}

fn page(map: &Parameters) -> usize {
    parsed::<NonZeroUsize>(map, "page").map_or(1, NonZeroUsize::get)
}

/// Which answers are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswersParams {
    /// Only those of this run.
    pub run: Option<RunId>,
    /// Only those to prompts of this set.
    pub set: Option<PromptSetId>,
    /// Only those to this prompt.
    pub prompt: Option<PromptId>,
    /// Only those of this model.
    pub model: Option<ModelCode>,
    /// Only those collected there, ISO 3166-1 alpha-2.
    pub region: Option<String>,
    /// Only those asked for at this time or later.
    pub from: Option<Timestamp>,
    /// Only those asked for before this time.
    pub to: Option<Timestamp>,
}

impl UrlParams for AnswersParams {
    fn read(map: &Parameters) -> Self {
        let time = |name| text(map, name).filter(|time| is_time(time)).map(Timestamp::new);
        Self {
            run: parsed(map, "run"),
            set: parsed(map, "set"),
            prompt: parsed(map, "prompt"),
            model: text(map, "model").map(|code| ModelCode::from(code.as_str())).filter(ModelCode::is_known),
            region: text(map, "region").filter(|code| is_region(code)),
            from: time("from"),
            to: time("to"),
        }
    }

    fn address(&self) -> String {
        self.address_at(ANSWERS)
    }
}

impl AnswersParams {
    /// Whether nothing is left out.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// One answer, with the way back to the others.
    pub fn answer(&self, id: &AnswerId) -> String {
        self.address_at(&format!("{ANSWERS}/{id}"))
    }

    fn address_at(&self, path: &str) -> String {
        let pairs = [
            ("run", self.run.as_ref().map(ToString::to_string)),
            ("set", self.set.as_ref().map(ToString::to_string)),
            ("prompt", self.prompt.as_ref().map(ToString::to_string)),
            ("model", self.model.as_ref().map(ToString::to_string)),
            ("region", self.region.clone()),
            ("from", self.from.as_ref().map(ToString::to_string)),
            ("to", self.to.as_ref().map(ToString::to_string)),
        ];
        with_query(path, &pairs)
    }
}

fn is_region(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

// The shape of RFC 3339; the platform reads the rest.
fn is_time(text: &str) -> bool {
    let shape = text.bytes().zip(*b"0000-00-00T00:00:00");
    let fits = |(byte, expected): (u8, u8)| if expected == b'0' { byte.is_ascii_digit() } else { byte == expected };
    text.is_ascii() && text.len() > 19 && text.len() <= 35 && shape.into_iter().all(fits)
}

/// What the sign-in page is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignInParams {
    /// Where to go afterwards: an address of the console, never of another site.
    pub next: Option<String>,
}

impl UrlParams for SignInParams {
    fn read(map: &Parameters) -> Self {
        Self { next: text(map, "next").filter(|next| is_own(next)) }
    }

    fn address(&self) -> String {
        with_query(SIGN_IN, &[("next", self.next.clone())])
    }
}

/// Whether an address leads to a page of the console that is not about signing in.
pub fn is_own(address: &str) -> bool {
    let same_site =
        address.starts_with('/') && !address.starts_with("//") && !address.contains(['\\', '\n', '\t', '\r']);
    same_site && !address.starts_with(SIGN_IN)
}

/// Whether a path is that of a page, or of one below it.
pub fn is_within(path: &str, page: &str) -> bool {
    path.strip_prefix(page).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The parameters of the page's address; they follow it.
pub fn use_url<P: UrlParams>() -> Memo<P> {
    let place = use_location();
    Memo::new(move |_| place.with(|place| P::read(&Parameters::of(&place.query))))
}

/// Goes to an address. A change of the same view (`replace`) makes no step in the history.
pub fn use_go() -> impl Fn(&str, bool) + Copy + 'static {
    let router = use_router();
    move |address: &str, replace: bool| router.go(address, replace)
}

/// The id in the page's address. `None` when what stands there is no id.
pub fn use_id<T: FromStr + PartialEq + Send + Sync + 'static>() -> Memo<Option<T>> {
    let place = use_location();
    Memo::new(move |_| place.with(|place| id(&place.path)?.parse().ok()))
}

fn id(path: &str) -> Option<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).nth(1)
}

/// The parameters behind the `?` of an address.
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn of(query: &str) -> Self {
        Self(form_urlencoded::parse(query.trim_start_matches('?').as_bytes()).into_owned().collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// A parameter that is not empty.
pub fn text(map: &Parameters, name: &str) -> Option<String> {
    map.get(name).filter(|value| !value.is_empty()).map(str::to_owned)
}

/// A parameter that has a shape.
pub fn parsed<T: FromStr>(map: &Parameters, name: &str) -> Option<T> {
    map.get(name)?.parse().ok()
}

/// An address with the parameters that have a value.
pub fn with_query(path: &str, pairs: &[(&str, Option<String>)]) -> String {
    let mut address = path.to_owned();
    let mut separator = '?';
    for (name, value) in pairs {
        if let Some(value) = value {
            address.push(separator);
            address.push_str(name);
            address.push('=');
            encode_into(&mut address, value);
            separator = '&';
        }
    }
    address
}

// RFC 3986, section 2.3: everything but the unreserved characters.
fn encode_into(address: &mut String, value: &str) {
    use std::fmt::Write;
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(byte.into());
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789ABCDEFabcdef";

    #[test]
    fn a_path_names_one_page() {
        for (path, page) in [
            ("/", Page::NotFound),
            (SIGN_IN, Page::SignIn),
            (SIGN_IN_CALLBACK, Page::SignInCallback),
            (PROMPT_SETS, Page::PromptSets),
            ("/prompts/", Page::Prompts),
            ("/prompts/1", Page::Prompt),
            (RUN_START, Page::RunStart),
            ("/runs/1", Page::Run),
            ("/runs/1/2", Page::NotFound),
            ("/sign-in/elsewhere", Page::NotFound),
            ("/nowhere", Page::NotFound),
        ] {
            assert_eq!(Page::of(path), page, "{path}");
        }
        assert_eq!(id("/runs/1"), Some("1"));
        assert_eq!(id("/runs/"), None);
    }

    #[test]
    fn a_page_is_within_itself_and_what_stands_above_it() {
        assert!(is_within("/prompts", PROMPTS) && is_within("/prompts/1", PROMPTS));
        assert!(!is_within("/prompt-sets", "/prompt") && !is_within("/", PROMPTS));
    }

    #[test]
    fn an_address_escapes_what_it_carries() {
        let params = PromptsParams { set: Some(ID.parse().unwrap()), search: Some("이어폰 & a=b".into()) };
        assert_eq!(params.address(), format!("/prompts?set={ID}&q=%EC%9D%B4%EC%96%B4%ED%8F%B0%20%26%20a%3Db"));
        assert_eq!(PromptsParams::default().address(), "/prompts");
    }

    fn prompts(query: &str) -> PromptsParams {
        PromptsParams::read(&Parameters::of(query))
    }

    #[test]
    fn what_an_address_carries_comes_out_as_it_went_in() {
        for search in ["이어폰", "100%", "%41", "a&b=c", "a+b", "?#/ \n\""] {
            let params = PromptsParams { set: None, search: Some(search.into()) };
            let address = params.address();
            let (_, query) = address.split_once('?').unwrap();
            assert_eq!(prompts(query), params, "{address}");
        }
        assert_eq!(prompts("q=a+b%2").search.as_deref(), Some("a b%2"));
    }

    #[test]
    fn what_is_no_id_is_as_if_it_were_absent() {
        assert_eq!(prompts("?set=short&q="), PromptsParams::default());
        assert_eq!(prompts(&format!("set={ID}")).set, Some(ID.parse().unwrap()));
    }

    #[test]
    fn filters_of_answers_come_back_as_they_were() {
        let params = AnswersParams {
            run: Some(ID.parse().unwrap()),
            set: Some(ID.parse().unwrap()),
            prompt: Some(ID.parse().unwrap()),
            model: Some(ModelCode::NaverAiTab),
            region: Some("KR".into()),
            from: Some(Timestamp::new("2026-11-01T00:00:00.000Z")),
            to: Some(Timestamp::new("2026-11-20T09:30:00+09:00")),
        };
        let address = params.address();
        assert_eq!(
            address,
            format!(
                "/answers?run={ID}&set={ID}&prompt={ID}&model=NAVER_AI_TAB&region=KR\
                 &from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-20T09%3A30%3A00%2B09%3A00"
            )
        );
        let (_, query) = address.split_once('?').unwrap();
        assert_eq!(AnswersParams::read(&Parameters::of(query)), params);
        let id = "abcdefabcdefabcdefabcd".parse().unwrap();
        assert_eq!(params.answer(&id), address.replace("/answers?", "/answers/abcdefabcdefabcdefabcd?"));
    }

    #[test]
    fn a_filter_that_cannot_be_read_leaves_nothing_out() {
        let query = "run=1&model=HAL&region=korea&from=yesterday&to=2026-11-20&set=%25";
        assert!(AnswersParams::read(&Parameters::of(query)).is_everything());
    }

    #[test]
    fn the_first_page_of_a_grid_needs_no_parameter() {
        let id = ID.parse().unwrap();
        assert_eq!(run_page(&id, 1), format!("/runs/{ID}"));
        assert_eq!(run_page(&id, 2), format!("/runs/{ID}?page=2"));
        let page = |query: &str| page(&Parameters::of(query));
        assert_eq!([page("page=2"), page("page=0"), page("page=x"), page("")], [2, 1, 1, 1]);
    }

    #[test]
    fn sign_in_leads_to_no_other_site() {
        let next = |address: &str| {
            let params = SignInParams { next: Some(address.to_owned()) }.address();
            SignInParams::read(&Parameters::of(params.split_once('?').unwrap().1)).next
        };
        for address in
            ["https://evil.example", "//evil.example", "/\\evil.example", "evil", "/sign-in", "/\t/evil.example"]
        {
            assert_eq!(next(address), None, "{address}");
        }
        assert_eq!(next("/prompts?q=a%26b").as_deref(), Some("/prompts?q=a%26b"));
    }
}
