//! Brands: their numbers, their charts and their names.

pub mod findings;
pub mod in_group;
pub mod model_rates;
pub mod movements;
pub mod named;
pub mod new_names;
pub mod prompt_heat_map;
pub mod share_of_voice;
pub mod stats;
pub mod trend;
