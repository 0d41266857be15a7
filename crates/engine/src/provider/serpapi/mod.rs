//! Google AI Overviews, Google AI Mode and Naver AI Briefing as people see them, read through SerpApi.
//!
//! Source: SerpApi, Google Search API, Google AI Overview API, Google AI Mode API, Naver AI Overview API, Search Errors.

mod response;
mod text_blocks;

use std::collections::HashMap;
use std::time::Duration;

use answerdeck_api::ModelCode;
use async_trait::async_trait;

use self::response::{Overview, Page, Reference};
use self::text_blocks::Composition;
use super::http::{self, ProviderResponse, Purpose};
use super::{SetupError, normalization, region};
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Reply};
use crate::failure::{EngineFailure, FailureClass};

pub const URL: &str = "https://serpapi.com";

/// A search takes seconds, AI Mode up to a minute.
const TIMEOUT: Duration = Duration::from_secs(120);
/// How often an overview is searched for when the token of the first search has expired.
const SEARCHES_MAX: u32 = 2;

pub struct SerpApiOptions {
    /// The address of the API, without a path.
    pub url: String,
    pub key: String,
    pub surface: SerpApiSurface,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SerpApiSurface {
    GoogleOverview,
    GoogleAiMode,
    /// The AI Briefing above Naver's results. It has no parameter for a region: all answers are those that people in Korea see.
    NaverAiBriefing,
}

impl SerpApiSurface {
    /// The surface of a model. Absent when SerpApi does not read it.
    pub fn of(model: &ModelCode) -> Option<Self> {
        match model {
            ModelCode::GoogleOverview => Some(Self::GoogleOverview),
            ModelCode::GoogleAi => Some(Self::GoogleAiMode),
            ModelCode::NaverAiBriefing => Some(Self::NaverAiBriefing),
            _ => None,
        }
    }

    fn search(self, question: &EngineRequest) -> Vec<(&'static str, String)> {
        let (engine, query) = match self {
            Self::GoogleOverview => ("google", "q"),
            Self::GoogleAiMode => ("google_ai_mode", "q"),
            Self::NaverAiBriefing => ("naver_ai_overview", "query"),
        };
        let mut search = vec![("engine", engine.to_owned()), (query, question.query.clone())];
        if self != Self::NaverAiBriefing {
            search.push(("gl", region::google_country(&question.region)));
            search.push(("hl", region::language(&question.region).to_owned()));
        }
        search
    }
}

/// The adapter.
///
/// SerpApi bills each search that succeeds, with or without an AI answer, and does not say how much. An overview
/// that is not part of the results is fetched immediately with their token, which is valid for one minute. If it has expired
/// all the same, or the provider found the page empty, the search is made once more within the same question: both searches are
/// billed. A search with a token has an overview, so an empty page is a failure, and not the absence of an overview. If the fetch
/// fails for another reason, the question fails and is not asked again, because its search was billed.
pub struct SerpApi {
    client: reqwest::Client,
    options: SerpApiOptions,
}

enum Fetched {
    Overview(Overview, Vec<u8>),
    /// The token has expired, or the page was empty. Contains the provider's words.
    Nothing(String),
}

impl SerpApi {
    pub fn new(options: SerpApiOptions) -> Result<Self, SetupError> {
        Ok(Self { client: answerdeck_provider_http::client()?, options })
    }

    async fn answer(&self, question: &EngineRequest) -> Result<Reply, EngineFailure> {
        let search = self.options.surface.search(question);
        let mut words = String::new();
        for number in 0..SEARCHES_MAX {
            let searched = self.get(&search).await;
            // The first search was billed.
            let (page, raw) = if number == 0 { searched } else { searched.map_err(EngineFailure::after_billing) }?;
            let message = page.error.0.clone().unwrap_or_default();
            let no_answer = || EngineFailure::reported(FailureClass::NoAnswer, "", &message);
            let overview = page.into_overview().ok_or_else(no_answer)?;
            let token = match overview.page_token.as_deref() {
                Some(token) if !overview.has_answer() => token,
                _ => return reply(overview, raw),
            };
            match self.fetch(token).await? {
                Fetched::Overview(overview, raw) => return reply(overview, raw),
                Fetched::Nothing(said) => words = said,
            }
        }
        let detail = "the overview could not be fetched with its token".to_owned();
        Err(EngineFailure { detail, ..EngineFailure::reported(FailureClass::TaskFailed, "", &words) })
    }

    async fn fetch(&self, token: &str) -> Result<Fetched, EngineFailure> {
        let fetch = [("engine", "google_ai_overview".to_owned()), ("page_token", token.to_owned())];
        match self.get(&fetch).await {
            Ok((page, raw)) => {
                let error = page.error.0.clone();
                let overview = page.into_overview().unwrap_or_default();
                let error = error.or_else(|| overview.error.0.clone()).unwrap_or_default();
                if overview.has_answer() {
                    Ok(Fetched::Overview(overview, raw))
                } else if names_token(&error) || names_empty_page(&error) {
                    Ok(Fetched::Nothing(error))
                } else {
                    let class = if error.is_empty() { FailureClass::TaskFailed } else { FailureClass::NoAnswer };
                    Err(EngineFailure::reported(class, "", &error))
                }
            }
            Err(failure) if failure.class == FailureClass::BadRequest && names_token(&failure.provider_message) => {
                Ok(Fetched::Nothing(failure.provider_message))
            }
            Err(failure) => Err(failure.after_billing()),
        }
    }

    async fn get(&self, parameters: &[(&'static str, String)]) -> Result<(Page, Vec<u8>), EngineFailure> {
        let url = format!("{}/search.json", self.options.url);
        // A cached answer would make every repetition of a prompt the same.
        let account = [("no_cache", "true"), ("api_key", &self.options.key)];
        let request = self.client.get(url).query(parameters).query(&account);
        let response = http::send(request, Purpose::Ask, TIMEOUT).await?.without(&self.options.key);
        if !response.status.is_success() {
            return Err(status_failure(&response));
        }
        let page: Page = response.parse()?;
        let message = page.error.as_deref().unwrap_or_default();
        match page.search_metadata.as_ref().and_then(|metadata| metadata.status.as_deref()) {
            // Only searches that succeed are billed.
            Some("Error") => Err(EngineFailure::reported(FailureClass::ProviderDown, "Error", message)),
            Some(status @ ("Queued" | "Processing")) => {
                Err(EngineFailure::reported(FailureClass::OutcomeUnknown, status, message))
            }
            _ => Ok((page, response.body)),
        }
    }
}

#[async_trait]
impl AnswerEngine for SerpApi {
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        self.answer(question).await.map(AskOutcome::Answered)
    }
}

/// Whether an error is about the token of an overview. SerpApi documents no code for it.
fn names_token(error: &str) -> bool {
    error.to_ascii_lowercase().contains("token")
}

/// Whether an error says that the results page is empty. After a token, the page was not read well.
fn names_empty_page(error: &str) -> bool {
    let error = error.to_ascii_lowercase();
    ["fully empty", "no results", "hasn't returned any results"].iter().any(|words| error.contains(words))
}

fn status_failure(response: &ProviderResponse) -> EngineFailure {
    let page: Page = response.parse().unwrap_or_default();
    let message = page.error.0.unwrap_or_default();
    let failure = response.status_failure(&message);
    match failure.class {
        // One status for the limit of an hour and for the end of the plan's searches.
        FailureClass::RateLimited if message.contains("run out of searches") => {
            EngineFailure { class: FailureClass::Billing, ..failure }
        }
        _ => failure,
    }
}

/// The reply of an overview. Its sources are all references, which the product shows beside the answer. Those that blocks name are
/// first, in the order of the answer.
fn reply(overview: Overview, raw: Vec<u8>) -> Result<Reply, EngineFailure> {
    let Overview { text_blocks, references, reconstructed_markdown, error, .. } = overview;
    let composition = Composition::of(text_blocks);
    let markdown = reconstructed_markdown.filter(|text| !text.trim().is_empty()).unwrap_or(composition.markdown);
    if markdown.trim().is_empty() {
        let class = if composition.skipped == 0 { FailureClass::NoAnswer } else { FailureClass::Unreadable };
        return Err(EngineFailure::reported(class, "", &error.0.unwrap_or_default()));
    }
    let pair = |reference: &Reference| Some((reference.link.0.clone()?, reference.title.0.clone().unwrap_or_default()));
    let by_index: HashMap<u64, &Reference> =
        references.known.iter().filter_map(|reference| Some((reference.index.0?, reference))).collect();
    let cited = composition.cited.iter().filter_map(|index| by_index.get(index).copied());
    Ok(Reply {
        content: normalization::content(markdown)?,
        sources: normalization::sources(cited.chain(&references.known).filter_map(pair)),
        raw: Some(raw),
        skipped: composition.skipped.saturating_add(references.skipped),
        ..Reply::default()
    })
}
