//! The parameters, body, response and errors of each operation, which the operation table does not contain.

use answerdeck_api::ErrorCode::{
    AlertNotFound, AlertRuleNotFound, AnswerNotFound, CommonBinding, CommonInvalidCursor, CommonValidation,
    DigestNotFound, InsufficientCredits, KeywordCountryNotSupported, KeywordMetricsNotConfigured,
    KeywordMetricsProviderRejected, KeywordMetricsProviderUnavailable, ModelNotGranted, ModelNotSupported,
    PlatformKeywordQuotaExceeded, PlatformPendingLimitExceeded, PlatformSiteKeywordAnalysisNotFound, PromptNotFound,
    PromptSetNotFound, PromptSetPromptLimitExceeded, RunPromptTooLong, SavedViewLimitExceeded, SavedViewNotFound,
    ScheduleNotFound, TaskGenerationRunNotFound, UserBrandNotFound, WebhookDeliveryNotFound, WebhookDisabled,
    WebhookLimitExceeded, WebhookNotFound,
};
use answerdeck_api::metrics::{
    AnswerMatchFilter, AnswerMatchList, AnswerTextFilter, AnswerTextList, BrandMetrics, BrandMetricsFilter,
    BrandPreview, BrandPreviewRequest, HighlightFilter, Highlights, LeadFilter, LeadList, MentionFilter, MentionList,
    MovementFilter, MovementList, NextStepDecision, NextStepFilter, NextStepList, NextStepUpdate, PromptMetricsFilter,
    PromptMetricsList, PromptWithoutSearchFilter, PromptWithoutSearchList, SourceChangeFilter, SourceChangeList,
    SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter, UnnamedSearchFilter, UnnamedSearchList,
};
use answerdeck_api::{
    Alert, AlertFilter, AlertList, AlertRule, AlertRuleDefinition, AlertRuleId, AlertRuleList, AlertRuleTrial,
    AlertRuleUpdate, AlertUpdate, Answer, AnswerCount, AnswerCountRequest, AnswerFilter, AnswerList, Brand,
    BrandCreate, BrandId, BrandList, BrandUpdate, Created, CreditBalance, Digest, DigestList, DigestSettings,
    DigestSettingsUpdate, ErrorCode, FanoutFilter, FanoutRanking, GoogleKeywordList, GoogleKeywordRequest,
    GoogleKeywordsRequest, GoogleRelated, GoogleSuggestions, ModelList, NaverKeywordList, NaverKeywordRequest,
    NaverKeywordsRequest, NaverRelated, NaverSuggestions, NaverTrendList, Operation, Organization, PageRequest, Prompt,
    PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptIds, PromptList, PromptSet, PromptSetCreate,
    PromptSetId, PromptSetList, PromptSetUpdate, PromptUpdate, ProperNounList, ProperNounRequest, RegionList, Run,
    RunId, RunList, RunPageRequest, RunSubmit, SavedView, SavedViewCreate, SavedViewId, SavedViewList, SavedViewUpdate,
    Schedule, ScheduleCreate, ScheduleEntryFilter, ScheduleEntryList, ScheduleEstimate, ScheduleEstimateRequest,
    ScheduleId, ScheduleList, ScheduleUpdate, SiteKeywordAnalysis, SiteKeywordAnalysisId, SiteKeywordAnalysisSubmit,
    SourceDomainFilter, SourceDomainRanking, SourceUrlFilter, SourceUrlRanking, TokenFilter, TokenNeighborFilter,
    TokenNeighborRanking, TokenRanking, Webhook, WebhookCreate, WebhookDelivery, WebhookDeliveryFilter,
    WebhookDeliveryList, WebhookList, WebhookSecret, WebhookUpdate, operation,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Generates the schema of a type.
pub(super) type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// The response of a successful request.
pub(super) enum Success {
    /// 200 with JSON.
    Json(MakeSchema),
    /// 200 with Markdown.
    Markdown,
    /// 204.
    Empty,
}

/// An operation with its tag, request and responses.
pub(super) struct OperationDetails {
    pub(super) operation: Operation,
    pub(super) tag: &'static str,
    pub(super) query: Option<MakeSchema>,
    pub(super) body: Option<MakeSchema>,
    pub(super) success: Success,
    pub(super) errors: &'static [ErrorCode],
}

impl OperationDetails {
    fn new(operation: Operation, tag: &'static str, success: Success, errors: &'static [ErrorCode]) -> Self {
        Self { operation, tag, query: None, body: None, success, errors }
    }

    fn query<T: JsonSchema>(self) -> Self {
        Self { query: Some(T::json_schema), ..self }
    }

    fn body<T: JsonSchema>(self) -> Self {
        Self { body: Some(|generator| generator.subschema_for::<T>()), ..self }
    }
}

fn json<T: JsonSchema>() -> Success {
    Success::Json(|generator| generator.subschema_for::<T>())
}

/// The tags with their descriptions, in display order.
pub(super) const TAGS: &[(&str, &str)] = &[
    (PROMPT_SETS, "Named sets of prompts."),
    (PROMPTS, "Questions that runs send to answer engines."),
    (RUNS, "Batches that send prompts to models. The server collects the answer of each item in the background."),
    (SCHEDULES, "Runs that start by themselves. An extension of this platform. Beta."),
    (ANSWERS, "What a model answered, the sources it cited and the searches it ran."),
    (BRANDS, "Brand names, synonyms and websites to find in answers."),
    (STATISTICS, "The most frequent sources, searches and tokens of the answers in a scope."),
    (
        METRICS,
        "What answers say about brands, by prompt, source, search and over time. An extension of this platform. Beta.",
    ),
    (KEYWORDS, "Search volumes, suggestions and trends of keywords on Google and Naver. Beta."),
    (SITES, "The keywords of a website. An analysis crawls its pages once and counts the keywords. Beta."),
    (
        WEBHOOKS,
        "Addresses that events are sent to, signed as Standard Webhooks says, or as messages of Slack or Discord. Beta.",
    ),
    (SAVED_VIEWS, "Pages of the console with their filters. An extension of this platform. Beta."),
    (CATALOG, "The models and regions that a run can use."),
    (WORDS, "The nouns of a text."),
    (ACCOUNT, "The calling organization and its credit balance."),
];

const PROMPT_SETS: &str = "Prompt sets";
const PROMPTS: &str = "Prompts";
const RUNS: &str = "Runs";
const SCHEDULES: &str = "Schedules";
const ANSWERS: &str = "Answers";
const BRANDS: &str = "Brands";
const STATISTICS: &str = "Statistics";
const METRICS: &str = "Metrics";
const ALERTS: &str = "Alerts";
const DIGESTS: &str = "Digests";
const KEYWORDS: &str = "Keywords";
const SITES: &str = "Site keywords";
const WEBHOOKS: &str = "Webhooks";
const SAVED_VIEWS: &str = "Saved views";
const CATALOG: &str = "Models and regions";
const WORDS: &str = "Words";
const ACCOUNT: &str = "Organization";

/// Every operation of the server.
pub(super) fn all() -> Vec<OperationDetails> {
    [
        prompt_sets(),
        prompts(),
        runs(),
        schedules(),
        answers(),
        statistics(),
        metrics(),
        alerts(),
        digests(),
        brands(),
        keywords(),
        sites(),
        webhooks(),
        saved_views(),
        other(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The errors of every operation that takes a scope.
const SCOPE_ERRORS: &[ErrorCode] =
    &[CommonBinding, CommonValidation, ModelNotSupported, TaskGenerationRunNotFound, PromptSetNotFound, PromptNotFound];

fn prompt_sets() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(
            CREATE_PROMPT_SET,
            PROMPT_SETS,
            json::<Created<PromptSetId>>(),
            &[CommonBinding, CommonValidation],
        )
        .body::<PromptSetCreate>(),
        OperationDetails::new(
            LIST_PROMPT_SETS,
            PROMPT_SETS,
            json::<PromptSetList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor],
        )
        .query::<PageRequest>(),
        OperationDetails::new(GET_PROMPT_SET, PROMPT_SETS, json::<PromptSet>(), &[CommonBinding, PromptSetNotFound]),
        OperationDetails::new(
            UPDATE_PROMPT_SET,
            PROMPT_SETS,
            json::<PromptSet>(),
            &[CommonBinding, CommonValidation, PromptSetNotFound],
        )
        .body::<PromptSetUpdate>(),
        OperationDetails::new(DELETE_PROMPT_SET, PROMPT_SETS, Success::Empty, &[CommonBinding, PromptSetNotFound]),
    ]
}

fn prompts() -> Vec<OperationDetails> {
    use operation::*;
    const CREATE_ERRORS: &[ErrorCode] =
        &[CommonBinding, CommonValidation, PromptSetNotFound, PromptSetPromptLimitExceeded];
    vec![
        OperationDetails::new(CREATE_PROMPT, PROMPTS, json::<Created<PromptId>>(), CREATE_ERRORS)
            .body::<PromptCreate>(),
        OperationDetails::new(CREATE_PROMPTS, PROMPTS, json::<PromptIds>(), CREATE_ERRORS).body::<PromptBulkCreate>(),
        OperationDetails::new(
            LIST_PROMPTS,
            PROMPTS,
            json::<PromptList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor, PromptSetNotFound],
        )
        .query::<PromptFilter>(),
        OperationDetails::new(GET_PROMPT, PROMPTS, json::<Prompt>(), &[CommonBinding, PromptNotFound]),
        OperationDetails::new(
            UPDATE_PROMPT,
            PROMPTS,
            json::<Prompt>(),
            &[CommonBinding, CommonValidation, PromptNotFound],
        )
        .body::<PromptUpdate>(),
        OperationDetails::new(DELETE_PROMPT, PROMPTS, Success::Empty, &[CommonBinding, PromptNotFound]),
    ]
}

fn runs() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(
            SUBMIT_RUN,
            RUNS,
            json::<Created<RunId>>(),
            &[
                CommonBinding,
                CommonValidation,
                ModelNotSupported,
                RunPromptTooLong,
                PlatformPendingLimitExceeded,
                InsufficientCredits,
                ModelNotGranted,
                PromptSetNotFound,
                PromptNotFound,
            ],
        )
        .body::<RunSubmit>(),
        OperationDetails::new(
            LIST_RUNS,
            RUNS,
            json::<RunList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor],
        )
        .query::<RunPageRequest>(),
        OperationDetails::new(GET_RUN, RUNS, json::<Run>(), &[CommonBinding, TaskGenerationRunNotFound]),
        OperationDetails::new(STOP_RUN, RUNS, json::<Run>(), &[CommonBinding, TaskGenerationRunNotFound]),
    ]
}

fn schedules() -> Vec<OperationDetails> {
    use operation::*;
    /// The errors of a run and of a recurrence.
    const ERRORS: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        ModelNotSupported,
        RunPromptTooLong,
        ModelNotGranted,
        PromptSetNotFound,
        PromptNotFound,
    ];
    const UPDATE_ERRORS: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        ModelNotSupported,
        RunPromptTooLong,
        ModelNotGranted,
        ScheduleNotFound,
        PromptSetNotFound,
        PromptNotFound,
    ];
    let of = |operation, success, errors| OperationDetails::new(operation, SCHEDULES, success, errors);
    vec![
        of(CREATE_SCHEDULE, json::<Created<ScheduleId>>(), ERRORS).body::<ScheduleCreate>(),
        of(LIST_SCHEDULES, json::<ScheduleList>(), &[CommonBinding, CommonValidation, CommonInvalidCursor])
            .query::<PageRequest>(),
        of(ESTIMATE_SCHEDULE, json::<ScheduleEstimate>(), ERRORS).body::<ScheduleEstimateRequest>(),
        of(GET_SCHEDULE, json::<Schedule>(), &[CommonBinding, ScheduleNotFound]),
        of(UPDATE_SCHEDULE, json::<Schedule>(), UPDATE_ERRORS).body::<ScheduleUpdate>(),
        of(DELETE_SCHEDULE, Success::Empty, &[CommonBinding, ScheduleNotFound]),
        of(
            LIST_SCHEDULE_ENTRIES,
            json::<ScheduleEntryList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor, ScheduleNotFound],
        )
        .query::<ScheduleEntryFilter>(),
    ]
}

fn answers() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(
            LIST_ANSWERS,
            ANSWERS,
            json::<AnswerList>(),
            &[
                CommonBinding,
                CommonValidation,
                CommonInvalidCursor,
                ModelNotSupported,
                TaskGenerationRunNotFound,
                PromptSetNotFound,
                PromptNotFound,
            ],
        )
        .query::<AnswerFilter>(),
        OperationDetails::new(COUNT_ANSWERS, ANSWERS, json::<AnswerCount>(), SCOPE_ERRORS)
            .query::<AnswerCountRequest>(),
        OperationDetails::new(GET_ANSWER, ANSWERS, json::<Answer>(), &[CommonBinding, AnswerNotFound]),
        OperationDetails::new(GET_ANSWER_MARKDOWN, ANSWERS, Success::Markdown, &[CommonBinding, AnswerNotFound]),
    ]
}

fn brands() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(CREATE_BRAND, BRANDS, json::<Created<BrandId>>(), &[CommonBinding, CommonValidation])
            .body::<BrandCreate>(),
        OperationDetails::new(
            LIST_BRANDS,
            BRANDS,
            json::<BrandList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor],
        )
        .query::<PageRequest>(),
        OperationDetails::new(GET_BRAND, BRANDS, json::<Brand>(), &[CommonBinding, UserBrandNotFound]),
        OperationDetails::new(
            UPDATE_BRAND,
            BRANDS,
            json::<Brand>(),
            &[CommonBinding, CommonValidation, UserBrandNotFound],
        )
        .body::<BrandUpdate>(),
        OperationDetails::new(DELETE_BRAND, BRANDS, Success::Empty, &[CommonBinding, UserBrandNotFound]),
    ]
}

fn statistics() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(RANK_SOURCE_DOMAINS, STATISTICS, json::<SourceDomainRanking>(), SCOPE_ERRORS)
            .query::<SourceDomainFilter>(),
        OperationDetails::new(RANK_SOURCE_URLS, STATISTICS, json::<SourceUrlRanking>(), SCOPE_ERRORS)
            .query::<SourceUrlFilter>(),
        OperationDetails::new(RANK_FANOUTS, STATISTICS, json::<FanoutRanking>(), SCOPE_ERRORS).query::<FanoutFilter>(),
        OperationDetails::new(RANK_TOKENS, STATISTICS, json::<TokenRanking>(), SCOPE_ERRORS).query::<TokenFilter>(),
        OperationDetails::new(RANK_TOKEN_NEIGHBORS, STATISTICS, json::<TokenNeighborRanking>(), SCOPE_ERRORS)
            .query::<TokenNeighborFilter>(),
    ]
}

fn metrics() -> Vec<OperationDetails> {
    use operation::*;
    /// The errors of a scope and of brands.
    const ERRORS: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        ModelNotSupported,
        TaskGenerationRunNotFound,
        PromptSetNotFound,
        PromptNotFound,
        UserBrandNotFound,
    ];
    /// Those, and the errors of a cursor.
    const PAGE_ERRORS: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        CommonInvalidCursor,
        ModelNotSupported,
        TaskGenerationRunNotFound,
        PromptSetNotFound,
        PromptNotFound,
        UserBrandNotFound,
    ];
    let of = |operation, success, errors| OperationDetails::new(operation, METRICS, success, errors);
    vec![
        of(MEASURE_BRANDS, json::<BrandMetrics>(), ERRORS).query::<BrandMetricsFilter>(),
        of(MEASURE_PROMPTS, json::<PromptMetricsList>(), PAGE_ERRORS).query::<PromptMetricsFilter>(),
        of(LIST_MOVEMENTS, json::<MovementList>(), ERRORS).query::<MovementFilter>(),
        of(LIST_LEADS, json::<LeadList>(), ERRORS).query::<LeadFilter>(),
        of(GET_SOURCE_TREND, json::<SourceTrend>(), SCOPE_ERRORS).query::<SourceTrendFilter>(),
        of(LIST_SOURCE_CHANGES, json::<SourceChangeList>(), SCOPE_ERRORS).query::<SourceChangeFilter>(),
        of(MEASURE_SOURCE_INFLUENCE, json::<SourceInfluenceList>(), ERRORS).query::<SourceInfluenceFilter>(),
        of(LIST_UNNAMED_SEARCHES, json::<UnnamedSearchList>(), ERRORS).query::<UnnamedSearchFilter>(),
        of(LIST_PROMPTS_WITHOUT_SEARCH, json::<PromptWithoutSearchList>(), PAGE_ERRORS)
            .query::<PromptWithoutSearchFilter>(),
        of(MATCH_ANSWERS, json::<AnswerMatchList>(), PAGE_ERRORS).query::<AnswerMatchFilter>(),
        of(SEARCH_ANSWER_TEXTS, json::<AnswerTextList>(), PAGE_ERRORS).query::<AnswerTextFilter>(),
        of(GET_HIGHLIGHTS, json::<Highlights>(), ERRORS).query::<HighlightFilter>(),
        of(LIST_NEXT_STEPS, json::<NextStepList>(), ERRORS).query::<NextStepFilter>(),
        of(UPDATE_NEXT_STEP, json::<NextStepDecision>(), &[CommonBinding, CommonValidation]).body::<NextStepUpdate>(),
        of(LIST_MENTIONS, json::<MentionList>(), &[CommonBinding, CommonValidation, AnswerNotFound])
            .query::<MentionFilter>(),
        of(PREVIEW_BRAND, json::<BrandPreview>(), &[CommonBinding, CommonValidation, UserBrandNotFound])
            .body::<BrandPreviewRequest>(),
    ]
}

fn alerts() -> Vec<OperationDetails> {
    use operation::*;
    const SUBJECT_ERRORS: &[ErrorCode] = &[CommonBinding, CommonValidation, UserBrandNotFound, PromptNotFound];
    let of = |operation, success, errors| OperationDetails::new(operation, ALERTS, success, errors);
    vec![
        of(LIST_ALERTS, json::<AlertList>(), &[CommonBinding, CommonValidation, CommonInvalidCursor])
            .query::<AlertFilter>(),
        of(UPDATE_ALERT, json::<Alert>(), &[CommonBinding, CommonValidation, AlertNotFound]).body::<AlertUpdate>(),
        of(CREATE_ALERT_RULE, json::<Created<AlertRuleId>>(), SUBJECT_ERRORS).body::<AlertRuleDefinition>(),
        of(LIST_ALERT_RULES, json::<AlertRuleList>(), &[]),
        of(UPDATE_ALERT_RULE, json::<AlertRule>(), &[CommonBinding, CommonValidation, AlertRuleNotFound])
            .body::<AlertRuleUpdate>(),
        of(DELETE_ALERT_RULE, Success::Empty, &[CommonBinding, AlertRuleNotFound]),
        of(TRY_ALERT_RULE, json::<AlertRuleTrial>(), SUBJECT_ERRORS).body::<AlertRuleDefinition>(),
    ]
}

fn digests() -> Vec<OperationDetails> {
    use operation::*;
    let of = |operation, success, errors| OperationDetails::new(operation, DIGESTS, success, errors);
    vec![
        of(LIST_DIGESTS, json::<DigestList>(), &[CommonBinding, CommonValidation, CommonInvalidCursor])
            .query::<PageRequest>(),
        of(GET_DIGEST, json::<Digest>(), &[CommonBinding, DigestNotFound]),
        of(GET_DIGEST_SETTINGS, json::<DigestSettings>(), &[]),
        of(UPDATE_DIGEST_SETTINGS, json::<DigestSettings>(), &[CommonBinding, CommonValidation])
            .body::<DigestSettingsUpdate>(),
    ]
}

fn keywords() -> Vec<OperationDetails> {
    use operation::*;
    const GOOGLE_ERRORS: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        KeywordCountryNotSupported,
        KeywordMetricsProviderRejected,
        KeywordMetricsProviderUnavailable,
        KeywordMetricsNotConfigured,
        PlatformKeywordQuotaExceeded,
    ];
    const NAVER_ERRORS: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        KeywordMetricsProviderRejected,
        KeywordMetricsProviderUnavailable,
        KeywordMetricsNotConfigured,
        PlatformKeywordQuotaExceeded,
    ];
    vec![
        OperationDetails::new(MEASURE_GOOGLE_KEYWORDS, KEYWORDS, json::<GoogleKeywordList>(), GOOGLE_ERRORS)
            .body::<GoogleKeywordsRequest>(),
        OperationDetails::new(SUGGEST_GOOGLE_KEYWORDS, KEYWORDS, json::<GoogleSuggestions>(), GOOGLE_ERRORS)
            .query::<GoogleKeywordRequest>(),
        OperationDetails::new(LIST_RELATED_GOOGLE_KEYWORDS, KEYWORDS, json::<GoogleRelated>(), GOOGLE_ERRORS)
            .query::<GoogleKeywordRequest>(),
        OperationDetails::new(MEASURE_NAVER_KEYWORDS, KEYWORDS, json::<NaverKeywordList>(), NAVER_ERRORS)
            .body::<NaverKeywordsRequest>(),
        OperationDetails::new(SUGGEST_NAVER_KEYWORDS, KEYWORDS, json::<NaverSuggestions>(), NAVER_ERRORS)
            .query::<NaverKeywordRequest>(),
        OperationDetails::new(LIST_RELATED_NAVER_KEYWORDS, KEYWORDS, json::<NaverRelated>(), NAVER_ERRORS)
            .query::<NaverKeywordRequest>(),
        OperationDetails::new(GET_NAVER_KEYWORD_TRENDS, KEYWORDS, json::<NaverTrendList>(), NAVER_ERRORS)
            .body::<NaverKeywordsRequest>(),
    ]
}

fn sites() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(
            SUBMIT_SITE_KEYWORD_ANALYSIS,
            SITES,
            json::<Created<SiteKeywordAnalysisId>>(),
            &[CommonBinding, CommonValidation, PlatformPendingLimitExceeded],
        )
        .body::<SiteKeywordAnalysisSubmit>(),
        OperationDetails::new(
            GET_SITE_KEYWORD_ANALYSIS,
            SITES,
            json::<SiteKeywordAnalysis>(),
            &[CommonBinding, PlatformSiteKeywordAnalysisNotFound],
        ),
    ]
}

fn webhooks() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(
            LIST_WEBHOOKS,
            WEBHOOKS,
            json::<WebhookList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor],
        )
        .query::<PageRequest>(),
        OperationDetails::new(
            CREATE_WEBHOOK,
            WEBHOOKS,
            json::<WebhookSecret>(),
            &[CommonBinding, CommonValidation, WebhookLimitExceeded],
        )
        .body::<WebhookCreate>(),
        OperationDetails::new(
            UPDATE_WEBHOOK,
            WEBHOOKS,
            json::<Webhook>(),
            &[CommonBinding, CommonValidation, WebhookNotFound],
        )
        .body::<WebhookUpdate>(),
        OperationDetails::new(DELETE_WEBHOOK, WEBHOOKS, Success::Empty, &[CommonBinding, WebhookNotFound]),
        OperationDetails::new(
            ROTATE_WEBHOOK_SECRET,
            WEBHOOKS,
            json::<WebhookSecret>(),
            &[CommonBinding, WebhookNotFound],
        ),
        OperationDetails::new(
            TEST_WEBHOOK,
            WEBHOOKS,
            json::<WebhookDelivery>(),
            &[CommonBinding, WebhookNotFound, WebhookDisabled],
        ),
        OperationDetails::new(
            LIST_WEBHOOK_DELIVERIES,
            WEBHOOKS,
            json::<WebhookDeliveryList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor, WebhookNotFound],
        )
        .query::<WebhookDeliveryFilter>(),
        OperationDetails::new(
            RESEND_WEBHOOK_DELIVERY,
            WEBHOOKS,
            json::<WebhookDelivery>(),
            &[CommonBinding, WebhookDeliveryNotFound, WebhookDisabled],
        ),
    ]
}

fn saved_views() -> Vec<OperationDetails> {
    use operation::*;
    let of = |operation, success, errors| OperationDetails::new(operation, SAVED_VIEWS, success, errors);
    vec![
        of(LIST_SAVED_VIEWS, json::<SavedViewList>(), &[]),
        of(
            CREATE_SAVED_VIEW,
            json::<Created<SavedViewId>>(),
            &[CommonBinding, CommonValidation, SavedViewLimitExceeded],
        )
        .body::<SavedViewCreate>(),
        of(UPDATE_SAVED_VIEW, json::<SavedView>(), &[CommonBinding, CommonValidation, SavedViewNotFound])
            .body::<SavedViewUpdate>(),
        of(DELETE_SAVED_VIEW, Success::Empty, &[CommonBinding, SavedViewNotFound]),
    ]
}

fn other() -> Vec<OperationDetails> {
    use operation::*;
    vec![
        OperationDetails::new(LIST_MODELS, CATALOG, json::<ModelList>(), &[]),
        OperationDetails::new(LIST_REGIONS, CATALOG, json::<RegionList>(), &[]),
        OperationDetails::new(
            EXTRACT_PROPER_NOUNS,
            WORDS,
            json::<ProperNounList>(),
            &[CommonBinding, CommonValidation],
        )
        .body::<ProperNounRequest>(),
        OperationDetails::new(GET_ORGANIZATION, ACCOUNT, json::<Organization>(), &[]),
        OperationDetails::new(GET_CREDIT_BALANCE, ACCOUNT, json::<CreditBalance>(), &[]),
    ]
}
