//! The pages, one module each. A page is loaded when it is first opened. Each module has the same order: the page and the
//! operations it uses, typed URL parameters, queries, actions, the view, small private components. A long page has its parts
//! in a folder of its name.

pub mod alerts;
pub mod answer;
pub mod answers;
pub mod brand;
pub mod brands;
pub mod digests;
mod drill_down;
pub mod fanouts;
pub mod keywords;
pub mod not_found;
pub mod overview;
pub mod prompt;
pub mod prompt_models;
pub mod prompt_sets;
pub mod prompts;
pub mod run;
pub mod run_start;
pub mod runs;
pub mod schedule;
pub mod schedule_form;
pub mod schedules;
pub mod settings;
pub mod sign_in;
pub mod sign_in_callback;
pub mod site_analysis;
pub mod site_keywords;
pub mod sources;
pub mod words;
