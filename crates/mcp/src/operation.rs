//! The operations that only tools use. The platform API has no path for them, so no client of it depends on them.

use answerdeck_api::limits::{PROMPT_BULK_MAX, PROMPT_CONTENT_MAX};
use answerdeck_api::operation::{Effect, Method, PathOrigin};
use answerdeck_api::{ModelCode, Operation, PromptId, PromptSetId, Timestamp, visible_words};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long a run can be started from an estimate, in minutes.
pub const ESTIMATE_MINUTES: u32 = 15;

macro_rules! tool_operations {
    ($( $(#[$doc:meta])* $name:ident = $id:literal $method:ident $effect:ident $path:literal $summary:literal; )+) => { $(
        $(#[$doc])*
        pub const $name: Operation = Operation {
            id: $id,
            method: Method::$method,
            effect: Effect::$effect,
            path: $path,
            path_origin: PathOrigin::Assumed,
            summary: $summary,
        };
    )+ };
}

tool_operations! {
    /// Reads a run without its items. Returns [`Run`](answerdeck_api::Run).
    GET_RUN_COUNTS = "get_run_counts" Get Read "/tools/runs/{runID}" "Reads a run without its items.";
    /// Adds the prompts that a set lacks. Takes [`PromptsAdd`] and returns [`PromptsAdded`].
    ADD_PROMPTS = "add_prompts" Post Write "/tools/prompts" "Adds the prompts that a set lacks.";
    /// Estimates a run. Takes [`RunSubmit`](answerdeck_api::RunSubmit) and returns [`RunEstimate`].
    ESTIMATE_RUN = "estimate_run" Post Write "/tools/run-estimates" "Estimates the cost of a run.";
    /// Starts the run of an estimate. Takes [`RunStart`] and returns [`Created`](answerdeck_api::Created).
    START_RUN = "start_run" Post Write "/tools/run-starts" "Starts an estimated run.";
}

/// Prompts that a set should have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptsAdd {
    /// The prompt set.
    #[garde(skip)]
    #[serde(rename = "promptSetID")]
    pub prompt_set_id: PromptSetId,
    /// The texts of the prompts, 1..100, each 1..1,000 characters. A text that the set has already is not added again.
    #[garde(
        length(min = 1, max = PROMPT_BULK_MAX),
        inner(length(chars, min = 1, max = PROMPT_CONTENT_MAX), custom(visible))
    )]
    pub contents: Vec<String>,
}

/// Checks that a text has a visible character.
fn visible(text: &str, _: &()) -> garde::Result {
    if text.is_empty() || !visible_words(text).is_empty() {
        Ok(())
    } else {
        Err(garde::Error::new("must have a visible character"))
    }
}

/// The prompts of a set with the given texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptsAdded {
    /// The id of each text, in the order of the request.
    #[serde(rename = "promptIDs")]
    pub prompt_ids: Vec<PromptId>,
    /// The number of prompts that the set lacked, and that were created.
    pub created_count: u64,
}

/// The id of an estimate: 1..64 characters.
pub type EstimateId = String;

/// What a run would cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunEstimate {
    /// The id of the estimate, for `start_run`.
    #[serde(rename = "estimateID")]
    pub estimate_id: EstimateId,
    /// The number of prompts.
    pub prompt_count: u64,
    /// The models.
    pub models: Vec<ModelCode>,
    /// How often each prompt is sent to each model.
    pub repeat_count: u32,
    /// The number of items: prompts × models × repetitions.
    pub item_count: u64,
    /// The cost in credits if every item succeeds. Failed items cost nothing.
    pub credits: f64,
    /// The credit balance of the organization.
    pub balance: f64,
    /// Whether the balance covers the cost. Without that, the items that cannot be paid fail.
    pub is_covered: bool,
    /// The estimate can be started before this time.
    pub expires_at: Timestamp,
}

/// The start of an estimated run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunStart {
    /// The `estimateID` of `estimate_run`. The same estimate starts one run, however often it is sent.
    #[garde(length(chars, min = 1, max = 64))]
    #[serde(rename = "estimateID")]
    pub estimate_id: EstimateId,
}
