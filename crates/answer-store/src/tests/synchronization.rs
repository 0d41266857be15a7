//! Which requests a synchronization sends, and the answers that it keeps.

use std::rc::Rc;

use answerdeck_api::AnswerScope;

use super::platform::{Fault, Platform};
use super::{all, compact, count, finish, open, run, sync};
use crate::{MemoryStore, Opening, SelectError, Store, SyncEvent, SyncMode};

fn answer_requests(platform: &Platform) -> usize {
    platform.take_requests().iter().filter(|request| request.starts_with("answers?")).count()
}

#[test]
fn a_finished_run_is_read_once_and_found_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(30);
    let first = platform.finished_run(&[set], 5);
    let (mut answers, opening) = open(&store);
    assert_eq!((opening, answers.missing()), (Opening::Empty, None));
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r kept"]);
    assert_eq!(answer_requests(&platform), 2);

    platform.finished_run(&[set], 1);
    let (mut answers, opening) = open(&store);
    assert_eq!((opening, all(&answers), answers.missing()), (Opening::Kept, 150, Some(0)));
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r1 kept"]);
    assert_eq!(platform.take_requests().len(), 2, "a page of runs and one of answers: the prompts are known");
    assert_eq!((all(&answers), answers.missing()), (180, Some(0)));
    let scope = AnswerScope { run_id: Some(first), ..AnswerScope::default() };
    assert_eq!(count(&answers, &scope), 150);
    let scope = AnswerScope { prompt_set_id: Some(platform.set_id(set)), ..AnswerScope::default() };
    assert_eq!(count(&answers, &scope), 180);
}

#[test]
fn a_run_that_finishes_after_newer_ones_is_read() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    let slow = platform.submit_run(&[set], 1, 0);
    // More than a page of newer runs.
    (0..25).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!((all(&answers), answers.missing()), (25, Some(1)));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!((all(&answers), answers.missing()), (25, Some(1)));
    platform.finish(&slow);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r kept"]);
    assert_eq!((all(&answers), answers.missing()), (26, Some(0)));
    platform.take_requests();
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(platform.take_requests(), ["runs?limit=10"]);
}

#[test]
fn a_run_that_never_finishes_does_not_make_every_synchronization_read_all_runs() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    let stuck = platform.submit_run(&[set], 1, 0);
    (0..60).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.take_requests();
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(platform.take_requests().len(), 3);
    platform.finish(&stuck);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllRuns), ["1 listed", "r kept"]);
    assert_eq!((all(&answers), answers.missing()), (61, Some(0)));
}

#[test]
fn failed_answers_are_kept_and_not_counted() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let submitted = platform.submit_run(&[set], 1, 2);
    platform.finish(&submitted);
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r kept"]);
    assert_eq!(all(&answers), 1);
    for (answer, _) in platform.finished_answers() {
        assert_eq!(run(answers.answer(&answer.id)).unwrap(), Some(answer));
    }
    assert_eq!(run(answers.answer(&super::platform::answer(3, "").id)).unwrap(), None);
}

#[test]
fn a_run_without_answers_is_kept() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    platform.finished_run(&[], 1);
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r kept"]);
    let (answers, _) = open(&store);
    assert_eq!((all(&answers), answers.missing()), (0, Some(0)));
}

#[test]
fn a_run_whose_counts_changed_is_read_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(4);
    let first = platform.finished_run(&[set], 1);
    (0..30).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.lose_answer(&first);
    platform.change_run(&first, |run| run.success_count -= 1);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed"]);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllRuns), ["1 listed", "r deleted", "r kept"]);
    assert_eq!(all(&answers), 123);
    let (answers, _) = open(&store);
    assert_eq!(all(&answers), 123);
}

#[test]
fn a_run_that_lost_an_answer_is_not_counted_even_if_its_counts_are_the_same() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(4);
    let first = platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.lose_answer(&first);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed"]);
    let events = sync(&mut answers, &platform, SyncMode::KeptRun);
    assert_eq!(events, ["0 listed", "1 listed", "r deleted", "r unreadable"]);
    assert_eq!((all(&answers), answers.missing()), (0, Some(1)));
    let (answers, _) = open(&store);
    assert_eq!((all(&answers), answers.missing()), (0, Some(1)));
}

#[test]
fn changed_answers_are_found_one_run_at_a_time() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    (0..3).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    compact(&mut answers);
    platform.change_answers(|answer| answer.content.push('!'));
    let found: Vec<Vec<String>> = (0..4)
        .map(|_| {
            let (mut answers, _) = open(&store);
            sync(&mut answers, &platform, SyncMode::KeptRun)
        })
        .collect();
    let read_again =
        |run: &str| vec!["0 listed".to_owned(), "1 listed".to_owned(), format!("{run} deleted"), format!("{run} kept")];
    assert_eq!(found, [read_again("r"), read_again("r1"), read_again("r2"), vec!["0 listed".to_owned()]]);
    for (answer, _) in platform.finished_answers() {
        let (answers, _) = open(&store);
        assert_eq!(run(answers.answer(&answer.id)).unwrap(), Some(answer));
    }
}

#[test]
fn a_response_of_another_server_says_nothing_about_a_kept_run() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.fault_after(1, Fault::IsReplaced);
    assert_eq!(sync(&mut answers, &platform, SyncMode::KeptRun), ["0 listed"]);
    assert_eq!((all(&answers), answers.missing()), (2, Some(0)));
}

#[test]
fn only_the_newest_answers_of_a_long_run_are_compared() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(50);
    platform.finished_run(&[set], 3);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.take_requests();
    assert_eq!(sync(&mut answers, &platform, SyncMode::KeptRun), ["0 listed"]);
    assert_eq!(answer_requests(&platform), 1);
}

#[test]
fn a_run_that_the_platform_no_longer_has_is_deleted() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    let first = platform.finished_run(&[set], 1);
    let pending = platform.submit_run(&[set], 1, 0);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.lose_run(&first);
    platform.lose_run(&pending);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllRuns), ["0 listed", "r deleted"]);
    assert_eq!((all(&answers), answers.missing()), (1, Some(0)));
    let (answers, _) = open(&store);
    assert_eq!((all(&answers), answers.missing()), (1, Some(0)));
}

#[test]
fn a_kept_run_that_is_gone_when_it_is_compared_is_not_missing() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    let first = platform.finished_run(&[set], 1);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    platform.lose_run(&first);
    assert_eq!(sync(&mut answers, &platform, SyncMode::KeptRun), ["0 listed", "0 listed", "r deleted"]);
    for answers in [answers, open(&store).0] {
        assert_eq!((all(&answers), answers.missing()), (1, Some(0)));
    }
}

#[test]
fn the_answers_of_a_deleted_prompt_belong_to_the_set_that_the_platform_lists_them_for() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let (kept, others) = (platform.create_set(2), platform.create_set(150));
    platform.finished_run(&[kept, others], 1);
    platform.delete_prompts(others);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    for (set, expected) in [(kept, 2), (others, 150)] {
        let scope = AnswerScope { prompt_set_id: Some(platform.set_id(set)), ..AnswerScope::default() };
        assert_eq!(count(&answers, &scope), expected);
    }
    // The set of a prompt stays known after the set is deleted.
    platform.delete_set(others);
    platform.finished_run(&[kept], 1);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    let (answers, _) = open(&store);
    let scope = AnswerScope { prompt_set_id: Some(platform.set_id(others)), ..AnswerScope::default() };
    assert_eq!(count(&answers, &scope), 150);
}

#[test]
fn a_set_that_was_deleted_before_it_was_known_cannot_be_selected() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let (kept, deleted) = (platform.create_set(2), platform.create_set(3));
    platform.finished_run(&[kept, deleted], 1);
    platform.finished_run(&[deleted], 1);
    platform.delete_set(deleted);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    let asked = platform.take_requests().into_iter().filter(|request| request.contains("promptSetID")).count();
    assert_eq!(asked, 1, "the second run has no prompt that the first one has not asked for");
    let scope = |set| AnswerScope { prompt_set_id: Some(platform.set_id(set)), ..AnswerScope::default() };
    assert_eq!(answers.select(&scope(deleted)).unwrap_err(), SelectError::UnknownPromptSet);
    assert_eq!((count(&answers, &scope(kept)), all(&answers)), (2, 8));
}

#[test]
fn progress_counts_the_answers_of_finished_runs() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(150);
    platform.finished_run(&[set], 1);
    platform.submit_run(&[set], 1, 0);
    platform.finished_run(&[set], 2);
    let (answers, _) = open(&store);
    let mut sync = answers.sync(platform.client(), SyncMode::NewRuns);
    let mut seen = Vec::new();
    while let Some(event) = run(sync.next()).unwrap() {
        let progress = sync.progress();
        if let SyncEvent::Read(read) = event {
            assert_eq!(read, progress);
        }
        seen.push((progress.kept, progress.total));
    }
    seen.dedup();
    // Before the list of runs was read, nothing is known.
    assert_eq!(seen, [(0, 0), (0, 450), (100, 450), (200, 450), (300, 450), (400, 450), (450, 450)]);
}

#[test]
fn the_bytes_are_those_of_all_records_with_answers() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(5);
    (0..3).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    compact(&mut answers);
    let mut keys = run(store.keys()).unwrap();
    keys.retain(|key| ["run/", "texts/", "dictionary/"].iter().any(|prefix| key.starts_with(prefix)));
    let records = run(store.read_all(keys)).unwrap();
    let expected = records.iter().flatten().map(|record| record.len() as u64).sum::<u64>();
    assert_eq!((answers.bytes(), open(&store).0.bytes()), (expected, expected));
}

#[test]
fn what_is_forgotten_is_read_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(5);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    let mut sync = answers.sync(platform.client(), SyncMode::NewRuns);
    finish(&mut answers, &mut sync).unwrap();
    assert!(answers.bytes() > 0);
    run(answers.forget()).unwrap();
    let (mut answers, opening) = open(&store);
    assert_eq!((opening, all(&answers), answers.bytes(), answers.missing()), (Opening::Kept, 0, 0, None));
    super::sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(all(&answers), 5);
}
