//! Runs.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::{Run, RunId, RunStatus, RunSubmit};
use answerdeck_client::Client;
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;

use super::{Changes, Connection, Failure, Kind, Mutation, PagedQuery};
use crate::session::{Session, use_session};

/// Every run, the newest first, without their items.
pub fn use_runs() -> PagedQuery<Run> {
    PagedQuery::new(&[Kind::Runs], |client| client.runs().list().limit(RUN_PAGE_SIZE_MAX))
}

/// Starts a run.
pub fn start(mutation: Mutation, run: RunSubmit, then: impl FnOnce(RunId) + 'static) {
    let touches = &[Kind::Runs, Kind::Credits];
    mutation.run(touches, |client| async move { client.runs().submit(&run).await }, then);
}

/// A run that is looked at again and again until it has finished.
#[derive(Clone, Copy)]
pub struct LiveRun {
    run: RwSignal<Option<Arc<Run>>>,
    failure: RwSignal<Option<Failure>>,
    again: RwSignal<u32>,
}

impl LiveRun {
    /// Its newest state. `None` until the first is here.
    pub fn get(&self) -> Option<Arc<Run>> {
        self.run.get()
    }

    /// Why the last look came to nothing. `None` when it did not.
    pub fn failure(&self) -> Option<Failure> {
        self.failure.get()
    }

    /// Looks at it again.
    pub fn retry(&self) {
        self.again.update(|times| *times += 1);
    }
}

/// Watches one run. Nothing is read while `id` is `None`. The watch ends with the page, rests while there is no
/// connection, and goes on when it is back.
pub fn use_live_run(id: Signal<Option<RunId>>) -> LiveRun {
    let live = LiveRun { run: RwSignal::new(None), failure: RwSignal::new(None), again: RwSignal::new(0) };
    let watching = Watching::new();
    Effect::new(move |_| {
        watching.connection.returns();
        live.again.track();
        let (Some(client), Some(id)) = (watching.session.client(), id.get()) else { return };
        let known = live.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.id == id));
        if !known {
            live.run.set(None);
        } else if live.run.with_untracked(|run| run.as_ref().is_some_and(|run| run.status == RunStatus::Finished)) {
            return;
        }
        live.failure.set(None);
        let handle = watching.watch(client, id, move |state| match state {
            Ok(run) => {
                live.failure.try_set(None);
                live.run.try_set(Some(run));
            }
            Err(failure) => {
                live.failure.try_set(Some(failure));
            }
        });
        on_cleanup(move || handle.abort());
    });
    live
}

/// The newest states of the runs of a list that are still running, without their items.
#[derive(Clone, Copy)]
pub struct LiveRuns(RwSignal<HashMap<RunId, RwSignal<Run>>>);

impl LiveRuns {
    /// The newest state of a run of the list.
    pub fn newest(&self, run: &Run) -> Run {
        self.0.with(|live| live.get(&run.id).copied()).map_or_else(|| run.clone(), |live| live.get())
    }
}

/// Watches those runs of a list that are still running.
pub fn use_live_runs(runs: PagedQuery<Run>) -> LiveRuns {
    let live = LiveRuns(RwSignal::new(HashMap::new()));
    let handles = StoredValue::new(Vec::<AbortHandle>::new());
    let watching = Watching::new();
    Effect::new(move |_| {
        let running = runs.items().into_iter().filter(|run| run.status != RunStatus::Finished);
        for run in running {
            let Some(client) = watching.session.client_untracked() else { return };
            let id = run.id.clone();
            if live.0.with_untracked(|live| live.contains_key(&id)) {
                continue;
            }
            let newest = RwSignal::new(run);
            live.0.update(|live| {
                live.insert(id.clone(), newest);
            });
            let handle = watching.watch(client, id, move |state| {
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

/// What a watch takes note of.
#[derive(Clone, Copy)]
struct Watching {
    session: Session,
    changes: Changes,
    connection: Connection,
}

impl Watching {
    fn new() -> Self {
        Self { session: use_session(), changes: expect_context(), connection: expect_context() }
    }

    fn watch(self, client: Client, id: RunId, on_state: impl Fn(Result<Arc<Run>, Failure>) + 'static) -> AbortHandle {
        let (future, handle) = abortable(async move {
            let mut watcher = client.runs().watch(id);
            let mut charged = None;
            while let Some(state) = watcher.next_state().await {
                let state = state.map(Arc::new).map_err(Failure::from);
                self.connection.note(&state);
                self.session.note(&state);
                if let Ok(run) = &state {
                    let before = charged.replace(run.success_count);
                    if before.is_some_and(|before| before != run.success_count) {
                        self.changes.tell(Kind::Credits);
                        self.changes.tell(Kind::Answers);
                    }
                }
                on_state(state);
            }
        });
        leptos::task::spawn_local(async move {
            let _ = future.await;
        });
        handle
    }
}
