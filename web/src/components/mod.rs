//! Components of the product: models, runs, answers, and the states of a query. Controls that know nothing of the
//! product are in [`crate::ui`].

mod answer_status;
mod confirm_delete;
mod draft_note;
mod fanouts;
mod filter_chips;
mod form_error;
mod infinite_list;
mod markdown;
mod model_badge;
mod query_view;
mod relative_time;
mod run_grid;
mod run_name;
mod run_progress;
mod sources;
mod truncated_list;

pub use answer_status::AnswerStatusBadge;
pub use confirm_delete::ConfirmDelete;
pub use draft_note::DraftNote;
pub use fanouts::Fanouts;
pub use filter_chips::FilterChips;
pub use form_error::FormError;
pub use infinite_list::infinite_list;
pub use markdown::Markdown;
pub use model_badge::ModelBadge;
pub use query_view::{malformed_address, query_error, query_view};
pub use relative_time::RelativeTime;
pub use run_grid::{Grid, PROMPTS_PER_PAGE, Row as GridRow, RunGrid};
pub use run_name::{run_name, run_size};
pub use run_progress::{RunProgress, RunStatusBadge};
pub use sources::Sources;
