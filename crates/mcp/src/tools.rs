//! The table of tools.

use answerdeck_api::metrics::{
    AnswerMatchFilter, AnswerTextFilter, BrandMetricsFilter, LeadFilter, MovementFilter, PromptMetricsFilter,
    SourceChangeFilter, SourceInfluenceFilter, SourceTrendFilter, UnnamedSearchFilter,
};
use answerdeck_api::operation::{
    CREATE_BRAND, CREATE_PROMPT_SET, GET_ANSWER, GET_CREDIT_BALANCE, GET_ORGANIZATION, GET_SITE_KEYWORD_ANALYSIS,
    GET_SOURCE_TREND, LIST_ANSWERS, LIST_BRANDS, LIST_LEADS, LIST_MODELS, LIST_MOVEMENTS, LIST_PROMPT_SETS,
    LIST_PROMPTS, LIST_RUNS, LIST_SOURCE_CHANGES, LIST_UNNAMED_SEARCHES, MATCH_ANSWERS, MEASURE_BRANDS,
    MEASURE_GOOGLE_KEYWORDS, MEASURE_NAVER_KEYWORDS, MEASURE_PROMPTS, MEASURE_SOURCE_INFLUENCE, RANK_FANOUTS,
    RANK_SOURCE_DOMAINS, RANK_SOURCE_URLS, RANK_TOKEN_NEIGHBORS, RANK_TOKENS, SEARCH_ANSWER_TEXTS, STOP_RUN,
    SUBMIT_SITE_KEYWORD_ANALYSIS,
};
use answerdeck_api::{
    Answer, AnswerFilter, AnswerList, BrandCreate, FanoutFilter, GoogleKeywordsRequest, NaverKeywordsRequest,
    PageRequest, PromptFilter, PromptSetCreate, RunPageRequest, RunSubmit, SiteKeywordAnalysis,
    SiteKeywordAnalysisSubmit, SourceDomainFilter, SourceUrlFilter, TokenFilter, TokenNeighborFilter,
};
use rmcp::model::JsonObject;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer_view::{AnswerDetail, AnswerSummaryList, SiteKeywords};
use crate::brand_view::{measured_brands, measured_prompts};
use crate::console_url::{item, keywords, prompts, scoped, sources};
use crate::operation::{ADD_PROMPTS, ESTIMATE_RUN, GET_RUN_COUNTS, PromptsAdd, RunStart, START_RUN};
use crate::reply::Origin;
use crate::schema::{arguments, id_argument, no_arguments};
use crate::tool::Tool;

/// The base of most tools: a read of the organization's data, as the platform returns it.
const READ: Tool = Tool {
    name: "",
    title: "",
    description: "",
    operation: GET_ORGANIZATION,
    always: &[],
    arguments: no_arguments,
    origin: Origin::Organization,
    lists: &[],
    is_idempotent: true,
    is_destructive: false,
    is_open_world: false,
    shape: Ok,
    console: |_, _| "/settings".to_owned(),
};

/// Every tool.
pub(crate) static ALL: [Tool; 35] = [
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
        ..READ
    },
    Tool {
        name: "list_models",
        title: "Models",
        description: "Lists the answer engines that a run can ask, each with its code.",
        operation: LIST_MODELS,
        console: |_, _| "/runs/new".to_owned(),
        lists: &["/models"],
        ..READ
    },
    Tool {
        name: "list_brands",
        title: "Brands",
        description: "Lists the tracked brands with their ids, synonyms and websites, newest first.",
        operation: LIST_BRANDS,
        arguments: arguments::<PageRequest>,
        console: |_, _| "/brands".to_owned(),
        lists: &["/brands"],
        ..READ
    },
    Tool {
        name: "create_brand",
        title: "Track a brand",
        description: "Tracks a brand: the name and synonyms that answers are searched for, and its websites. Returns its id.",
        operation: CREATE_BRAND,
        arguments: arguments::<BrandCreate>,
        is_idempotent: false,
        console: |_, _| "/brands".to_owned(),
        ..READ
    },
    Tool {
        name: "list_prompt_sets",
        title: "Prompt sets",
        description: "Lists the prompt sets with their ids, newest first.",
        operation: LIST_PROMPT_SETS,
        arguments: arguments::<PageRequest>,
        console: |_, _| "/prompt-sets".to_owned(),
        lists: &["/promptSets"],
        ..READ
    },
    Tool {
        name: "create_prompt_set",
        title: "Create a prompt set",
        description: "Creates an empty prompt set, for add_prompts. Returns its id.",
        operation: CREATE_PROMPT_SET,
        arguments: arguments::<PromptSetCreate>,
        is_idempotent: false,
        console: |_, _| "/prompt-sets".to_owned(),
        ..READ
    },
    Tool {
        name: "list_prompts",
        title: "Prompts",
        description: "Lists the prompts that models are asked, newest first: of one set, or all.",
        operation: LIST_PROMPTS,
        arguments: arguments::<PromptFilter>,
        console: |arguments, _| prompts(arguments),
        lists: &["/prompts"],
        ..READ
    },
    Tool {
        name: "add_prompts",
        title: "Add prompts",
        description: "Adds up to 100 prompts to a set. A text that the set has already is not added again, so the call can be \
            repeated. Returns the id of each text.",
        operation: ADD_PROMPTS,
        arguments: arguments::<PromptsAdd>,
        console: |arguments, _| prompts(arguments),
        ..READ
    },
    Tool {
        name: "list_runs",
        title: "Runs",
        description: "Lists the runs with their counts, newest first. A run asks models the prompts.",
        operation: LIST_RUNS,
        arguments: arguments::<RunPageRequest>,
        console: |_, _| "/runs".to_owned(),
        lists: &["/runs"],
        ..READ
    },
    Tool {
        name: "get_run",
        title: "Run",
        description: "Reads the state and the counts of one run. After start_run, read it about every 30 seconds until it is FINISHED. \
            list_answers with its runID says why items failed.",
        operation: GET_RUN_COUNTS,
        arguments: || id_argument("runID"),
        console: |_, data| item("/runs", data.get("id")),
        ..READ
    },
    Tool {
        name: "estimate_run",
        title: "Estimate a run",
        description: "Counts the items and credits of a run of promptIDs or of one promptSetID, and starts nothing. Show the user cost and \
            balance. start_run takes the estimateID within 15 minutes.",
        operation: ESTIMATE_RUN,
        arguments: arguments::<RunSubmit>,
        is_idempotent: false,
        console: |arguments, _| scoped("/runs/new", arguments),
        ..READ
    },
    Tool {
        name: "start_run",
        title: "Start a run",
        description: "Starts the run of an estimate and spends credits. Ask the user first. One estimate starts one run, however often it is \
            sent. Returns the id of the run.",
        operation: START_RUN,
        arguments: arguments::<RunStart>,
        is_open_world: true,
        console: |_, data| item("/runs", data.get("id")),
        ..READ
    },
    Tool {
        name: "stop_run",
        title: "Stop a run",
        description: "Stops a run for good. Ask the user first. Items that were not asked fail without cost. Answers that were asked for \
            still come and cost credits: read get_run until it is FINISHED.",
        operation: STOP_RUN,
        arguments: || id_argument("runID"),
        is_destructive: true,
        console: |_, data| item("/runs", data.get("id")),
        ..READ
    },
    Tool {
        name: "list_answers",
        title: "Answers",
        description: "Lists the answers of a scope, newest first, each with the beginning of its text. get_answer has the whole. Those with the \
            status FAILED say why.",
        operation: LIST_ANSWERS,
        arguments: arguments::<AnswerFilter>,
        origin: Origin::ThirdParties,
        shape: shaped::<AnswerList, AnswerSummaryList>,
        console: |arguments, _| scoped("/answers", arguments),
        lists: &["/answers"],
        ..READ
    },
    Tool {
        name: "get_answer",
        title: "Answer",
        description: "Reads one answer: its text, the sources it cites, and the searches that the model ran.",
        operation: GET_ANSWER,
        arguments: || id_argument("answerID"),
        origin: Origin::ThirdParties,
        shape: shaped::<Answer, AnswerDetail>,
        console: |arguments, _| item("/answers", arguments.get("answerID")),
        lists: &["/content", "/sources", "/fanouts"],
        ..READ
    },
    Tool {
        name: "measure_brands",
        title: "Metrics of brands",
        description: "Measures what answers say about the brands: mention rate, share of voice, position, citations of own pages. `include` \
            adds rates by model and of the period before, `interval` a trend. Rates are shares from 0 to 1 with 95 % intervals.",
        operation: MEASURE_BRANDS,
        shape: |body| Ok(mapped(body, measured_brands)),
        arguments: arguments::<BrandMetricsFilter>,
        console: |arguments, _| scoped("/overview", arguments),
        lists: &["/samples", "/brands", "/points", "/series"],
        ..READ
    },
    Tool {
        name: "measure_prompts",
        title: "Metrics of prompts",
        description: "Lists prompts with the mention rate of a brand by model, by rate, change or gap (answers that name another brand and not \
            this one).",
        operation: MEASURE_PROMPTS,
        shape: |body| Ok(mapped(body, measured_prompts)),
        arguments: arguments::<PromptMetricsFilter>,
        console: |arguments, _| scoped("/overview", arguments),
        lists: &["/prompts"],
        ..READ
    },
    Tool {
        name: "list_movements",
        title: "What moved",
        description: "Compares two runs, or two periods: what each change of a brand comes from, and which prompts it gained and lost.",
        operation: LIST_MOVEMENTS,
        arguments: arguments::<MovementFilter>,
        console: |arguments, _| scoped("/overview", arguments),
        lists: &["/comparison/changes", "/comparison/movements"],
        ..READ
    },
    Tool {
        name: "measure_source_influence",
        title: "Influence of sources",
        description: "Lists cited domains or pages with the mention rate of a brand in answers that cite them, beside other answers to the same \
            prompts. The order GAP shows sources that are cited with a rival.",
        operation: MEASURE_SOURCE_INFLUENCE,
        arguments: arguments::<SourceInfluenceFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| sources(arguments),
        lists: &["/sources"],
        ..READ
    },
    Tool {
        name: "list_unnamed_searches",
        title: "Searches without a brand",
        description: "Lists the searches (fan-outs) whose answers never name a brand.",
        operation: LIST_UNNAMED_SEARCHES,
        arguments: arguments::<UnnamedSearchFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/fan-outs", arguments),
        lists: &["/searches"],
        ..READ
    },
    Tool {
        name: "match_answers",
        title: "Answers that meet conditions",
        description: "Lists answers that name, omit or cite a brand, cite a domain or page, ran a search or contain a word, each with the \
            brands it names.",
        operation: MATCH_ANSWERS,
        arguments: arguments::<AnswerMatchFilter>,
        console: |arguments, _| scoped("/answers", arguments),
        lists: &["/answers"],
        ..READ
    },
    Tool {
        name: "search_answer_texts",
        title: "Search the texts of answers",
        description: "Finds answers whose text contains a phrase, newest first, with the words around it.",
        operation: SEARCH_ANSWER_TEXTS,
        arguments: arguments::<AnswerTextFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/answers", arguments),
        lists: &["/answers"],
        ..READ
    },
    Tool {
        name: "list_leads",
        title: "Who is ahead of whom",
        description: "Lists since when a brand is named more often, or less often, than each other brand.",
        operation: LIST_LEADS,
        arguments: arguments::<LeadFilter>,
        console: |arguments, _| scoped("/overview", arguments),
        lists: &["/leads"],
        ..READ
    },
    Tool {
        name: "get_source_trend",
        title: "Trend of sources",
        description: "Counts the citations of all sources, and of up to 20 domains, per run, day, week or month.",
        operation: GET_SOURCE_TREND,
        arguments: arguments::<SourceTrendFilter>,
        console: |arguments, _| sources(arguments),
        lists: &["/points"],
        ..READ
    },
    Tool {
        name: "list_source_changes",
        title: "New and lost sources",
        description: "Lists the domains or pages that answers cite now and not in the period before, and the other way around. \
            Needs from and to.",
        operation: LIST_SOURCE_CHANGES,
        arguments: arguments::<SourceChangeFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| sources(arguments),
        lists: &["/new", "/lost"],
        ..READ
    },
    Tool {
        name: "rank_source_domains",
        title: "Most cited domains",
        description: "Ranks the domains that the answers of a scope cite, with counts of citations and answers.",
        operation: RANK_SOURCE_DOMAINS,
        arguments: arguments::<SourceDomainFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| sources(arguments),
        lists: &["/domains"],
        ..READ
    },
    Tool {
        name: "rank_source_urls",
        title: "Most cited pages",
        description: "Ranks the pages that the answers of a scope cite: all of them, or those of one domain.",
        operation: RANK_SOURCE_URLS,
        arguments: arguments::<SourceUrlFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| sources(arguments),
        lists: &["/urls"],
        ..READ
    },
    Tool {
        name: "rank_fanouts",
        title: "Most frequent searches of models",
        description: "Ranks the searches (fan-outs) that models ran to answer, with their models and regions.",
        operation: RANK_FANOUTS,
        always: &[("include", "models,regions")],
        arguments: || without_field(arguments::<FanoutFilter>(), "include"),
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/fan-outs", arguments),
        lists: &["/fanouts"],
        ..READ
    },
    Tool {
        name: "rank_tokens",
        title: "Most frequent words",
        description: "Ranks the nouns in the answers of a scope by the number of answers that contain them.",
        operation: RANK_TOKENS,
        arguments: arguments::<TokenFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/words", arguments),
        lists: &["/tokens"],
        ..READ
    },
    Tool {
        name: "rank_token_neighbors",
        title: "Words beside words",
        description: "Ranks the nouns of the answers that contain all of the given words.",
        operation: RANK_TOKEN_NEIGHBORS,
        arguments: arguments::<TokenNeighborFilter>,
        origin: Origin::ThirdParties,
        console: |arguments, _| scoped("/words", arguments),
        lists: &["/neighbors"],
        ..READ
    },
    Tool {
        name: "measure_google_keywords",
        title: "Google keyword metrics",
        description: "Reads how often up to 100 keywords are searched on Google, their cost per click and their difficulty.",
        operation: MEASURE_GOOGLE_KEYWORDS,
        arguments: arguments::<GoogleKeywordsRequest>,
        origin: Origin::ThirdParties,
        is_open_world: true,
        console: |arguments, _| keywords(arguments, None),
        lists: &["/items"],
        ..READ
    },
    Tool {
        name: "measure_naver_keywords",
        title: "Naver keyword metrics",
        description: "Reads how often up to 15 keywords are searched on Naver, their clicks and the competition for them.",
        operation: MEASURE_NAVER_KEYWORDS,
        arguments: arguments::<NaverKeywordsRequest>,
        origin: Origin::ThirdParties,
        is_open_world: true,
        console: |arguments, _| keywords(arguments, Some("naver")),
        lists: &["/items"],
        ..READ
    },
    Tool {
        name: "submit_site_keyword_analysis",
        title: "Analyze the keywords of a site",
        description: "Starts reading the pages of a site to find its keywords. Costs no credits. Returns the id, for \
            get_site_keyword_analysis.",
        operation: SUBMIT_SITE_KEYWORD_ANALYSIS,
        arguments: || {
            let all = arguments::<SiteKeywordAnalysisSubmit>();
            without_field(without_field(all, "includeSourceURLs"), "includeContext")
        },
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
        arguments: || id_argument("taskID"),
        origin: Origin::ThirdParties,
        shape: shaped::<SiteKeywordAnalysis, SiteKeywords>,
        console: |arguments, _| item("/site-keywords", arguments.get("taskID")),
        lists: &["/keywords"],
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

/// Changes the fields of a response.
fn mapped(body: Value, change: fn(JsonObject) -> JsonObject) -> Value {
    match body {
        Value::Object(fields) => change(fields).into(),
        other => other,
    }
}

/// The schema without a field, which the tool sets itself.
fn without_field(mut schema: JsonObject, field: &str) -> JsonObject {
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
    fn every_tool_has_a_unique_name_and_schemas_that_every_client_accepts() {
        let mut names = std::collections::BTreeSet::new();
        for tool in &ALL {
            assert!(names.insert(tool.name), "{}", tool.name);
            let definition = tool.definition();
            for schema in [Some(&definition.input_schema), definition.output_schema.as_ref()] {
                let schema = json!(schema.unwrap());
                assert_eq!(schema["type"], "object", "{}", tool.name);
                assert!(schema["properties"].is_object(), "{}", tool.name);
                for keyword in ["$ref", "oneOf", "anyOf", "allOf", "additionalProperties", "Source:"] {
                    assert!(!schema.to_string().contains(keyword), "{} {keyword}", tool.name);
                }
                for (name, property) in schema["properties"].as_object().unwrap() {
                    assert!(property["type"].is_string(), "{} {name} {property}", tool.name);
                }
            }
            assert!(tool.description.len() > 30 && !tool.title.is_empty());
            let destructive = definition.annotations.unwrap().destructive_hint;
            assert_eq!(destructive == Some(true), tool.name == "stop_run", "{}", tool.name);
            let has_cursor = definition.input_schema["properties"].get("cursor").is_some();
            assert_eq!(has_cursor, !tool.lists.is_empty(), "{}", tool.name);
        }
    }

    #[test]
    fn the_list_of_tools_is_short_enough_for_every_model() {
        let definitions: Vec<_> = ALL.iter().map(Tool::definition).collect();
        let length = json!(definitions).to_string().len();
        assert!(length <= 24_500, "{length}");
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
