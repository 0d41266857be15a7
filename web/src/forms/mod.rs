//! Forms. They validate the input before they submit it, and keep it if the request fails.

mod answer_filters;
mod answers_filter_form;
mod brand_dialogs;
mod brand_form;
mod bulk_prompts_form;
mod bulk_rows;
mod delete_brand;
mod delete_prompt;
mod delete_prompt_set;
mod edit_form;
mod metrics_filters;
mod nouns_form;
mod prompt_form;
mod prompt_picker;
mod prompt_set_form;
mod run_cost;
mod run_cost_view;
mod run_start_form;
mod set_field;
mod sign_in_form;
mod text_rule;

pub use answer_filters::AnswerFilters;
pub use brand_dialogs::BrandDialogs;
pub use brand_form::BrandForm;
pub use bulk_prompts_form::BulkPromptsForm;
pub use delete_brand::DeleteBrand;
pub use delete_prompt::DeletePrompt;
pub use delete_prompt_set::DeletePromptSet;
pub use metrics_filters::MetricsFilters;
pub use nouns_form::NounsForm;
pub use prompt_form::PromptForm;
pub use prompt_set_form::PromptSetForm;
pub use run_start_form::RunStartForm;
pub use sign_in_form::{SignInForm, SignInProblemView};
pub use text_rule::TextRule;
