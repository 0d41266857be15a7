//! The operations of the platform API, one module for each resource.

mod alert_rules;
mod alerts;
mod answer_scope;
mod answers;
mod brand_preview;
mod brands;
mod default_answer_route;
mod digest_settings;
mod digests;
mod domain_types;
mod heavy_reads;
mod highlights;
mod keywords;
mod mentions;
mod models;
mod next_steps;
mod organization;
mod prompt_sets;
mod prompts;
mod proper_nouns;
mod regions;
mod rows;
mod run_estimates;
mod run_items;
mod run_stream;
mod runs;
mod saved_views;
mod schedules;
mod site_keywords;
mod statistics;
mod text_search;
mod web_address;
mod webhook_deliveries;
mod webhooks;

use answerdeck_api::header::IDEMPOTENT_REPLAYED;
use answerdeck_api::operation::{self, Method};
use answerdeck_api::{AlertRuleId, Operation, PromptId, PromptSetId, SavedViewId, ScheduleId, WebhookId};
use answerdeck_database::entity::{alert_rule, prompt, prompt_set, saved_view, schedule, webhook};
use axum::Router;
use axum::extract::{FromRequest, MatchedPath, OriginalUri, Request, State};
use axum::handler::Handler;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, on};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::http::caller::{Caller, authenticate_and_limit};
use crate::http::extract::refuse_unexpected;
use crate::http::unknown_path::unknown_path;
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::openapi;
use crate::problem::Problem;
use crate::state::AppState;

pub(crate) fn router(app: &AppState) -> Router<AppState> {
    with_layers(operations().merge(heavy_reads(app)), app)
}

/// Returns the routes under `/api` that tools use: those of the platform API, and some for tools only.
pub(crate) fn tool_router(app: &AppState) -> Router<AppState> {
    let own = Router::new()
        .serve_write(answerdeck_mcp::ADD_PROMPTS, prompts::add)
        .serve_write(answerdeck_mcp::CREATE_NEW_BRAND, brands::create_new)
        .serve(answerdeck_mcp::GET_RUN_COUNTS, runs::get_counts)
        .serve_write(answerdeck_mcp::ESTIMATE_RUN, run_estimates::estimate)
        .serve_write(answerdeck_mcp::START_RUN, run_estimates::start)
        .serve_write(answerdeck_mcp::PROPOSE_SCHEDULE, schedules::propose);
    let default_answer_route = from_fn_with_state(app.clone(), default_answer_route::set_default_answer_route);
    let heavy_reads = heavy_reads(app).route_layer(default_answer_route);
    with_layers(operations().merge(own).merge(heavy_reads), app)
}

fn with_layers(operations: Router<AppState>, app: &AppState) -> Router<AppState> {
    operations
        .method_not_allowed_fallback(method_not_allowed)
        .route_layer(from_fn_with_state(app.clone(), authenticate_and_limit))
        .fallback(async |OriginalUri(uri): OriginalUri| unknown_path(uri.path()))
        // Idempotency keys are honored.
        .layer(SetResponseHeaderLayer::if_not_present(
            HeaderName::from_static(IDEMPOTENT_REPLAYED),
            HeaderValue::from_static("false"),
        ))
        .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
}

/// Refuses a method that a path does not have, and names those that it has.
async fn method_not_allowed(path: MatchedPath) -> Problem {
    let path = path.as_str().trim_start_matches("/api");
    let operations = operation::ALL.iter().filter(|operation| operation.path == path);
    let methods: Vec<&str> = operations.map(|operation| operation.method.as_str()).collect();
    Problem::MethodNotAllowed(format!("method: this path supports {}", methods.join(", ")))
}

/// Returns the routes of the operations without a limit of concurrency.
fn operations() -> Router<AppState> {
    Router::new()
        .serve_write(operation::CREATE_PROMPT_SET, prompt_sets::create)
        .serve(operation::LIST_PROMPT_SETS, prompt_sets::list)
        .serve(operation::GET_PROMPT_SET, prompt_sets::get)
        .serve_write(operation::UPDATE_PROMPT_SET, prompt_sets::update)
        .serve_write(operation::DELETE_PROMPT_SET, rows::delete_one::<prompt_set::Entity, PromptSetId>)
        .serve_write(operation::CREATE_PROMPT, prompts::create)
        .serve_write(operation::CREATE_PROMPTS, prompts::create_many)
        .serve(operation::LIST_PROMPTS, prompts::list)
        .serve(operation::GET_PROMPT, prompts::get)
        .serve_write(operation::UPDATE_PROMPT, prompts::update)
        .serve_write(operation::DELETE_PROMPT, rows::delete_one::<prompt::Entity, PromptId>)
        .serve(operation::LIST_ANSWERS, answers::list)
        .serve(operation::GET_ANSWER, answers::get)
        .serve(operation::GET_ANSWER_MARKDOWN, answers::markdown)
        .serve_write(operation::UPDATE_NEXT_STEP, next_steps::update)
        .serve(operation::LIST_ALERTS, alerts::list)
        .serve_write(operation::UPDATE_ALERT, alerts::update)
        .serve_write(operation::CREATE_ALERT_RULE, alert_rules::create)
        .serve(operation::LIST_ALERT_RULES, alert_rules::list)
        .serve_write(operation::UPDATE_ALERT_RULE, alert_rules::update)
        .serve_write(operation::DELETE_ALERT_RULE, rows::delete_one::<alert_rule::Entity, AlertRuleId>)
        .serve(operation::LIST_DIGESTS, digests::list)
        .serve(operation::GET_DIGEST, digests::get)
        .serve(operation::GET_DIGEST_SETTINGS, digest_settings::get)
        .serve_write(operation::UPDATE_DIGEST_SETTINGS, digest_settings::update)
        .serve_write(operation::CREATE_BRAND, brands::create)
        .serve(operation::LIST_BRANDS, brands::list)
        .serve(operation::GET_BRAND, brands::get)
        .serve_write(operation::UPDATE_BRAND, brands::update)
        .serve_write(operation::DELETE_BRAND, brands::delete)
        .serve(operation::LIST_REGIONS, regions::list)
        .serve(operation::GET_ORGANIZATION, organization::get)
        .serve(operation::GET_CREDIT_BALANCE, organization::get_balance)
        .serve(operation::MEASURE_GOOGLE_KEYWORDS, keywords::google::metrics)
        .serve(operation::SUGGEST_GOOGLE_KEYWORDS, keywords::google::suggestions)
        .serve(operation::LIST_RELATED_GOOGLE_KEYWORDS, keywords::google::related)
        .serve(operation::MEASURE_NAVER_KEYWORDS, keywords::naver::metrics)
        .serve(operation::SUGGEST_NAVER_KEYWORDS, keywords::naver::suggestions)
        .serve(operation::LIST_RELATED_NAVER_KEYWORDS, keywords::naver::related)
        .serve(operation::GET_NAVER_KEYWORD_TRENDS, keywords::naver::trend)
        .serve(operation::LIST_WEBHOOKS, webhooks::list)
        .serve_write(operation::CREATE_WEBHOOK, webhooks::create)
        .serve_write(operation::UPDATE_WEBHOOK, webhooks::update)
        .serve_write(operation::DELETE_WEBHOOK, rows::delete_one::<webhook::Entity, WebhookId>)
        .serve_write(operation::ROTATE_WEBHOOK_SECRET, webhooks::rotate_secret)
        .serve_write(operation::TEST_WEBHOOK, webhooks::test)
        .serve(operation::LIST_WEBHOOK_DELIVERIES, webhook_deliveries::list)
        .serve_write(operation::RESEND_WEBHOOK_DELIVERY, webhook_deliveries::resend)
        .serve(operation::LIST_DOMAIN_TYPES, domain_types::list)
        .serve_write(operation::ASSIGN_DOMAIN_TYPE, domain_types::assign)
        .serve(operation::LIST_SAVED_VIEWS, saved_views::list)
        .serve_write(operation::CREATE_SAVED_VIEW, saved_views::create)
        .serve_write(operation::UPDATE_SAVED_VIEW, saved_views::update)
        .serve_write(operation::DELETE_SAVED_VIEW, rows::delete_one::<saved_view::Entity, SavedViewId>)
        .serve_write(operation::SUBMIT_SITE_KEYWORD_ANALYSIS, site_keywords::submit)
        .serve(operation::GET_SITE_KEYWORD_ANALYSIS, site_keywords::get)
        .serve_write(operation::SUBMIT_RUN, runs::submit)
        .serve(operation::LIST_RUNS, runs::list)
        .serve(operation::GET_RUN, runs::get)
        .serve_write(operation::STOP_RUN, runs::stop)
        .serve_write(operation::CREATE_SCHEDULE, schedules::create)
        .serve(operation::LIST_SCHEDULES, schedules::list)
        .serve(operation::ESTIMATE_SCHEDULE, schedules::estimate)
        .serve(operation::GET_SCHEDULE, schedules::get)
        .serve_write(operation::UPDATE_SCHEDULE, schedules::update)
        .serve_write(operation::DELETE_SCHEDULE, rows::delete_one::<schedule::Entity, ScheduleId>)
        .serve(operation::LIST_SCHEDULE_ENTRIES, schedules::list_entries)
        .serve(operation::LIST_MODELS, models::list)
        .serve(operation::EXTRACT_PROPER_NOUNS, proper_nouns::extract)
}

/// Returns the routes of the operations that read many answers.
fn heavy_reads(app: &AppState) -> Router<AppState> {
    Router::new()
        .serve(operation::COUNT_ANSWERS, answers::count)
        .serve(operation::RANK_SOURCE_DOMAINS, statistics::rank_source_domains)
        .serve(operation::RANK_SOURCE_URLS, statistics::rank_source_urls)
        .serve(operation::RANK_FANOUTS, statistics::rank_fanouts)
        .serve(operation::RANK_TOKENS, statistics::rank_tokens)
        .serve(operation::RANK_TOKEN_NEIGHBORS, statistics::rank_token_neighbors)
        .serve(operation::MEASURE_BRANDS, statistics::measure_brands)
        .serve(operation::MEASURE_PROMPTS, statistics::measure_prompts)
        .serve(operation::LIST_MOVEMENTS, statistics::list_movements)
        .serve(operation::LIST_LEADS, statistics::list_leads)
        .serve(operation::GET_SOURCE_TREND, statistics::source_trend)
        .serve(operation::LIST_SOURCE_CHANGES, statistics::list_source_changes)
        .serve(operation::MEASURE_SOURCE_INFLUENCE, statistics::measure_source_influence)
        .serve(operation::LIST_UNNAMED_SEARCHES, statistics::list_unnamed_searches)
        .serve(operation::LIST_PROMPTS_WITHOUT_SEARCH, statistics::list_prompts_without_search)
        .serve(operation::MATCH_ANSWERS, statistics::match_answers)
        .serve(operation::SEARCH_ANSWER_TEXTS, text_search::search)
        .serve(operation::GET_HIGHLIGHTS, highlights::get)
        .serve(operation::LIST_NEXT_STEPS, next_steps::list)
        .serve(operation::LIST_MENTIONS, mentions::list)
        .serve(operation::TRY_ALERT_RULE, alert_rules::try_rule)
        .serve(operation::LIST_UNASKED_KEYWORDS, next_steps::list_unasked_keywords)
        .serve(operation::PREVIEW_BRAND, brand_preview::preview)
        .route_layer(from_fn_with_state(app.clone(), heavy_reads::with_permit))
}

trait Serve: Sized {
    /// Routes the method and path of a read to `handler`.
    fn serve<H: Handler<T, AppState>, T: 'static>(self, operation: Operation, handler: H) -> Self;

    /// Routes the method and path of a write to `handler`, whose success is a commit.
    fn serve_write<I, M, F>(self, operation: Operation, handler: fn(IdempotentWrite, I) -> F) -> Self
    where
        I: FromRequest<AppState, M> + Send + 'static,
        M: 'static,
        F: Future<Output = WriteResult> + Send + 'static,
    {
        let handle = async move |State(app): State<AppState>, caller: Caller, request: Request| {
            let write = IdempotentWrite::of(app, caller, request).await;
            let (write, request) = write.map_err(IntoResponse::into_response)?;
            let input = I::from_request(request, &write.app).await.map_err(IntoResponse::into_response)?;
            match handler(write.clone(), input).await {
                Ok(committed) => Ok(committed),
                Err(reason) => Err(write.respond(reason).await),
            }
        };
        self.serve(operation, handle)
    }
}

impl Serve for Router<AppState> {
    fn serve<H: Handler<T, AppState>, T: 'static>(self, operation: Operation, handler: H) -> Self {
        let refuse_unexpected = from_fn_with_state(openapi::inputs(operation), refuse_unexpected);
        self.route(operation.path, on(method(operation), handler).route_layer(refuse_unexpected))
    }
}

fn method(operation: Operation) -> MethodFilter {
    match operation.method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    }
}
