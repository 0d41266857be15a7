//! Regions in which answers can be collected.

use serde::{Deserialize, Serialize};

use crate::response_field::null_as_default;

/// A country in which a run can collect answers.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Region {
    /// The ISO 3166-1 alpha-2 code.
    pub code: String,
    /// The English name.
    pub name: String,
}

/// All regions, ordered by code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct RegionList {
    /// The regions.
    #[serde(deserialize_with = "null_as_default")]
    pub regions: Vec<Region>,
}
