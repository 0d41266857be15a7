use std::rc::Rc;

use answerdeck_api::{Run, RunId, RunList, RunPageRequest, RunSubmit, operation};

use super::Watcher;
use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;
use crate::pager::Pager;

/// The operations of runs.
///
/// Source: docs/platform-api.md, sections 2, 3 and 4.
#[derive(Debug, Clone)]
pub struct Runs(pub(crate) Rc<Dispatcher>);

impl Runs {
    /// Starts a run. It starts once, even if the request is sent again, on a platform that honors idempotency keys. If the
    /// outcome is unknown, check the list of runs.
    ///
    /// # Errors
    /// Fails with the code `INSUFFICIENT_CREDITS` when the balance is too low.
    pub async fn submit(&self, run: &RunSubmit) -> Result<RunId> {
        self.0.create(Call::new(operation::SUBMIT_RUN).body(run)?).await
    }

    /// Reads a run with its items.
    pub async fn get(&self, id: &RunId) -> Result<Run> {
        self.0.call(Call::new(operation::GET_RUN).id(id.as_str())).await
    }

    /// Stops a run, and returns it without its items. [`operation::STOP_RUN`] says what becomes of them. If the outcome is unknown,
    /// it can be stopped again.
    pub async fn stop(&self, id: &RunId) -> Result<Run> {
        self.0.call(Call::new(operation::STOP_RUN).id(id.as_str())).await
    }

    /// Lists the runs without their items, newest first, with 1..10 runs per page.
    pub fn list(&self) -> Pager<Run> {
        Pager::new::<RunList>(self.0.clone(), operation::LIST_RUNS, &RunPageRequest::default())
    }

    /// Lists the runs with these ids, at most 10, without their items. An extension of Answerdeck.
    pub fn list_of(&self, run_ids: Vec<RunId>) -> Pager<Run> {
        let filter = RunPageRequest { run_ids, ..RunPageRequest::default() };
        Pager::new::<RunList>(self.0.clone(), operation::LIST_RUNS, &filter)
    }

    /// Watches a run until it finishes.
    ///
    /// Source: docs/platform-api.md, section 4, rule 2.
    pub fn watch(&self, id: RunId) -> Watcher<Run> {
        let runs = self.clone();
        Watcher::new(self.0.transport.clone(), move || {
            let (runs, id) = (runs.clone(), id.clone());
            Box::pin(async move { runs.get(&id).await })
        })
    }
}
