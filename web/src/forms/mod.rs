//! Forms. They validate the input before they submit it, and keep it if the request fails.

mod answers_filter_form;
mod brand_form;
mod bulk_prompts_form;
mod bulk_rows;
mod delete_brand;
mod delete_prompt;
mod delete_prompt_set;
mod keyword_prompts;
mod keywords_form;
mod prompt_batches;
mod prompt_form;
mod prompt_picker;
mod prompt_set_form;
mod run_cost;
mod run_cost_view;
mod run_start_form;
mod set_field;
mod sign_in_form;
mod site_analysis_form;
mod text_rule;

pub use answers_filter_form::AnswersFilterForm;
pub use brand_form::BrandForm;
pub use bulk_prompts_form::BulkPromptsForm;
pub use delete_brand::DeleteBrand;
pub use delete_prompt::DeletePrompt;
pub use delete_prompt_set::DeletePromptSet;
pub use keyword_prompts::KeywordPrompts;
pub use keywords_form::KeywordsForm;
pub use prompt_form::PromptForm;
pub use prompt_set_form::PromptSetForm;
pub use run_start_form::RunStartForm;
pub use sign_in_form::{SignInForm, SignInProblemView};
pub use site_analysis_form::SiteAnalysisForm;
pub use text_rule::TextRule;
