use answerdeck_api::Timestamp;
use answerdeck_api::limits::SERIES_POINTS_MAX;
use leptos::prelude::*;

use crate::format::{day_before, day_of, parse_day, today};
use crate::locale::{Pick, t, t_with};
use crate::paths::{AnswerFilterParams, PERIODS, Period};
use crate::queries::{QueryState, use_organization};
use crate::reactive::{live, live_when};
use crate::ui::SegmentedControl;

/// The period of a trend of answers: that which was chosen, or weeks instead of too many days.
pub fn use_shown_period(answers: Memo<AnswerFilterParams>, chosen: Memo<Period>) -> Memo<Period> {
    let has_days = use_has_days(answers);
    Memo::new(move |_| match chosen.get() {
        Period::Day if !has_days.get() => Period::Week,
        period => period,
    })
}

/// The choice of the period of trends. Days are not offered for more of them than a trend may have.
#[component]
pub fn PeriodChoice(
    period: Memo<Period>,
    answers: Memo<AnswerFilterParams>,
    #[prop(into)] on_change: Callback<Period>,
) -> AnyView {
    let has_days = use_has_days(answers);
    let text = |period: Period| -> Pick {
        match period {
            Period::Day => |t| t.metrics().by_day,
            Period::Week => |t| t.metrics().by_week,
            Period::Month => |t| t.common().month,
        }
    };
    let choice = move || {
        let offered = PERIODS.into_iter().filter(|(period, _)| *period != Period::Day || has_days.get());
        view! {
            <SegmentedControl
                label=t(|t| t.metrics().group_by)
                name="period"
                options=offered.map(|(period, _)| (period, t(text(period)))).collect()
                selected=period
                on_change
            />
        }
        .into_any()
    };
    let note = move || {
        let text = t_with(|t| (t.metrics().no_days)(SERIES_POINTS_MAX as u64));
        view! { <p class="muted">{text}</p> }
    };
    view! {
        {live(choice)}
        {live_when(move || !has_days.get(), note)}
    }
    .into_any()
}

// Whether a trend of the answers can have a point for each day. While the organization is loading, nothing is asked for.
fn use_has_days(answers: Memo<AnswerFilterParams>) -> Memo<bool> {
    let organization = use_organization();
    Memo::new(move |_| {
        let since = match organization.get() {
            QueryState::Loading => return true,
            QueryState::Ready(organization) => Some(organization.created_at),
            QueryState::Failed(_) => None,
        };
        answers.with(|AnswerFilterParams { from, to, .. }| {
            // No answer is older than the organization. Times in UTC compare as texts.
            let first = since.into_iter().chain(from.clone()).max_by(|one, other| one.as_str().cmp(other.as_str()));
            first.and_then(|first| days(&first, to.as_ref())).is_some_and(|days| days <= SERIES_POINTS_MAX as i32)
        })
    })
}

// The number of days from a time to the end of a period, or today.
fn days(from: &Timestamp, to: Option<&Timestamp>) -> Option<i32> {
    let first = parse_day(&day_of(from)?)?;
    let last = parse_day(&to.map_or_else(|| Some(today()), day_before)?)?;
    Some(last.to_julian_day() - first.to_julian_day() + 1)
}
