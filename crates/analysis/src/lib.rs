//! The messages between a page and its analysis worker. Each is a JSON text, sent with `postMessage`.
//!
//! 1. The worker sends [`FromWorker::Ready`] when it has loaded. Earlier messages to it are lost.
//! 2. The page sends [`ToWorker::Open`] once, then its questions and the events of the page.
//! 3. The worker replies to each [`Question`] with its value and the [`Coverage`] of the value, and reports its [`Status`].

mod brand_question;
mod limit;
mod message;
mod question;
mod reply;
#[cfg(feature = "schema")]
mod schema;
mod status;

pub use brand_question::{
    AnswerCell, AnswerCells, BrandAnswers, CitedRival, CitedRivals, MovedPromptList, Movement, MovementReport,
    Movements, NameExample, NewNames, NewNamesReport, PromptRateReport, PromptRates, ReportedPrompt, SourceClassPoint,
    SourceClassTrend, UnnamedSearchReport, UnnamedSearches,
};
pub use message::{Credential, FromWorker, Open, StoreSecret, ToWorker};
pub use question::{
    AnswerFeature, AnswersWith, AnyQuestion, BrandMetrics, BrandPoint, BrandReport, Fanouts, FoundMentions, FoundText,
    FoundTexts, KeptAnswer, MatchingAnswer, MatchingAnswers, Mentions, PeriodCitations, PeriodPoint,
    PromptsWithoutSearch, Question, ReportedBrand, SearchTexts, SearchlessPrompt, SearchlessPrompts, SourceDomains,
    SourcePoint, SourceTrend, SourceTrendReport, SourceUrls, TextPlace, TrackedBrands,
};
pub use reply::{Coverage, Refusal, Reply};
#[cfg(feature = "schema")]
pub use schema::QuestionSchema;
pub use status::{Loss, Pause, Phase, Place, Status};
