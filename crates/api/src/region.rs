//! Regions that answers can be collected in.

use serde::{Deserialize, Serialize};

/// A country that a run can be sent from.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Region {
    /// ISO 3166-1 alpha-2.
    pub code: String,
    /// Its English name.
    pub name: String,
}

/// Every region, ordered by code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct RegionList {
    /// The regions.
    pub regions: Vec<Region>,
}
