//! Components that know the product: models, runs, answers, and the states of a query. Controls that do not are in
//! [`crate::ui`].

mod alert_rule_text;
mod answer_models;
mod answer_text;
mod badges;
mod brand_citations;
mod brand_findings;
mod brand_in_group;
mod brand_stats;
mod brand_trend;
mod confirm;
mod console_writer;
mod count_bar;
mod counted_answers;
mod credit_balance;
mod delete_question;
mod domain_bars;
mod draft_note;
mod fanouts;
mod filter_chips;
mod form_error;
mod infinite_list;
mod keyword_chart;
mod keyword_problem;
mod keyword_selection;
mod keyword_table;
mod markdown;
mod matching_answer_row;
mod mcp_connection;
mod mentions;
mod model_badge;
mod model_list;
mod model_rates;
mod more_rows;
mod movements;
mod named_brands;
mod new_names;
mod no_answers;
mod period_choice;
mod periods;
mod prompt_heat_map;
mod prompt_title;
mod provider_words;
mod query_view;
mod ranking_head;
mod rate_view;
mod relative_time;
mod rivals_chip;
mod run_grid;
mod run_name;
mod run_progress;
mod schedules;
mod share_of_voice;
mod source_class_donut;
mod source_class_trend;
mod source_owner;
mod source_trend;
mod sources;
mod trends;
mod unasked_keywords;

pub use alert_rule_text::{rule_condition, rule_subject};
pub use answer_models::{ListedAnswer, answer_element_id, answer_models, listed};
pub use answer_text::{AnswerTexts, load as load_answer_texts, named_in};
pub use badges::{AnswerStatusBadge, own_brand_badge};
pub use brand_citations::BrandCitations;
pub use brand_findings::{
    Sentence, brand_findings, finding_of_route, finding_text, finding_view, missing_for_direction, own_finding,
};
pub use brand_in_group::BrandInGroup;
pub use brand_stats::BrandStats;
pub use brand_trend::{BrandTrend, LINES_MAX, OTHER_BRANDS, brand_colors, color_of};
pub use confirm::Confirm;
pub use console_writer::ConsoleWriter;
pub use count_bar::{count_bar, count_link};
pub use counted_answers::{CoverageNote, ScopeTotal, provide_route_caveat, use_all_routes, use_counted_answers};
pub use credit_balance::CreditBalance;
pub use delete_question::{DeleteOwnBrand, delete_question};
pub use domain_bars::domain_bars;
pub use draft_note::DraftNote;
pub use fanouts::{Fanouts, search_words};
pub use filter_chips::{FilterChips, window_name};
pub use form_error::FormError;
pub use infinite_list::{infinite_list, remaining_count, shown_count};
pub use keyword_chart::{KeywordChart, drawn_keywords};
pub use keyword_problem::{keyword_problem, provider_name};
pub use keyword_selection::KeywordSelection;
pub use keyword_table::{
    KEYWORD_COLUMNS, KEYWORD_MAX, KEYWORDS_AT_FIRST, KeywordTable, keywords_in_order, last_month, select_all_cell,
    select_cell, trend_cell, volume_cell,
};
pub use matching_answer_row::matching_answer_row;
pub use mcp_connection::McpConnection;
pub use mentions::{marked_part, text_mentions};
pub use model_badge::{
    ModelBadge, answer_head, counted_model_label, counted_model_labels, model_label, model_labels, model_name_by,
    plain_model_name, route_head,
};
pub use model_list::{ModelList, common_route, no_engines, route_about, stop_note, waiting_note};
pub use model_rates::ModelRates;
pub use more_rows::{ALL_ROWS, ShowMore, more_rows, ranking_table};
pub use movements::{BrandMovements, movements_since};
pub use named_brands::named_brands;
pub use new_names::NewNamesPreview;
pub use no_answers::{NoAnswers, empty_ranking, first_steps, has_none, is_none};
pub use period_choice::{PeriodChoice, use_shown_period};
pub use periods::within_period;
pub use prompt_heat_map::PromptHeatMap;
pub use prompt_title::{prompt_title, prompt_title_or};
pub use provider_words::provider_words;
pub use query_view::{
    failed_panel, failure_view, item_view, malformed_address, query_error, query_view, settled, settled_view,
    steady_item_view, steady_view, steady_view_with, watch_error,
};
pub use ranking_head::RankingHead;
pub use rate_view::{
    interval as rate_interval, of_finished_runs, rate_change, value as rate_value, with_sample, with_tiers,
};
pub use relative_time::RelativeTime;
pub use rivals_chip::{RivalsChip, one_of};
pub use run_grid::{FailedCell, Grid, GridAnswers, PROMPTS_PER_PAGE, Row as GridRow, RunGrid, StatusCounts};
pub use run_name::{dated_run_name, listed_run_name, run_name, run_size, short_run_name};
pub use run_progress::{RunProgress, RunStatusBadge, run_status};
pub use schedules::{is_set_deleted, last_result, next_run, next_start, outcome, use_pause};
pub use share_of_voice::ShareOfVoiceTrend;
pub use source_class_trend::SourceClassChart;
pub use source_owner::{SOURCE_SERIES, SourceOwner, SourceOwners, use_source_owners};
pub use source_trend::{SourceTrendView, TrendDomain};
pub use sources::{SourceList, Sources};
pub use unasked_keywords::UnaskedKeywords;
