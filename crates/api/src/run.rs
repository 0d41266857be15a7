//! Runs: executions of prompts against models.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::answer::AnswerStatus;
use crate::failure::Failure;
use crate::id::{AnswerId, PromptId, PromptSetId, RunId, ScheduleId, nullable_base62, nullable_base62_list};
use crate::limits::{RUN_MODELS_MAX, RUN_PAGE_SIZE_MAX, RUN_PROMPTS_MAX, RUN_REPEAT_MAX};
use crate::list::list;
use crate::model::{ModelCode, ModelRoute};
use crate::request::{check, check_unique, request};
use crate::response_field::{null_as_default, number};
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The state of a run.
    ///
    /// Source: docs/platform-api.md, section 3.
    RunStatus {
        /// Some items are not finished.
        Running = "RUNNING",
        /// All items are finished. Terminal.
        Finished = "FINISHED",
    }
}

/// One execution of prompts against models. A count is 0 when the platform sends none.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The id.
    pub id: RunId,
    /// The state.
    #[serde(default, deserialize_with = "null_as_default")]
    pub status: RunStatus,
    /// The number of items: prompts × models × repetitions. May be 0 immediately after the submission.
    #[serde(default, deserialize_with = "null_as_default")]
    pub total_count: u64,
    /// The number of finished items: `successCount` + `failedCount`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub finished_count: u64,
    /// The number of items with an available answer.
    #[serde(default, deserialize_with = "null_as_default")]
    pub success_count: u64,
    /// The number of failed or skipped items. They cost no credits.
    #[serde(default, deserialize_with = "null_as_default")]
    pub failed_count: u64,
    /// The number of unfinished items.
    #[serde(default, deserialize_with = "null_as_default")]
    pub running_count: u64,
    /// The name, at most 100 characters: that of its schedule or of its prompt set when it was submitted, or else the beginning of
    /// its first prompt. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The prompt set that was submitted. Omitted for a run of single prompts. An extension of Answerdeck.
    #[serde(rename = "promptSetID", default, skip_serializing_if = "Option::is_none")]
    pub prompt_set_id: Option<PromptSetId>,
    /// The schedule that has started the run. Omitted when a person has started it. An extension of Answerdeck.
    #[serde(rename = "scheduleID", default, skip_serializing_if = "Option::is_none")]
    pub schedule_id: Option<ScheduleId>,
    /// The number of prompts. An extension of Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub prompt_count: Option<u64>,
    /// The models, in the order of the submission. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<ModelCode>>,
    /// The number of repetitions of each prompt with each model. An extension of Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub repeat_count: Option<u32>,
    /// The time of submission. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    /// When a person stopped the run. The run is RUNNING until what was asked before has ended. Omitted when nobody stopped it. An
    /// extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<Timestamp>,
    /// What the organization was charged for the answers so far, in credits. An extension of Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub credits: Option<f64>,
    /// What the providers billed the operator for the answers, in US dollars with at most 6 decimals. Omitted when no
    /// provider said it. An extension of Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub provider_cost: Option<f64>,
    /// One entry per item. Present only when a single run is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<RunAnswer>>,
}

/// One item of a run: one repetition of one prompt with one model.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunAnswer {
    /// The answer. Omitted while there is none yet. An extension of Answerdeck.
    #[serde(rename = "answerID", default, skip_serializing_if = "Option::is_none")]
    pub answer_id: Option<AnswerId>,
    /// The model.
    #[serde(default, deserialize_with = "null_as_default")]
    pub model: ModelCode,
    /// The prompt.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// Whether the prompt was deleted since. Omitted when it was not. An extension of Answerdeck.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub prompt_deleted: bool,
    /// The text that was sent to the model.
    #[serde(default, deserialize_with = "null_as_default")]
    pub query: String,
    /// The region of collection as an ISO 3166-1 alpha-2 code.
    #[serde(default, deserialize_with = "null_as_default")]
    pub region: String,
    /// The state.
    #[serde(default, deserialize_with = "null_as_default")]
    pub status: AnswerStatus,
    /// How the answer came. Omitted while there is no answer. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<ModelRoute>,
    /// Why there is no answer. Omitted unless `status` is `FAILED`. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

list! {
    /// A page of runs without their items, newest first.
    RunList {
        /// The runs.
        runs: Run
    }
}

/// A run to start. Requires exactly one of `promptIDs` and `promptSetID`.
///
/// Source: docs/platform-api.md, section 2, Run; the bounds of `promptIDs`, `models` and `repeatCount` are assumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", schemars(extend("oneOf" = [
    { "required": ["promptIDs"], "properties": { "promptIDs": { "type": "array" }, "promptSetID": { "type": "null" } } },
    { "required": ["promptSetID"], "properties": { "promptSetID": { "type": "string" }, "promptIDs": { "type": "null" } } },
])))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunSubmit {
    /// The prompts, 1..1,000. Must be unique.
    #[garde(length(min = 1, max = RUN_PROMPTS_MAX), custom(unique_ids), custom(exactly_one_source(&self.prompt_set_id)))]
    #[serde(
        rename = "promptIDs",
        default,
        deserialize_with = "nullable_base62_list",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "openapi", schemars(extend("uniqueItems" = true)))]
    pub prompt_ids: Option<Vec<PromptId>>,
    /// The prompt set whose prompts are sent.
    #[garde(skip)]
    #[serde(
        rename = "promptSetID",
        default,
        deserialize_with = "nullable_base62",
        skip_serializing_if = "Option::is_none"
    )]
    pub prompt_set_id: Option<PromptSetId>,
    /// The models, 1..8. Must be unique.
    #[garde(length(min = 1, max = RUN_MODELS_MAX), custom(unique_models))]
    #[cfg_attr(feature = "openapi", schemars(extend("uniqueItems" = true)))]
    pub models: Vec<ModelCode>,
    /// The region of collection as an ISO 3166-1 alpha-2 code. `KR` when absent.
    #[garde(custom(crate::code::valid_country))]
    #[serde(default, deserialize_with = "crate::code::country", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::code::COUNTRY_PATTERN)))]
    pub region: Option<String>,
    /// The number of repetitions of each prompt with each model, 1..10. 1 when absent.
    #[garde(range(min = 1, max = RUN_REPEAT_MAX))]
    #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
    pub repeat_count: Option<u32>,
}

fn unique_models(models: &[ModelCode], _: &()) -> garde::Result {
    check_unique(models, "must not contain duplicates")
}

fn unique_ids(ids: &Option<Vec<PromptId>>, _: &()) -> garde::Result {
    check_unique(ids.iter().flatten(), "must not contain duplicates")
}

fn exactly_one_source(set: &Option<PromptSetId>) -> impl FnOnce(&Option<Vec<PromptId>>, &()) -> garde::Result {
    move |prompts, _| check(prompts.is_some() != set.is_some(), "give exactly one of promptIDs and promptSetID")
}

request! {
    /// A request for a page of runs.
    ///
    /// Source: docs/platform-api.md, section 1, rule 7.
    RunPageRequest {
        cursor,
        /// The maximum number of runs of the page, 1..10. 10 when absent.
        limit: limit(RUN_PAGE_SIZE_MAX),
        /// Only these runs, one or several: at most 10 ids. All when empty. An extension of Answerdeck.
        run_ids: ids("runID", RunId, "Vec<RunId>", RUN_PAGE_SIZE_MAX as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "aaaaaaaaaaaaaaaaaaaaaa";

    #[test]
    fn a_run_requires_either_prompts_or_a_prompt_set() {
        let is_valid = |source: &str| {
            let submit: RunSubmit = serde_json::from_str(&format!(r#"{{{source}"models":["CLAUDE"]}}"#)).unwrap();
            submit.validate().is_ok()
        };
        let (prompts, set) = (format!(r#""promptIDs":["{ID}"],"#), format!(r#""promptSetID":"{ID}","#));
        assert!(is_valid(&prompts) && is_valid(&set));
        assert!(!is_valid("") && !is_valid(&format!("{prompts}{set}")));
    }

    #[test]
    fn an_unknown_status_and_field_do_not_break_a_run() {
        let run: Run = serde_json::from_str(&format!(
            r#"{{"id":"{ID}","status":"PAUSED","totalCount":1,"finishedCount":0,"successCount":0,"failedCount":0,"runningCount":1,"new":{{}}}}"#
        ))
        .unwrap();
        assert_eq!(run.status, RunStatus::Unknown("PAUSED".to_owned()));
    }
}
