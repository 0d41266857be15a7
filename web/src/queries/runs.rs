//! Runs.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::{Run, RunId, RunStatus, RunSubmit};
use answerdeck_client::Client;
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;

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

/// A run that is polled until it finishes.
#[derive(Clone, Copy)]
pub struct LiveRun {
    run: RwSignal<Option<Arc<Run>>>,
    failure: RwSignal<Option<RequestError>>,
    has_ended: RwSignal<bool>,
    retries: RwSignal<u32>,
}

impl LiveRun {
    /// The newest state of the run. `None` until the first response. Reactive.
    pub fn get(&self) -> Option<Arc<Run>> {
        self.run.get()
    }

    /// The error of the last poll. `None` if it succeeded. Reactive.
    pub fn failure(&self) -> Option<RequestError> {
        self.failure.get()
    }

    /// Whether polling has ended. Reactive.
    pub fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Polls the run again.
    pub fn retry(&self) {
        self.retries.update(|count| *count += 1);
    }
}

/// Watches one run. Fetches nothing while `id` is `None`. The watch ends when the page is closed, pauses without a
/// connection and continues when the connection is back.
pub fn use_live_run(id: Signal<Option<RunId>>) -> LiveRun {
    let live = LiveRun {
        run: RwSignal::new(None),
        failure: RwSignal::new(None),
        has_ended: RwSignal::new(false),
        retries: RwSignal::new(0),
    };
    let context = WatchContext::new();
    // After a poll that failed offline, the watch continues as soon as the browser is online.
    effect(move || {
        context.connection.reconnections();
        if live.failure.with_untracked(|failure| failure.as_ref().is_some_and(|failure| !failure.is_offline())) {
            live.retry();
        }
    });
    effect(move || {
        live.retries.track();
        let (Some(client), Some(id)) = (context.session.client(), id.get()) else { return };
        let known = live.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.id == id));
        if !known {
            live.run.set(None);
        } else if live.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.status == RunStatus::Finished)) {
            return;
        }
        live.failure.set(None);
        live.has_ended.set(false);
        let on_end = move || {
            live.has_ended.try_set(true);
        };
        let handle = context.watch(client, id, on_end, move |state| match state {
            Ok(run) => {
                live.failure.try_set(None);
                let is_polled = live.run.try_get_untracked().flatten().is_some();
                // A model may have stopped since the last poll.
                if is_polled && run.status != RunStatus::Finished {
                    context.changes.invalidate(Kind::Models);
                }
                live.run.try_set(Some(run));
            }
            Err(error) => {
                live.failure.try_set(Some(error));
            }
        });
        on_cleanup(move || handle.abort());
    });
    live
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
        let is_unfinished = |run: &&Run| run.status != RunStatus::Finished;
        let unfinished: Vec<Run> = runs.with_items(|runs| runs.iter().filter(is_unfinished).cloned().collect());
        for run in unfinished {
            let Some(client) = context.session.client_untracked() else { return };
            let id = run.id.clone();
            if live.0.with_untracked(|live| live.contains_key(&id)) {
                continue;
            }
            // It outlives this run of the effect.
            let newest = ArcRwSignal::new(run);
            live.0.update(|live| {
                live.insert(id.clone(), newest.clone());
            });
            // A list that is read later is more recent for a run that could not be watched to its end.
            let (watched, last) = (id.clone(), newest.clone());
            let on_end = move || {
                if last.with_untracked(|run| run.status != RunStatus::Finished) {
                    live.0.try_update(|live| live.remove(&watched));
                }
            };
            let handle = context.watch(client, id, on_end, move |state| {
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

    fn watch(
        self,
        client: Client,
        id: RunId,
        on_end: impl FnOnce() + 'static,
        on_state: impl Fn(Result<Arc<Run>, RequestError>) + 'static,
    ) -> AbortHandle {
        let (future, handle) = abortable(async move {
            let mut watcher = client.runs().watch(id);
            let mut success_count = None;
            while let Some(state) = watcher.next_state().await {
                let state = state.map(Arc::new).map_err(RequestError::from);
                self.connection.record(&state);
                if let Ok(run) = &state {
                    let previous = success_count.replace(run.success_count);
                    if previous.is_some_and(|previous| previous != run.success_count) {
                        self.changes.invalidate(Kind::Credits);
                        self.changes.invalidate(Kind::Answers);
                    }
                    if previous.is_some() && run.status == RunStatus::Finished {
                        self.changes.invalidate(Kind::FinishedRuns);
                    }
                }
                on_state(state);
            }
            on_end();
        });
        leptos::task::spawn_local(async move {
            let _ = future.await;
        });
        handle
    }
}
