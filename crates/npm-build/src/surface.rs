//! The names of the package: which noun and verb call which operation.

use answerdeck_api::{Operation, operation};

/// A method of the package.
pub(crate) struct Verb {
    /// The property of the client, such as `promptSets`.
    pub(crate) noun: &'static str,
    /// The method, such as `createMany`.
    pub(crate) name: &'static str,
    pub(crate) operation: Operation,
    /// The field of the response with the items, if the operation returns pages. Empty otherwise.
    pub(crate) items: &'static str,
    /// Whether it reads the states of the resource until it has ended.
    pub(crate) is_watch: bool,
    /// The name of the type of its query parameters. Empty when it has none.
    pub(crate) filter: &'static str,
}

impl Verb {
    /// Returns the place of the operation in the table of operations.
    pub(crate) fn index(&self) -> usize {
        operation::ALL.iter().position(|operation| operation.id == self.operation.id).unwrap_or(usize::MAX)
    }
}

/// Returns the nouns in the order of the documentation, each with its methods.
pub(crate) fn nouns() -> impl Iterator<Item = (&'static str, &'static [Verb])> {
    VERBS.chunk_by(|verb, next| verb.noun == next.noun).map(|verbs| (verbs[0].noun, verbs))
}

macro_rules! verbs {
    ($($noun:ident { $($verb:ident $kind:ident $operation:ident $(.$items:ident)? $($filter:literal)?;)+ })+) => {
        /// Every method, in the order of the documentation.
        pub(crate) const VERBS: &[Verb] = &[$($(Verb {
            noun: stringify!($noun),
            name: stringify!($verb),
            operation: operation::$operation,
            items: concat!($(stringify!($items))?),
            is_watch: is_watch(stringify!($kind)),
            filter: concat!($($filter)?),
        }),+),+];
    };
}

const fn is_watch(kind: &str) -> bool {
    matches!(kind.as_bytes(), b"watches")
}

verbs! {
    promptSets {
        list calls LIST_PROMPT_SETS.promptSets "PageRequest";
        get calls GET_PROMPT_SET;
        create calls CREATE_PROMPT_SET;
        update calls UPDATE_PROMPT_SET;
        delete calls DELETE_PROMPT_SET;
    }
    prompts {
        list calls LIST_PROMPTS.prompts "PromptFilter";
        get calls GET_PROMPT;
        create calls CREATE_PROMPT;
        createMany calls CREATE_PROMPTS;
        update calls UPDATE_PROMPT;
        delete calls DELETE_PROMPT;
    }
    runs {
        list calls LIST_RUNS.runs "RunPageRequest";
        get calls GET_RUN;
        submit calls SUBMIT_RUN;
        stop calls STOP_RUN;
        watch watches GET_RUN;
    }
    schedules {
        list calls LIST_SCHEDULES.schedules "PageRequest";
        get calls GET_SCHEDULE;
        estimate calls ESTIMATE_SCHEDULE;
        create calls CREATE_SCHEDULE;
        update calls UPDATE_SCHEDULE;
        delete calls DELETE_SCHEDULE;
        entries calls LIST_SCHEDULE_ENTRIES.entries "ScheduleEntryFilter";
    }
    answers {
        list calls LIST_ANSWERS.answers "AnswerFilter";
        get calls GET_ANSWER;
        markdown calls GET_ANSWER_MARKDOWN;
        count calls COUNT_ANSWERS "AnswerCountRequest";
    }
    brands {
        list calls LIST_BRANDS.brands "PageRequest";
        get calls GET_BRAND;
        create calls CREATE_BRAND;
        update calls UPDATE_BRAND;
        delete calls DELETE_BRAND;
    }
    statistics {
        sourceDomains calls RANK_SOURCE_DOMAINS "SourceDomainFilter";
        sourceURLs calls RANK_SOURCE_URLS "SourceURLFilter";
        fanouts calls RANK_FANOUTS "FanoutFilter";
        tokens calls RANK_TOKENS "TokenFilter";
        tokenNeighbors calls RANK_TOKEN_NEIGHBORS "TokenNeighborFilter";
    }
    metrics {
        brands calls MEASURE_BRANDS "BrandMetricsFilter";
        prompts calls MEASURE_PROMPTS.prompts "PromptMetricsFilter";
        movements calls LIST_MOVEMENTS "MovementFilter";
        leads calls LIST_LEADS "LeadFilter";
        sourceTrend calls GET_SOURCE_TREND "SourceTrendFilter";
        sourceChanges calls LIST_SOURCE_CHANGES "SourceChangeFilter";
        sourceInfluence calls MEASURE_SOURCE_INFLUENCE "SourceInfluenceFilter";
        unnamedSearches calls LIST_UNNAMED_SEARCHES "UnnamedSearchFilter";
        promptsWithoutSearch calls LIST_PROMPTS_WITHOUT_SEARCH.prompts "PromptWithoutSearchFilter";
        answers calls MATCH_ANSWERS.answers "AnswerMatchFilter";
        answerTexts calls SEARCH_ANSWER_TEXTS.answers "AnswerTextFilter";
        highlights calls GET_HIGHLIGHTS "HighlightFilter";
        nextSteps calls LIST_NEXT_STEPS "NextStepFilter";
        updateNextStep calls UPDATE_NEXT_STEP;
        mentions calls LIST_MENTIONS "MentionFilter";
        unaskedKeywords calls LIST_UNASKED_KEYWORDS;
        previewBrand calls PREVIEW_BRAND;
    }
    alerts {
        list calls LIST_ALERTS.alerts "AlertFilter";
        update calls UPDATE_ALERT;
    }
    alertRules {
        list calls LIST_ALERT_RULES;
        create calls CREATE_ALERT_RULE;
        update calls UPDATE_ALERT_RULE;
        delete calls DELETE_ALERT_RULE;
        tryOut calls TRY_ALERT_RULE;
    }
    digests {
        list calls LIST_DIGESTS.digests "PageRequest";
        get calls GET_DIGEST;
        settings calls GET_DIGEST_SETTINGS;
        updateSettings calls UPDATE_DIGEST_SETTINGS;
    }
    models { list calls LIST_MODELS; }
    regions { list calls LIST_REGIONS; }
    words { properNouns calls EXTRACT_PROPER_NOUNS; }
    organization { get calls GET_ORGANIZATION; }
    credits { balance calls GET_CREDIT_BALANCE; }
    keywords {
        googleMetrics calls MEASURE_GOOGLE_KEYWORDS;
        googleSuggestions calls SUGGEST_GOOGLE_KEYWORDS "GoogleKeywordRequest";
        googleRelated calls LIST_RELATED_GOOGLE_KEYWORDS "GoogleKeywordRequest";
        naverMetrics calls MEASURE_NAVER_KEYWORDS;
        naverSuggestions calls SUGGEST_NAVER_KEYWORDS "NaverKeywordRequest";
        naverRelated calls LIST_RELATED_NAVER_KEYWORDS "NaverKeywordRequest";
        naverTrends calls GET_NAVER_KEYWORD_TRENDS;
    }
    siteKeywordAnalyses {
        get calls GET_SITE_KEYWORD_ANALYSIS;
        submit calls SUBMIT_SITE_KEYWORD_ANALYSIS;
        watch watches GET_SITE_KEYWORD_ANALYSIS;
    }
    webhooks {
        list calls LIST_WEBHOOKS.webhooks "PageRequest";
        create calls CREATE_WEBHOOK;
        update calls UPDATE_WEBHOOK;
        delete calls DELETE_WEBHOOK;
        rotateSecret calls ROTATE_WEBHOOK_SECRET;
        test calls TEST_WEBHOOK;
        deliveries calls LIST_WEBHOOK_DELIVERIES.deliveries "WebhookDeliveryFilter";
        resend calls RESEND_WEBHOOK_DELIVERY;
    }
    domainTypes {
        list calls LIST_DOMAIN_TYPES;
        assign calls ASSIGN_DOMAIN_TYPE;
    }
    savedViews {
        list calls LIST_SAVED_VIEWS;
        create calls CREATE_SAVED_VIEW;
        update calls UPDATE_SAVED_VIEW;
        delete calls DELETE_SAVED_VIEW;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_operation_has_exactly_one_method() {
        let called: Vec<&str> = VERBS.iter().filter(|verb| !verb.is_watch).map(|verb| verb.operation.id).collect();
        let all: BTreeSet<&str> = operation::ALL.iter().map(|operation| operation.id).collect();
        assert_eq!(called.len(), all.len());
        assert_eq!(called.into_iter().collect::<BTreeSet<_>>(), all);
    }

    #[test]
    fn every_method_has_its_own_name() {
        let names: BTreeSet<(&str, &str)> = VERBS.iter().map(|verb| (verb.noun, verb.name)).collect();
        assert_eq!(names.len(), VERBS.len());
    }
}
