use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{
    Schedule, ScheduleCreate, ScheduleEntry, ScheduleEntryFilter, ScheduleEstimate, ScheduleEstimateRequest,
    ScheduleId, ScheduleUpdate,
};
use answerdeck_client::Client;
use leptos::prelude::*;

use super::deletions::{Deletions, deletions};
use super::pages::all_items;
use super::{Items, Kind, Mutation, Query};

/// All schedules, newest first.
pub fn use_schedules() -> Query<Items<Schedule>> {
    Query::paged(&[Kind::Schedules], |client| client.schedules().list())
}

/// All schedules in one value.
pub fn use_all_schedules() -> Query<Vec<Schedule>> {
    Query::keeping_previous(&[Kind::Schedules], |client| {
        Some(async move { all_items(client.schedules().list().limit(PAGE_SIZE_MAX)).await })
    })
}

pub fn use_schedule(id: Signal<Option<ScheduleId>>) -> Query<Schedule> {
    Query::of_id(&[Kind::Schedules], id, |client, id| async move { client.schedules().get(&id).await })
}

/// What happened at the due times of a schedule, newest first.
pub fn use_entries(id: ScheduleId) -> Query<Items<ScheduleEntry>> {
    Query::paged(&[Kind::Schedules], move |client| {
        client.schedules().entries(ScheduleEntryFilter { schedule_id: Some(id.clone()), ..Default::default() })
    })
}

/// What a schedule would cost. The last estimate stays while the next one is read. Fetches nothing while `request` is `None`.
pub fn use_estimate(request: Signal<Option<ScheduleEstimateRequest>>) -> Query<ScheduleEstimate> {
    Query::keeping_previous(&[Kind::Credits, Kind::Prompts], move |client| {
        let request = request.get()?;
        Some(async move { client.schedules().estimate(&request).await })
    })
}

pub fn create(mutation: Mutation, schedule: ScheduleCreate, on_success: impl FnOnce(ScheduleId) + 'static) {
    mutation.run(&[Kind::Schedules], |client| async move { client.schedules().create(&schedule).await }, on_success);
}

/// Updates, pauses or resumes a schedule.
pub fn update(mutation: Mutation, id: ScheduleId, update: ScheduleUpdate, on_success: impl FnOnce(Schedule) + 'static) {
    mutation.run(&[Kind::Schedules], |client| async move { client.schedules().update(&id, &update).await }, on_success);
}

/// The deletions of a page of schedules. Their histories are deleted with them, and their runs remain.
pub fn use_deletions() -> Deletions {
    let delete = |client: Client, id: ScheduleId| async move { client.schedules().delete(&id).await };
    deletions(&[Kind::Schedules], delete, |t| t.schedules().not_deleted)
}
