//! Runs: prompts put to models.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::answer::AnswerStatus;
use crate::id::{PromptId, PromptSetId, RunId};
use crate::limits::{RUN_MODELS_MAX, RUN_PAGE_SIZE_MAX, RUN_PROMPTS_MAX, RUN_REPEAT_MAX};
use crate::list::list;
use crate::model::ModelCode;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// Whether a run still collects.
    ///
    /// Source: docs/platform-api.md, section 3.
    RunStatus {
        /// Some items have not ended.
        Running = "RUNNING",
        /// Every item has ended. Terminal.
        Finished = "FINISHED",
    }
}

/// One execution of prompts against models.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// Whether it still collects.
    pub status: RunStatus,
    /// Items: prompts × models × repetitions. May be 0 right after the submission.
    pub total_count: u64,
    /// Items that have ended: `successCount` + `failedCount`.
    pub finished_count: u64,
    /// Items whose answer can be read.
    pub success_count: u64,
    /// Items that failed or were skipped. They cost nothing.
    pub failed_count: u64,
    /// Items that have not ended.
    pub running_count: u64,
    /// When it was submitted. The document does not name it: absent on a server that does not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    /// One entry an item. Present only where one run is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<RunAnswer>>,
}

/// One item of a run: a prompt, a model, a repetition.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunAnswer {
    /// The model asked.
    pub model: ModelCode,
    /// The prompt asked.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// The text that was sent.
    pub query: String,
    /// Where it was asked from, ISO 3166-1 alpha-2.
    pub region: String,
    /// How far it is.
    pub status: AnswerStatus,
}

list! {
    /// A page of runs without their items, the newest first.
    RunList {
        /// The runs.
        runs: Run
    }
}

/// A run to start. Exactly one of `promptIDs` and `promptSetID` is given.
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
    /// The prompts, 1..1,000, each once.
    #[garde(length(min = 1, max = RUN_PROMPTS_MAX), custom(unique_ids), custom(exactly_one_source(&self.prompt_set_id)))]
    #[serde(rename = "promptIDs", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(extend("uniqueItems" = true)))]
    pub prompt_ids: Option<Vec<PromptId>>,
    /// The set whose prompts are asked.
    #[garde(skip)]
    #[serde(rename = "promptSetID", default, skip_serializing_if = "Option::is_none")]
    pub prompt_set_id: Option<PromptSetId>,
    /// The models, 1..8, each once.
    #[garde(length(min = 1, max = RUN_MODELS_MAX), custom(unique))]
    #[cfg_attr(feature = "openapi", schemars(extend("uniqueItems" = true)))]
    pub models: Vec<ModelCode>,
    /// Where to ask from, ISO 3166-1 alpha-2. `KR` when absent.
    #[garde(custom(crate::code::valid_country))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::code::COUNTRY_PATTERN)))]
    pub region: Option<String>,
    /// How often each prompt is put to each model, 1..10. Once when absent.
    #[garde(range(min = 1, max = RUN_REPEAT_MAX))]
    #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
    pub repeat_count: Option<u32>,
}

fn unique<T: std::hash::Hash + Eq>(items: &[T], _: &()) -> garde::Result {
    let mut seen = std::collections::HashSet::new();
    if items.iter().all(|item| seen.insert(item)) { Ok(()) } else { Err(garde::Error::new("each may be named once")) }
}

fn unique_ids(ids: &Option<Vec<PromptId>>, context: &()) -> garde::Result {
    ids.as_ref().map_or(Ok(()), |ids| unique(ids, context))
}

fn exactly_one_source(set: &Option<PromptSetId>) -> impl FnOnce(&Option<Vec<PromptId>>, &()) -> garde::Result {
    move |prompts, _| match (prompts, set) {
        (Some(_), Some(_)) | (None, None) => Err(garde::Error::new("give exactly one of promptIDs and promptSetID")),
        _ => Ok(()),
    }
}

/// Which page of the runs.
///
/// Source: docs/platform-api.md, section 1, rule 7.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunPageRequest {
    /// `nextCursor` of the page before. Absent for the first page.
    #[garde(skip)]
    #[serde(default, deserialize_with = "crate::list::non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    pub cursor: Option<String>,
    /// Runs of the page, 1..10. 10 when absent.
    #[garde(range(min = 1, max = RUN_PAGE_SIZE_MAX))]
    #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(body: &str) -> Vec<String> {
        let submit: RunSubmit = serde_json::from_str(body).unwrap();
        submit.validate().err().map_or(Vec::new(), |report| {
            report
                .iter()
                .map(|(path, _)| path.to_string())
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect()
        })
    }

    const A: &str = "aaaaaaaaaaaaaaaaaaaaaa";

    #[test]
    fn a_run_names_prompts_or_a_set_and_never_both() {
        assert!(paths(&format!(r#"{{"promptIDs":["{A}"],"models":["CLAUDE"]}}"#)).is_empty());
        assert!(paths(&format!(r#"{{"promptSetID":"{A}","models":["CLAUDE"],"repeatCount":10}}"#)).is_empty());
        assert_eq!(paths(&format!(r#"{{"promptSetID":"{A}","promptIDs":["{A}"],"models":["CLAUDE"]}}"#)).len(), 1);
        assert_eq!(paths(r#"{"models":["CLAUDE"]}"#).len(), 1);
    }

    #[test]
    fn prompts_and_models_are_named_once_each() {
        assert_eq!(
            paths(&format!(r#"{{"promptIDs":["{A}","{A}"],"models":["CLAUDE","CLAUDE"]}}"#)),
            ["models", "prompt_ids"]
        );
    }

    #[test]
    fn a_status_of_a_newer_server_loses_no_run() {
        let run: Run = serde_json::from_str(&format!(
            r#"{{"id":"{A}","status":"PAUSED","totalCount":1,"finishedCount":0,"successCount":0,"failedCount":0,"runningCount":1,"new":{{}}}}"#
        ))
        .unwrap();
        assert_eq!(run.status, RunStatus::Unknown("PAUSED".to_owned()));
    }
}
