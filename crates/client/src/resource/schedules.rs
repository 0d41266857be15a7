use std::rc::Rc;

use answerdeck_api::{
    PageRequest, Schedule, ScheduleCreate, ScheduleEntry, ScheduleEntryFilter, ScheduleEntryList, ScheduleEstimate,
    ScheduleEstimateRequest, ScheduleId, ScheduleList, ScheduleUpdate, operation,
};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of schedules.
///
/// Source: docs/platform-api.md, sections 2 and 4.
#[derive(Debug, Clone)]
pub struct Schedules(pub(crate) Rc<Dispatcher>);

impl Schedules {
    /// Estimates what a schedule would cost, before it is created.
    pub async fn estimate(&self, schedule: &ScheduleEstimateRequest) -> Result<ScheduleEstimate> {
        self.0.call(Call::new(operation::ESTIMATE_SCHEDULE).body(schedule)?).await
    }

    /// Creates a schedule.
    ///
    /// # Errors
    /// Fails with `is_validation` when there are 50 schedules.
    pub async fn create(&self, schedule: &ScheduleCreate) -> Result<ScheduleId> {
        self.0.create(Call::new(operation::CREATE_SCHEDULE).body(schedule)?).await
    }

    /// Reads a schedule.
    pub async fn get(&self, id: &ScheduleId) -> Result<Schedule> {
        self.0.call(Call::new(operation::GET_SCHEDULE).id(id.as_str())).await
    }

    /// Changes, pauses or resumes a schedule, and returns the changed schedule.
    pub async fn update(&self, id: &ScheduleId, update: &ScheduleUpdate) -> Result<Schedule> {
        self.0.call(Call::new(operation::UPDATE_SCHEDULE).id(id.as_str()).body(update)?).await
    }

    /// Deletes a schedule and its history. Keeps its runs.
    pub async fn delete(&self, id: &ScheduleId) -> Result<()> {
        self.0.call_without_result(Call::new(operation::DELETE_SCHEDULE).id(id.as_str())).await
    }

    /// Lists the schedules, newest first.
    pub fn list(&self) -> Pager<Schedule> {
        Pager::new::<ScheduleList>(self.0.clone(), operation::LIST_SCHEDULES, &PageRequest::default())
    }

    /// Lists what happened at the due times of one schedule, or of all, newest first. The pager starts at the `cursor` of the filter
    /// and uses its `limit`.
    pub fn entries(&self, mut filter: ScheduleEntryFilter) -> Pager<ScheduleEntry> {
        let (cursor, limit) = (filter.cursor.take(), filter.limit.take());
        Pager::new::<ScheduleEntryList>(self.0.clone(), operation::LIST_SCHEDULE_ENTRIES, &filter)
            .with_page(cursor, limit)
    }
}
