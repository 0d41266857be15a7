//! What a metric counted: samples, rates and their uncertainty.

use serde::{Deserialize, Serialize};

use crate::id::BrandId;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How far a metric can be trusted.
    Tier {
        /// Fewer than 50 distinct prompts, or fewer than 100 answers.
        Exploratory = "EXPLORATORY",
        /// At least 50 distinct prompts and at least 100 answers.
        Directional = "DIRECTIONAL",
    }
}

/// The answers that a metric counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Sample {
    /// The number of answers.
    pub answers: u64,
    /// The number of distinct prompts of these answers.
    pub prompts: u64,
    /// How far a metric of these answers can be trusted.
    pub tier: Tier,
}

/// The limits of a 95 % Wilson score interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Interval {
    /// The lower limit, 0..1.
    pub lower: f64,
    /// The upper limit, 0..1.
    pub upper: f64,
}

/// A share of answers. The field says which sample is the denominator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Rate {
    /// The number of answers with the property.
    pub numerator: u64,
    /// The rate, 0..1. Omitted when the sample is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The uncertainty of the rate. Omitted when the sample is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

/// How many answers of a scope were counted. After a change of a brand, its answers are searched again, newest first. Until
/// then only the answers that were searched for every brand are counted, in numerators and denominators alike.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// The SUCCESS answers of the scope.
    pub answers: u64,
    /// The answers that were counted, at most `answers`. All others are older.
    pub counted: u64,
}

/// A brand that metrics are about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct BrandName {
    /// The id.
    pub id: BrandId,
    /// The name.
    pub name: String,
}
