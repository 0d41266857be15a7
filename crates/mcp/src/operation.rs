//! The operations that only tools use. The platform API has no path for them, so no client of it depends on them.

use answerdeck_api::limits::{PROMPT_BULK_MAX, PROMPT_CONTENT_MAX, SCHEDULE_NAME_MAX};
use answerdeck_api::operation::{Effect, Method, PathOrigin};
use answerdeck_api::{
    Frequency, ModelCode, Operation, PromptId, PromptSetId, RecurrenceRequest, RunSubmit, ScheduleCreate,
    ScheduleEstimate, ScheduleId, Timestamp, Weekday, base62, local_time, not_blank, nullable_base62,
    nullable_base62_list,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long a run can be started from an estimate, in minutes.
pub const ESTIMATE_MINUTES: u32 = 15;

macro_rules! tool_operations {
    ($( $(#[doc = $doc:literal])+ $name:ident = $id:literal $method:ident $effect:ident $path:literal; )+) => { $(
        $(#[doc = $doc])+
        pub const $name: Operation = Operation {
            id: $id,
            method: Method::$method,
            effect: Effect::$effect,
            path: $path,
            path_origin: PathOrigin::Assumed,
            documentation: concat!($($doc, "\n"),+),
        };
    )+ };
}

tool_operations! {
    /// Reads a run without its items. Returns [`Run`](answerdeck_api::Run).
    GET_RUN_COUNTS = "get_run" Get Read "/tools/runs/{runID}";
    /// Adds the prompts that a set lacks. Takes [`PromptsAdd`] and returns [`PromptsAdded`].
    ADD_PROMPTS = "add_prompts" Post Write "/tools/prompts";
    /// Creates a brand whose name and synonyms no other one has. Takes [`BrandCreate`](answerdeck_api::BrandCreate) and returns
    /// [`Created`](answerdeck_api::Created).
    CREATE_NEW_BRAND = "create_brand" Post Write "/tools/brands";
    /// Estimates a run. Takes [`RunSubmit`](answerdeck_api::RunSubmit) and returns [`RunEstimate`].
    ESTIMATE_RUN = "estimate_run" Post Read "/tools/run-estimates";
    /// Starts the run of an estimate. Takes [`RunStart`] and returns [`Created`](answerdeck_api::Created).
    START_RUN = "start_run" Post Write "/tools/run-starts";
    /// Estimates a schedule, and creates it once its cost was confirmed, unless the same one is active. Takes [`ScheduleProposal`] and
    /// returns [`ProposedSchedule`].
    PROPOSE_SCHEDULE = "create_schedule" Post Write "/tools/schedules";
}

/// Prompts that a set should have.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Validate, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptsAdd {
    /// The prompt set.
    #[garde(skip)]
    #[serde(rename = "promptSetID", deserialize_with = "base62")]
    pub prompt_set_id: PromptSetId,
    /// The texts of the prompts, 1..100, each 1..1,000 characters. A text that the set has already is not added again.
    #[garde(
        length(min = 1, max = PROMPT_BULK_MAX),
        inner(length(chars, min = 1, max = PROMPT_CONTENT_MAX), custom(not_blank))
    )]
    pub contents: Vec<String>,
}

/// The prompts of a set with the given texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptsAdded {
    /// The id of each text, in the order of the request.
    #[serde(rename = "promptIDs")]
    pub prompt_ids: Vec<PromptId>,
    pub created_count: u64,
}

/// What a run would cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunEstimate {
    #[serde(rename = "estimateID")]
    pub estimate_id: String,
    pub prompt_count: u64,
    pub models: Vec<ModelCode>,
    pub repeat_count: u32,
    /// Prompts × models × repetitions.
    pub item_count: u64,
    /// The cost in credits if every item succeeds. Failed items cost nothing.
    pub credits: f64,
    pub balance: f64,
    /// Whether the balance covers the cost. Without that, the items that cannot be paid fail.
    pub is_covered: bool,
    /// The estimate can be started before this time.
    pub expires_at: Timestamp,
}

/// A schedule, with the cost that its user has confirmed. It has the bounds of [`ScheduleCreate`].
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduleProposal {
    /// The name, 1..100 characters.
    #[schemars(length(min = 1, max = SCHEDULE_NAME_MAX))]
    pub name: String,
    /// The prompts, instead of promptSetID.
    #[serde(rename = "promptIDs", default, deserialize_with = "nullable_base62_list")]
    pub prompt_ids: Option<Vec<PromptId>>,
    /// The prompt set.
    #[serde(rename = "promptSetID", default, deserialize_with = "nullable_base62")]
    pub prompt_set_id: Option<PromptSetId>,
    /// The models.
    pub models: Vec<ModelCode>,
    /// The region.
    pub region: Option<String>,
    pub repeat_count: Option<u32>,
    /// How often.
    pub frequency: Frequency,
    /// For WEEKLY.
    pub weekday: Option<Weekday>,
    /// For MONTHLY.
    pub day_of_month: Option<u32>,
    /// Local time: 09:30.
    #[serde(deserialize_with = "local_time")]
    pub time: String,
    /// IANA time zone.
    pub time_zone: String,
    /// First date.
    pub from_date: Option<String>,
    /// Last date.
    pub until_date: Option<String>,
    /// In credits.
    pub monthly_budget: Option<u32>,
    /// As estimated. Without it, nothing is created.
    pub credits_per_run: Option<f64>,
}

/// What a schedule costs, and its id once it was created.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposedSchedule {
    /// `null` when it was only estimated.
    pub id: Option<ScheduleId>,
    /// Whether it was active before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub existed: bool,
    pub estimate: ScheduleEstimate,
}

impl From<ScheduleProposal> for ScheduleCreate {
    fn from(proposal: ScheduleProposal) -> Self {
        let ScheduleProposal { name, prompt_ids, prompt_set_id, models, region, repeat_count, .. } = proposal;
        let ScheduleProposal { frequency, weekday, day_of_month, time, time_zone, from_date, until_date, .. } =
            proposal;
        let run = RunSubmit { prompt_ids, prompt_set_id, models, region, repeat_count };
        let recurrence = RecurrenceRequest { frequency, weekday, day_of_month, time, time_zone, from_date, until_date };
        Self { name, run, recurrence, monthly_budget: proposal.monthly_budget }
    }
}

/// The start of an estimated run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Validate, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunStart {
    /// The `estimateID` of `estimate_run`. The same estimate starts one run, however often it is sent.
    #[garde(length(chars, min = 1, max = 64))]
    #[serde(rename = "estimateID")]
    pub estimate_id: String,
}
