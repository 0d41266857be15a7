//! Runs.
//!
//! The list of runs is polled instead of each of its running runs: one request reads the progress of all.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::{Run, RunId, RunSubmit};
use answerdeck_client::{Client, Error, Watchable};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;

use super::pages::first_items;
use super::{Changes, Connection, Items, KeepPrevious, Kind, Mutation, Query};
use crate::organization_storage::of_tab;
use crate::reactive::effect;

/// The time between two reads of the states of unfinished runs, in milliseconds. Each read without progress makes the next wait
/// longer.
const POLL_INTERVAL: u32 = 3000;
/// The maximum time between two reads, as a multiple.
const POLL_INTERVALS_MAX: u32 = 10;

/// The item of the tab's storage that exists while it is unknown whether a run has started.
const UNCONFIRMED_ITEM: &str = "unconfirmed-run";

/// All runs, newest first, without their items. Reading them resolves whether a run has started.
pub fn use_runs() -> Query<Items<Run>> {
    let runs = Query::paged(&[Kind::Runs], |client| client.runs().list().limit(RUN_PAGE_SIZE_MAX));
    effect(move || {
        if runs.with(|runs| runs.is_some()) {
            of_tab().remove(UNCONFIRMED_ITEM);
        }
    });
    runs
}

/// The run that answers are filtered by, without its items. Fetches nothing while `id` is `None`.
pub fn use_run_of_filter(id: Signal<Option<RunId>>) -> Query<Option<Run>> {
    Query::of_id(&[], id, |client, id| async move { Ok(first_items(client.runs().list_of(vec![id])).await?.pop()) })
}

/// Whether it is unknown if the last run that this tab submitted has started, and the list of runs was not read since.
pub fn is_unconfirmed() -> bool {
    of_tab().read(UNCONFIRMED_ITEM).is_some()
}

/// Records that the outcome of a submission is unknown, until the list of runs is read.
pub fn leave_unconfirmed() {
    of_tab().write(UNCONFIRMED_ITEM, "1");
}

pub fn start(mutation: Mutation, run: RunSubmit, on_success: impl FnOnce(RunId) + 'static) {
    let invalidates = &[Kind::Runs, Kind::Credits];
    mutation.run(invalidates, |client| async move { client.runs().submit(&run).await }, on_success);
}

pub fn stop(mutation: Mutation, id: RunId, on_success: impl FnOnce(Run) + 'static) {
    mutation.run(&[Kind::Runs], |client| async move { client.runs().stop(&id).await }, on_success);
}

/// Watches one run until it finishes.
pub fn use_live_run(id: Signal<Option<RunId>>) -> Query<Arc<Run>> {
    let changes: Changes = expect_context();
    let watch = |client: Client, id| client.runs().watch(id);
    Query::watch(id, watch, move |before, run: &Run| {
        compare(changes, before, run);
        // A model may have stopped since the last poll.
        if before.is_some() && !run.progress().has_ended {
            changes.invalidate(Kind::Models);
        }
    })
}

/// The newest states of the unfinished runs of a list, without their items.
#[derive(Clone, Copy)]
pub struct LiveRuns(Query<HashMap<RunId, Run>>);

impl LiveRuns {
    /// The newest state of a run of the list. Reactive.
    pub fn newest(&self, run: &Run) -> Run {
        let is_newer = |live: &&Run| live.finished_count >= run.finished_count;
        self.0.with(|live| live.and_then(|live| live.get(&run.id)).filter(is_newer).unwrap_or(run).clone())
    }
}

/// Reads the newest states of the unfinished runs of a list, from time to time, and at once when the connection is back: one request
/// for all, unless older runs are unfinished.
pub fn use_live_runs(runs: Query<Items<Run>>) -> LiveRuns {
    let (changes, connection): (Changes, Connection) = (expect_context(), expect_context());
    let live = LiveRuns(Query::keeping(KeepPrevious::ALWAYS));
    let polls = RwSignal::new(0_u32);
    let without_progress = StoredValue::new(0_u32);
    let reconnections = StoredValue::new(connection.reconnections.get_untracked());
    live.0.run(&[], move |client| {
        polls.track();
        let now = connection.reconnections.get_untracked();
        let is_back = reconnections.try_update_value(|before| std::mem::replace(before, now) != now) == Some(true);
        if is_back {
            without_progress.set_value(0);
        }
        let unfinished: HashMap<RunId, Run> = runs.with_items(|runs| {
            let newest = runs.iter().map(|run| untrack(|| live.newest(run)));
            newest.filter(|run| !run.progress().has_ended).map(|run| (run.id.clone(), run)).collect()
        });
        if unfinished.is_empty() {
            return None;
        }
        let mut states = untrack(|| live.0.value()).unwrap_or_default();
        let intervals = if is_back { 0 } else { (1 + without_progress.get_value()).min(POLL_INTERVALS_MAX) };
        Some(async move {
            TimeoutFuture::new(POLL_INTERVAL * intervals).await;
            let read = newest_states(&client, &unfinished).await;
            without_progress.try_update_value(|count| *count += 1);
            polls.try_update(|polls| *polls += 1);
            for run in read? {
                let before = unfinished.get(&run.id);
                if before.is_some_and(|before| before.finished_count != run.finished_count) {
                    without_progress.try_set_value(0);
                }
                compare(changes, before, &run);
                states.insert(run.id.clone(), run);
            }
            Ok(states)
        })
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

// Makes queries run again if a run has new answers since it was read before.
fn compare(changes: Changes, before: Option<&Run>, run: &Run) {
    let Some(before) = before else { return };
    if before.success_count != run.success_count {
        changes.invalidate(Kind::Credits);
        changes.invalidate(Kind::Answers);
    }
    if run.progress().has_ended {
        changes.invalidate(Kind::FinishedRuns);
    }
}
