//! A device and a platform that fail.

use std::rc::Rc;
use std::time::Duration;

use answerdeck_analysis::{FromWorker, Loss, Pause, Phase, Place, ToWorker};

use super::device::{Device, StoreFault};
use super::{Worker, answer_lists};

fn device() -> Rc<Device> {
    let device = Rc::new(Device::default());
    device.set_brands(&["Nurio"]);
    device.finish_run(&["Nurio", "none"]);
    device.finish_run(&["Nurio"]);
    device
}

fn losses(worker: &Worker) -> Vec<Loss> {
    let posted = worker.tab.posted.borrow();
    posted.iter().filter_map(|message| if let FromWorker::Lost(loss) = message { Some(*loss) } else { None }).collect()
}

fn done(worker: &mut Worker) {
    assert_eq!(worker.kept(), (Phase::Done, 3, Some(3)));
    assert_eq!(worker.naming(), (vec![2], 3));
}

#[test]
fn answers_are_kept_in_memory_if_the_device_keeps_nothing() {
    let device = device();
    device.keeps_nothing.set(true);
    let mut worker = Worker::start(&device);
    worker.settle();
    done(&mut worker);
    assert_eq!((worker.status().place, losses(&worker)), (Place::NoStorage, vec![]));
}

#[test]
fn answers_are_read_again_after_an_eviction() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    device.fault.set(Some(StoreFault::Evicted));
    worker.send(ToWorker::RunFinished);
    done(&mut worker);
    assert_eq!((worker.status().place, losses(&worker)), (Place::Device, vec![Loss::Evicted]));
    assert_eq!(device.stores().len(), 1);
}

#[test]
fn answers_are_kept_in_memory_if_the_store_stays_broken() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    device.fault.set(Some(StoreFault::Broken));
    worker.send(ToWorker::RunFinished);
    done(&mut worker);
    assert_eq!(worker.status().place, Place::NoStorage);
    assert!(!losses(&worker).is_empty());
}

#[test]
fn a_full_device_keeps_new_answers_in_memory() {
    let device = device();
    let mut worker = Worker::start(&device);
    worker.settle();
    device.fault.set(Some(StoreFault::Full));
    device.finish_run(&["Nurio"]);
    worker.send(ToWorker::RunFinished);
    assert_eq!((worker.kept(), worker.status().place), ((Phase::Done, 4, Some(4)), Place::Full));
    assert_eq!(worker.naming(), (vec![3], 4));
    drop(worker);

    device.fault.set(None);
    let mut next = Worker::start(&device);
    next.settle();
    assert_eq!((next.kept(), next.status().place), ((Phase::Done, 4, Some(4)), Place::Device));
    assert_eq!(next.naming(), (vec![3], 4));
}

#[test]
fn a_damaged_run_is_read_again_and_no_other() {
    let device = device();
    Worker::start(&device).settle();
    let run = format!("r{:021}", 1);
    device.damage(&format!("run/{run}"));
    let mut worker = Worker::start(&device);
    worker.settle();
    done(&mut worker);
    assert_eq!(losses(&worker), []);
    let requests = worker.requests();
    let lists: Vec<&String> = requests.iter().filter(|request| request.contains("/answers?")).collect();
    assert!(matches!(lists[..], [list] if list.contains(&run)), "{lists:?}");
}

#[test]
fn a_run_that_always_fails_is_tried_alone() {
    let device = device();
    device.finish_run(&["Nurio", "Nurio"]);
    device.unlisted.set(Some(2));
    device.failing.set(Some("/answers?runID"));
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.kept(), (Phase::Paused(Pause::Platform), 3, Some(5)));
    for _ in 0..3 {
        worker.tab.advance(Duration::from_secs(60));
        worker.send(ToWorker::Cancel { slot: 9 });
    }
    assert_eq!(worker.kept(), (Phase::Done, 3, Some(5)));
    let lists = worker.requests();
    assert_eq!(lists.iter().filter(|request| request.contains("/answers?limit")).count(), 1, "{lists:?}");
    device.failing.set(None);
    worker.tab.advance(Duration::from_secs(300));
    worker.send(ToWorker::Cancel { slot: 9 });
    assert_eq!(worker.kept(), (Phase::Done, 5, Some(5)));
}

#[test]
fn no_answer_is_read_again_for_other_damaged_records() {
    for prefix in ["texts/", "missing-runs", "brands/", "tracked-brands"] {
        let device = device();
        Worker::start(&device).settle();
        device.damage(prefix);
        let mut worker = Worker::start(&device);
        worker.settle();
        done(&mut worker);
        assert_eq!((losses(&worker), answer_lists(&worker.requests())), (vec![], 0), "{prefix}");
    }
}

#[test]
fn damaged_texts_are_read_again_when_they_are_searched() {
    let device = device();
    Worker::start(&device).settle();
    device.damage("texts/");
    device.set_brands(&["none"]);
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.kept(), (Phase::Done, 3, Some(3)));
    assert_eq!(worker.naming(), (vec![1], 3));
}

#[test]
fn answers_are_read_again_if_the_store_has_another_version() {
    let device = device();
    Worker::start(&device).settle();
    device.damage("header");
    let mut worker = Worker::start(&device);
    worker.settle();
    done(&mut worker);
    assert_eq!(losses(&worker), [Loss::Rebuilt]);
}

#[test]
fn a_kept_run_whose_counts_changed_is_read_again() {
    let device = device();
    Worker::start(&device).settle();
    device.change_run(0, &["Nurio", "Nurio", "Nurio"]);
    let mut worker = Worker::start(&device);
    worker.settle();
    assert_eq!(worker.kept(), (Phase::Done, 4, Some(4)));
    assert_eq!(worker.naming(), (vec![4], 4));
}
