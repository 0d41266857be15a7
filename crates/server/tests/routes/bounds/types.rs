//! The wire type of the request of each operation, which server and client library share.

use answerdeck_api::metrics::{
    AnswerMatchFilter, AnswerTextFilter, BrandMetricsFilter, BrandPreviewRequest, HighlightFilter, LeadFilter,
    MentionFilter, MovementFilter, NextStepFilter, NextStepUpdate, PromptMetricsFilter, PromptWithoutSearchFilter,
    SourceChangeFilter, SourceInfluenceFilter, SourceTrendFilter, UnaskedKeywordsRequest, UnnamedSearchFilter,
};
use answerdeck_api::{
    AlertFilter, AlertRuleDefinition, AlertRuleUpdate, AlertUpdate, AnswerCountRequest, AnswerFilter, BrandCreate,
    BrandUpdate, DigestSettingsUpdate, DomainTypeAssignment, FanoutFilter, GoogleKeywordRequest, GoogleKeywordsRequest,
    NaverKeywordRequest, NaverKeywordsRequest, PageRequest, PromptBulkCreate, PromptCreate, PromptFilter,
    PromptSetCreate, PromptSetUpdate, PromptUpdate, ProperNounRequest, RunPageRequest, RunSubmit, SavedViewCreate,
    SavedViewUpdate, ScheduleCreate, ScheduleEntryFilter, ScheduleEstimateRequest, ScheduleUpdate,
    SiteKeywordAnalysisSubmit, SourceDomainFilter, SourceUrlFilter, TokenFilter, TokenNeighborFilter, WebhookCreate,
    WebhookDeliveryFilter, WebhookUpdate,
};
use garde::Validate;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Parses a body or a query as its wire type, checks the bounds and serializes the value again.
///
/// Returns the reason if the request is not valid.
type Parse = fn(&str) -> Result<String, String>;

fn body<T: DeserializeOwned + Serialize + Validate<Context = ()>>(text: &str) -> Result<String, String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    value.validate().map_err(|report| report.to_string())?;
    serde_json::to_string(&value).map_err(|error| error.to_string())
}

fn query<T: DeserializeOwned + Serialize + Validate<Context = ()>>(text: &str) -> Result<String, String> {
    let value: T = serde_html_form::from_str(text).map_err(|error| error.to_string())?;
    value.validate().map_err(|report| report.to_string())?;
    serde_html_form::to_string(&value).map_err(|error| error.to_string())
}

/// Returns the parser of the request of an operation.
pub fn parser(operation: &str) -> Parse {
    match operation {
        "create_prompt_set" => body::<PromptSetCreate>,
        "update_prompt_set" => body::<PromptSetUpdate>,
        "create_prompt" => body::<PromptCreate>,
        "create_prompts" => body::<PromptBulkCreate>,
        "update_prompt" => body::<PromptUpdate>,
        "submit_run" => body::<RunSubmit>,
        "create_brand" => body::<BrandCreate>,
        "update_brand" => body::<BrandUpdate>,
        "extract_proper_nouns" => body::<ProperNounRequest>,
        "submit_site_keyword_analysis" => body::<SiteKeywordAnalysisSubmit>,
        "measure_google_keywords" => body::<GoogleKeywordsRequest>,
        "measure_naver_keywords" | "get_naver_keyword_trends" => body::<NaverKeywordsRequest>,
        "assign_domain_type" => body::<DomainTypeAssignment>,
        "create_saved_view" => body::<SavedViewCreate>,
        "update_saved_view" => body::<SavedViewUpdate>,
        "create_webhook" => body::<WebhookCreate>,
        "update_webhook" => body::<WebhookUpdate>,
        "list_webhook_deliveries" => query::<WebhookDeliveryFilter>,
        "list_prompt_sets" | "list_brands" | "list_webhooks" => query::<PageRequest>,
        "list_prompts" => query::<PromptFilter>,
        "list_runs" => query::<RunPageRequest>,
        "list_answers" => query::<AnswerFilter>,
        "count_answers" => query::<AnswerCountRequest>,
        "rank_source_domains" => query::<SourceDomainFilter>,
        "rank_source_urls" => query::<SourceUrlFilter>,
        "rank_fanouts" => query::<FanoutFilter>,
        "rank_tokens" => query::<TokenFilter>,
        "rank_token_neighbors" => query::<TokenNeighborFilter>,
        "measure_brands" => query::<BrandMetricsFilter>,
        "measure_prompts" => query::<PromptMetricsFilter>,
        "list_movements" => query::<MovementFilter>,
        "list_leads" => query::<LeadFilter>,
        "get_source_trend" => query::<SourceTrendFilter>,
        "list_source_changes" => query::<SourceChangeFilter>,
        "measure_source_influence" => query::<SourceInfluenceFilter>,
        "list_unnamed_searches" => query::<UnnamedSearchFilter>,
        "list_prompts_without_search" => query::<PromptWithoutSearchFilter>,
        "list_next_steps" => query::<NextStepFilter>,
        "update_next_step" => body::<NextStepUpdate>,
        "create_schedule" => body::<ScheduleCreate>,
        "list_schedules" => query::<PageRequest>,
        "estimate_schedule" => body::<ScheduleEstimateRequest>,
        "update_schedule" => body::<ScheduleUpdate>,
        "list_schedule_entries" => query::<ScheduleEntryFilter>,
        "get_highlights" => query::<HighlightFilter>,
        "list_mentions" => query::<MentionFilter>,
        "match_answers" => query::<AnswerMatchFilter>,
        "search_answer_texts" => query::<AnswerTextFilter>,
        "list_digests" => query::<PageRequest>,
        "update_digest_settings" => body::<DigestSettingsUpdate>,
        "list_alerts" => query::<AlertFilter>,
        "update_alert" => body::<AlertUpdate>,
        "create_alert_rule" | "try_alert_rule" => body::<AlertRuleDefinition>,
        "update_alert_rule" => body::<AlertRuleUpdate>,
        "list_unasked_keywords" => body::<UnaskedKeywordsRequest>,
        "preview_brand" => body::<BrandPreviewRequest>,
        "suggest_google_keywords" | "list_related_google_keywords" => query::<GoogleKeywordRequest>,
        "suggest_naver_keywords" | "list_related_naver_keywords" => query::<NaverKeywordRequest>,
        other => panic!("add the wire type of {other} here"),
    }
}
