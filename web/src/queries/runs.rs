//! Runs.
//!
//! The list of runs watches each running run instead of polling the list: a watch polls sooner when its run is about to end.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::{Run, RunId, RunStatus, RunSubmit};
use answerdeck_client::Client;
use futures_util::future::AbortHandle;
use leptos::prelude::*;

use super::live::{Live, Pollable, spawn_abortable, use_live};
use super::{Changes, Connection, Kind, Mutation, PagedQuery, PagedQueryState};
use crate::browser_storage;
use crate::reactive::effect;
use crate::request_error::RequestError;
use crate::session::{Session, use_session};

/// The item of the tab's storage that exists while it is unknown whether a run has started.
const UNCONFIRMED_ITEM: &str = "answerdeck.unconfirmed-run";

/// All runs, newest first, without their items. Reading them resolves whether a run has started.
pub fn use_runs() -> PagedQuery<Run> {
    let runs = PagedQuery::new(&[Kind::Runs], |client| client.runs().list().limit(RUN_PAGE_SIZE_MAX));
    effect(move || {
        if let PagedQueryState::More | PagedQueryState::Complete = runs.state() {
            browser_storage::session().remove(UNCONFIRMED_ITEM);
        }
    });
    runs
}

/// Whether it is unknown if the last run that this tab submitted has started, and the list of runs was not read since.
pub fn is_unconfirmed() -> bool {
    browser_storage::session().read(UNCONFIRMED_ITEM).is_some()
}

/// Records that the outcome of a submission is unknown, until the list of runs is read.
pub fn leave_unconfirmed() {
    let _ = browser_storage::session().write(UNCONFIRMED_ITEM, "1");
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
pub struct LiveRuns(RwSignal<HashMap<RunId, ArcRwSignal<Run>>>);

impl LiveRuns {
    /// The newest state of a run. Reactive.
    pub fn newest(&self, run: &Run) -> Run {
        self.0.with(|live| live.get(&run.id).cloned()).map_or_else(|| run.clone(), |live| live.get())
    }
}

/// Watches the unfinished runs of a list.
pub fn use_live_runs(runs: PagedQuery<Run>) -> LiveRuns {
    let live = LiveRuns(RwSignal::new(HashMap::new()));
    let handles = StoredValue::new(Vec::<AbortHandle>::new());
    let context = WatchContext::new();
    effect(move || {
        let is_unfinished = |run: &&Run| !run.has_ended();
        let unfinished: Vec<Run> = runs.with_items(|runs| runs.iter().filter(is_unfinished).cloned().collect());
        for run in unfinished {
            let Some(client) = context.session.client_untracked() else { return };
            let id = run.id.clone();
            if live.0.with_untracked(|live| live.contains_key(&id)) {
                continue;
            }
            let known = Some(run.success_count);
            // It outlives this run of the effect.
            let newest = ArcRwSignal::new(run);
            live.0.update(|live| {
                live.insert(id.clone(), newest.clone());
            });
            // A list that is read later is more recent for a run that could not be watched to its end.
            let (watched, last) = (id.clone(), newest.clone());
            let on_end = move || {
                if last.with_untracked(|run| !run.has_ended()) {
                    live.0.try_update(|live| live.remove(&watched));
                }
            };
            let handle = context.watch(client, id, known, on_end, move |state| {
                if let Ok(run) = state {
                    newest.try_set(Run { answers: None, ..(*run).clone() });
                }
            });
            handles.update_value(|handles| handles.push(handle));
        }
    });
    on_cleanup(move || handles.with_value(|handles| handles.iter().for_each(AbortHandle::abort)));
    live
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
                    let previous = success_count.replace(run.success_count);
                    if previous.is_some_and(|previous| previous != run.success_count) {
                        self.changes.invalidate(Kind::Credits);
                        self.changes.invalidate(Kind::Answers);
                    }
                    if previous.is_some() && run.has_ended() {
                        self.changes.invalidate(Kind::FinishedRuns);
                    }
                }
                on_state(state);
            }
            on_end();
        })
    }
}
