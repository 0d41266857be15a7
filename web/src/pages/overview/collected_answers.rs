//! How many answers each period brought.

use answerdeck_analysis::{BrandReport, PeriodPoint};
use answerdeck_insight::Period;
use leptos::prelude::*;

use crate::analysis::AnalysisQuery;
use crate::charts::SparkColumns;
use crate::components::{first_day, period_name};
use crate::locale::t_with;
use crate::reactive::live_option;

/// The color number of the columns.
const SERIES: usize = 8;

/// The number of answers over time as small columns, and that of the newest period. Nothing for fewer than two periods.
#[component]
pub fn CollectedAnswers(
    /// The report that counts them.
    report: AnalysisQuery<BrandReport>,
    /// The period of its series.
    period: Memo<Period>,
) -> AnyView {
    let collected = Memo::new(move |_| {
        report.with(|reply| {
            let series = &reply?.value.series;
            let (last, _) = series.split_last().filter(|(_, before)| !before.is_empty())?;
            let counts = series.iter().map(answers).collect::<Vec<_>>();
            Some((counts, first_day(&last.first_day)?, answers(last)?))
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

// All brands of a period are counted from the same answers. `None` for a period without answers.
fn answers(point: &PeriodPoint) -> Option<u64> {
    Some(point.brands.as_ref()?.first()?.mention_rate.sample.answers)
}
