//! What the figures of the overview are made from.

use answerdeck_api::Brand;
use answerdeck_api::metrics::{BrandMetrics, Highlights};
use leptos::prelude::*;

use crate::paths::{AnswerFilterParams, Period};
use crate::queries::Query;

#[derive(Clone, Copy)]
pub struct Shown {
    pub brands: Query<Vec<Brand>>,
    pub own: Memo<Option<Brand>>,
    /// The filter in the address.
    pub params: Memo<AnswerFilterParams>,
    /// The answers that are counted.
    pub answers: Memo<AnswerFilterParams>,
    pub period: Memo<Period>,
    pub metrics: Query<BrandMetrics>,
    /// What stands out.
    pub highlights: Query<Highlights>,
    pub address: Callback<AnswerFilterParams, String>,
}
