//! The scope of answers that lists, counts and statistics share.

use crate::id::{PromptId, PromptSetId, RunId};
use crate::model::{ModelCode, ModelRoute};
use crate::timestamp::Timestamp;

/// Defines a request over answers with the fields of the scope and the given fields, written as in
/// [`request!`](crate::request::request).
///
/// serde cannot reject unknown fields of a flattened struct, so each request repeats the fields of the scope.
macro_rules! scoped_request {
    (
        $(#[$doc:meta])*
        $name:ident { $($fields:tt)* }
    ) => {
        $crate::request::request! {
            $(#[$doc])*
            $name {
                /// Only answers of this run.
                run_id: id("runID", $crate::id::RunId, "crate::id::RunId"),
                /// Only answers to prompts that were in this prompt set when the answers were requested.
                prompt_set_id: id("promptSetID", $crate::id::PromptSetId, "crate::id::PromptSetId"),
                /// Only answers to this prompt. An extension of Answerdeck.
                prompt_id: id("promptID", $crate::id::PromptId, "crate::id::PromptId"),
                /// Only answers of this model.
                model: value($crate::model::ModelCode),
                /// Only answers that came by this route. An extension of Answerdeck.
                route: value($crate::model::ModelRoute),
                /// Only answers of this region, an ISO 3166-1 alpha-2 code. An extension of Answerdeck.
                #[garde(custom($crate::code::valid_country))]
                #[serde(
                    default,
                    deserialize_with = "crate::code::country",
                    skip_serializing_if = "Option::is_none"
                )]
                #[cfg_attr(feature = "openapi", schemars(regex(pattern = $crate::code::COUNTRY_PATTERN)))]
                region: Option<String>,
                /// Only answers requested at this time or later.
                from: value($crate::timestamp::Timestamp),
                /// Only answers requested before this time.
                to: value($crate::timestamp::Timestamp),
                /// `true`: only answers of finished runs, unless the request names a run. An extension of
                /// Answerdeck.
                finished: value(bool),
                $($fields)*
            }
        }

        impl $name {
            /// Returns the scope of the request.
            pub fn scope(&self) -> $crate::scope::AnswerScope {
                self.into()
            }
        }

        impl From<&$name> for $crate::scope::AnswerScope {
            fn from(request: &$name) -> Self {
                Self {
                    run_id: request.run_id.clone(),
                    prompt_set_id: request.prompt_set_id.clone(),
                    prompt_id: request.prompt_id.clone(),
                    model: request.model.clone(),
                    route: request.route.clone(),
                    region: request.region.clone(),
                    from: request.from.clone(),
                    to: request.to.clone(),
                    finished: request.finished,
                }
            }
        }

        impl From<$crate::scope::AnswerScope> for $name {
            fn from(scope: $crate::scope::AnswerScope) -> Self {
                Self {
                    run_id: scope.run_id,
                    prompt_set_id: scope.prompt_set_id,
                    prompt_id: scope.prompt_id,
                    model: scope.model,
                    route: scope.route,
                    region: scope.region,
                    from: scope.from,
                    to: scope.to,
                    finished: scope.finished,
                    ..Self::default()
                }
            }
        }
    };
}

pub(crate) use scoped_request;

/// The answers that an operation covers: those that match all fields. The default covers all answers of the
/// organization.
///
/// Source: docs/platform-api.md, section 4, rule 3; `promptID`, `region`, `route` and `finished` are assumed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerScope {
    /// Only answers of this run.
    pub run_id: Option<RunId>,
    /// Only answers to prompts that were in this prompt set when the answers were requested.
    pub prompt_set_id: Option<PromptSetId>,
    /// Only answers to this prompt.
    pub prompt_id: Option<PromptId>,
    /// Only answers of this model.
    pub model: Option<ModelCode>,
    /// Only answers that came by this route. Answers of all routes match when absent.
    pub route: Option<ModelRoute>,
    /// Only answers of this region, an ISO 3166-1 alpha-2 code.
    pub region: Option<String>,
    /// Only answers requested at this time or later.
    pub from: Option<Timestamp>,
    /// Only answers requested before this time.
    pub to: Option<Timestamp>,
    /// `true`: only answers of finished runs, unless the scope names a run. The answers of a run that is being
    /// collected are a biased sample.
    pub finished: Option<bool>,
}
