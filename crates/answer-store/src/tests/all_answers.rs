//! Reading the list of all answers, which has those of runs too.

use std::rc::Rc;

use answerdeck_api::AnswerStatus;
use futures_util::FutureExt;

use super::platform::{Fault, Platform};
use super::{all, open, run, sync};
use crate::{MemoryStore, SyncMode};

/// The requests for answers since the last call.
fn answer_requests(platform: &Platform) -> Vec<String> {
    platform.take_requests().into_iter().filter(|request| request.starts_with("answers?")).collect()
}

/// A platform with runs that were asked at the same time, and answers without a run between them.
fn platform() -> (Platform, usize) {
    let platform = Platform::default();
    let set = platform.create_set(40);
    (0..5).for_each(|_| drop(platform.finished_run(&[set], 1)));
    (0..50).for_each(|number| drop(platform.answer_without_run(set, number, AnswerStatus::Success)));
    platform.interleave();
    (0..5).for_each(|_| drop(platform.finished_run(&[set], 2)));
    (platform, 650)
}

/// A visit in which the request after the next `requests` never gets an answer, so that the tab is closed.
fn visit_until(store: &Rc<MemoryStore>, platform: &Platform, requests: usize) {
    let (mut answers, _) = open(store);
    let mut sync = answers.sync(platform.client(), SyncMode::AllAnswers);
    platform.fault_after(requests, Fault::Hangs);
    while let Some(Ok(Some(event))) = sync.next().now_or_never() {
        answers.apply(event).unwrap();
    }
    platform.clear_fault();
    let (reopened, _) = open(store);
    assert_eq!((all(&answers), answers.missing()), (all(&reopened), reopened.missing()));
}

#[test]
fn each_answer_is_read_once() {
    let (platform, total) = platform();
    let store = Rc::new(MemoryStore::default());
    let (mut answers, _) = open(&store);
    assert!(!answers.has_listed_answers());
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    let requests = answer_requests(&platform);
    assert_eq!(requests.len(), total.div_ceil(100));
    assert!(requests.iter().all(|request| !request.contains("runID")), "{requests:?}");
    assert_eq!((all(&answers), answers.missing(), answers.has_listed_answers()), (total, Some(0), true));
    let (reopened, _) = open(&store);
    assert_eq!((all(&reopened), reopened.has_listed_answers()), (total, true));
    for (answer, _) in platform.finished_answers() {
        assert_eq!(run(reopened.answer(&answer.id)).unwrap(), Some(answer));
    }
    // They are kept in the order in which the platform lists them for a run.
    for _ in 0..10 {
        assert_eq!(sync(&mut answers, &platform, SyncMode::KeptRun), ["0 listed"]);
    }
}

#[test]
fn a_list_that_is_interrupted_anywhere_resumes_in_the_next_visit() {
    for requests in 0..9 {
        let (platform, total) = platform();
        let store = Rc::new(MemoryStore::default());
        visit_until(&store, &platform, requests);
        let (mut answers, _) = open(&store);
        assert!(!answers.has_listed_answers());
        sync(&mut answers, &platform, SyncMode::AllAnswers);
        let (reopened, _) = open(&store);
        for answers in [&answers, &reopened] {
            assert_eq!((all(answers), answers.missing()), (total, Some(0)), "after {requests}");
        }
    }
}

#[test]
fn visits_that_are_short_read_everything_in_the_end() {
    let platform = Platform::default();
    let set = platform.create_set(30);
    platform.answer_without_run(set, 1, AnswerStatus::Success);
    (0..40).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let store = Rc::new(MemoryStore::default());
    // Four requests for the list of runs, and three for answers: the first page has the run that was not complete.
    visit_until(&store, &platform, 7);
    // The whole list of runs was read.
    (0..3).for_each(|_| visit_until(&store, &platform, 4));
    let (mut answers, _) = open(&store);
    platform.take_requests();
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    let requests = platform.take_requests();
    assert_eq!((all(&answers), answers.missing(), requests.len()), (1_201, Some(0), 1 + 4));
}

#[test]
fn many_answers_without_a_run_are_kept_before_the_list_ends() {
    let platform = Platform::default();
    let set = platform.create_set(1);
    (0..2_500).for_each(|number| drop(platform.answer_without_run(set, number / 50, AnswerStatus::Success)));
    let store = Rc::new(MemoryStore::default());
    visit_until(&store, &platform, 20);
    let (mut answers, _) = open(&store);
    assert_eq!(all(&answers), 1_000);
    answer_requests(&platform);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    assert_eq!((all(&answers), answer_requests(&platform).len()), (2_500, 15));
    assert_eq!(all(&open(&store).0), 2_500);
}

#[test]
fn a_long_list_that_begins_with_an_answer_without_a_run_resumes_where_it_stopped() {
    let platform = Platform::default();
    let set = platform.create_set(100);
    (0..13).for_each(|_| drop(platform.finished_run(&[set], 10)));
    platform.answer_without_run(set, 1, AnswerStatus::Success);
    let store = Rc::new(MemoryStore::default());
    visit_until(&store, &platform, 2 + 110);
    answer_requests(&platform);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    assert_eq!((all(&answers), answers.missing()), (13_001, Some(0)));
    let requests = answer_requests(&platform).len();
    assert!(requests < 45, "{requests}");
}

#[test]
fn a_run_spread_over_many_pages_is_read_by_its_own_list() {
    let platform = Platform::default();
    let (set, small) = (platform.create_set(100), platform.create_set(3));
    let slow = platform.finished_run(&[small], 1);
    (0..15).for_each(|_| drop(platform.finished_run(&[set], 10)));
    // Its answers are on the first page, on page 105 and on the last one.
    platform.move_answer(2, 15_002);
    platform.move_answer(1, 15_002 - 10_450);
    let store = Rc::new(MemoryStore::default());
    visit_until(&store, &platform, 2 + 140);
    answer_requests(&platform);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    assert_eq!((all(&answers), answers.missing()), (15_003, Some(0)));
    let requests = answer_requests(&platform);
    assert!(requests.len() < 30 && requests.iter().any(|request| request.contains(slow.as_str())), "{requests:?}");
}

#[test]
fn new_runs_are_read_before_an_interrupted_reading_resumes() {
    let platform = Platform::default();
    let set = platform.create_set(100);
    (0..8).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let store = Rc::new(MemoryStore::default());
    visit_until(&store, &platform, 5);
    (0..3).for_each(|_| drop(platform.finished_run(&[set], 1)));
    // A visit ends before it has read all of them.
    visit_until(&store, &platform, 3);
    let (mut answers, _) = open(&store);
    let events = sync(&mut answers, &platform, SyncMode::AllAnswers);
    assert_eq!(events[..3], ["6 listed", "r10 kept", "r4 kept"], "{events:?}");
    assert_eq!((all(&answers), answers.missing()), (1_100, Some(0)));
}

#[test]
fn a_pending_answer_that_was_found_before_an_interruption_is_read_again() {
    let platform = Platform::default();
    let set = platform.create_set(100);
    (0..2).for_each(|_| drop(platform.finished_run(&[set], 1)));
    platform.answer_without_run(set, 1, AnswerStatus::Pending);
    platform.finished_run(&[set], 1);
    let store = Rc::new(MemoryStore::default());
    visit_until(&store, &platform, 5);
    let (mut answers, _) = open(&store);
    assert!(all(&answers) > 0 && !answers.has_listed_answers());
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    assert_eq!(all(&answers), 300);
    platform.change_answers(|answer| answer.status = AnswerStatus::Success);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(all(&answers), 301);
}

#[test]
fn a_cursor_that_the_platform_rejects_restarts_the_list() {
    let platform = Platform::default();
    let set = platform.create_set(100);
    let oldest = platform.answer_without_run(set, 1, AnswerStatus::Success);
    (0..3).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let store = Rc::new(MemoryStore::default());
    visit_until(&store, &platform, 5);
    // This platform's cursors are ids.
    platform.finished_answers().iter().for_each(|(answer, _)| {
        if answer.id != oldest && answer.run_id.as_ref().is_some_and(|run| run.as_str().ends_with('2')) {
            platform.lose(&answer.id);
        }
    });
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    assert!(run(answers.answer(&oldest)).unwrap().is_some() && answers.has_listed_answers());
}

#[test]
fn runs_are_read_one_by_one_when_the_list_of_all_answers_cannot_be_read() {
    for fault in [Fault::IsReplaced, Fault::Fails] {
        let (platform, _) = platform();
        let store = Rc::new(MemoryStore::default());
        let (mut answers, _) = open(&store);
        platform.fault_after(3, fault);
        let events = sync(&mut answers, &platform, SyncMode::AllAnswers);
        assert!(events.contains(&"none unreadable".to_owned()), "{events:?}");
        assert_eq!((all(&answers), answers.missing(), answers.has_listed_answers()), (600, Some(0), false));
        sync(&mut answers, &platform, SyncMode::AllAnswers);
        assert_eq!((all(&answers), answers.has_listed_answers()), (650, true));
    }
}

#[test]
fn a_run_that_cannot_be_read_is_tried_less_and_less_often() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(3);
    let wrong = platform.finished_run(&[set], 1);
    platform.change_run(&wrong, |run| run.success_count += 1);
    let (mut answers, _) = open(&store);
    let mut is_tried = || {
        sync(&mut answers, &platform, SyncMode::NewRuns);
        !answer_requests(&platform).is_empty()
    };
    let tries: Vec<bool> = (0..14).map(|_| is_tried()).collect();
    let after: Vec<usize> = (0..14).filter(|number| tries[*number]).collect();
    assert_eq!(after, [0, 1, 2, 4, 8]);
    platform.change_run(&wrong, |run| run.success_count -= 1);
    assert!(is_tried());
    assert_eq!((all(&answers), answers.missing()), (3, Some(0)));
}
