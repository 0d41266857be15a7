//! Interruptions, damaged records, full stores and platforms that contradict themselves.

use std::rc::Rc;

use answerdeck_api::{AnswerScope, AnswerStatus, RunId, RunStatus, Timestamp};
use futures_util::FutureExt;

use super::platform::{Fault, Platform};
use super::{all, compact, finish, open, run, sync};
use crate::{
    AnswerStore, ArchiveError, Changes, Compression, MemoryStore, Opening, Store, StoreError, SyncError, SyncMode,
    Uncompressed,
};

#[test]
fn a_step_that_is_dropped_or_fails_is_taken_again() {
    for fault in [Fault::Hangs, Fault::Fails] {
        for requests in 0..20 {
            let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
            let (set, deleted) = (platform.create_set(120), platform.create_set(130));
            (0..3).for_each(|_| drop(platform.finished_run(&[deleted], 1)));
            platform.finished_run(&[set, deleted], 1);
            platform.delete_prompts(deleted);
            let expected = platform.finished_answers().len();
            let (mut answers, _) = open(&store);
            let mut sync = answers.sync(platform.client(), SyncMode::NewRuns);
            platform.fault_after(requests, fault);
            // A step that hangs is dropped here.
            while let Some(Ok(Some(event))) = sync.next().now_or_never() {
                answers.apply(event).unwrap();
            }
            platform.clear_fault();
            // Everything that another tab or the next visit finds is complete.
            let (mut later, _) = open(&store);
            assert_eq!(all(&later), all(&answers));
            finish(&mut answers, &mut sync).unwrap();
            assert_eq!((all(&answers), answers.missing()), (expected, Some(0)), "{fault:?} after {requests}");
            // The other one continues from the runs that it found.
            super::sync(&mut later, &platform, SyncMode::NewRuns);
            assert_eq!(all(&later), expected);
        }
    }
}

#[test]
fn a_synchronization_that_ends_early_is_continued_by_the_next_one() {
    for steps in 0..12 {
        let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
        let set = platform.create_set(3);
        (0..15).for_each(|_| drop(platform.finished_run(&[set], 1)));
        let (mut answers, _) = open(&store);
        let mut first = answers.sync(platform.client(), SyncMode::NewRuns);
        for _ in 0..steps {
            let event = run(first.next()).unwrap().unwrap();
            answers.apply(event).unwrap();
        }
        let (mut answers, _) = open(&store);
        sync(&mut answers, &platform, SyncMode::NewRuns);
        assert_eq!((all(&answers), answers.missing()), (45, Some(0)), "{steps} steps");
    }
}

#[test]
fn the_next_synchronization_makes_up_for_an_event_that_was_not_applied() {
    for steps in 1..24 {
        let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
        let (set, deleted) = (platform.create_set(2), platform.create_set(3));
        let changed = platform.finished_run(&[set], 1);
        platform.answer_without_run(set, 0, AnswerStatus::Success);
        let (mut answers, _) = open(&store);
        sync(&mut answers, &platform, SyncMode::AllAnswers);
        platform.lose_answer(&changed);
        platform.change_run(&changed, |run| run.success_count -= 1);
        platform.finished_run(&[set, deleted], 1);
        platform.answer_without_run(deleted, 1, AnswerStatus::Success);
        platform.delete_set(deleted);
        let mut interrupted = answers.sync(platform.client(), SyncMode::AllAnswers);
        for step in 1..=steps {
            let Some(event) = run(interrupted.next()).unwrap() else { break };
            if step < steps {
                answers.apply(event).unwrap();
            }
        }
        sync(&mut answers, &platform, SyncMode::AllAnswers);
        sync(&mut answers, &platform, SyncMode::AllRuns);
        let (reopened, _) = open(&store);
        for answers in [answers, reopened] {
            assert_eq!((all(&answers), answers.missing()), (8, Some(0)), "{steps} steps");
            let scope = AnswerScope { prompt_set_id: Some(platform.set_id(deleted)), ..AnswerScope::default() };
            // The first synchronization found the set before it was deleted.
            assert_eq!(super::count(&answers, &scope), 4);
        }
    }
}

#[test]
fn a_full_store_keeps_whole_runs() {
    let platform = Platform::default();
    let set = platform.create_set(50);
    (0..4).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let unlimited = Rc::new(MemoryStore::default());
    let (mut answers, _) = open(&unlimited);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    let store = Rc::new(MemoryStore::with_capacity(answers.bytes() as usize * 5 / 8));
    let (mut answers, _) = open(&store);
    let mut sync = answers.sync(platform.client(), SyncMode::NewRuns);
    let error = finish(&mut answers, &mut sync).unwrap_err();
    assert!(matches!(error, SyncError::Archive(ArchiveError::Store(StoreError::Full))), "{error}");
    let (reopened, _) = open(&store);
    assert_eq!((all(&reopened), all(&answers)), (100, 100));
    assert_eq!(answers.missing(), Some(2));
}

/// Changes a byte of a record, or removes it.
fn damage(store: &MemoryStore, key: &str, is_removed: bool) {
    let mut record = run(store.read(key)).unwrap().unwrap();
    let middle = record.len() / 2;
    record[middle] ^= 1;
    let changes = match is_removed {
        true => Changes { delete: vec![key.to_owned()], ..Changes::default() },
        false => Changes { put: vec![(key.to_owned(), record)], ..Changes::default() },
    };
    run(store.write(changes)).unwrap();
}

#[test]
fn a_damaged_or_lost_record_is_replaced_by_the_next_synchronization() {
    let platform = Platform::default();
    let set = platform.create_set(2);
    (0..12).for_each(|_| drop(platform.finished_run(&[set], 1)));
    platform.submit_run(&[set], 1, 0);
    (0..2).for_each(|second| drop(platform.answer_without_run(set, second, AnswerStatus::Success)));
    let kept = || {
        let store = Rc::new(MemoryStore::default());
        let (mut answers, _) = open(&store);
        sync(&mut answers, &platform, SyncMode::AllAnswers);
        // Eight parts of the dictionary, and five runs with their own texts.
        (0..8).for_each(|_| assert!(run(answers.compact_from(1)).unwrap()));
        store
    };
    let keys = run(kept().keys()).unwrap();
    assert_eq!(keys.iter().filter(|key| key.starts_with("dictionary/")).count(), 8);
    assert!(keys.len() > 24);
    for key in keys {
        for is_removed in [false, true] {
            let store = kept();
            damage(&store, &key, is_removed);
            let (mut answers, opening) = open(&store);
            assert_eq!(opening == Opening::Rebuilt, ["header", "prompt-sets"].contains(&key.as_str()), "{key}");
            // A text is read only when it is requested.
            for (answer, _) in platform.finished_answers() {
                if let Err(ArchiveError::Damaged(of)) = run(answers.answer(&answer.id)) {
                    assert!(key.starts_with("texts/"));
                    run(answers.discard(of.as_ref())).unwrap();
                }
            }
            // A lost record leaves no trace. Comparing everything finds it.
            let is_all = is_removed || opening == Opening::Rebuilt;
            let modes: &[SyncMode] =
                if is_all { &[SyncMode::AllRuns, SyncMode::AllAnswers] } else { &[SyncMode::NewRuns] };
            modes.iter().for_each(|mode| drop(sync(&mut answers, &platform, *mode)));
            assert_eq!((all(&answers), answers.missing()), (26, Some(1)), "{key}, removed: {is_removed}");
            for (answer, _) in platform.finished_answers() {
                assert_eq!(run(answers.answer(&answer.id)).unwrap(), Some(answer));
            }
        }
    }
}

#[test]
fn kept_answers_without_a_run_are_not_read_when_there_are_no_new_ones() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    platform.answer_without_run(set, 1, AnswerStatus::Success);
    platform.finished_run(&[set], 1);
    platform.change_answers(|answer| {
        answer.created_at =
            answer.run_id.as_ref().map_or(answer.created_at.clone(), |_| Some(Timestamp::new("2026-11-03T00:00:00Z")));
    });
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    let keys = run(store.keys()).unwrap();
    keys.iter().filter(|key| key.starts_with("texts/")).for_each(|key| damage(&store, key, true));
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed"]);
    platform.answer_without_run(set, 3, AnswerStatus::Success);
    platform.change_answers(|answer| answer.created_at = Some(Timestamp::new("2026-11-03T00:00:00Z")));
    let mut damaged = answers.sync(platform.client(), SyncMode::NewRuns);
    let error = finish(&mut answers, &mut damaged).unwrap_err();
    assert!(matches!(error, SyncError::Archive(ArchiveError::Damaged(None))), "{error}");
}

#[test]
fn a_store_of_another_version_or_compression_is_rebuilt() {
    struct Renamed;
    impl Compression for Renamed {
        fn format(&self) -> &'static str {
            "renamed"
        }
        fn compress(
            &self,
            bytes: Vec<u8>,
        ) -> futures_core::future::LocalBoxFuture<'_, Result<Vec<u8>, crate::CompressionError>> {
            Uncompressed.compress(bytes).now_or_never().map(std::future::ready).map(|done| Box::pin(done) as _).unwrap()
        }
        fn decompress(
            &self,
            bytes: Vec<u8>,
            length: usize,
        ) -> futures_core::future::LocalBoxFuture<'_, Result<Vec<u8>, crate::CompressionError>> {
            let done = Uncompressed.decompress(bytes, length).now_or_never().unwrap();
            Box::pin(std::future::ready(done))
        }
    }
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);

    let other = || run(AnswerStore::open(store.clone(), Rc::new(Renamed))).unwrap();
    assert_eq!(other().1, Opening::Rebuilt);
    let (mut answers, opening) = other();
    assert_eq!((opening, all(&answers)), (Opening::Kept, 0));
    sync(&mut answers, &platform, SyncMode::NewRuns);
    let (mut answers, opening) = open(&store);
    assert_eq!((opening, all(&answers)), (Opening::Rebuilt, 0));
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(all(&answers), 2);
}

#[test]
fn a_run_whose_answers_differ_from_its_counts_is_not_kept_and_is_read_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let wrong = platform.finished_run(&[set], 1);
    platform.finished_run(&[set], 1);
    platform.change_run(&wrong, |run| run.success_count += 1);
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["2 listed", "r1 kept", "r unreadable"]);
    assert_eq!((all(&answers), answers.missing()), (3, Some(1)));
    platform.change_run(&wrong, |run| run.success_count -= 2);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r unreadable"]);
    platform.change_run(&wrong, |run| run.success_count += 1);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r kept"]);
    assert_eq!((all(&answers), answers.missing()), (6, Some(0)));
}

/// The requests for the lists of all answers.
const ALL_ANSWERS: &str = "answers?limit";

/// The requests for the answers of a run.
fn answers_of(run: &RunId) -> String {
    format!("answers?runID={run}")
}

#[test]
fn runs_that_fail_do_not_block_the_others() {
    for (failing, status, mode) in [
        (1, 500, SyncMode::AllAnswers),
        (3, 500, SyncMode::AllAnswers),
        (3, 403, SyncMode::AllAnswers),
        (1, 504, SyncMode::AllAnswers),
        (1, 504, SyncMode::NewRuns),
        (3, 504, SyncMode::NewRuns),
    ] {
        let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
        let set = platform.create_set(2);
        let runs: Vec<RunId> = (0..6).map(|_| platform.finished_run(&[set], 1)).collect();
        let broken = runs[2..2 + failing].iter().map(answers_of);
        platform.fail_always(broken.chain([ALL_ANSWERS.to_owned()]), status);
        let (mut answers, _) = open(&store);
        let mut sync = answers.sync(platform.client(), mode);
        for _ in 0..16 {
            match finish(&mut answers, &mut sync) {
                Err(SyncError::Client(error)) if error.is_retryable() => {}
                _ => sync = answers.sync(platform.client(), mode),
            }
        }
        assert_eq!((all(&answers), answers.missing()), (12 - 2 * failing, Some(failing)), "{failing} × {status}");
    }
}

#[test]
fn temporary_failures_do_not_end_the_list_of_all_answers() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    (0..6).for_each(|_| drop(platform.finished_run(&[set], 60)));
    let (mut answers, _) = open(&store);
    let mut sync = answers.sync(platform.client(), SyncMode::AllAnswers);
    run(sync.next()).unwrap().into_iter().for_each(|event| answers.apply(event).unwrap());
    for _ in 0..2 {
        platform.fail_always(["answers?".to_owned()], 503);
        finish(&mut answers, &mut sync).unwrap_err();
        platform.fail_always([], 503);
        run(sync.next()).unwrap().into_iter().for_each(|event| answers.apply(event).unwrap());
    }
    finish(&mut answers, &mut sync).unwrap();
    assert_eq!((all(&answers), answers.missing()), (720, Some(0)));
    let requests = platform.take_requests();
    assert!(!requests.iter().any(|request| request.starts_with("answers?runID")), "{requests:?}");
}

#[test]
fn a_run_that_failed_is_read_once_it_no_longer_fails() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    let runs: Vec<RunId> = (0..3).map(|_| platform.finished_run(&[set], 1)).collect();
    platform.fail_always([answers_of(&runs[1])], 500);
    let (mut answers, _) = open(&store);
    let events = sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(events, ["3 listed", "r2 kept", "2 listed", "r1 unreadable", "r kept"]);
    platform.fail_always([], 500);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r1 kept"]);
}

#[test]
fn an_unreachable_platform_makes_no_run_unreadable() {
    for status in [500, 503] {
        let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
        let set = platform.create_set(2);
        (0..9).for_each(|_| drop(platform.finished_run(&[set], 1)));
        let (mut answers, _) = open(&store);
        let mut sync = answers.sync(platform.client(), SyncMode::NewRuns);
        run(sync.next()).unwrap().into_iter().for_each(|event| answers.apply(event).unwrap());
        platform.fail_always(["".to_owned()], status);
        (0..3).for_each(|_| drop(finish(&mut answers, &mut sync).unwrap_err()));
        platform.fail_always([], status);
        finish(&mut answers, &mut sync).unwrap();
        assert_eq!((all(&answers), answers.missing()), (18, Some(0)), "{status}");
    }
}

#[test]
fn runs_that_all_fail_end_the_synchronization() {
    for failing in ["answers?", "prompts?"] {
        let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
        let set = platform.create_set(2);
        (0..100).for_each(|_| drop(platform.finished_run(&[set], 1)));
        platform.fail_always([failing.to_owned()], 500);
        let (mut answers, _) = open(&store);
        let mut sync = answers.sync(platform.client(), SyncMode::NewRuns);
        finish(&mut answers, &mut sync).unwrap_err();
        let requests = platform.take_requests();
        let of_runs = requests.iter().filter(|request| !request.starts_with("runs?"));
        assert!(of_runs.count() <= 6, "{requests:?}");
    }
}

#[test]
fn a_kept_run_that_cannot_be_compared_does_not_block_the_others() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    let runs: Vec<RunId> = (0..2).map(|_| platform.finished_run(&[set], 1)).collect();
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.change_answers(|answer| answer.content.push('!'));
    platform.fail_always([answers_of(&runs[0])], 500);
    assert_eq!(sync(&mut answers, &platform, SyncMode::KeptRun), ["0 listed"]);
    assert_eq!(sync(&mut answers, &platform, SyncMode::KeptRun), ["0 listed", "1 listed", "r1 deleted", "r1 kept"]);
}

#[test]
fn a_kept_run_that_runs_again_is_not_counted() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let strange = platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.change_run(&strange, |run| run.status = RunStatus::Running);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r deleted"]);
    assert_eq!((all(&answers), answers.missing()), (0, Some(1)));
}

#[test]
fn an_answer_that_cannot_be_counted_makes_its_run_unreadable() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    platform.finished_run(&[set], 1);
    platform.change_answers(|answer| answer.created_at = None);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["2 listed", "r1 kept", "r unreadable"]);
    assert_eq!(all(&answers), 2);
}

#[test]
fn compacted_runs_of_a_lost_dictionary_are_read_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    (0..4).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    compact(&mut answers);
    platform.finished_run(&[set], 1);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    run(store.write(Changes { delete: vec!["dictionary/0000000002".to_owned()], ..Changes::default() })).unwrap();

    // Two runs need only the parts before, and one has its own texts.
    let (mut answers, _) = open(&store);
    assert_eq!(all(&answers), 9);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    compact(&mut answers);
    let (reopened, _) = open(&store);
    assert_eq!((all(&answers), all(&reopened), reopened.missing()), (15, 15, Some(0)));
}

#[test]
fn a_full_store_compacts_nothing_and_stays_as_it_is() {
    let platform = Platform::default();
    let set = platform.create_set(50);
    platform.finished_run(&[set], 1);
    let unlimited = Rc::new(MemoryStore::default());
    let (mut answers, _) = open(&unlimited);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    let bytes: usize =
        run(unlimited.keys()).unwrap().iter().map(|key| run(unlimited.read(key)).unwrap().unwrap().len()).sum();
    let store = Rc::new(MemoryStore::with_capacity(bytes));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    // One more byte than the records have now is too much.
    let error = run(answers.compact_from(1)).unwrap_err();
    assert!(matches!(error, ArchiveError::Store(StoreError::Full)), "{error}");
    let (reopened, _) = open(&store);
    assert_eq!((all(&answers), all(&reopened)), (50, 50));
}

#[test]
fn tabs_that_compact_in_turn_count_the_same() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let (mut one, mut other) = (open(&store).0, open(&store).0);
    for runs in 1..5 {
        platform.finished_run(&[set], 1);
        run(one.reload_all()).unwrap();
        sync(&mut one, &platform, SyncMode::NewRuns);
        compact(&mut one);
        // The other tab has another dictionary, or none.
        run(other.reload_all()).unwrap();
        let (reopened, _) = open(&store);
        for answers in [&one, &other, &reopened] {
            assert_eq!((all(answers), answers.missing()), (runs * 3, Some(0)));
        }
        std::mem::swap(&mut one, &mut other);
    }
}

#[test]
fn a_tab_that_missed_a_compaction_writes_no_dictionary_of_its_own() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    platform.finished_run(&[set], 1);
    let mut one = open(&store).0;
    sync(&mut one, &platform, SyncMode::NewRuns);
    let mut other = open(&store).0;
    compact(&mut one);
    // It believes that the run has its own texts.
    compact(&mut other);
    assert_eq!((all(&open(&store).0), all(&other)), (3, 3));
    assert_eq!(run(store.keys()).unwrap().iter().filter(|key| key.starts_with("dictionary/")).count(), 1);
}
