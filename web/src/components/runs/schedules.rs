//! What the pages of schedules share: when one is due next, what happened at its due times, and pausing it.

use answerdeck_api::{RunStatus, Schedule, ScheduleEntry, ScheduleOutcome, ScheduleUpdate, Timestamp};
use leptos::prelude::*;

use crate::components::model_labels;
use crate::format::date_time_of_zone;
use crate::locale::{Texts, t, t_with, texts};
use crate::paths;
use crate::queries::{Mutation, schedules, use_models};
use crate::ui::{Badge, Tone, use_notices};

/// Whether a schedule asks a set that was deleted: then no run starts.
pub fn is_set_deleted(schedule: &Schedule) -> bool {
    schedule.run.prompt_set_id.is_some() && schedule.prompt_set_name.is_none()
}

/// When the next run of a schedule starts. `None` if none does.
pub fn next_start(schedule: &Schedule) -> Option<&Timestamp> {
    schedule.next_due_at.as_ref().filter(|_| !is_set_deleted(schedule))
}

/// When the next run of a schedule starts, in its zone, which its recurrence names, or why none does.
pub fn next_run(schedule: &Schedule) -> AnyView {
    let zone = schedule.recurrence.time_zone.clone();
    match (next_start(schedule), schedule.paused) {
        (Some(due), _) => {
            let (datetime, due) = (due.to_string(), due.clone());
            view! { <time datetime=datetime>{t_with(move |_| date_time_of_zone(&due, &zone))}</time> }.into_any()
        }
        (None, _) if schedule.paused_by_operator => {
            view! { <Badge label=t(|t| t.schedules().paused_by_operator) tone=Tone::Warning /> }.into_any()
        }
        (None, true) => view! { <Badge label=t(|t| t.schedules().paused) tone=Tone::Neutral /> }.into_any(),
        // Why is said beside it.
        (None, false) if is_set_deleted(schedule) => t(|t| t.common().none).into_any(),
        (None, false) => view! { <Badge label=t(|t| t.schedules().ended) tone=Tone::Neutral /> }.into_any(),
    }
}

/// What happened at the last due time of a schedule.
pub fn last_result(schedule: &Schedule) -> AnyView {
    match &schedule.last_entry {
        Some(entry) => outcome(entry, &schedule.recurrence.time_zone),
        None => view! { <span class="muted">{t(|t| t.schedules().never)}</span> }.into_any(),
    }
}

/// What happened at a due time, and the run with its answers. A late start is in the time zone of the schedule.
pub fn outcome(entry: &ScheduleEntry, zone: &str) -> AnyView {
    let run = run_link(entry);
    // The answers say it.
    let is_finished = entry.run.as_ref().is_some_and(|run| run.status == RunStatus::Finished);
    let has_badge = !(is_finished && entry.outcome == ScheduleOutcome::Started);
    let has_note = entry.outcome == ScheduleOutcome::Skipped
        || !(entry.missing_models.is_empty() && entry.stopped_models.is_empty());
    let (entry, zone) = (entry.clone(), zone.to_owned());
    let models = use_models();
    let tone = match entry.outcome {
        ScheduleOutcome::Skipped | ScheduleOutcome::Missed => Tone::Warning,
        _ => Tone::Success,
    };
    let label = t_with({
        let entry = entry.clone();
        move |t| outcome_text(&entry, &zone, t)
    });
    let note = t_with(move |t| {
        let texts = t.schedules();
        let named = |codes: &[answerdeck_api::ModelCode], text: fn(&str) -> String| {
            (!codes.is_empty()).then(|| text(&model_labels(models, codes)))
        };
        let reason =
            (entry.outcome == ScheduleOutcome::Skipped).then(|| texts.reason(entry.skip_reason.as_ref()).to_owned());
        let notes = [
            reason,
            named(&entry.missing_models, texts.missing_models),
            named(&entry.stopped_models, texts.stopped_models),
        ];
        notes.into_iter().flatten().map(|note| format!("{note}.")).collect::<Vec<_>>().join(" ")
    });
    view! {
        {has_badge.then(|| view! { <Badge label tone /> })}
        {has_note.then(|| view! { <span class="cell-note">{note}</span> })}
        " "
        {run}
    }
    .into_any()
}

fn outcome_text(entry: &ScheduleEntry, zone: &str, texts: Texts) -> String {
    let texts = texts.schedules();
    match &entry.outcome {
        ScheduleOutcome::Started => texts.started.to_owned(),
        // What is beside it names the zone.
        ScheduleOutcome::CaughtUp => (texts.caught_up)(&date_time_of_zone(&entry.handled_at, zone)),
        ScheduleOutcome::Skipped => texts.skipped.to_owned(),
        ScheduleOutcome::Missed => (texts.missed)(entry.missed_count.unwrap_or(1).into()),
        ScheduleOutcome::Unknown(_) => texts.unknown.to_owned(),
    }
}

// The run of a due time with its answers. Empty if none has started.
fn run_link(entry: &ScheduleEntry) -> AnyView {
    let Some(id) = &entry.run_id else { return ().into_any() };
    let Some(run) = &entry.run else {
        return view! { <span class="muted">{t(|t| t.schedules().deleted_run)}</span> }.into_any();
    };
    let (answers, items) = (run.success_count, run.total_count);
    view! { <a href=paths::run(id)>{t_with(move |t| (t.schedules().answers_of)(answers, items))}</a> }.into_any()
}

/// Pauses a schedule that runs, and resumes one that is paused.
pub fn use_pause() -> Callback<Schedule> {
    let (mutation, notices) = (Mutation::new().notify_failures(|t| t.schedules().not_changed), use_notices());
    Callback::new(move |schedule: Schedule| {
        let update = ScheduleUpdate { paused: Some(!schedule.paused), ..ScheduleUpdate::default() };
        schedules::update(mutation, schedule.id, update, move |schedule: Schedule| {
            let message = if schedule.paused { texts().schedules().is_paused } else { texts().schedules().is_resumed };
            notices.notify(message(&schedule.name));
        });
    })
}
