//! The messages between a page and its analysis worker. Each is a JSON text, sent with `postMessage`.
//!
//! 1. The worker sends [`FromWorker::Ready`] when it has loaded. Earlier messages to it are lost.
//! 2. The page sends [`ToWorker::Open`] once, then its questions and the events of the page.
//! 3. The worker replies to each [`Question`] with its value and the [`Coverage`] of the value, and reports its [`Status`].

mod brand_metrics;
mod brand_question;
mod limit;
mod matching_answers;
mod message;
mod question;
mod reply;
#[cfg(feature = "schema")]
mod schema;
mod source_question;
mod status;
mod text_question;

pub use brand_metrics::{BrandMetrics, BrandPoint, BrandReport, PeriodPoint, ReportedBrand, TrackedBrands};
pub use brand_question::{
    AnswerCell, AnswerCells, BrandAnswers, CitedRival, CitedRivals, MovedPromptList, Movement, MovementReport,
    Movements, NameExample, NewNames, NewNamesReport, PromptRateReport, PromptRates, ReportedPrompt, SourceClassPoint,
    SourceClassTrend, UnnamedSearchReport, UnnamedSearches,
};
pub use matching_answers::{AnswerFeature, AnswersWith, MatchingAnswer, MatchingAnswers};
pub use message::{Credential, FromWorker, Open, StoreSecret, ToWorker};
pub use question::{AnyQuestion, Question};
pub use reply::{Coverage, Refusal, Reply};
#[cfg(feature = "schema")]
pub use schema::QuestionSchema;
pub use source_question::{
    Fanouts, PeriodCitations, PromptsWithoutSearch, SearchlessPrompt, SearchlessPrompts, SourceDomains, SourcePoint,
    SourceTrend, SourceTrendReport, SourceUrls,
};
pub use status::{Loss, Pause, Phase, Place, Status};
pub use text_question::{FoundMentions, FoundText, FoundTexts, KeptAnswer, Mentions, SearchTexts, TextPlace};
