//! The tables. Times are milliseconds since 1970. Ids and enum values are stored as in the API.

#![allow(missing_docs, reason = "a column has the name of the API field that it stores")]

pub mod answer;
pub mod answer_column;
pub mod answer_fanout;
pub mod answer_response;
pub mod answer_search;
pub mod answer_source;
pub mod answer_text;
pub mod api_key;
pub mod brand;
pub mod brand_fact;
pub mod credit_entry;
pub mod engine_stop;
pub mod keyword_cache_entry;
pub mod name;
pub mod next_step_decision;
pub mod oauth_client;
pub mod oauth_code;
pub mod oauth_grant;
pub mod oauth_request;
pub mod oauth_token;
pub mod organization;
pub mod prompt;
pub mod prompt_set;
pub mod recent_answer;
pub mod run;
pub mod run_estimate;
pub mod run_prompt;
pub mod site_analysis;
pub mod site_page;
