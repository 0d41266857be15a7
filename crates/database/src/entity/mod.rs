//! The tables. Times are milliseconds since 1970. Ids and enum values are stored as in the API.

pub mod alert;
pub mod alert_rule;
pub mod answer;
pub mod answer_column;
pub mod answer_fanout;
pub mod answer_response;
pub mod answer_source;
pub mod answer_text;
pub mod api_key;
pub mod backfill;
pub mod brand;
pub mod brand_fact;
pub mod credit_entry;
pub mod digest;
pub mod digest_mail;
pub mod digest_recipient;
pub mod digest_settings;
pub mod domain_type;
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
pub mod saved_view;
pub mod schedule;
pub mod schedule_entry;
pub mod site_analysis;
pub mod site_page;
pub mod unsubscribe_token;
pub mod webhook;
pub mod webhook_delivery;

use sea_orm::entity::prelude::{DeriveRelation, EnumIter};

/// The relations of each entity: none. Queries join the tables explicitly.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
