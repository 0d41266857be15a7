//! The points of a series.

use serde::{Deserialize, Serialize};

use crate::wire_enum::wire_enum;

wire_enum! {
    /// What a point of a series covers.
    SeriesInterval {
        /// A finished run.
        Run = "RUN",
        /// A day.
        Day = "DAY",
        /// A week from Monday to Sunday.
        Week = "WEEK",
        /// A month.
        Month = "MONTH",
    }
}

/// How the prompts and models of a point differ from those of the last point with answers. A model that answers by another route
/// is another model. At least one number is above 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SampleChange {
    /// The prompts that only the later point has.
    pub prompts_added: u64,
    /// The prompts that only the earlier point has.
    pub prompts_removed: u64,
    /// The models that only the later point has.
    pub models_added: u64,
    /// The models that only the earlier point has.
    pub models_removed: u64,
    /// The share of answers that would need another prompt or model for both mixes to be equal, in thousandths, 100..1,000. A
    /// smaller share is 0.
    pub mix_shift: u32,
}
