//! Components of the product: models, runs, answers, and the states of a query. Controls that know nothing of the
//! product are in [`crate::ui`].

mod analysis_view;
mod answer_status;
mod brand_citations;
mod brand_stats;
mod brand_trend;
mod confirm_delete;
mod draft_note;
mod fanouts;
mod filter_chips;
mod form_error;
mod infinite_list;
mod kept_answers;
mod markdown;
mod model_badge;
mod model_rates;
mod period_choice;
mod query_view;
mod rate_view;
mod relative_time;
mod run_grid;
mod run_progress;
mod sources;
mod truncated_list;

pub use analysis_view::{CoverageNote, analysis_problem, analysis_view};
pub use answer_status::AnswerStatusBadge;
pub use brand_citations::BrandCitations;
pub use brand_stats::BrandStats;
pub use brand_trend::{BrandTrend, TrendMetric};
pub use confirm_delete::ConfirmDelete;
pub use draft_note::DraftNote;
pub use fanouts::Fanouts;
pub use filter_chips::FilterChips;
pub use form_error::FormError;
pub use infinite_list::infinite_list;
pub use kept_answers::KeptAnswers;
pub use markdown::Markdown;
pub use model_badge::ModelBadge;
pub use model_rates::ModelRates;
pub use period_choice::PeriodChoice;
pub use query_view::{malformed_address, query_error, query_view};
pub use rate_view::{TierBadge, interval as rate_interval, value as rate_value};
pub use relative_time::RelativeTime;
pub use run_grid::{Grid, PROMPTS_PER_PAGE, Row as GridRow, RunGrid};
pub use run_progress::{RunProgress, RunStatusBadge};
pub use sources::Sources;
