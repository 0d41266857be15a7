//! Stores whose batches are small.

use std::rc::Rc;

use answerdeck_api::AnswerStatus;
use futures_core::future::LocalBoxFuture;
use futures_util::FutureExt;

use super::brands::{brand, search};
use super::platform::Platform;
use super::{all, open, run, sync};
use crate::{AnswerStore, Changes, MemoryStore, Records, Store, StoreError, SyncMode, Uncompressed};

/// A store whose batches have one record.
struct Single(Rc<MemoryStore>);

impl Store for Single {
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        self.0.read_all(keys)
    }

    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Records, StoreError>> {
        Box::pin(self.0.read_batch(prefix, after).map(|batch| Ok(batch?.into_iter().take(1).collect())))
    }

    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.0.write(changes)
    }

    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.0.keys()
    }

    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.0.clear()
    }
}

#[test]
fn the_runs_of_all_batches_are_opened_and_their_brands_are_found() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    (0..5).for_each(|_| drop(platform.finished_run(&[set], 1)));
    platform.answer_without_run(set, 0, AnswerStatus::Success);
    let brands = [brand("Nurio", &[])];
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    run(answers.track(&brands)).unwrap();
    assert_eq!((answers.unsearched(), search(&mut answers) > 0, answers.unsearched()), (6, true, 0));

    let (mut answers, _) = run(AnswerStore::open(Rc::new(Single(store)), Rc::new(Uncompressed))).unwrap();
    assert_eq!(all(&answers), 11);
    run(answers.track(&brands)).unwrap();
    assert_eq!(answers.unsearched(), 0);
}
