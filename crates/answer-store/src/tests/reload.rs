//! A tab that reloads what another one keeps.

use std::rc::Rc;

use answerdeck_api::{AnswerScope, Brand, Timestamp};

use super::platform::Platform;
use super::{all, open, run, sync};
use crate::{Changes, MemoryStore, SortedSet, Store, SyncMode};

fn brand() -> Brand {
    Brand {
        id: "b".repeat(22).parse().unwrap(),
        name: "Nurio".to_owned(),
        description: Some("a".to_owned()),
        synonyms: Vec::new(),
        websites: Vec::new(),
        created_at: Timestamp::new("2026-11-01T00:00:00.000Z"),
    }
}

#[test]
fn runs_of_another_tab_are_counted_as_if_they_had_been_read_here() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    platform.finished_run(&[set], 1);
    let ((mut one, _), (mut other, _)) = (open(&store), open(&store));
    run(other.track(&[brand()])).unwrap();
    sync(&mut one, &platform, SyncMode::NewRuns);
    assert_eq!((all(&other), other.progress()), (0, None));
    run(other.reload_all()).unwrap();
    assert_eq!((all(&other), other.progress(), other.unsearched()), (3, one.progress(), 1));
    assert_eq!(other.missing(), Some(0));

    platform.finished_run(&[set], 2);
    sync(&mut one, &platform, SyncMode::NewRuns);
    run(other.reload_all()).unwrap();
    assert_eq!((all(&other), other.kept_answers(), other.runs()), (9, 9, 2));
    assert_eq!(sync(&mut other, &platform, SyncMode::AllRuns), ["0 listed"]);
}

#[test]
fn runs_that_another_tab_has_compacted_are_counted() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let ((mut one, _), (mut other, _)) = (open(&store), open(&store));
    platform.finished_run(&[set], 1);
    platform.finished_run(&[set], 2);
    sync(&mut one, &platform, SyncMode::NewRuns);
    assert!(run(one.compact_from(1)).unwrap());
    run(other.reload_all()).unwrap();
    assert_eq!((all(&other), other.missing()), (9, Some(0)));
}

#[test]
fn a_run_that_another_tab_has_deleted_is_not_counted() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let deleted = platform.finished_run(&[set], 1);
    platform.finished_run(&[set], 2);
    let (mut one, _) = open(&store);
    sync(&mut one, &platform, SyncMode::NewRuns);
    let (mut other, _) = open(&store);
    run(one.discard(Some(&deleted))).unwrap();
    let mut changed = SortedSet::new();
    changed.insert(Some(deleted));
    run(other.reload(&changed)).unwrap();
    assert_eq!((all(&other), other.missing()), (6, None));
}

#[test]
fn a_run_that_is_damaged_meanwhile_is_read_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let damaged = platform.finished_run(&[set], 1);
    let ((mut one, _), (mut other, _)) = (open(&store), open(&store));
    sync(&mut one, &platform, SyncMode::NewRuns);
    let put = vec![(format!("run/{damaged}"), vec![0; 9])];
    run(store.write(Changes { put, ..Changes::default() })).unwrap();
    run(other.reload_all()).unwrap();
    assert_eq!((all(&other), other.missing()), (0, None));
    sync(&mut other, &platform, SyncMode::NewRuns);
    assert_eq!((all(&other), other.missing()), (3, Some(0)));
}

#[test]
fn the_tracked_brands_are_known_to_the_next_visit() {
    let store = Rc::new(MemoryStore::default());
    let (mut answers, _) = open(&store);
    assert_eq!(run(answers.last_tracked()).unwrap(), None);
    run(answers.track(&[brand()])).unwrap();
    assert_eq!(run(open(&store).0.last_tracked()).unwrap(), Some(vec![brand()]));
}

#[test]
fn a_kept_run_has_all_its_answers_whatever_is_missing_elsewhere() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    let kept = platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    let of_run = |run| AnswerScope { run_id: Some(run), ..AnswerScope::default() };
    assert_eq!(answers.missing_in(&of_run(kept.clone())), None);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    let running = platform.submit_run(&[set], 1, 0);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(answers.missing_in(&of_run(kept)), Some(0));
    assert_eq!(answers.missing_in(&of_run(running)), Some(1));
    assert_eq!(answers.missing_in(&AnswerScope::default()), Some(1));
}
