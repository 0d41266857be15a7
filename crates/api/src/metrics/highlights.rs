//! What stands out in answers.

use serde::{Deserialize, Serialize};

use super::change::MovementList;
use super::searches::UnnamedSearchList;
use crate::id::BrandId;
use crate::limits::PAGE_SIZE_MAX;
use crate::scope::scoped_request;
use crate::statistics::SourceDomainRanking;

scoped_request! {
    /// A request for what stands out in answers.
    HighlightFilter {
        /// The brand that searches are compared with.
        brand_id: id("brandID", BrandId, "BrandId"),
        /// The maximum length of each list, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// What stands out in answers: what moved, what models search without naming a brand, and what answers cite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Highlights {
    /// The movements since the run before, as `list_movements` returns them.
    pub movements: MovementList,
    /// The searches whose answers never name the brand, as `list_unnamed_searches` returns them. Omitted without a brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unnamed_searches: Option<UnnamedSearchList>,
    /// The most cited domains, as `rank_source_domains` returns them.
    pub source_domains: SourceDomainRanking,
}
