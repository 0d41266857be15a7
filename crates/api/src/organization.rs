//! The organization that a credential belongs to.

use serde::{Deserialize, Serialize};

use crate::id::OrganizationId;
use crate::timestamp::Timestamp;

/// The organization of the calling key.
///
/// Source: docs/platform-api.md, section 2, Organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Organization {
    /// Its id.
    pub id: OrganizationId,
    /// Its name.
    pub name: String,
    /// Where it is, ISO 3166-1 alpha-2.
    pub region: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Its own sites. Omitted when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub websites: Vec<String>,
}
