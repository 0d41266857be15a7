//! The parameters, body, response and errors of each operation, which the operation table does not contain.

// The table names most of the contract.
use answerdeck_api::ErrorCode::*;
use answerdeck_api::metrics::*;
use answerdeck_api::*;
use schemars::{JsonSchema, Schema, SchemaGenerator};

pub(super) type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// Lists of errors, in the order of the document.
pub(super) type Errors = &'static [&'static [ErrorCode]];

/// The response of a successful request.
pub(super) enum Success {
    Json(MakeSchema),
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
    /// Those that its inputs and its effect do not imply.
    pub(super) errors: Errors,
}

impl OperationDetails {
    fn new(operation: Operation, tag: &'static str, success: Success, errors: Errors) -> Self {
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

macro_rules! operations {
    ($(
        $tag:literal: $about:literal
        { $($operation:ident $(($part:ident $request:ty))? => $success:expr $(, $errors:tt)?;)* }
    )*) => {
        /// The tags with their descriptions, in display order.
        pub(super) const TAGS: &[(&str, &str)] = &[$(($tag, $about)),*];

        pub(super) fn all() -> Vec<OperationDetails> {
            vec![$($(
                OperationDetails::new(operation::$operation, $tag, $success, operations!(@errors $($errors)?))
                    $(.$part::<$request>())?,
            )*)*]
        }
    };
    (@errors) => { &[] };
    (@errors [$($error:tt)*]) => { &[&[$($error)*]] };
    (@errors $errors:ident) => { $errors };
}

// The errors that some operations share.
const CURSOR: &[ErrorCode] = &[CommonInvalidCursor];
const ANSWERS: &[ErrorCode] = &[ModelNotSupported, TaskGenerationRunNotFound, PromptSetNotFound, PromptNotFound];
const BRAND: &[ErrorCode] = &[UserBrandNotFound];
const KEYWORD_DATA: &[ErrorCode] = &[
    KeywordMetricsProviderRejected,
    KeywordMetricsProviderUnavailable,
    KeywordMetricsNotConfigured,
    PlatformKeywordQuotaExceeded,
];
const PAGE: Errors = &[CURSOR];
const SCOPE: Errors = &[ANSWERS];
const SCOPE_OF_BRANDS: Errors = &[ANSWERS, BRAND];
const PAGE_OF_SCOPE: Errors = &[CURSOR, ANSWERS, BRAND];
const PROMPT_CREATION: Errors = &[&[PromptSetNotFound, PromptSetPromptLimitExceeded]];
const SCHEDULE_CREATION: Errors =
    &[&[ModelNotSupported, RunPromptTooLong, ModelNotGranted, PromptSetNotFound, PromptNotFound]];
const GOOGLE: Errors = &[&[KeywordCountryNotSupported], KEYWORD_DATA];
const NAVER: Errors = &[KEYWORD_DATA];

operations! {
    "Prompt sets": "Named sets of prompts." {
        CREATE_PROMPT_SET(body PromptSetCreate) => json::<Created<PromptSetId>>();
        LIST_PROMPT_SETS(query PageRequest) => json::<PromptSetList>(), PAGE;
        GET_PROMPT_SET => json::<PromptSet>(), [PromptSetNotFound];
        UPDATE_PROMPT_SET(body PromptSetUpdate) => json::<PromptSet>(), [PromptSetNotFound];
        DELETE_PROMPT_SET => Success::Empty, [PromptSetNotFound];
    }
    "Prompts": "Questions that runs send to answer engines." {
        CREATE_PROMPT(body PromptCreate) => json::<Created<PromptId>>(), PROMPT_CREATION;
        CREATE_PROMPTS(body PromptBulkCreate) => json::<PromptIds>(), PROMPT_CREATION;
        LIST_PROMPTS(query PromptFilter) => json::<PromptList>(), [CommonInvalidCursor, PromptSetNotFound];
        GET_PROMPT => json::<Prompt>(), [PromptNotFound];
        UPDATE_PROMPT(body PromptUpdate) => json::<Prompt>(), [PromptNotFound];
        DELETE_PROMPT => Success::Empty, [PromptNotFound];
    }
    "Runs": "Batches that send prompts to models. The server collects the answer of each item in the background." {
        SUBMIT_RUN(body RunSubmit) => json::<Created<RunId>>(), [
            ModelNotSupported, RunPromptTooLong, PlatformPendingLimitExceeded, InsufficientCredits, ModelNotGranted,
            PromptSetNotFound, PromptNotFound,
        ];
        LIST_RUNS(query RunPageRequest) => json::<RunList>(), PAGE;
        GET_RUN => json::<Run>(), [TaskGenerationRunNotFound];
        STOP_RUN => json::<Run>(), [TaskGenerationRunNotFound];
    }
    "Schedules": "Runs that start by themselves. An extension of Answerdeck. Beta." {
        CREATE_SCHEDULE(body ScheduleCreate) => json::<Created<ScheduleId>>(), SCHEDULE_CREATION;
        LIST_SCHEDULES(query PageRequest) => json::<ScheduleList>(), PAGE;
        ESTIMATE_SCHEDULE(body ScheduleEstimateRequest) => json::<ScheduleEstimate>(), SCHEDULE_CREATION;
        GET_SCHEDULE => json::<Schedule>(), [ScheduleNotFound];
        UPDATE_SCHEDULE(body ScheduleUpdate) => json::<Schedule>(), [
            ModelNotSupported, RunPromptTooLong, ModelNotGranted, ScheduleNotFound, PromptSetNotFound, PromptNotFound,
        ];
        DELETE_SCHEDULE => Success::Empty, [ScheduleNotFound];
        LIST_SCHEDULE_ENTRIES(query ScheduleEntryFilter) =>
            json::<ScheduleEntryList>(), [CommonInvalidCursor, ScheduleNotFound];
    }
    "Answers": "What a model answered, the sources it cited and the searches it ran." {
        LIST_ANSWERS(query AnswerFilter) => json::<AnswerList>(), [
            CommonInvalidCursor, ModelNotSupported, TaskGenerationRunNotFound, PromptSetNotFound, PromptNotFound,
            AnswerNotFound,
        ];
        COUNT_ANSWERS(query AnswerCountRequest) => json::<AnswerCount>(), SCOPE;
        GET_ANSWER => json::<Answer>(), [AnswerNotFound];
        GET_ANSWER_MARKDOWN => Success::Markdown, [AnswerNotFound];
    }
    "Brands": "Brand names, synonyms and websites to find in answers." {
        CREATE_BRAND(body BrandCreate) => json::<Created<BrandId>>();
        LIST_BRANDS(query PageRequest) => json::<BrandList>(), PAGE;
        GET_BRAND => json::<Brand>(), [UserBrandNotFound];
        UPDATE_BRAND(body BrandUpdate) => json::<Brand>(), [UserBrandNotFound];
        DELETE_BRAND => Success::Empty, [UserBrandNotFound];
    }
    "Statistics": "The most frequent sources, searches and tokens of the answers in a scope." {
        RANK_SOURCE_DOMAINS(query SourceDomainFilter) => json::<SourceDomainRanking>(), SCOPE;
        RANK_SOURCE_URLS(query SourceUrlFilter) => json::<SourceUrlRanking>(), SCOPE;
        RANK_FANOUTS(query FanoutFilter) => json::<FanoutRanking>(), SCOPE;
        RANK_TOKENS(query TokenFilter) => json::<TokenRanking>(), SCOPE;
        RANK_TOKEN_NEIGHBORS(query TokenNeighborFilter) => json::<TokenNeighborRanking>(), SCOPE;
    }
    "Metrics": "What answers say about brands, by prompt, source, search and over time. An extension of Answerdeck. \
        Beta." {
        MEASURE_BRANDS(query BrandMetricsFilter) => json::<BrandMetrics>(), SCOPE_OF_BRANDS;
        MEASURE_PROMPTS(query PromptMetricsFilter) => json::<PromptMetricsList>(), PAGE_OF_SCOPE;
        LIST_MOVEMENTS(query MovementFilter) => json::<MovementList>(), SCOPE_OF_BRANDS;
        LIST_LEADS(query LeadFilter) => json::<LeadList>(), SCOPE_OF_BRANDS;
        GET_SOURCE_TREND(query SourceTrendFilter) => json::<SourceTrend>(), SCOPE;
        LIST_SOURCE_CHANGES(query SourceChangeFilter) => json::<SourceChangeList>(), SCOPE;
        MEASURE_SOURCE_INFLUENCE(query SourceInfluenceFilter) => json::<SourceInfluenceList>(), SCOPE_OF_BRANDS;
        LIST_UNNAMED_SEARCHES(query UnnamedSearchFilter) => json::<UnnamedSearchList>(), SCOPE_OF_BRANDS;
        LIST_PROMPTS_WITHOUT_SEARCH(query PromptWithoutSearchFilter) =>
            json::<PromptWithoutSearchList>(), PAGE_OF_SCOPE;
        MATCH_ANSWERS(query AnswerMatchFilter) => json::<AnswerMatchList>(), PAGE_OF_SCOPE;
        SEARCH_ANSWER_TEXTS(query AnswerTextFilter) => json::<AnswerTextList>(), PAGE_OF_SCOPE;
        GET_HIGHLIGHTS(query HighlightFilter) => json::<Highlights>(), SCOPE_OF_BRANDS;
        LIST_NEXT_STEPS(query NextStepFilter) => json::<NextStepList>(), SCOPE_OF_BRANDS;
        UPDATE_NEXT_STEP(body NextStepUpdate) => json::<NextStepDecision>();
        LIST_MENTIONS(query MentionFilter) => json::<MentionList>(), [AnswerNotFound];
        LIST_UNASKED_KEYWORDS(body UnaskedKeywordsRequest) => json::<UnaskedKeywordList>();
        PREVIEW_BRAND(body BrandPreviewRequest) => json::<BrandPreview>(), [UserBrandNotFound];
    }
    "Alerts": "What moved significantly, and the rules that say what is watched. An extension of Answerdeck. Beta." {
        LIST_ALERTS(query AlertFilter) => json::<AlertList>(), PAGE;
        UPDATE_ALERT(body AlertUpdate) => json::<Alert>(), [AlertNotFound];
        CREATE_ALERT_RULE(body AlertRuleDefinition) =>
            json::<Created<AlertRuleId>>(), [UserBrandNotFound, PromptNotFound, AlertRuleAlreadyExists];
        LIST_ALERT_RULES => json::<AlertRuleList>();
        UPDATE_ALERT_RULE(body AlertRuleUpdate) => json::<AlertRule>(), [AlertRuleNotFound, AlertRuleAlreadyExists];
        DELETE_ALERT_RULE => Success::Empty, [AlertRuleNotFound];
        TRY_ALERT_RULE(body AlertRuleDefinition) => json::<AlertRuleTrial>(), [UserBrandNotFound, PromptNotFound];
    }
    "Digests": "What the answers of each week showed, also as e-mail. An extension of Answerdeck. Beta." {
        LIST_DIGESTS(query PageRequest) => json::<DigestList>(), PAGE;
        GET_DIGEST => json::<Digest>(), [DigestNotFound];
        GET_DIGEST_SETTINGS => json::<DigestSettings>();
        UPDATE_DIGEST_SETTINGS(body DigestSettingsUpdate) => json::<DigestSettings>();
    }
    "Keywords": "Search volumes, suggestions and trends of keywords on Google and Naver. Beta." {
        MEASURE_GOOGLE_KEYWORDS(body GoogleKeywordsRequest) => json::<GoogleKeywordList>(), GOOGLE;
        SUGGEST_GOOGLE_KEYWORDS(query GoogleKeywordRequest) => json::<GoogleSuggestions>(), GOOGLE;
        LIST_RELATED_GOOGLE_KEYWORDS(query GoogleKeywordRequest) => json::<GoogleRelated>(), GOOGLE;
        MEASURE_NAVER_KEYWORDS(body NaverKeywordsRequest) => json::<NaverKeywordList>(), NAVER;
        SUGGEST_NAVER_KEYWORDS(query NaverKeywordRequest) => json::<NaverSuggestions>(), NAVER;
        LIST_RELATED_NAVER_KEYWORDS(query NaverKeywordRequest) => json::<NaverRelated>(), NAVER;
        GET_NAVER_KEYWORD_TRENDS(body NaverKeywordsRequest) => json::<NaverTrendList>(), NAVER;
    }
    "Site keywords": "The keywords of a website. An analysis crawls its pages once and counts the keywords. Beta." {
        SUBMIT_SITE_KEYWORD_ANALYSIS(body SiteKeywordAnalysisSubmit) =>
            json::<Created<SiteKeywordAnalysisId>>(), [PlatformPendingLimitExceeded];
        GET_SITE_KEYWORD_ANALYSIS => json::<SiteKeywordAnalysis>(), [PlatformSiteKeywordAnalysisNotFound];
    }
    "Webhooks": "Addresses that events are sent to, signed as Standard Webhooks says, or as messages of \
        Slack or Discord. An extension of Answerdeck. Beta." {
        LIST_WEBHOOKS(query PageRequest) => json::<WebhookList>(), PAGE;
        CREATE_WEBHOOK(body WebhookCreate) => json::<WebhookSecret>(), [WebhookLimitExceeded];
        UPDATE_WEBHOOK(body WebhookUpdate) => json::<Webhook>(), [WebhookNotFound];
        DELETE_WEBHOOK => Success::Empty, [WebhookNotFound];
        ROTATE_WEBHOOK_SECRET => json::<WebhookSecret>(), [WebhookNotFound];
        TEST_WEBHOOK => json::<WebhookDelivery>(), [WebhookNotFound, WebhookDisabled];
        LIST_WEBHOOK_DELIVERIES(query WebhookDeliveryFilter) =>
            json::<WebhookDeliveryList>(), [CommonInvalidCursor, WebhookNotFound];
        RESEND_WEBHOOK_DELIVERY => json::<WebhookDelivery>(), [WebhookDeliveryNotFound, WebhookDisabled];
    }
    "Domain types": "Whether a cited domain is news, a shop and so on. An extension of Answerdeck. Beta." {
        LIST_DOMAIN_TYPES => json::<TypedDomainList>();
        ASSIGN_DOMAIN_TYPE(body DomainTypeAssignment) => json::<TypedDomain>(), [DomainTypeLimitExceeded];
    }
    "Saved views": "Pages of the console with their filters. An extension of Answerdeck. Beta." {
        LIST_SAVED_VIEWS => json::<SavedViewList>();
        CREATE_SAVED_VIEW(body SavedViewCreate) => json::<Created<SavedViewId>>(), [SavedViewLimitExceeded];
        UPDATE_SAVED_VIEW(body SavedViewUpdate) => json::<SavedView>(), [SavedViewNotFound];
        DELETE_SAVED_VIEW => Success::Empty, [SavedViewNotFound];
    }
    "Models and regions": "The models and regions that a run can use." {
        LIST_MODELS => json::<ModelList>();
        LIST_REGIONS => json::<RegionList>();
    }
    "Words": "The nouns of a text." {
        EXTRACT_PROPER_NOUNS(body ProperNounRequest) => json::<ProperNounList>();
    }
    "Organization": "The calling organization and its credit balance." {
        GET_ORGANIZATION => json::<Organization>();
        GET_CREDIT_BALANCE => json::<CreditBalance>();
    }
}
