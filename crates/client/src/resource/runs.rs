//! Runs.

use std::rc::Rc;

use answerdeck_api::{Created, Run, RunId, RunList, RunPageRequest, RunSubmit, operation};

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
    /// Starts a run. It is never sent twice: when the answer is lost, look at the list of runs.
    ///
    /// # Errors
    /// `is_insufficient_credits` with an empty balance; `is_validation`; `is_not_found` for the set or a prompt;
    /// `is_outcome_unknown` when the answer was lost.
    pub async fn submit(&self, run: &RunSubmit) -> Result<RunId> {
        let created: Created<_> = self.0.call(Call::new(operation::SUBMIT_RUN).body(run)?).await?;
        Ok(created.id)
    }

    /// Reads a run with its items.
    ///
    /// # Errors
    /// `is_not_found`.
    pub async fn get(&self, id: &RunId) -> Result<Run> {
        self.0.call(Call::new(operation::GET_RUN).id(id.as_str())).await
    }

    /// Lists the runs without their items, the newest first; 1..10 a page.
    pub fn list(&self) -> Pager<Run> {
        Pager::new::<RunList>(self.0.clone(), operation::LIST_RUNS, &RunPageRequest::default())
    }

    /// Watches a run until it has finished.
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
