//! When a schedule is due: the fields, and the recurrence that they describe.

use answerdeck_api::limits::DAY_OF_MONTH_MAX;
use answerdeck_api::{Frequency, Recurrence, RecurrenceRequest, Weekday};
use leptos::prelude::*;

use super::edit_form::FormState;
use crate::format;
use crate::locale::{Pick, t, texts};
use crate::reactive::live_option;
use crate::ui::{SelectField, TextField, choice_field, named_options};

/// The names of fields that show their errors themselves.
pub(super) const TIME: &str = "recurrence.time";
pub(super) const UNTIL_DATE: &str = "recurrence.untilDate";

/// The fields of a recurrence, and what is wrong with them once the form was submitted.
#[derive(Clone, Copy)]
pub struct RecurrenceChoice {
    frequency: RwSignal<String>,
    weekday: RwSignal<String>,
    day: RwSignal<String>,
    time: RwSignal<String>,
    zone: RwSignal<String>,
    from: RwSignal<String>,
    until: RwSignal<String>,
    state: FormState,
}

impl RecurrenceChoice {
    /// The fields of a form. At first they have the values of `recurrence`, or else every Monday morning in the reader's zone.
    pub fn new(state: FormState, recurrence: Option<Recurrence>) -> Self {
        let draft = state.draft;
        let recurrence = recurrence.unwrap_or_else(|| Recurrence {
            frequency: Frequency::Weekly,
            time: "09:00".to_owned(),
            time_zone: format::time_zone(),
            ..Recurrence::default()
        });
        let weekday = recurrence.weekday.unwrap_or(Weekday::Monday);
        Self {
            frequency: draft.text("frequency", recurrence.frequency.to_string()),
            weekday: draft.text("weekday", weekday.to_string()),
            day: draft.text("day", recurrence.day_of_month.unwrap_or(1).to_string()),
            time: draft.text("time", recurrence.time),
            zone: draft.text("zone", recurrence.time_zone),
            from: draft.text("from", recurrence.from_date.unwrap_or_default()),
            until: draft.text("until", recurrence.until_date.unwrap_or_default()),
            state,
        }
    }

    /// The recurrence. `None` if it is not valid. Reactive.
    pub fn recurrence(self) -> Option<RecurrenceRequest> {
        let optional = |date: String| (!date.is_empty()).then_some(date);
        let frequency = Frequency::from(self.frequency.get().as_str());
        let recurrence = RecurrenceRequest {
            weekday: (frequency == Frequency::Weekly).then(|| Weekday::from(self.weekday.get().as_str())),
            day_of_month: if frequency == Frequency::Monthly { self.day.get().parse().ok() } else { None },
            frequency,
            time: self.time.get(),
            time_zone: self.zone.get(),
            from_date: optional(self.from.get()),
            until_date: optional(self.until.get()),
        };
        (self.has_time() && self.has_ordered_dates()).then_some(recurrence)
    }

    fn has_time(self) -> bool {
        self.time.with(|time| !time.is_empty())
    }

    // Dates are written so that they sort as texts.
    fn has_ordered_dates(self) -> bool {
        self.until.with(|until| until.is_empty() || self.from.with(|from| from <= until))
    }
}

/// The days of the week to choose from.
pub(super) fn weekday_options() -> Signal<Vec<(String, String)>> {
    Signal::derive(|| named_options(Weekday::ALL, &texts().schedules().weekdays))
}

/// The time zones to choose from, with the chosen one if the browser does not know it.
pub(super) fn zone_options(zone: RwSignal<String>) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || format::choices_by_name(format::time_zones(), zone.get_untracked(), str::to_owned))
}

pub fn recurrence_fields(choice: RecurrenceChoice) -> AnyView {
    let RecurrenceChoice { frequency, weekday, day, time, zone, from, until, state } = choice;
    let error = move |field: &'static str, is_valid: fn(RecurrenceChoice) -> bool, message: Pick| {
        state.error(field, move || (!is_valid(choice)).then(|| message(texts()).to_owned()))
    };
    let frequencies = Signal::derive(|| named_options(Frequency::ALL, &texts().schedules().frequencies));
    let days = Signal::derive(|| {
        (1..=DAY_OF_MONTH_MAX).map(|day| (day.to_string(), (texts().schedules().day)(day))).collect::<Vec<_>>()
    });
    let day_field = move || {
        let frequency = Frequency::from(frequency.get().as_str());
        let field = match frequency {
            Frequency::Weekly => {
                choice_field("schedule-weekday", |t| t.schedules().weekday, weekday_options(), weekday)
            }
            Frequency::Monthly => view! {
                <SelectField
                    id="schedule-day"
                    label=t(|t| t.schedules().day_of_month)
                    options=days
                    selected=day
                    on_change=move |value: String| day.set(value)
                    hint=t(|t| t.schedules().day_hint)
                />
            }
            .into_any(),
            Frequency::Daily | Frequency::Weekdays | Frequency::Unknown(_) => return None,
        };
        Some(field)
    };
    view! {
        <div class="filters">
            {choice_field("schedule-frequency", |t| t.schedules().frequency, frequencies, frequency)}
            {live_option(day_field)}
            <TextField
                id="schedule-time"
                label=t(|t| t.schedules().time)
                value=time
                kind="time"
                error=error(TIME, RecurrenceChoice::has_time, |t| t.schedules().time_wrong)
            />
        </div>
        <div class="filters">
            {choice_field("schedule-zone", |t| t.schedules().time_zone, zone_options(zone), zone)}
            <TextField id="schedule-from" label=t(|t| t.schedules().from_date) value=from kind="date" optional=true />
            <TextField
                id="schedule-until"
                label=t(|t| t.schedules().until_date)
                value=until
                kind="date"
                optional=true
                error=error(UNTIL_DATE, RecurrenceChoice::has_ordered_dates, |t| t.schedules().dates_wrong)
            />
        </div>
    }
    .into_any()
}
