//! The choice of the period of trends.

use leptos::prelude::*;

use crate::locale::{Pick, t};
use crate::paths::{PERIODS, Period, period_name};
use crate::ui::SegmentedControl;

/// The choice of the period of trends.
#[component]
pub fn PeriodChoice(
    /// The selected period.
    period: Memo<Period>,
    /// Called when another is selected.
    #[prop(into)]
    on_change: Callback<Period>,
) -> AnyView {
    let text = |period: Period| -> Pick {
        match period {
            Period::Day => |t| t.metrics().by_day,
            Period::Week => |t| t.metrics().by_week,
            Period::Month => |t| t.metrics().by_month,
        }
    };
    let options = PERIODS.into_iter().map(|(period, name)| (name, t(text(period)))).collect();
    let choose = move |name: &'static str| {
        if let Some((period, _)) = PERIODS.into_iter().find(|(_, known)| *known == name) {
            on_change.run(period);
        }
    };
    view! {
        <SegmentedControl
            label=t(|t| t.metrics().period)
            name="period"
            options
            selected=Signal::derive(move || period_name(period.get()))
            on_change=choose
        />
    }
    .into_any()
}
