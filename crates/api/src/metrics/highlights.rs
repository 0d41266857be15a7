//! What stands out in answers.

use serde::{Deserialize, Serialize};

use super::change::MovementList;
use super::next_steps::NextStepList;
use super::searches::UnnamedSearchList;
use super::sources::{SourceChangeList, SourceInfluence};
use crate::id::BrandId;
use crate::include::include_enum;
use crate::limits::PAGE_SIZE_MAX;
use crate::scope::scoped_request;
use crate::statistics::SourceDomainRanking;

include_enum! {
    /// Optional parts of what stands out in answers.
    HighlightInclude {
        /// The next steps for the brand.
        NextSteps = "nextSteps",
        /// The pages that are new or lost.
        SourceChanges = "sourceChanges",
    }
}

scoped_request! {
    /// A request for what stands out in answers.
    HighlightFilter {
        /// The brand that searches are compared with, and that steps are for.
        brand_id: id("brandID", BrandId, "BrandId"),
        /// The optional parts of the response: `nextSteps,sourceChanges`.
        include: include(HighlightInclude),
        /// The maximum length of each list, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// What stands out in answers: what moved, what models search without naming a brand, and what answers cite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Highlights {
    /// The movements, as `list_movements` returns them without a basis.
    pub movements: MovementList,
    /// The searches whose answers never name the brand, as `list_unnamed_searches` returns them. Omitted without a brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unnamed_searches: Option<UnnamedSearchList>,
    /// The next steps for the brand, as `list_next_steps` returns them with `done,dismissed`. Present only when included and with a
    /// brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_steps: Option<NextStepList>,
    /// The pages that only answers of the scope cite, or only those of the time before it, as `list_source_changes` returns them.
    /// Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_changes: Option<SourceChangeList>,
    /// The most cited domains, as `rank_source_domains` returns them.
    pub source_domains: SourceDomainRanking,
    /// Of the most cited domains, at most `limit`, the one with the largest significant difference in favor of the brand, as
    /// `measure_source_influence` returns it. It is no website of the brand. Omitted without a brand, and when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_influence: Option<SourceInfluence>,
}
