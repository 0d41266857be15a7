//! Answers without a run.

use std::rc::Rc;

use answerdeck_api::{AnswerScope, AnswerStatus, Timestamp};
use futures_util::FutureExt;

use super::platform::{Fault, Platform};
use super::{all, count, open, run, sync};
use crate::{MemoryStore, SyncMode};

#[test]
fn answers_without_a_run_are_looked_for_in_all_answers_and_then_from_the_newest_on() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(120);
    platform.finished_run(&[set], 1);
    platform.answer_without_run(set, 1, AnswerStatus::Success);
    platform.answer_without_run(set, 2, AnswerStatus::Failed);
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["1 listed", "r kept"]);
    assert_eq!(all(&answers), 120);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllAnswers), ["0 listed", "none kept"]);
    assert_eq!(all(&answers), 121);

    platform.answer_without_run(set, 3, AnswerStatus::Success);
    let (mut answers, _) = open(&store);
    platform.take_requests();
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed", "none kept"]);
    let from = "answers?from=2026-11-02T00%3A00%3A02.000Z&limit=100";
    assert_eq!(platform.take_requests(), ["runs?limit=10", from]);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed"]);
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllAnswers), ["0 listed"]);
    let scope = AnswerScope { prompt_set_id: Some(platform.set_id(set)), ..AnswerScope::default() };
    assert_eq!((all(&answers), count(&answers, &scope)), (122, 122));
}

#[test]
fn an_answer_that_cannot_be_counted_is_left_out() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    platform.answer_without_run(set, 1, AnswerStatus::Success);
    let wrong = platform.answer_without_run(set, 2, AnswerStatus::Success);
    platform.change_answers(|answer| answer.created_at = answer.created_at.take().filter(|_| answer.id != wrong));
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllAnswers), ["0 listed", "none kept"]);
    platform.answer_without_run(set, 3, AnswerStatus::Success);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed", "none kept"]);
    assert_eq!((all(&answers), answers.has_listed_answers()), (2, true));
}

#[test]
fn an_answer_that_ends_later_is_found() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    let pending = platform.answer_without_run(set, 1, AnswerStatus::Pending);
    platform.answer_without_run(set, 2, AnswerStatus::Success);
    let (mut answers, _) = open(&store);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllAnswers), ["0 listed", "none kept"]);
    assert_eq!((all(&answers), run(answers.answer(&pending)).unwrap()), (1, None));
    platform.change_answers(|answer| answer.status = AnswerStatus::Success);
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed", "none kept"]);
    assert_eq!(all(&answers), 2);
    assert!(run(answers.answer(&pending)).unwrap().is_some());
}

#[test]
fn an_answer_that_stays_pending_does_not_make_every_synchronization_read_all_since_then() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(100);
    platform.answer_without_run(set, 1, AnswerStatus::Pending);
    (0..6).for_each(|_| drop(platform.finished_run(&[set], 1)));
    let mut second = 0;
    platform.change_answers(|answer| {
        second += 1;
        answer.created_at = Some(Timestamp::new(format!("2026-11-01T00:{:02}:{:02}.000Z", second / 60, second % 60)));
    });
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    platform.answer_without_run(set, 1, AnswerStatus::Success);
    for (mode, pages) in
        [(SyncMode::NewRuns, 3), (SyncMode::KeptRun, 4), (SyncMode::AllRuns, 7), (SyncMode::NewRuns, 3)]
    {
        platform.take_requests();
        sync(&mut answers, &platform, mode);
        let requests = platform.take_requests();
        let lists = requests.iter().filter(|request| request.starts_with("answers?")).count();
        assert_eq!((all(&answers), lists), (601, pages), "{mode:?}");
    }
    platform.change_answers(|answer| answer.status = AnswerStatus::Success);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(all(&answers), 601);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllRuns);
    assert_eq!(all(&answers), 602);
    platform.take_requests();
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!(platform.take_requests().len(), 2, "nothing is waited for");
}

#[test]
fn answers_that_the_platform_no_longer_has_are_deleted() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    let answer = platform.answer_without_run(set, 1, AnswerStatus::Success);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    platform.lose(&answer);
    assert_eq!(sync(&mut answers, &platform, SyncMode::AllAnswers), ["0 listed", "none deleted"]);
    assert_eq!(all(&answers), 0);
    let (mut answers, _) = open(&store);
    platform.take_requests();
    assert_eq!(sync(&mut answers, &platform, SyncMode::NewRuns), ["0 listed"]);
    assert_eq!(platform.take_requests(), ["runs?limit=10"]);
    assert_eq!(all(&answers), 0);
}

#[test]
fn the_set_of_a_deleted_prompt_is_found_for_answers_without_a_run() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let (first, second) = (platform.create_set(1), platform.create_set(1));
    for set in [first, second] {
        platform.answer_without_run(set, 1, AnswerStatus::Success);
        platform.delete_prompts(set);
    }
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    for set in [first, second] {
        let scope = AnswerScope { prompt_set_id: Some(platform.set_id(set)), ..AnswerScope::default() };
        assert_eq!(count(&answers, &scope), 1);
    }
}

#[test]
fn an_interrupted_search_resumes() {
    for requests in 0..8 {
        let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
        let set = platform.create_set(1);
        (0..250).for_each(|number| drop(platform.answer_without_run(set, number / 5, AnswerStatus::Success)));
        let (mut answers, _) = open(&store);
        let mut first = answers.sync(platform.client(), SyncMode::AllAnswers);
        platform.fault_after(requests, Fault::Hangs);
        while let Some(Ok(Some(event))) = first.next().now_or_never() {
            answers.apply(event).unwrap();
        }
        platform.clear_fault();
        while let Some(event) = run(first.next()).unwrap() {
            answers.apply(event).unwrap();
        }
        let (reopened, _) = open(&store);
        assert_eq!((all(&answers), all(&reopened)), (250, 250), "after {requests}");
    }
}
