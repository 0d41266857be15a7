//! Schedules: runs that start by themselves.

use serde::{Deserialize, Serialize};

use crate::id::{PromptId, PromptSetId, RunId, ScheduleId};
use crate::limits::{DAY_OF_MONTH_MAX, MONTHLY_BUDGET_MAX, PAGE_SIZE_MAX, SCHEDULE_NAME_MAX};
use crate::list::{list, nullable_u32};
use crate::model::ModelCode;
use crate::request::{check, request};
use crate::response_field::{null_as_default, number};
use crate::run::{Run, RunSubmit};
use crate::text_form::not_blank;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How often a schedule is due.
    Frequency {
        /// Every day.
        Daily = "DAILY",
        /// From Monday to Friday.
        Weekdays = "WEEKDAYS",
        /// On one day of the week.
        Weekly = "WEEKLY",
        /// On one day of the month.
        Monthly = "MONTHLY",
    }
}

wire_enum! {
    /// A day of the week.
    Weekday {
        /// Monday.
        Monday = "MONDAY",
        /// Tuesday.
        Tuesday = "TUESDAY",
        /// Wednesday.
        Wednesday = "WEDNESDAY",
        /// Thursday.
        Thursday = "THURSDAY",
        /// Friday.
        Friday = "FRIDAY",
        /// Saturday.
        Saturday = "SATURDAY",
        /// Sunday.
        Sunday = "SUNDAY",
    }
}

wire_enum! {
    /// What happened at a due time.
    ScheduleOutcome {
        /// A run has started.
        Started = "STARTED",
        /// A run has started late: the due time had passed while no server was running.
        CaughtUp = "CAUGHT_UP",
        /// No run has started, for `skipReason`.
        Skipped = "SKIPPED",
        /// No run has started, because a later due time had passed too while no server was running. That one was caught up.
        Missed = "MISSED",
    }
}

wire_enum! {
    /// Why no run has started at a due time.
    SkipReason {
        /// The credit balance is below the price of one answer.
        NoCredits = "NO_CREDITS",
        /// The run could have cost more than what is left of the monthly budget.
        BudgetReached = "BUDGET_REACHED",
        /// The organization has too many pending items or unfinished runs.
        TooManyPending = "TOO_MANY_PENDING",
        /// The server has an engine for none of the models.
        NoModel = "NO_MODEL",
        /// The prompt set is empty or was deleted, or all prompts were deleted.
        NoPrompts = "NO_PROMPTS",
        /// A prompt is longer than a model accepts.
        PromptTooLong = "PROMPT_TOO_LONG",
        /// The operator of the server has paused all schedules.
        PausedByOperator = "PAUSED_BY_OPERATOR",
    }
}

/// A run that starts by itself at certain times.
///
/// Source: docs/platform-api.md, section 2, Schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    /// The id.
    pub id: ScheduleId,
    /// The name, 1..100 characters.
    pub name: String,
    /// What each run asks.
    pub run: ScheduledRun,
    /// The name of the prompt set. Omitted for prompts, and when the set was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_set_name: Option<String>,
    /// When it is due.
    pub recurrence: Recurrence,
    /// The credits that its runs may cost in a calendar month of its time zone. Omitted when there is no limit.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub monthly_budget: Option<u32>,
    /// Whether it is paused.
    #[serde(default, deserialize_with = "null_as_default")]
    pub paused: bool,
    /// Whether it would be due, but the operator of the server has paused all schedules. Omitted when `false`.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub paused_by_operator: bool,
    /// When it is due next. Omitted while it or all schedules are paused, and after `untilDate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_due_at: Option<Timestamp>,
    /// What happened at the last due time. Omitted when it was never due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_entry: Option<ScheduleEntry>,
    /// What the answers of its runs that started this month have cost, in credits.
    #[serde(default, deserialize_with = "null_as_default")]
    pub spent_this_month: f64,
    /// The time of creation.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
}

list! {
    /// A page of schedules, newest first.
    ScheduleList {
        /// The schedules.
        schedules: Schedule
    }
}

/// What each run of a schedule asks: prompts or a prompt set.
///
/// Source: docs/platform-api.md, section 2, Schedule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScheduledRun {
    /// The prompts. Those that are deleted are no longer asked. Omitted for a prompt set.
    #[serde(rename = "promptIDs", default, skip_serializing_if = "Option::is_none")]
    pub prompt_ids: Option<Vec<PromptId>>,
    /// The prompt set, with the prompts that it has when a run starts. Omitted for prompts.
    #[serde(rename = "promptSetID", default, skip_serializing_if = "Option::is_none")]
    pub prompt_set_id: Option<PromptSetId>,
    /// The models.
    #[serde(default, deserialize_with = "null_as_default")]
    pub models: Vec<ModelCode>,
    /// The region of collection as an ISO 3166-1 alpha-2 code.
    #[serde(default, deserialize_with = "null_as_default")]
    pub region: String,
    /// The number of repetitions of each prompt with each model.
    #[serde(default, deserialize_with = "null_as_default")]
    pub repeat_count: u32,
}

/// When a schedule is due.
///
/// Source: docs/platform-api.md, section 2, Schedule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Recurrence {
    /// How often.
    #[serde(default, deserialize_with = "null_as_default")]
    pub frequency: Frequency,
    /// The day of the week. Omitted unless `frequency` is `WEEKLY`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekday: Option<Weekday>,
    /// The day of the month, 1..31. In a shorter month, its last day. Omitted unless `frequency` is `MONTHLY`.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub day_of_month: Option<u32>,
    /// The local time, such as `09:30`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub time: String,
    /// The IANA time zone, such as `Asia/Seoul`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub time_zone: String,
    /// The first local date on which it can be due, such as `2026-11-20`. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_date: Option<String>,
    /// The last local date on which it can be due. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_date: Option<String>,
}

request! {
    /// When a schedule shall be due.
    ///
    /// Source: docs/platform-api.md, section 2, Schedule.
    RecurrenceRequest {
        /// How often.
        #[garde(skip)]
        frequency: Frequency,
        /// The day of the week for `WEEKLY`: others ignore it. `MONDAY` when absent.
        #[garde(skip)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weekday: Option<Weekday>,
        /// The day of the month for `MONTHLY`, 1..31: others ignore it. In a shorter month, its last day. 1 when absent.
        day_of_month: integer(1, DAY_OF_MONTH_MAX),
        /// The local time, from `00:00` to `23:59`.
        #[garde(custom(valid_time))]
        #[serde(deserialize_with = "local_time")]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = TIME_PATTERN)))]
        time: String,
        /// The IANA time zone, such as `Asia/Seoul`.
        #[garde(skip)]
        #[cfg_attr(feature = "openapi", schemars(extend("format" = "time-zone")))]
        time_zone: String,
        /// The first local date on which it can be due, such as `2026-11-20`.
        #[garde(custom(valid_date))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = DATE_PATTERN)))]
        from_date: Option<String>,
        /// The last local date on which it can be due, not before `fromDate`.
        #[garde(custom(valid_date))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = DATE_PATTERN)))]
        until_date: Option<String>,
    }
}

/// The rule of `valid_time` as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
pub(crate) const TIME_PATTERN: &str = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
/// The shape of a date as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
const DATE_PATTERN: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

/// Reads a local time, with or without spaces around it. `9:00` and `09:00:00` are `09:00`.
///
/// # Errors
/// Fails for what is no text.
pub fn local_time<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let time = text.trim();
    let minutes = time.strip_suffix(":00").filter(|rest| rest.contains(':')).unwrap_or(time);
    let hour_zero = if minutes.find(':') == Some(1) { "0" } else { "" };
    Ok(format!("{hour_zero}{minutes}"))
}

/// Reads a local time that may be omitted, as [`local_time`] does.
pub(crate) fn changed_local_time<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    local_time(deserializer).map(Some)
}

pub(crate) fn valid_time(time: &str, _: &()) -> garde::Result {
    let is_valid = has_shape(time, b"00:00") && time < "24:00" && &time[3..] < "60";
    check(is_valid, "must be HH:MM from 00:00 to 23:59")
}

/// Checks the shape of a date. The server knows which dates exist.
fn valid_date(date: &Option<String>, _: &()) -> garde::Result {
    let is_valid = date.as_ref().is_none_or(|date| has_shape(date, b"0000-00-00"));
    check(is_valid, "must be a date such as 2026-11-20")
}

/// Whether a text has digits where `shape` has `0`, and the same characters elsewhere.
fn has_shape(text: &str, shape: &[u8]) -> bool {
    let fits = |(byte, expected): (u8, &u8)| if *expected == b'0' { byte.is_ascii_digit() } else { byte == *expected };
    text.len() == shape.len() && text.bytes().zip(shape).all(fits)
}

request! {
    /// A schedule to create.
    ///
    /// Source: docs/platform-api.md, section 2, Schedule.
    ScheduleCreate {
        /// The name, 1..100 characters.
        #[garde(length(chars, min = 1, max = SCHEDULE_NAME_MAX), custom(not_blank))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        name: String,
        /// What each run asks.
        #[garde(dive)]
        run: RunSubmit,
        /// When it is due.
        #[garde(dive)]
        recurrence: RecurrenceRequest,
        /// The credits that its runs may cost in a calendar month of its time zone, 1..100,000,000. No limit when absent.
        monthly_budget: integer(1, MONTHLY_BUDGET_MAX),
    }
}

request! {
    /// The changes to a schedule. An omitted field stays unchanged.
    ///
    /// Source: docs/platform-api.md, section 2, Schedule.
    ScheduleUpdate {
        /// The new name, 1..100 characters.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        name: text(length(chars, min = 1, max = SCHEDULE_NAME_MAX), inner(custom(not_blank))),
        /// What the next runs ask. It replaces all of what they asked.
        run: optional(RunSubmit, "RunSubmit", dive),
        /// When it is due from now on. It replaces all of the recurrence.
        recurrence: optional(RecurrenceRequest, "RecurrenceRequest", dive),
        /// The new budget, 1..100,000,000 credits a month. `null` removes the limit.
        #[garde(inner(range(min = 1, max = MONTHLY_BUDGET_MAX)))]
        #[serde(default, deserialize_with = "nullable_u32", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(with = "Option<u32>", range(min = 1, max = MONTHLY_BUDGET_MAX)))]
        monthly_budget: Option<Option<u32>>,
        /// Whether it is paused. It is not due while it is paused, and nothing is caught up afterwards.
        paused: optional(bool, "bool"),
    }
}

/// One due time of a schedule, or several that were missed.
///
/// Source: docs/platform-api.md, section 2, Schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScheduleEntry {
    /// The schedule.
    #[serde(rename = "scheduleID")]
    pub schedule_id: ScheduleId,
    /// The due time. For `MISSED`, the first of them.
    #[serde(default, deserialize_with = "null_as_default")]
    pub due_at: Timestamp,
    /// When the server came to it.
    #[serde(default, deserialize_with = "null_as_default")]
    pub handled_at: Timestamp,
    /// What happened.
    #[serde(default, deserialize_with = "null_as_default")]
    pub outcome: ScheduleOutcome,
    /// Why no run has started. Omitted unless `outcome` is `SKIPPED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip_reason: Option<SkipReason>,
    /// The number of due times. Omitted unless `outcome` is `MISSED`.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub missed_count: Option<u32>,
    /// The run that has started. Omitted when none has.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// The run without its items. Omitted when none has started, and when it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    /// The models that were not asked, because the server had no engine for them. Omitted when there are none.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "Vec::is_empty")]
    pub missing_models: Vec<ModelCode>,
    /// The models that were stopped when the run started: their items wait. Omitted when there are none.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "Vec::is_empty")]
    pub stopped_models: Vec<ModelCode>,
}

list! {
    /// A page of what happened at due times, newest first.
    ScheduleEntryList {
        /// The entries.
        entries: ScheduleEntry
    }
}

request! {
    /// A request for a page of what happened at the due times of one schedule, or of all.
    ///
    /// Source: docs/platform-api.md, section 2, Schedule.
    ScheduleEntryFilter {
        cursor,
        /// The maximum number of entries of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
        /// The schedule. All when absent.
        schedule_id: id("scheduleID", ScheduleId, "ScheduleId"),
    }
}

request! {
    /// A schedule whose cost is estimated.
    ///
    /// Source: docs/platform-api.md, section 2, Schedule.
    ScheduleEstimateRequest {
        /// The name, 1..100 characters. It changes nothing.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        name: text(length(chars, min = 1, max = SCHEDULE_NAME_MAX), inner(custom(not_blank))),
        /// What each run asks.
        #[garde(dive)]
        run: RunSubmit,
        /// When it is due.
        #[garde(dive)]
        recurrence: RecurrenceRequest,
        /// The credits that its runs may cost in a month, 1..100,000,000. No limit when absent.
        monthly_budget: integer(1, MONTHLY_BUDGET_MAX),
    }
}

/// What a schedule would cost.
///
/// Source: docs/platform-api.md, section 2, Schedule.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScheduleEstimate {
    /// The number of prompts of a run.
    #[serde(default, deserialize_with = "null_as_default")]
    pub prompt_count: u64,
    /// The number of items of a run: prompts × models × repetitions.
    #[serde(default, deserialize_with = "null_as_default")]
    pub item_count: u64,
    /// What a run costs if all items succeed, in credits.
    #[serde(default, deserialize_with = "null_as_default")]
    pub credits_per_run: f64,
    /// What the runs cost within the budget, in credits with at most 3 decimals: in a week on average, or all if they end within one.
    #[serde(default, deserialize_with = "null_as_default")]
    pub credits_per_week: f64,
    /// The number of runs that the budget pays in a month. Omitted without a budget, and when a run costs nothing.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub budgeted_runs: Option<u64>,
    /// The credit balance of the organization.
    #[serde(default, deserialize_with = "null_as_default")]
    pub balance: f64,
    /// The number of whole weeks that the balance lasts. Omitted when the runs cost nothing, and when they end within a week
    /// and the balance pays for them.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub weeks_covered: Option<u64>,
    /// The next due times, at most 3. Empty after `untilDate`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub due_times: Vec<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_hours_and_minutes_of_a_day() {
        for time in ["00:00", "09:30", "23:59"] {
            assert!(valid_time(time, &()).is_ok(), "{time}");
        }
        for time in ["", "9:30", "24:00", "12:60", "12-30", "12:30:00", "１２:30", "가:0"] {
            assert!(valid_time(time, &()).is_err(), "{time}");
        }
    }

    #[test]
    fn dates_have_ten_characters() {
        for (date, is_valid) in
            [("2026-11-20", true), ("2026-1-2", false), ("2026/11/20", false), ("+026-11-20", false)]
        {
            assert_eq!(valid_date(&Some(date.to_owned()), &()).is_ok(), is_valid, "{date}");
        }
    }
}
