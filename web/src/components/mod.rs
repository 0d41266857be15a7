//! Components that know the product: models, runs, answers, and the states of a query. Controls that do not are in
//! [`crate::ui`].

mod adjacent_link;
mod alerts;
mod answers;
mod brands;
mod credit_balance;
mod keywords;
mod mcp_connection;
mod metrics;
mod models;
mod prompt_title;
mod ranking;
mod relative_time;
mod runs;
mod source_name;
mod sources;
mod states;

pub use adjacent_link::adjacent_link;
pub use alerts::{ConsoleWriter, rule_condition, rule_subject};
pub use answers::counted::{CoverageNote, ScopeTotal, provide_route_caveat, use_all_routes, use_counted_answers};
pub use answers::fanouts::{Fanouts, search_words};
pub use answers::filter_chips::{FilterChips, RivalsChip, WindowWithoutChip, one_of, window_name};
pub use answers::mentions::{marked_part, text_mentions};
pub use answers::no_answers::{NoAnswers, empty_ranking, first_steps, has_none, is_none, none_matching};
pub use answers::provider_words::provider_words;
pub use answers::rows::{
    AnswerStatusBadge, ListedAnswer, answer_element_id, answer_models, listed, matching_answer_row,
};
pub use answers::sources::{SourceList, Sources};
pub use answers::text::{AnswerTexts, load as load_answer_texts, named_in};
pub use brands::findings::{
    Sentence, brand_findings, finding_of_route, finding_text, finding_view, missing_for_direction, overtaking_event,
    own_finding,
};
pub use brands::in_group::BrandInGroup;
pub use brands::model_rates::ModelRates;
pub use brands::movements::{BrandMovements, movements_since};
pub use brands::named::{named_brands, own_brand_badge};
pub use brands::new_names::NewNamesPreview;
pub use brands::prompt_heat_map::PromptHeatMap;
pub use brands::share_of_voice::ShareOfVoiceTrend;
pub use brands::stats::{BrandStats, period_before};
pub use brands::trend::{BrandTrend, LINES_MAX, OTHER_BRANDS, brand_colors, color_of};
pub use credit_balance::CreditBalance;
pub use keywords::chart::KeywordChart;
pub use keywords::problem::{keyword_problem, provider_name};
pub use keywords::selection::KeywordSelection;
pub use keywords::table::{
    KEYWORD_COLUMNS, KEYWORD_MAX, KEYWORDS_AT_FIRST, KeywordTable, KeywordTrends, keywords_in_order, select_all_cell,
    select_cell, volume_cell,
};
pub use keywords::unasked::UnaskedKeywords;
pub use mcp_connection::McpConnection;
pub use metrics::periods::{PeriodChoice, use_shown_period, within_period};
pub use metrics::rates::{
    change_view, of_finished_runs, points_view, rate_change, rate_interval, rate_value, with_sample, with_tiers,
};
pub use metrics::trends::TrendEvent;
pub use models::badge::{
    ModelBadge, answer_head, counted_model_label, counted_model_labels, model_label, model_labels, model_name_by,
    plain_model_name, route_head,
};
pub use models::list::{ModelList, common_route, no_engines, route_about, stop_note, waiting_note};
pub use prompt_title::{prompt_title, prompt_title_or};
pub use ranking::{NO_BRAND, RankingHead, count_bar, count_link, ranking_table};
pub use relative_time::RelativeTime;
pub use runs::grid::{FailedCell, Grid, GridAnswers, PROMPTS_PER_PAGE, Row as GridRow, RunGrid, StatusCounts};
pub use runs::name::{dated_run_name, listed_run_name, run_name, run_size, short_run_name};
pub use runs::progress::{RunProgress, RunStatusBadge, run_status};
pub use runs::schedules::{is_set_deleted, last_result, next_run, next_start, outcome, use_pause};
pub use source_name::{domain_name, page_name, page_title, quoted_source, source_name};
pub use sources::brand_citations::BrandCitations;
pub use sources::domain_bars::domain_bars;
pub use sources::owner::{SOURCE_SERIES, SourceOwner, SourceOwners, use_source_owners};
pub use sources::trend::{SourceTrends, TrendDomain, source_trends_view};
pub use states::confirm::{Confirm, DeleteOwnBrand, delete_question};
pub use states::draft_note::DraftNote;
pub use states::form_error::FormError;
pub use states::infinite_list::{infinite_list, numbered_list};
pub use states::missing_filter::provide_page_filter;
pub use states::more_rows::{ALL_ROWS, more_rows};
pub use states::query_view::{
    failed_panel, failure_view, item_view, query_error, query_view, settled, settled_view, steady_item_view,
    steady_view, steady_view_with, watch_error,
};
