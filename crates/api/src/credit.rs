//! Credits.

use serde::{Deserialize, Serialize};

/// The credit balance of an organization.
///
/// Source: docs/platform-api.md, section 2, Credit balance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct CreditBalance {
    /// Paid credits plus plan credits. May be fractional.
    pub balance: f64,
}
