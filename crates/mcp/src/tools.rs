//! The table of tools.

use answerdeck_api::metrics::{
    AnswerMatchFilter, AnswerMatchList, BrandMetrics, BrandMetricsFilter, MovementFilter, MovementList,
    PromptMetricsFilter, PromptMetricsList, SourceInfluenceFilter, SourceInfluenceList, UnnamedSearchFilter,
    UnnamedSearchList,
};
use answerdeck_api::operation::{
    GET_ANSWER, GET_CREDIT_BALANCE, GET_ORGANIZATION, GET_SITE_KEYWORD_ANALYSIS, LIST_ANSWERS, LIST_BRANDS,
    LIST_MODELS, LIST_MOVEMENTS, LIST_PROMPT_SETS, LIST_PROMPTS, LIST_RUNS, LIST_UNNAMED_SEARCHES, MATCH_ANSWERS,
    MEASURE_BRANDS, MEASURE_GOOGLE_KEYWORDS, MEASURE_NAVER_KEYWORDS, MEASURE_PROMPTS, MEASURE_SOURCE_INFLUENCE,
    RANK_FANOUTS, RANK_SOURCE_DOMAINS, RANK_SOURCE_URLS, RANK_TOKENS, STOP_RUN, SUBMIT_SITE_KEYWORD_ANALYSIS,
};
use answerdeck_api::{
    AnswerFilter, AnswerList, BrandList, Created, CreditBalance, FanoutFilter, FanoutRanking, GoogleKeywordList,
    GoogleKeywordsRequest, ModelList, NaverKeywordList, NaverKeywordsRequest, Organization, PageRequest, PromptFilter,
    PromptList, PromptSetList, Run, RunId, RunList, RunPageRequest, RunSubmit, SiteKeywordAnalysis,
    SiteKeywordAnalysisId, SourceDomainFilter, SourceDomainRanking, SourceUrlFilter, SourceUrlRanking, TokenFilter,
    TokenRanking,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer_view::{AnswerDetail, AnswerSummaryList, SiteKeywords};
use crate::console_url::{item, keywords, prompts, scoped, sources};
use crate::operation::{
    ADD_PROMPTS, ESTIMATE_RUN, GET_RUN_COUNTS, PromptsAdd, PromptsAdded, RunEstimate, RunStart, START_RUN,
};
use crate::reply::Origin;
use crate::schema::{arguments, data, id_argument, no_arguments};
use crate::tool::Tool;

/// The base of most tools: a read of the organization's data, as the platform returns it.
const READ: Tool = Tool {
    name: "",
    title: "",
    description: "",
    operation: GET_ORGANIZATION,
    always: &[],
    arguments: no_arguments,
    data: data::<Organization>,
    origin: Origin::Organization,
    is_idempotent: true,
    is_destructive: false,
    is_open_world: false,
    shape: Ok,
    console: |_, _| "/settings".to_owned(),
};

/// Every tool.
pub(crate) static ALL: [Tool; 28] = [
    Tool {
        name: "get_organization",
        title: "Organization",
        description: "Reads the organization that the credential belongs to.",
        ..READ
    },
    Tool {
        name: "get_credit_balance",
        title: "Credit balance",
        description: "Reads the credits that the organization has. Each successful answer of a run costs credits.",
        operation: GET_CREDIT_BALANCE,
        data: data::<CreditBalance>,
        ..READ
    },
    Tool {
        name: "list_models",
        title: "Models",
        description: "Lists the answer engines that a run can ask, each with its code.",
        operation: LIST_MODELS,
        data: data::<ModelList>,
        console: |_, _| "/runs/new".to_owned(),
        ..READ
    },
    Tool {
        name: "list_brands",
        title: "Brands",
        description: "Lists the tracked brands with their synonyms and websites, newest first, by pages.",
        operation: LIST_BRANDS,
        arguments: arguments::<PageRequest>,
        data: data::<BrandList>,
        console: |_, _| "/brands".to_owned(),
        ..READ
    },
    Tool {
        name: "list_prompt_sets",
        title: "Prompt sets",
        description: "Lists the prompt sets, newest first, by pages.",
        operation: LIST_PROMPT_SETS,
        arguments: arguments::<PageRequest>,
        data: data::<PromptSetList>,
        console: |_, _| "/prompt-sets".to_owned(),
        ..READ
    },
    Tool {
        name: "list_prompts",
        title: "Prompts",
        description: "Lists the prompts that models are asked, newest first, by pages: of one set, or all.",
        operation: LIST_PROMPTS,
        arguments: arguments::<PromptFilter>,
        data: data::<PromptList>,
        console: |arguments, _| prompts(arguments),
        ..READ
    },
    Tool {
        name: "add_prompts",
        title: "Add prompts",
        description: "Adds up to 100 prompts to a set. A text that the set has already is not added again, so the call can be \
            repeated. Returns the id of each text.",
        operation: ADD_PROMPTS,
        arguments: arguments::<PromptsAdd>,
        data: data::<PromptsAdded>,
        console: |arguments, _| prompts(arguments),
        ..READ
    },
    Tool {
        name: "list_runs",
        title: "Runs",
        description: "Lists the runs with their counts, newest first, by pages. A run asks models the prompts.",
        operation: LIST_RUNS,
        arguments: arguments::<RunPageRequest>,
        data: data::<RunList>,
        console: |_, _| "/runs".to_owned(),
        ..READ
    },
    Tool {
        name: "get_run",
        title: "Run",
        description: "Reads the state and the counts of one run. After start_run, read it about every 30 seconds until the \
            status is FINISHED. list_answers with its runID says why items failed.",
        operation: GET_RUN_COUNTS,
        arguments: || id_argument("runID", "The id of the run."),
        data: data::<Run>,
        console: |_, data| item("/runs", data.get("id")),
        ..READ
    },
    Tool {
        name: "estimate_run",
        title: "Estimate a run",
        description: "Counts the items and the credits of a run, and starts nothing. Show the user the cost and the balance. \
            start_run takes the estimateID within 15 minutes.",
        operation: ESTIMATE_RUN,
        arguments: arguments::<RunSubmit>,
        data: data::<RunEstimate>,
        is_idempotent: false,
        console: |arguments, _| scoped("/runs/new", arguments),
        ..READ
    },
    Tool {
        name: "start_run",
        title: "Start a run",
        description: "Starts the run of an estimate and spends credits. Ask the user first. One estimate starts one run, \
            however often it is sent. Returns the id of the run.",
        operation: START_RUN,
        arguments: arguments::<RunStart>,
        data: data::<Created<RunId>>,
        is_open_world: true,
        console: |_, data| item("/runs", data.get("id")),
        ..READ
    },
    Tool {
        name: "stop_run",
        title: "Stop a run",
        description: "Stops a run for good. Ask the user first. Items that were not asked fail without cost. Answers that were asked \
            for are still collected and cost credits, so read get_run until the status is FINISHED.",
        operation: STOP_RUN,
        arguments: || id_argument("runID", "The id of the run."),
        data: data::<Run>,
        is_destructive: true,
        console: |_, data| item("/runs", data.get("id")),
        ..READ
    },
    Tool {
        name: "list_answers",
        title: "Answers",
        description: "Lists the answers of a scope, newest first, by pages, each with the beginning of its text. get_answer has \
            the whole text.",
        operation: LIST_ANSWERS,
        arguments: arguments::<AnswerFilter>,
        data: data::<AnswerSummaryList>,
        origin: Origin::ThirdParties,
        shape: shaped::<AnswerList, AnswerSummaryList>,
        console: |arguments, _| scoped("/answers", arguments),
        ..READ
    },
    Tool {
        name: "get_answer",
        title: "Answer",
        description: "Reads one answer: its text, the sources it cites, and the searches that the model ran.",
        operation: GET_ANSWER,
        arguments: || id_argument("answerID", "The id of the answer."),
        data: data::<AnswerDetail>,
        origin: Origin::ThirdParties,
        shape: shaped::<answerdeck_api::Answer, AnswerDetail>,
        console: |arguments, _| item("/answers", arguments.get("answerID")),
        ..READ
    },
    Tool {
        name: "measure_brands",
        title: "Metrics of brands",
        description: "Measures what the answers of a scope say about the tracked brands: mention rate, share of voice, position, \
            citations of own pages; with `include` also by model and for the period before, with `interval` over time. Rates are \
            shares from 0 to 1 with 95 % intervals; the samples have their denominators and tiers. Counts one route: `route`, \
            or else the first one of get_organization.",
        operation: MEASURE_BRANDS,
        arguments: arguments::<BrandMetricsFilter>,
        data: data::<BrandMetrics>,
        console: |arguments, _| scoped("/overview", arguments),
        ..READ
    },
    Tool {
        name: "measure_prompts",
        title: "Metrics of prompts",
        description: "Lists prompts with the mention rate of a brand by model, in the order of rate, change or gap (answers that name \
            another brand and not this one). Counts one route: `route`, or else the first one of get_organization.",
        operation: MEASURE_PROMPTS,
        arguments: arguments::<PromptMetricsFilter>,
        data: data::<PromptMetricsList>,
        console: |arguments, _| scoped("/overview", arguments),
        ..READ
    },
    Tool {
        name: "list_movements",
        title: "What moved",
        description: "Compares two runs, or two periods: how much of each brand's change comes from prompts, models, the brand and \
            others, and which prompts it gained and lost. Counts one route: `route`, or else the first one of get_organization.",
        operation: LIST_MOVEMENTS,
        arguments: arguments::<MovementFilter>,
        data: data::<MovementList>,
        console: |arguments, _| scoped("/overview", arguments),
        ..READ
    },
    Tool {
        name: "measure_source_influence",
        title: "Influence of sources",
        description: "Lists cited domains or pages with the mention rate of a brand in answers that cite them, beside that in other \
            answers to the same prompts. The order GAP shows sources that are cited with a rival. Counts one route: `route`, or else \
            the first one of get_organization.",
        operation: MEASURE_SOURCE_INFLUENCE,
        arguments: arguments::<SourceInfluenceFilter>,
        data: data::<SourceInfluenceList>,
        origin: Origin::ThirdParties,
        console: |arguments, _| sources(arguments),
        ..READ
    },
    Tool {
        name: "list_unnamed_searches",
        title: "Searches without a brand",
        description: "Lists the searches (fan-outs) whose answers never name a brand. Counts one route: `route`, or else the first one \
            of get_organization.",
        operation: LIST_UNNAMED_SEARCHES,
        arguments: arguments::<UnnamedSearchFilter>,
        data: data::<UnnamedSearchList>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/fan-outs", arguments),
        ..READ
    },
    Tool {
        name: "match_answers",
        title: "Answers that meet conditions",
        description: "Lists answers that name, omit or cite a brand, cite a domain or page, ran a search or contain a word, each with the \
            brands it names. Read one with get_answer. Counts one route: `route`, or else the first one of get_organization.",
        operation: MATCH_ANSWERS,
        arguments: arguments::<AnswerMatchFilter>,
        data: data::<AnswerMatchList>,
        console: |arguments, _| scoped("/answers", arguments),
        ..READ
    },
    Tool {
        name: "rank_source_domains",
        title: "Most cited domains",
        description: "Ranks the domains that the answers of a scope cite, with counts of citations and answers. Counts \
            one route: `route`, or else the first one of get_organization.",
        operation: RANK_SOURCE_DOMAINS,
        arguments: arguments::<SourceDomainFilter>,
        data: data::<SourceDomainRanking>,
        origin: Origin::ThirdParties,
        console: |arguments, _| sources(arguments),
        ..READ
    },
    Tool {
        name: "rank_source_urls",
        title: "Most cited pages",
        description: "Ranks the pages that the answers of a scope cite: all of them, or those of one domain. Counts one \
            route: `route`, or else the first one of get_organization.",
        operation: RANK_SOURCE_URLS,
        arguments: arguments::<SourceUrlFilter>,
        data: data::<SourceUrlRanking>,
        origin: Origin::ThirdParties,
        console: |arguments, _| sources(arguments),
        ..READ
    },
    Tool {
        name: "rank_fanouts",
        title: "Most frequent searches of models",
        description: "Ranks the searches (fan-outs) that models ran to answer, with their models and regions. Counts one route: \
            `route`, or else the first one of get_organization.",
        operation: RANK_FANOUTS,
        always: &[("include", "models,regions")],
        arguments: || without_field(arguments::<FanoutFilter>(), "include"),
        data: data::<FanoutRanking>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/fan-outs", arguments),
        ..READ
    },
    Tool {
        name: "rank_tokens",
        title: "Most frequent words",
        description: "Ranks the nouns in the answers of a scope by the number of answers that contain them. Counts one \
            route: `route`, or else the first one of get_organization.",
        operation: RANK_TOKENS,
        arguments: arguments::<TokenFilter>,
        data: data::<TokenRanking>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/words", arguments),
        ..READ
    },
    Tool {
        name: "measure_google_keywords",
        title: "Google keyword metrics",
        description: "Reads how often up to 100 keywords are searched on Google, their cost per click and their difficulty.",
        operation: MEASURE_GOOGLE_KEYWORDS,
        arguments: arguments::<GoogleKeywordsRequest>,
        data: data::<GoogleKeywordList>,
        origin: Origin::ThirdParties,
        is_open_world: true,
        console: |arguments, _| keywords(arguments, None),
        ..READ
    },
    Tool {
        name: "measure_naver_keywords",
        title: "Naver keyword metrics",
        description: "Reads how often up to 15 keywords are searched on Naver, their clicks and the competition for them.",
        operation: MEASURE_NAVER_KEYWORDS,
        arguments: arguments::<NaverKeywordsRequest>,
        data: data::<NaverKeywordList>,
        origin: Origin::ThirdParties,
        is_open_world: true,
        console: |arguments, _| keywords(arguments, Some("naver")),
        ..READ
    },
    Tool {
        name: "submit_site_keyword_analysis",
        title: "Analyze the keywords of a site",
        description: "Starts reading the pages of a site to find its keywords. Costs no credits. Returns the id, for \
            get_site_keyword_analysis.",
        operation: SUBMIT_SITE_KEYWORD_ANALYSIS,
        arguments: || {
            let all = arguments::<answerdeck_api::SiteKeywordAnalysisSubmit>();
            without_field(without_field(all, "includeSourceURLs"), "includeContext")
        },
        data: data::<Created<SiteKeywordAnalysisId>>,
        is_idempotent: false,
        is_open_world: true,
        console: |_, data| item("/site-keywords", data.get("id")),
        ..READ
    },
    Tool {
        name: "get_site_keyword_analysis",
        title: "Keywords of a site",
        description: "Reads an analysis of a site: its state, and its keywords when it is COMPLETED.",
        operation: GET_SITE_KEYWORD_ANALYSIS,
        arguments: || id_argument("taskID", "The id of the analysis."),
        data: data::<SiteKeywords>,
        origin: Origin::ThirdParties,
        shape: shaped::<SiteKeywordAnalysis, SiteKeywords>,
        console: |arguments, _| item("/site-keywords", arguments.get("taskID")),
        ..READ
    },
];

/// Finds a tool by its name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    ALL.iter().find(|tool| tool.name == name)
}

/// Shapes a response of the platform.
fn shaped<From: DeserializeOwned, To: std::convert::From<From> + Serialize>(body: Value) -> serde_json::Result<Value> {
    serde_json::to_value(To::from(serde_json::from_value::<From>(body)?))
}

/// The schema without a field, which the tool sets itself.
fn without_field(mut schema: Value, field: &str) -> Value {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.remove(field);
    }
    schema
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::operation::ESTIMATE_MINUTES;

    #[test]
    fn every_tool_has_a_unique_name_and_a_complete_definition() {
        let mut names = std::collections::BTreeSet::new();
        for tool in &ALL {
            assert!(names.insert(tool.name), "{}", tool.name);
            let definition = tool.definition();
            for schema in [Some(&definition.input_schema), definition.output_schema.as_ref()] {
                let schema = schema.unwrap();
                assert_eq!(schema.get("type"), Some(&json!("object")), "{}", tool.name);
                assert!(!json!(schema).to_string().contains("$ref"), "{}", tool.name);
            }
            assert!(tool.description.len() > 30 && !tool.title.is_empty());
            assert_eq!(
                definition.annotations.unwrap().destructive_hint,
                Some(tool.name == "stop_run"),
                "{}",
                tool.name
            );
        }
    }

    #[test]
    fn models_read_how_long_an_estimate_is_valid() {
        let lifetime = format!("within {ESTIMATE_MINUTES} minutes");
        assert!(ALL.iter().any(|tool| tool.name == "estimate_run" && tool.description.contains(&lifetime)));
    }

    #[test]
    fn no_tool_deletes_or_changes() {
        use answerdeck_api::operation::Method;
        assert!(ALL.iter().all(|tool| matches!(tool.operation.method, Method::Get | Method::Post)));
    }
}
