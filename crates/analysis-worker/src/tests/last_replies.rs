//! Replies that are given before the kept answers are open.

use std::rc::Rc;

use answerdeck_analysis::{BrandMetrics, BrandReport, KeptAnswer, Phase, ToWorker};
use answerdeck_api::AnswerScope;

use super::device::Device;
use super::{Worker, answer_lists};

fn question() -> BrandMetrics {
    BrandMetrics { scope: AnswerScope::default(), period: None }
}

/// A device that has shown the number of answers that name a brand, and whose next worker stays at opening.
fn visited() -> Rc<Device> {
    let device = Rc::new(Device::default());
    device.set_brands(&["Nurio"]);
    device.finish_run(&["Nurio", "none"]);
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.naming(), (vec![1], 2));
    device.never_opens.set(true);
    device
}

/// The number of answers in the reply of a worker that is opening.
fn early(worker: &mut Worker) -> Option<u64> {
    let reply = worker.ask(question())?.expect("a value");
    assert_eq!(worker.status().phase, Phase::Opening);
    Some(serde_json::from_str::<BrandReport>(&reply.value).unwrap().sample.answers)
}

#[test]
fn the_last_reply_is_given_while_kept_answers_are_opened() {
    let device = visited();
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!((early(&mut worker), answer_lists(&worker.requests())), (Some(2), 0));
}

#[test]
fn a_question_before_the_replies_are_read_gets_its_reply() {
    let device = visited();
    let mut worker = Worker::start(&device);
    // Received with the message that opens the store.
    assert_eq!(early(&mut worker), Some(2));
}

#[test]
fn another_question_waits_until_kept_answers_are_open() {
    let device = visited();
    let mut worker = Worker::start(&device);
    let scope = AnswerScope { region: Some("KR".to_owned()), ..AnswerScope::default() };
    assert_eq!(worker.ask(BrandMetrics { scope, period: None }), None);
}

#[test]
fn a_reply_does_not_outlive_what_it_was_counted_from() {
    let device = visited();
    device.never_opens.set(false);
    device.finish_run(&["none"]);
    Worker::start(&device).settle();
    device.never_opens.set(true);
    assert_eq!(early(&mut Worker::start(&device)), None);

    let device = visited();
    device.never_opens.set(false);
    device.set_brands(&["Tavrin"]);
    Worker::start(&device).settle();
    device.never_opens.set(true);
    assert_eq!(early(&mut Worker::start(&device)), None);
}

#[test]
fn a_reply_of_another_time_zone_is_not_given() {
    let device = visited();
    device.time_zone.set("America/New_York");
    assert_eq!(early(&mut Worker::start(&device)), None);
}

#[test]
fn damaged_replies_are_ignored() {
    let device = visited();
    device.damage("replies");
    assert_eq!(early(&mut Worker::start(&device)), None);
}

#[test]
fn texts_are_not_kept_as_replies() {
    let device = visited();
    device.never_opens.set(false);
    let mut worker = Worker::start(&device);
    worker.settle();
    let id = KeptAnswer { id: "a000000000000000000000".parse().unwrap() };
    assert!(worker.ask(id.clone()).is_some());
    device.never_opens.set(true);
    assert_eq!(Worker::start(&device).ask(id), None);
}

#[test]
fn forgetting_deletes_the_replies_too() {
    let device = visited();
    device.never_opens.set(false);
    Worker::start(&device).send(ToWorker::Forget);
    device.never_opens.set(true);
    assert_eq!(early(&mut Worker::start(&device)), None);
}

#[test]
fn a_visit_that_finds_nothing_new_keeps_the_replies() {
    let device = visited();
    device.never_opens.set(false);
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.kept(), (Phase::Done, 2, Some(2)));
    device.never_opens.set(true);
    assert_eq!(early(&mut Worker::start(&device)), Some(2));
}

#[test]
fn a_visit_that_finds_nothing_new_does_not_make_the_page_ask_again() {
    let device = visited();
    device.never_opens.set(false);
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!((worker.kept(), worker.status().revision), ((Phase::Done, 2, Some(2)), 0));
    device.finish_run(&["none"]);
    worker.send(ToWorker::RunFinished);
    assert_eq!(worker.kept(), (Phase::Done, 3, Some(3)));
    assert!(worker.status().revision > 0);
}
