//! The wire types of the platform API: resources, ids, bounds, error codes and operations, and the pages of the console.
//!
//! A request type has its bounds as [`garde`] rules, which the server, the forms of the console and the OpenAPI
//! document (feature `openapi`) share. A response type also reads the responses of a newer server: it ignores unknown
//! fields and preserves unknown enum values.

#![warn(missing_docs)]

mod alert;
mod answer;
mod brand;
mod code;
pub mod console_page;
mod credit;
mod digest;
mod domain;
mod domain_type;
mod error;
mod event;
mod failure;
pub mod header;
mod id;
mod include;
mod keyword;
mod language;
pub mod limits;
mod list;
pub mod metrics;
mod model;
pub mod operation;
mod organization;
mod prompt;
mod prompt_set;
mod proper_noun;
mod region;
mod request;
mod response_field;
mod run;
mod saved_view;
mod schedule;
mod scope;
mod site_keyword;
mod statistics;
mod text_form;
mod timestamp;
mod token;
mod web_address;
mod webhook;
mod wire_enum;

pub use alert::{
    Alert, AlertDirection, AlertFilter, AlertFinding, AlertFired, AlertInterval, AlertKind, AlertList, AlertMetric,
    AlertMovement, AlertOutage, AlertPrompt, AlertRule, AlertRuleDefinition, AlertRuleList, AlertRuleTrial,
    AlertRuleTrialDay, AlertRuleUpdate, AlertSide, AlertSource, AlertState, AlertUpdate,
};
pub use answer::{
    Answer, AnswerCount, AnswerCountRequest, AnswerFilter, AnswerInclude, AnswerList, AnswerStatus, Source,
};
pub use brand::{Brand, BrandCreate, BrandList, BrandUpdate};
pub use credit::CreditBalance;
pub use digest::{
    Digest, DigestBrand, DigestFindings, DigestList, DigestMailStatus, DigestNewPage, DigestOutcome, DigestPromptGap,
    DigestSettings, DigestSettingsUpdate, DigestSourceGap, is_email_address,
};
pub use domain_type::{
    AssignedDomainType, DomainType, DomainTypeAssignment, DomainTypeOrigin, TypedDomain, TypedDomainList,
};
pub use error::{ErrorBody, ErrorCode};
#[cfg(feature = "openapi")]
pub use event::EVENT_DATA;
pub use event::{
    DigestReady, Event, EventBody, EventType, RunFinished, ScheduleSkipped, SiteAnalysisFinished, WebhookTest,
};
pub use failure::{Failure, FailureCode};
pub use id::{
    AlertId, AlertRuleId, AnswerId, BrandId, DigestId, IdError, NextStepId, OrganizationId, PromptId, PromptSetId,
    RunId, SavedViewId, ScheduleId, SiteKeywordAnalysisId, WebhookDeliveryId, WebhookId, base62, nullable_base62,
    nullable_base62_list, parse_base62_id,
};
pub use keyword::{
    Competition, GoogleKeyword, GoogleKeywordList, GoogleKeywordMetrics, GoogleKeywordRequest, GoogleKeywordsRequest,
    GoogleRelated, GoogleSuggestions, MonthlySearches, NaverKeyword, NaverKeywordList, NaverKeywordMetrics,
    NaverKeywordRequest, NaverKeywordTrend, NaverKeywordsRequest, NaverRelated, NaverSuggestions, NaverTrend,
    NaverTrendList, SearchIntent, SearchVolumeTrend, TrendAnchor, TrendPoint, normalize_keyword, unique_keywords,
};
pub use language::{Language, MessageLanguage};
pub use list::{Created, Page, PageRequest};
pub use model::{Model, ModelCode, ModelList, ModelRoute, ModelStop};
pub use operation::Operation;
pub use organization::Organization;
pub use prompt::{Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptIds, PromptList, PromptUpdate};
pub use prompt_set::{PromptSet, PromptSetCreate, PromptSetList, PromptSetUpdate};
pub use proper_noun::{NounTag, ProperNoun, ProperNounList, ProperNounRequest, TextLanguage, WordLanguage};
pub use region::{Region, RegionList};
pub use run::{Run, RunAnswer, RunList, RunPageRequest, RunStatus, RunSubmit};
pub use saved_view::{SavedView, SavedViewCreate, SavedViewList, SavedViewUpdate, is_console_address};
pub use schedule::{
    Frequency, Recurrence, RecurrenceRequest, Schedule, ScheduleCreate, ScheduleEntry, ScheduleEntryFilter,
    ScheduleEntryList, ScheduleEstimate, ScheduleEstimateRequest, ScheduleList, ScheduleOutcome, ScheduleUpdate,
    ScheduledRun, SkipReason, Weekday, local_time,
};
pub use scope::AnswerScope;
pub use site_keyword::{
    SiteKeyword, SiteKeywordAnalysis, SiteKeywordAnalysisStatus, SiteKeywordAnalysisSubmit, SiteKeywordSource,
};
pub use statistics::{
    FanoutFilter, FanoutInclude, FanoutRanking, FanoutStatistic, SourceDomainFilter, SourceDomainRanking,
    SourceDomainStatistic, SourceUrlFilter, SourceUrlRanking, SourceUrlStatistic,
};
pub use text_form::{is_direction_control, is_invisible, not_blank, one_line, shortened, visible_words};
pub use timestamp::Timestamp;
pub use token::{
    TokenFilter, TokenNeighbor, TokenNeighborFilter, TokenNeighborInclude, TokenNeighborRanking, TokenRanking,
    TokenStatistic,
};
pub use web_address::is_web_address;
pub use webhook::{
    Webhook, WebhookCreate, WebhookDelivery, WebhookDeliveryFailure, WebhookDeliveryFilter, WebhookDeliveryList,
    WebhookDeliveryStatus, WebhookDisabledReason, WebhookFormat, WebhookList, WebhookSecret, WebhookUpdate,
};
