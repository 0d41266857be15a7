//! Runs.
//!
//! The list of runs is polled instead of each of its running runs: one request reads the progress of all.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::{Run, RunId, RunStatus, RunSubmit};
use answerdeck_client::{Client, Error};
use futures_util::future::AbortHandle;
use leptos::prelude::*;

use super::live::{Live, Pollable, spawn_abortable, use_live};
use super::{Changes, Connection, Kind, Mutation, PagedQuery, PagedQueryState, Query};
use crate::organization_storage::of_tab;
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::{Session, use_session};

/// The time between two reads of the states of unfinished runs. Each read without progress makes the next wait longer.
const POLL_INTERVAL: Duration = Duration::from_secs(3);
/// The maximum time between two reads, as a multiple.
const POLL_INTERVALS_MAX: u32 = 10;

/// The item of the tab's storage that exists while it is unknown whether a run has started.
const UNCONFIRMED_ITEM: &str = "unconfirmed-run";

/// All runs, newest first, without their items. Reading them resolves whether a run has started.
pub fn use_runs() -> PagedQuery<Run> {
    let runs = PagedQuery::new(&[Kind::Runs], |client| client.runs().list().limit(RUN_PAGE_SIZE_MAX));
    effect(move || {
        if let PagedQueryState::More | PagedQueryState::Complete = runs.state() {
            of_tab().remove(UNCONFIRMED_ITEM);
        }
    });
    runs
}

/// The run that answers are filtered by, without its items. Fetches nothing while `id` is `None`.
pub fn use_run_of_filter(id: Signal<Option<RunId>>) -> Query<Option<Run>> {
    Query::new(&[], move |client| {
        let id = id.get()?;
        Some(async move {
            let page = client.runs().list_of(vec![id]).next_page().await?;
            Ok(page.and_then(|page| page.items.into_iter().next()))
        })
    })
}

/// Whether it is unknown if the last run that this tab submitted has started, and the list of runs was not read since.
pub fn is_unconfirmed() -> bool {
    of_tab().read(UNCONFIRMED_ITEM).is_some()
}

/// Records that the outcome of a submission is unknown, until the list of runs is read.
pub fn leave_unconfirmed() {
    let _ = of_tab().write(UNCONFIRMED_ITEM, "1");
}

/// Starts a run.
pub fn start(mutation: Mutation, run: RunSubmit, on_success: impl FnOnce(RunId) + 'static) {
    let invalidates = &[Kind::Runs, Kind::Credits];
    mutation.run(invalidates, |client| async move { client.runs().submit(&run).await }, on_success);
}

/// Stops a run.
pub fn stop(mutation: Mutation, id: RunId, on_success: impl FnOnce(Run) + 'static) {
    mutation.run(&[Kind::Runs], |client| async move { client.runs().stop(&id).await }, on_success);
}

impl Pollable for Run {
    type Id = RunId;

    fn id(&self) -> &RunId {
        &self.id
    }

    fn has_ended(&self) -> bool {
        self.status == RunStatus::Finished
    }
}

/// Watches one run until it finishes.
pub fn use_live_run(id: Signal<Option<RunId>>) -> Live<Run> {
    let context = WatchContext::new();
    use_live(id, move |client, id, live: Live<Run>| {
        let on_state = move |state: Result<Arc<Run>, RequestError>| {
            // A model may have stopped since the last poll.
            if live.get_untracked().is_some() && state.as_ref().is_ok_and(|run| !run.has_ended()) {
                context.changes.invalidate(Kind::Models);
            }
            live.receive(state);
        };
        let known = live.get_untracked().map(|run| run.success_count);
        context.watch(client, id, known, move || live.end(), on_state)
    })
}

/// The newest states of the unfinished runs of a list, without their items.
#[derive(Clone, Copy)]
pub struct LiveRuns(RwSignal<HashMap<RunId, Run>>);

impl LiveRuns {
    /// The newest state of a run of the list. Reactive.
    pub fn newest(&self, run: &Run) -> Run {
        let is_newer = |live: &&Run| live.finished_count >= run.finished_count;
        self.0.with(|live| live.get(&run.id).filter(is_newer).unwrap_or(run).clone())
    }
}

/// Reads the newest states of the unfinished runs of a list, from time to time: one request for all, unless older runs are
/// unfinished.
pub fn use_live_runs(runs: PagedQuery<Run>) -> LiveRuns {
    let live = LiveRuns(RwSignal::new(HashMap::new()));
    let polls = RwSignal::new(0_u32);
    let without_progress = StoredValue::new(0_u32);
    let context = WatchContext::new();
    let request = StoredValue::new(None::<AbortHandle>);
    effect(move || {
        polls.track();
        let unfinished: HashMap<RunId, Run> = runs.with_items(|runs| {
            let newest = runs.iter().map(|run| untrack(|| live.newest(run)));
            newest.filter(|run| !run.has_ended()).map(|run| (run.id.clone(), run)).collect()
        });
        if unfinished.is_empty() {
            return;
        }
        let poll = move || {
            let Some(client) = context.session.client_untracked() else { return };
            let read = async move {
                let states = newest_states(&client, &unfinished).await.map_err(RequestError::from);
                context.connection.record(&states);
                without_progress.try_update_value(|count| *count += 1);
                for run in states.into_iter().flatten() {
                    let before = unfinished.get(&run.id);
                    if before.is_some_and(|before| before.finished_count != run.finished_count) {
                        without_progress.try_update_value(|count| *count = 0);
                    }
                    context.compare(before.map(|before| before.success_count), &run);
                    live.0.try_update(|live| live.insert(run.id.clone(), run));
                }
                polls.try_update(|polls| *polls += 1);
            };
            request.set_value(Some(spawn_abortable(read)));
        };
        let intervals = (1 + without_progress.get_value()).min(POLL_INTERVALS_MAX);
        if let Ok(wait) = set_timeout_with_handle(poll, POLL_INTERVAL * intervals) {
            on_cleanup(move || {
                wait.clear();
                request.try_update_value(|request| request.take().map(|request| request.abort()));
            });
        }
    });
    live
}

// Reads the list of runs until all of the given ones were read.
async fn newest_states(client: &Client, runs: &HashMap<RunId, Run>) -> Result<Vec<Run>, Error> {
    let mut pager = client.runs().list().limit(RUN_PAGE_SIZE_MAX);
    let mut states = Vec::new();
    while states.len() < runs.len() {
        let Some(page) = pager.next_page().await? else { break };
        states.extend(page.items.into_iter().filter(|run| runs.contains_key(&run.id)));
    }
    Ok(states)
}

/// What a watch reads and updates.
#[derive(Clone, Copy)]
struct WatchContext {
    session: Session,
    changes: Changes,
    connection: Connection,
}

impl WatchContext {
    fn new() -> Self {
        Self { session: use_session(), changes: expect_context(), connection: expect_context() }
    }

    /// Makes queries run again if a run has new answers since it had `known`. `None` for a run that is read first.
    fn compare(self, known: Option<u64>, run: &Run) {
        if known.is_some_and(|known| known != run.success_count) {
            self.changes.invalidate(Kind::Credits);
            self.changes.invalidate(Kind::Answers);
        }
        if known.is_some() && run.has_ended() {
            self.changes.invalidate(Kind::FinishedRuns);
        }
    }

    /// Watches a run. `known` is the number of its answers that the page knows already.
    fn watch(
        self,
        client: Client,
        id: RunId,
        known: Option<u64>,
        on_end: impl FnOnce() + 'static,
        on_state: impl Fn(Result<Arc<Run>, RequestError>) + 'static,
    ) -> AbortHandle {
        spawn_abortable(async move {
            let mut watcher = client.runs().watch(id);
            let mut success_count = known;
            while let Some(state) = watcher.next_state().await {
                let state = state.map(Arc::new).map_err(RequestError::from);
                self.connection.record(&state);
                if let Ok(run) = &state {
                    self.compare(success_count.replace(run.success_count), run);
                }
                on_state(state);
            }
            on_end();
        })
    }
}
