//! How many answers each period brought.

use answerdeck_api::metrics::{BrandMetrics, BrandSeriesPoint};
use leptos::prelude::*;

use crate::charts::SparkColumns;
use crate::components::{first_day, period_name};
use crate::locale::t_with;
use crate::paths::Period;
use crate::queries::Query;
use crate::reactive::live_option;

/// The color number of the columns.
const SERIES: usize = 8;

/// The number of answers over time as small columns, and that of the newest period. Nothing for fewer than two periods.
#[component]
pub fn CollectedAnswers(
    /// The metrics that count them, with a series.
    metrics: Query<BrandMetrics>,
    /// The period of its series.
    period: Memo<Period>,
) -> AnyView {
    let collected = Memo::new(move |_| {
        metrics.with(|found| {
            let points = &found?.series.as_ref()?.points;
            let (last, _) = points.split_last().filter(|(_, before)| !before.is_empty())?;
            let counts = points.iter().map(answers).collect::<Vec<_>>();
            Some((counts, first_day(&last.day)?, answers(last)?))
        })
    });
    let view = move || {
        let (counts, day, count) = collected.get()?;
        let newest = t_with(move |t| (t.overview().collected)(&period_name(day, period.get(), t), count));
        let view = view! {
            <SparkColumns counts series=SERIES />
            <span>{newest}</span>
        };
        Some(view.into_any())
    };
    view! { <p class="collected-answers">{live_option(view)}</p> }.into_any()
}

// `None` for a period without answers.
fn answers(point: &BrandSeriesPoint) -> Option<u64> {
    Some(point.sample.answers).filter(|answers| *answers > 0)
}
