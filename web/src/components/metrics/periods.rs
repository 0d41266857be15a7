//! The periods of a trend: their choice, their days, their names and their answers.

use answerdeck_api::Timestamp;
use answerdeck_api::limits::SERIES_POINTS_MAX;
use leptos::prelude::*;
use time::{Date, Duration};

use crate::format::{calendar_day, calendar_month, day_before, day_of, parse_day, start_of_day, today};
use crate::locale::{Pick, Texts, t, t_with};
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
            let first = since.into_iter().chain(from.clone()).max();
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

fn last_day(first_day: Date, period: Period) -> Date {
    let days = match period {
        Period::Day => 1,
        Period::Week => 7,
        Period::Month => first_day.month().length(first_day.year()),
    };
    first_day.saturating_add(Duration::days(i64::from(days) - 1))
}

pub fn period_name(first_day: Date, period: Period, texts: Texts) -> String {
    match period {
        Period::Day => calendar_day(first_day),
        Period::Week => (texts.metrics().week_of)(&[first_day, last_day(first_day, period)].map(calendar_day)),
        Period::Month => calendar_month(first_day),
    }
}

/// The name of a period that a scope cuts: the days that it has of it.
pub fn part_name(first: Date, period: Period, scope: &AnswerFilterParams, texts: Texts) -> String {
    let date = |day: Option<String>| day.as_deref().and_then(parse_day);
    let (from, to) = (date(scope.from.as_ref().and_then(day_of)), date(scope.to.as_ref().and_then(day_before)));
    let last = last_day(first, period);
    let days = [from.map_or(first, |from| from.max(first)), to.map_or(last, |to| to.min(last))];
    let texts = texts.metrics();
    let part_of = match period {
        Period::Day => texts.part_of_day,
        Period::Week => texts.part_of_week,
        Period::Month => texts.part_of_month,
    };
    part_of(&days.map(calendar_day))
}

/// How the axis of a chart writes the first day of each of its periods.
pub fn date_label(period: Period, periods: usize) -> fn(Date) -> String {
    match period {
        // Beyond a year, a day without its year is unclear.
        Period::Day if periods <= 366 => calendar_day,
        Period::Week if periods <= 53 => calendar_day,
        _ => calendar_month,
    }
}

/// The answers of a period, of those in a scope.
pub fn within_period(first_day: Date, period: Period, scope: &AnswerFilterParams) -> AnswerFilterParams {
    let bound = |day: Date, days_later| start_of_day(&day.to_string(), days_later);
    // Times in UTC, as the console writes them, compare as texts.
    let from = scope.from.clone().into_iter().chain(bound(first_day, 0)).max();
    let to = scope.to.clone().into_iter().chain(bound(last_day(first_day, period), 1)).min();
    scope.clone().during(from, to)
}
