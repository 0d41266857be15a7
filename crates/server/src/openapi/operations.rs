//! What each operation takes, gives and refuses: what the operation table does not say.

use answerdeck_api::ErrorCode::{
    AnswerNotFound, CommonBinding, CommonInvalidCursor, CommonValidation, InsufficientCredits,
    KeywordCountryNotSupported, KeywordMetricsNotConfigured, KeywordMetricsProviderRejected,
    KeywordMetricsProviderUnavailable, ModelNotGranted, ModelNotSupported, PlatformSiteKeywordAnalysisNotFound,
    PromptNotFound, PromptSetNotFound, PromptSetPromptLimitExceeded, TaskGenerationRunNotFound, UserBrandNotFound,
};
use answerdeck_api::{
    Answer, AnswerCount, AnswerCountRequest, AnswerFilter, AnswerList, Brand, BrandCreate, BrandId, BrandList,
    BrandUpdate, Created, CreditBalance, ErrorCode, FanoutFilter, FanoutRanking, GoogleKeywordList,
    GoogleKeywordRequest, GoogleKeywordsRequest, GoogleRelated, GoogleSuggestions, ModelList, NaverKeywordList,
    NaverKeywordRequest, NaverKeywordsRequest, NaverRelated, NaverSuggestions, NaverTrendList, Operation, Organization,
    PageRequest, Prompt, PromptBulkCreate, PromptCreate, PromptFilter, PromptId, PromptIds, PromptList, PromptSet,
    PromptSetCreate, PromptSetId, PromptSetList, PromptSetUpdate, PromptUpdate, ProperNounList, ProperNounRequest,
    RegionList, Run, RunId, RunList, RunPageRequest, RunSubmit, SiteKeywordAnalysis, SiteKeywordAnalysisId,
    SiteKeywordAnalysisSubmit, SourceDomainFilter, SourceDomainRanking, SourceUrlFilter, SourceUrlRanking, TokenFilter,
    TokenNeighborFilter, TokenNeighborRanking, TokenRanking, operation,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Makes the schema of a type.
pub(super) type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// What a success answers.
pub(super) enum Success {
    /// 200 with JSON.
    Json(MakeSchema),
    /// 200 with Markdown.
    Markdown,
    /// 204.
    Empty,
}

/// What the operation table does not say of an operation.
pub(super) struct Description {
    pub(super) operation: Operation,
    pub(super) tag: &'static str,
    pub(super) query: Option<MakeSchema>,
    pub(super) body: Option<MakeSchema>,
    pub(super) success: Success,
    pub(super) refusals: &'static [ErrorCode],
}

impl Description {
    fn new(operation: Operation, tag: &'static str, success: Success, refusals: &'static [ErrorCode]) -> Self {
        Self { operation, tag, query: None, body: None, success, refusals }
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

/// The tags and what they hold, in the order of reading.
pub(super) const TAGS: &[(&str, &str)] = &[
    (SETS, "Named sets of prompts."),
    (PROMPTS, "Questions that are put to answer engines."),
    (RUNS, "Prompts put to models: submitted once, collected item by item."),
    (ANSWERS, "What a model said, whom it cited and what it searched for."),
    (BRANDS, "Names, synonyms and websites to look for in answers."),
    (STATISTICS, "What the answers of a scope cite and search for most."),
    (KEYWORDS, "What people search for on Google and on Naver. Beta."),
    (SITES, "What a site writes about: its pages are visited once, its keywords counted. Beta."),
    (CATALOG, "Models that can be asked, and regions to ask from."),
    (WORDS, "What a text is about."),
    (ACCOUNT, "The organization that calls, and what it can spend."),
];

const SETS: &str = "Prompt sets";
const PROMPTS: &str = "Prompts";
const RUNS: &str = "Runs";
const ANSWERS: &str = "Answers";
const BRANDS: &str = "Brands";
const STATISTICS: &str = "Statistics";
const KEYWORDS: &str = "Keywords";
const SITES: &str = "Site keywords";
const CATALOG: &str = "Models and regions";
const WORDS: &str = "Words";
const ACCOUNT: &str = "Organization";

/// Every operation that the server answers.
pub(super) fn all() -> Vec<Description> {
    [sets(), prompts(), runs(), answers(), statistics(), brands(), keywords(), sites(), rest()]
        .into_iter()
        .flatten()
        .collect()
}

/// What a scope is refused with.
const SCOPED: &[ErrorCode] =
    &[CommonBinding, CommonValidation, ModelNotSupported, TaskGenerationRunNotFound, PromptSetNotFound, PromptNotFound];

fn sets() -> Vec<Description> {
    use operation::*;
    vec![
        Description::new(CREATE_PROMPT_SET, SETS, json::<Created<PromptSetId>>(), &[CommonBinding, CommonValidation])
            .body::<PromptSetCreate>(),
        Description::new(
            LIST_PROMPT_SETS,
            SETS,
            json::<PromptSetList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor],
        )
        .query::<PageRequest>(),
        Description::new(GET_PROMPT_SET, SETS, json::<PromptSet>(), &[CommonBinding, PromptSetNotFound]),
        Description::new(
            UPDATE_PROMPT_SET,
            SETS,
            json::<PromptSet>(),
            &[CommonBinding, CommonValidation, PromptSetNotFound],
        )
        .body::<PromptSetUpdate>(),
        Description::new(DELETE_PROMPT_SET, SETS, Success::Empty, &[CommonBinding, PromptSetNotFound]),
    ]
}

fn prompts() -> Vec<Description> {
    use operation::*;
    const ADDING: &[ErrorCode] = &[CommonBinding, CommonValidation, PromptSetNotFound, PromptSetPromptLimitExceeded];
    vec![
        Description::new(CREATE_PROMPT, PROMPTS, json::<Created<PromptId>>(), ADDING).body::<PromptCreate>(),
        Description::new(CREATE_PROMPTS, PROMPTS, json::<PromptIds>(), ADDING).body::<PromptBulkCreate>(),
        Description::new(
            LIST_PROMPTS,
            PROMPTS,
            json::<PromptList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor, PromptSetNotFound],
        )
        .query::<PromptFilter>(),
        Description::new(GET_PROMPT, PROMPTS, json::<Prompt>(), &[CommonBinding, PromptNotFound]),
        Description::new(UPDATE_PROMPT, PROMPTS, json::<Prompt>(), &[CommonBinding, CommonValidation, PromptNotFound])
            .body::<PromptUpdate>(),
        Description::new(DELETE_PROMPT, PROMPTS, Success::Empty, &[CommonBinding, PromptNotFound]),
    ]
}

fn runs() -> Vec<Description> {
    use operation::*;
    vec![
        Description::new(
            SUBMIT_RUN,
            RUNS,
            json::<Created<RunId>>(),
            &[
                CommonBinding,
                CommonValidation,
                ModelNotSupported,
                InsufficientCredits,
                ModelNotGranted,
                PromptSetNotFound,
                PromptNotFound,
            ],
        )
        .body::<RunSubmit>(),
        Description::new(LIST_RUNS, RUNS, json::<RunList>(), &[CommonBinding, CommonValidation, CommonInvalidCursor])
            .query::<RunPageRequest>(),
        Description::new(GET_RUN, RUNS, json::<Run>(), &[CommonBinding, TaskGenerationRunNotFound]),
    ]
}

fn answers() -> Vec<Description> {
    use operation::*;
    vec![
        Description::new(
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
        Description::new(COUNT_ANSWERS, ANSWERS, json::<AnswerCount>(), SCOPED).query::<AnswerCountRequest>(),
        Description::new(GET_ANSWER, ANSWERS, json::<Answer>(), &[CommonBinding, AnswerNotFound]),
        Description::new(GET_ANSWER_MARKDOWN, ANSWERS, Success::Markdown, &[CommonBinding, AnswerNotFound]),
    ]
}

fn brands() -> Vec<Description> {
    use operation::*;
    vec![
        Description::new(CREATE_BRAND, BRANDS, json::<Created<BrandId>>(), &[CommonBinding, CommonValidation])
            .body::<BrandCreate>(),
        Description::new(
            LIST_BRANDS,
            BRANDS,
            json::<BrandList>(),
            &[CommonBinding, CommonValidation, CommonInvalidCursor],
        )
        .query::<PageRequest>(),
        Description::new(GET_BRAND, BRANDS, json::<Brand>(), &[CommonBinding, UserBrandNotFound]),
        Description::new(UPDATE_BRAND, BRANDS, json::<Brand>(), &[CommonBinding, CommonValidation, UserBrandNotFound])
            .body::<BrandUpdate>(),
        Description::new(DELETE_BRAND, BRANDS, Success::Empty, &[CommonBinding, UserBrandNotFound]),
    ]
}

fn statistics() -> Vec<Description> {
    use operation::*;
    vec![
        Description::new(RANK_SOURCE_DOMAINS, STATISTICS, json::<SourceDomainRanking>(), SCOPED)
            .query::<SourceDomainFilter>(),
        Description::new(RANK_SOURCE_URLS, STATISTICS, json::<SourceUrlRanking>(), SCOPED).query::<SourceUrlFilter>(),
        Description::new(RANK_FANOUTS, STATISTICS, json::<FanoutRanking>(), SCOPED).query::<FanoutFilter>(),
        Description::new(RANK_TOKENS, STATISTICS, json::<TokenRanking>(), SCOPED).query::<TokenFilter>(),
        Description::new(RANK_TOKEN_NEIGHBORS, STATISTICS, json::<TokenNeighborRanking>(), SCOPED)
            .query::<TokenNeighborFilter>(),
    ]
}

fn keywords() -> Vec<Description> {
    use operation::*;
    const GOOGLE: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        KeywordCountryNotSupported,
        KeywordMetricsProviderRejected,
        KeywordMetricsProviderUnavailable,
        KeywordMetricsNotConfigured,
    ];
    const NAVER: &[ErrorCode] = &[
        CommonBinding,
        CommonValidation,
        KeywordMetricsProviderRejected,
        KeywordMetricsProviderUnavailable,
        KeywordMetricsNotConfigured,
    ];
    vec![
        Description::new(MEASURE_GOOGLE_KEYWORDS, KEYWORDS, json::<GoogleKeywordList>(), GOOGLE)
            .body::<GoogleKeywordsRequest>(),
        Description::new(SUGGEST_GOOGLE_KEYWORDS, KEYWORDS, json::<GoogleSuggestions>(), GOOGLE)
            .query::<GoogleKeywordRequest>(),
        Description::new(LIST_RELATED_GOOGLE_KEYWORDS, KEYWORDS, json::<GoogleRelated>(), GOOGLE)
            .query::<GoogleKeywordRequest>(),
        Description::new(MEASURE_NAVER_KEYWORDS, KEYWORDS, json::<NaverKeywordList>(), NAVER)
            .body::<NaverKeywordsRequest>(),
        Description::new(SUGGEST_NAVER_KEYWORDS, KEYWORDS, json::<NaverSuggestions>(), NAVER)
            .query::<NaverKeywordRequest>(),
        Description::new(LIST_RELATED_NAVER_KEYWORDS, KEYWORDS, json::<NaverRelated>(), NAVER)
            .query::<NaverKeywordRequest>(),
        Description::new(GET_NAVER_KEYWORD_TRENDS, KEYWORDS, json::<NaverTrendList>(), NAVER)
            .body::<NaverKeywordsRequest>(),
    ]
}

fn sites() -> Vec<Description> {
    use operation::*;
    vec![
        Description::new(
            SUBMIT_SITE_KEYWORD_ANALYSIS,
            SITES,
            json::<Created<SiteKeywordAnalysisId>>(),
            &[CommonBinding, CommonValidation],
        )
        .body::<SiteKeywordAnalysisSubmit>(),
        Description::new(
            GET_SITE_KEYWORD_ANALYSIS,
            SITES,
            json::<SiteKeywordAnalysis>(),
            &[CommonBinding, PlatformSiteKeywordAnalysisNotFound],
        ),
    ]
}

fn rest() -> Vec<Description> {
    use operation::*;
    vec![
        Description::new(LIST_MODELS, CATALOG, json::<ModelList>(), &[]),
        Description::new(LIST_REGIONS, CATALOG, json::<RegionList>(), &[]),
        Description::new(EXTRACT_PROPER_NOUNS, WORDS, json::<ProperNounList>(), &[CommonBinding, CommonValidation])
            .body::<ProperNounRequest>(),
        Description::new(GET_ORGANIZATION, ACCOUNT, json::<Organization>(), &[]),
        Description::new(GET_CREDIT_BALANCE, ACCOUNT, json::<CreditBalance>(), &[]),
    ]
}
