//! Tests against a platform in memory.

mod all_answers;
mod batches;
mod brands;
mod faults;
mod histories;
pub(crate) mod platform;
mod reload;
mod synchronization;
mod without_run;

use std::rc::Rc;

use answerdeck_api::{AnswerScope, RunId};
use futures_util::FutureExt;

use crate::tests::platform::Platform;
use crate::{AnswerStore, AnswerSync, MemoryStore, Opening, Store, SyncError, SyncEvent, SyncMode, Uncompressed};

/// Runs a future of which nothing waits.
fn run<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().expect("nothing waits")
}

fn open(store: &Rc<MemoryStore>) -> (AnswerStore, Opening) {
    let store: Rc<dyn Store> = store.clone();
    run(AnswerStore::open(store, Rc::new(Uncompressed))).unwrap()
}

/// Takes all steps. Returns the events but `Read`, in a short form.
fn finish(answers: &mut AnswerStore, sync: &mut AnswerSync) -> Result<Vec<String>, SyncError> {
    let mut events = Vec::new();
    while let Some(event) = run(sync.next())? {
        match &event {
            SyncEvent::Read(_) => {}
            SyncEvent::AnswersListed(listed) => events.extend(listed.is_deleted.then(|| "none deleted".to_owned())),
            SyncEvent::RunsListed(listed) => {
                events.push(format!("{} listed", listed.missing_runs.runs.len()));
                events.extend(listed.outdated.iter().map(|run| format!("{} deleted", short(run.as_ref()))));
            }
            SyncEvent::Kept(kept) => events.push(format!("{} kept", short(kept.run.as_ref()))),
            SyncEvent::Unreadable(run, _) => events.push(format!("{} unreadable", short(run.as_ref()))),
        }
        answers.apply(event).unwrap();
    }
    Ok(events)
}

fn short(run: Option<&RunId>) -> String {
    run.map_or("none".to_owned(), |run| format!("r{}", run.as_str().trim_start_matches(['r', '0'])))
}

fn sync(answers: &mut AnswerStore, platform: &Platform, mode: SyncMode) -> Vec<String> {
    let mut sync = answers.sync(platform.client(), mode);
    finish(answers, &mut sync).unwrap()
}

fn count(answers: &AnswerStore, scope: &AnswerScope) -> usize {
    answers.select(scope).unwrap().len()
}

fn all(answers: &AnswerStore) -> usize {
    count(answers, &AnswerScope::default())
}

/// Compacts everything.
fn compact(answers: &mut AnswerStore) {
    while run(answers.compact_from(1)).unwrap() {}
}
