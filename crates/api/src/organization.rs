//! The organization of a credential.

use serde::{Deserialize, Serialize};

use crate::brand::Brand;
use crate::id::OrganizationId;
use crate::model::{Model, ModelRoute};
use crate::response_field::{null_as_default, number};
use crate::timestamp::Timestamp;

/// The organization of the credential.
///
/// Source: docs/platform-api.md, section 2, Organization.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Organization {
    /// The id.
    pub id: OrganizationId,
    /// The name.
    pub name: String,
    /// The region as an ISO 3166-1 alpha-2 code.
    pub region: String,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The websites. Omitted when there are none.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "Vec::is_empty")]
    pub websites: Vec<String>,
    /// The routes by which its answers came or can come. Those with answers are first, and among them that of most models.
    /// An extension of Answerdeck.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<ModelRoute>,
    /// The credit balance, as `get_credit_balance` returns it. An extension of Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub balance: Option<f64>,
    /// The number of alerts that nobody has acknowledged. An extension of Answerdeck.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub new_alerts: Option<u64>,
    /// The models, as `list_models` returns them. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<Model>>,
    /// All brands, as `list_brands` returns them. Omitted when there are more than 100. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brands: Option<Vec<Brand>>,
    /// The address of an invented site that the platform serves to be analyzed. Omitted unless it runs a demo. An
    /// extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demo_site: Option<String>,
}
