//! Reading answers and counting them.

use std::rc::Rc;
use std::time::Duration;

use answerdeck_analysis::{
    AnyQuestion, BrandMetrics, KeptAnswer, Mentions, NewNames, Pause, Phase, Place, PromptsWithoutSearch, Refusal,
    ToWorker,
};
use answerdeck_api::{AnswerScope, RunId};

use super::device::Device;
use super::{Worker, answer_lists, json, post};

fn device() -> Rc<Device> {
    let device = Rc::new(Device::default());
    device.set_brands(&["Nurio", "Tavrin"]);
    device.finish_run(&["Nurio and Tavrin", "Nurio"]);
    device.finish_run(&["Nurio", "none"]);
    device
}

fn away(is_visible: bool, is_online: bool) -> ToWorker {
    ToWorker::Page { is_visible, is_online }
}

#[test]
fn answers_are_read_searched_and_counted() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.kept(), (Phase::Done, 4, Some(4)));
    assert_eq!(worker.status().place, Place::Device);
    assert_eq!(worker.naming(), (vec![3, 1], 4));
}

#[test]
fn a_second_visit_counts_without_reading_answers() {
    let device = device();
    Worker::start(&device).settle();
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(answer_lists(&worker.requests()), 0);
    assert_eq!(worker.naming(), (vec![3, 1], 4));
}

#[test]
fn answers_without_a_run_are_found_after_a_tab_was_closed_while_it_looked_for_them() {
    let device = device();
    device.without_run.borrow_mut().push("Tavrin");
    device.page.set(2);
    device.lists_left.set(Some(2));
    let mut closed = Worker::start(&device);
    closed.settle();
    assert_eq!(closed.status().kept, 4, "all runs are kept");
    drop(closed);
    device.lists_left.set(None);
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.naming(), (vec![3, 2], 5));
    // Those since the newest are also asked for when the list of all runs is compared.
    let requests = worker.requests().into_iter().filter(|request| !request.contains("from=")).collect::<Vec<_>>();
    assert_eq!(answer_lists(&requests), 1, "the list continues where it was");
    let mut later = Worker::start(&device);
    later.settle();
    assert_eq!(later.naming(), (vec![3, 2], 5));
}

#[test]
fn a_first_visit_reads_each_answer_once() {
    let device = device();
    device.without_run.borrow_mut().push("Tavrin");
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.naming(), (vec![3, 2], 5));
    assert_eq!(answer_lists(&worker.requests()), 1);
}

#[test]
fn without_a_connection_a_second_visit_counts_what_is_kept() {
    let device = device();
    Worker::start(&device).settle();
    device.is_away.set(true);
    let mut worker = Worker::start(&device);
    worker.send(away(true, false));
    assert_eq!(worker.kept(), (Phase::Paused(Pause::Offline), 4, Some(4)));
    assert_eq!(worker.naming(), (vec![3, 1], 4));
}

#[test]
fn without_a_connection_a_first_visit_knows_no_brands() {
    let device = device();
    device.is_away.set(true);
    let mut worker = Worker::start(&device);
    worker.settle();
    let reply = worker.ask(BrandMetrics { scope: AnswerScope::default(), period: None });
    assert_eq!(reply, Some(Err(Refusal::NoBrands)));
    assert_eq!(worker.status().phase, Phase::Paused(Pause::Platform));
}

#[test]
fn reading_pauses_while_the_page_is_hidden() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.send(away(false, true));
    let requests = worker.requests();
    assert_eq!((answer_lists(&requests), worker.status().phase), (0, Phase::Paused(Pause::Hidden)));
    worker.send(away(true, true));
    assert_eq!(worker.kept(), (Phase::Done, 4, Some(4)));
}

#[test]
fn a_run_that_finishes_is_read() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    let before = worker.status().revision;
    device.finish_run(&["Tavrin"]);
    worker.send(ToWorker::RunFinished);
    assert_eq!(worker.kept(), (Phase::Done, 5, Some(5)));
    assert_eq!(worker.naming(), (vec![3, 2], 5));
    worker.tab.advance(Duration::from_secs(2));
    worker.send(ToWorker::Cancel { slot: 9 });
    assert_ne!(worker.status().revision, before);
}

#[test]
fn a_run_whose_answers_changed_against_the_contract_is_read_again() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    device.change_run(0, &["none", "none"]);
    worker.tab.advance(Duration::from_secs(300));
    worker.send(ToWorker::Cancel { slot: 9 });
    assert_eq!(worker.naming(), (vec![1, 0], 4));
}

/// Lets the time between two lists pass.
fn wait(worker: &mut Worker) {
    worker.tab.advance(Duration::from_secs(300));
    worker.send(ToWorker::Cancel { slot: 9 });
}

#[test]
fn an_open_page_stops_counting_a_run_that_was_deleted() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    device.delete_run();
    wait(&mut worker);
    assert_eq!(worker.kept(), (Phase::Done, 2, Some(2)));
    assert_eq!(worker.naming(), (vec![2, 1], 2));
}

#[test]
fn new_runs_are_read_while_brands_cannot_be() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    device.failing.set(Some("/brands"));
    wait(&mut worker);
    for kept in 5..8 {
        device.finish_run(&["Nurio"]);
        wait(&mut worker);
        assert_eq!(worker.status().kept, kept);
    }
    device.set_brands(&["Nurio"]);
    device.failing.set(None);
    wait(&mut worker);
    assert_eq!(worker.naming(), (vec![6], 7));
}

#[test]
fn lists_of_answers_that_fail_are_retried_less_and_less_often() {
    let device = device();
    device.failing.set(Some("/answers?"));
    let mut worker = Worker::start(&device);
    worker.settle();
    let mut tries = |seconds| {
        worker.tab.advance(Duration::from_secs(seconds));
        worker.send(ToWorker::Cancel { slot: 9 });
        answer_lists(&worker.requests()) > 0
    };
    assert!(tries(0) && tries(5));
    assert!(!tries(5) && tries(5));
    assert!(!tries(15) && tries(5));
    device.failing.set(None);
    tries(40);
    assert_eq!(worker.kept(), (Phase::Done, 4, Some(4)));
}

#[test]
fn a_list_of_all_answers_that_fails_is_read_later_while_the_page_is_open() {
    let device = device();
    *device.without_run.borrow_mut() = vec!["Nurio"];
    device.failing.set(Some("/answers?limit"));
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!((worker.kept(), worker.naming().1), ((Phase::Done, 4, Some(4)), 4));
    device.failing.set(None);
    wait(&mut worker);
    assert_eq!((worker.kept(), worker.naming().1), ((Phase::Done, 4, Some(4)), 5));
}

#[test]
fn a_long_list_of_runs_is_compared_less_often() {
    let device = device();
    (0..200).for_each(|_| device.finish_run(&["none"]));
    let mut worker = Worker::start(&device);
    worker.settle();
    device.delete_run();
    for kept in [204, 204, 203] {
        wait(&mut worker);
        assert_eq!(worker.status().kept, kept);
    }
}

#[test]
fn edited_brands_are_searched_for_in_all_answers() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    device.set_brands(&["none"]);
    worker.send(ToWorker::BrandsChanged);
    assert_eq!(worker.naming(), (vec![1], 4));
}

#[test]
fn brands_that_were_edited_elsewhere_are_searched_for_after_a_while() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    let before = worker.status().revision;
    wait(&mut worker);
    assert_eq!(worker.status().revision, before, "the same brands are not searched for again");
    device.set_brands(&["none", "Tavrin"]);
    wait(&mut worker);
    assert_eq!(worker.naming(), (vec![1, 1], 4));
}

#[test]
fn brands_with_too_many_names_are_refused_once() {
    let device = device();
    device.set_brands(&[&"a".repeat(2_000_001)]);
    let mut worker = Worker::start(&device);
    worker.settle();
    worker.tab.advance(Duration::from_secs(2));
    worker.send(ToWorker::Cancel { slot: 9 });
    let before = worker.status().revision;
    wait(&mut worker);
    wait(&mut worker);
    assert_eq!(worker.status().revision, before);
    let reply = worker.ask(BrandMetrics { scope: AnswerScope::default(), period: None });
    assert_eq!(reply, Some(Err(Refusal::TooManyNames)));
    device.set_brands(&["Nurio", "Tavrin"]);
    wait(&mut worker);
    assert_eq!(worker.naming(), (vec![3, 1], 4));
}

/// A question that waits for no search for brands.
fn searchless(scope: AnswerScope) -> PromptsWithoutSearch {
    PromptsWithoutSearch { scope, skip: 0, limit: 1 }
}

#[test]
fn a_newer_question_replaces_an_older_one_of_its_slot() {
    let device = device();
    let mut worker = Worker::start(&device);
    let question = || json(&searchless(AnswerScope::default()).into());
    for number in 1..=3 {
        post(&worker.inbox, &ToWorker::Ask { slot: 1, number, question: question() });
    }
    post(&worker.inbox, &ToWorker::Ask { slot: 2, number: 1, question: question() });
    post(&worker.inbox, &ToWorker::Ask { slot: 3, number: 1, question: question() });
    worker.send(ToWorker::Cancel { slot: 2 });
    let replies = worker.tab.posted.borrow();
    let replies: Vec<(u32, u32)> = replies
        .iter()
        .filter_map(|message| match message {
            answerdeck_analysis::FromWorker::Reply { slot, number, .. } => Some((*slot, *number)),
            _ => None,
        })
        .collect();
    assert_eq!(replies, [(1, 3), (3, 1)]);
}

#[test]
fn the_coverage_says_what_is_missing() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.send(away(true, false));
    let empty = worker.ask(searchless(AnswerScope::default())).unwrap().unwrap().coverage;
    assert_eq!((empty.kept, empty.total, empty.missing_runs, empty.is_complete()), (0, None, None, false));
    worker.send(away(true, true));
    let whole = worker.ask(searchless(AnswerScope::default())).unwrap().unwrap().coverage;
    assert_eq!((whole.kept, whole.total, whole.is_complete()), (4, Some(4), true));
    let unknown: RunId = "x".repeat(22).parse().unwrap();
    let scope = AnswerScope { run_id: Some(unknown), ..AnswerScope::default() };
    assert!(!worker.ask(searchless(scope)).unwrap().unwrap().coverage.is_complete());
}

#[test]
fn kept_answers_can_be_read_and_brands_found_in_a_text() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    let id = format!("a{:021}", 1_000).parse().unwrap();
    let answer = worker.ask(KeptAnswer { id }).unwrap().unwrap();
    assert!(answer.value.contains("\"content\":\"Nurio\""), "{}", answer.value);
    let found = worker.ask(Mentions { text: "A Tavrin.".to_owned() }).unwrap().unwrap();
    assert_eq!(found.value, r#"{"brands":["Nurio","Tavrin"],"mentions":[{"start":2,"end":8,"brand":1}]}"#);
}

#[test]
fn questions_about_a_text_or_a_new_name_wait_for_the_brands() {
    let device = device();
    let questions: [AnyQuestion; 2] = [
        Mentions { text: "A Tavrin.".to_owned() }.into(),
        NewNames { brand: None, names: vec!["none".to_owned()], limit: 1 }.into(),
    ];
    for question in questions {
        let reply = Worker::start(&device).ask(question).expect("a reply");
        assert_eq!(reply.err(), None);
    }
}

#[test]
fn of_two_tabs_one_reads_and_both_count() {
    let device = device();
    let mut one = Worker::start(&device);
    let mut other = Worker::start(&device);
    one.settle();
    other.settle();
    assert_eq!(other.kept(), (Phase::Done, 4, Some(4)));
    assert_eq!(answer_lists(&other.requests()), 0);
    assert_eq!(other.naming(), (vec![3, 1], 4));
}

#[test]
fn a_session_that_ends_with_the_page_keeps_nothing() {
    let device = device();
    let mut worker = Worker::start_with(&device, None);
    worker.settle();
    assert_eq!((worker.kept(), worker.status().place), ((Phase::Done, 4, Some(4)), Place::Memory));
    assert!(device.stores().is_empty());
}

#[test]
fn a_session_that_keeps_nothing_deletes_the_stores_of_ended_sessions() {
    let device = device();
    let mut open = Worker::start(&device);
    open.settle();
    Worker::start_with(&device, None).settle();
    assert_eq!(device.stores().len(), 1, "another tab has it open");
    drop(open);
    Worker::start_with(&device, None).settle();
    assert!(device.stores().is_empty());
}

#[test]
fn forgetting_deletes_the_store_and_ends_every_worker() {
    let device = device();
    let mut one = Worker::start(&device);
    let mut other = Worker::start(&device);
    one.settle();
    other.settle();
    one.send(ToWorker::Forget);
    other.settle();
    assert!(one.running.is_none() && other.running.is_none());
    assert!(device.stores().is_empty());
}
