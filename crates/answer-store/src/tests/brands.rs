//! Brands in kept answers.

use std::rc::Rc;

use answerdeck_api::{AnswerScope, Brand, Timestamp};

use super::platform::Platform;
use super::{all, open, run, sync};
use crate::{AnswerStore, ArchiveError, Changes, MemoryStore, Store, SyncMode};

pub(super) fn brand(name: &str, synonyms: &[&str]) -> Brand {
    Brand {
        id: "b".repeat(22).parse().unwrap(),
        name: name.to_owned(),
        description: None,
        synonyms: synonyms.iter().map(|name| (*name).to_owned()).collect(),
        websites: Vec::new(),
        created_at: Timestamp::new("2026-11-01T00:00:00.000Z"),
    }
}

/// Searches all runs. Returns the number of steps.
pub(super) fn search(answers: &mut AnswerStore) -> usize {
    std::iter::repeat_with(|| run(answers.search()).unwrap()).take_while(|searched| *searched).count()
}

/// Returns the number of answers that name each brand.
fn naming(answers: &AnswerStore) -> Vec<u64> {
    let selection = answers.select(&AnswerScope::default()).unwrap();
    let brands = answers.brands(&selection).unwrap().unwrap();
    brands.visibility().iter().map(|brand| brand.mention_rate.numerator).collect()
}

#[test]
fn runs_are_searched_once_for_the_same_names() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(4);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert!(answers.brands(&answers.select(&AnswerScope::default()).unwrap()).is_none());
    assert_eq!(search(&mut answers), 0);

    let brands = [brand("누리오", &["Nurio"]), brand("Absent", &[])];
    run(answers.track(&brands)).unwrap();
    assert!(answers.brands(&answers.select(&AnswerScope::default()).unwrap()).unwrap().is_err());
    assert_eq!((answers.unsearched(), search(&mut answers), naming(&answers)), (1, 1, vec![4, 0]));

    platform.finished_run(&[set], 2);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!((answers.unsearched(), search(&mut answers), naming(&answers)), (1, 1, vec![12, 0]));

    let (mut answers, _) = open(&store);
    run(answers.track(&brands)).unwrap();
    assert_eq!((answers.unsearched(), naming(&answers)), (0, vec![12, 0]));
}

#[test]
fn runs_are_searched_again_when_a_name_or_the_order_changes() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    for (brands, expected) in [
        ([brand("Nurio", &[]), brand("Absent", &[])], [1, 0]),
        ([brand("Absent", &[]), brand("Nurio", &[])], [0, 1]),
        ([brand("Absent", &["Tavrin"]), brand("Nurio", &[])], [1, 1]),
        ([brand("Absent", &[]), brand("Tavrin", &["Nurio"])], [0, 1]),
    ] {
        run(answers.track(&brands)).unwrap();
        assert_eq!((search(&mut answers), naming(&answers)), (1, expected.to_vec()));
        run(answers.track(&brands)).unwrap();
        assert_eq!((search(&mut answers), naming(&answers)), (0, expected.to_vec()));
    }
}

#[test]
fn a_run_that_is_read_again_is_searched_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    let changed = platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    run(answers.track(&[brand("Nurio", &[])])).unwrap();
    search(&mut answers);
    platform.lose_answer(&changed);
    platform.change_run(&changed, |run| run.success_count -= 1);
    sync(&mut answers, &platform, SyncMode::AllAnswers);
    assert_eq!((answers.unsearched(), search(&mut answers), naming(&answers)), (1, 1, vec![1]));
}

#[test]
fn no_brands_can_be_tracked() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(1);
    platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    run(answers.track(&[])).unwrap();
    assert_eq!((search(&mut answers), naming(&answers)), (1, vec![]));
}

#[test]
fn a_damaged_text_is_an_error_that_names_its_run() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(2);
    let damaged = platform.finished_run(&[set], 1);
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    let put = vec![(format!("texts/{damaged}/0"), vec![0; 9])];
    run(store.write(Changes { put, ..Changes::default() })).unwrap();
    run(answers.track(&[brand("Nurio", &[])])).unwrap();
    let Err(ArchiveError::Damaged(Some(found))) = run(answers.search()) else { panic!("the text is damaged") };
    assert_eq!(found, damaged);
    run(answers.discard(Some(&damaged))).unwrap();
    assert_eq!((search(&mut answers), answers.missing()), (0, None));
    sync(&mut answers, &platform, SyncMode::NewRuns);
    assert_eq!((search(&mut answers), naming(&answers)), (1, vec![2]));
}

#[test]
fn a_long_run_is_searched_in_steps_and_anew_when_it_is_read_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(6);
    let of_run = platform.finished_run(&[set], 1);
    platform.change_answers(|answer| answer.content = "Nurio ".repeat(40_000));
    let (mut answers, _) = open(&store);
    sync(&mut answers, &platform, SyncMode::NewRuns);
    run(answers.track(&[brand("Nurio", &[])])).unwrap();
    assert!(run(answers.search()).unwrap());
    assert_eq!(answers.unsearched(), 1);

    platform.lose_answer(&of_run);
    platform.change_run(&of_run, |run| run.success_count -= 1);
    sync(&mut answers, &platform, SyncMode::AllRuns);
    assert_eq!((search(&mut answers), naming(&answers)), (2, vec![5]));
}

#[test]
fn texts_that_are_being_read_are_counted_once_when_another_run_is_read_again() {
    let (platform, store) = (Platform::default(), Rc::new(MemoryStore::default()));
    let set = platform.create_set(6);
    let runs = [platform.finished_run(&[set], 1), platform.finished_run(&[set], 1)];
    platform.change_answers(|answer| answer.content = "Nurio ".repeat(40_000));
    for changed in runs {
        let (mut answers, _) = open(&store);
        sync(&mut answers, &platform, SyncMode::NewRuns);
        run(answers.track(&[brand(changed.as_str(), &["Nurio"])])).unwrap();
        assert!(run(answers.search()).unwrap());
        platform.lose_answer(&changed);
        platform.change_run(&changed, |run| run.success_count -= 1);
        sync(&mut answers, &platform, SyncMode::AllRuns);
        search(&mut answers);
        assert_eq!(naming(&answers), [all(&answers) as u64]);
    }
}
