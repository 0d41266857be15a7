//! What the figures of the overview are made from.

use answerdeck_api::Brand;
use answerdeck_api::metrics::{BrandMetrics, Highlights};
use leptos::prelude::*;

use crate::paths::{AnswersParams, Period};
use crate::queries::Query;

/// What the figures of the brands show.
#[derive(Clone, Copy)]
pub struct Shown {
    /// All brands.
    pub brands: Query<Vec<Brand>>,
    /// The own brand.
    pub own: Memo<Option<Brand>>,
    /// The filter in the address.
    pub params: Memo<AnswersParams>,
    /// The answers that are counted.
    pub answers: Memo<AnswersParams>,
    /// The period of the trends.
    pub period: Memo<Period>,
    /// The metrics of the brands.
    pub metrics: Query<BrandMetrics>,
    /// What stands out.
    pub highlights: Query<Highlights>,
    /// Returns the address of the page with other answers.
    pub address: Callback<AnswersParams, String>,
}
