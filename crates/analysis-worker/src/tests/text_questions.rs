//! Questions about the texts of answers.

use std::rc::Rc;

use answerdeck_analysis::{FoundText, FoundTexts, SearchTexts, TextPlace};
use answerdeck_api::{AnswerScope, RunId};

use super::Worker;
use super::device::Device;

fn worker(runs: &[&[&str]]) -> Worker {
    let device = Rc::new(Device::default());
    runs.iter().for_each(|run| device.finish_run(run));
    let mut worker = Worker::start(&device);
    worker.settle();
    worker
}

fn run(number: usize) -> RunId {
    format!("r{number:021}").parse().unwrap()
}

fn part(worker: &mut Worker, phrase: &str, scope: &AnswerScope, from: Option<TextPlace>) -> FoundTexts {
    let question = SearchTexts { scope: scope.clone(), phrase: phrase.to_owned(), from };
    serde_json::from_str(&worker.ask(question).unwrap().unwrap().value).unwrap()
}

/// All parts of a search.
fn parts(worker: &mut Worker, phrase: &str, scope: &AnswerScope) -> Vec<FoundTexts> {
    let mut parts = vec![part(worker, phrase, scope, None)];
    while let Some(next) = parts.last().and_then(|part| part.next.clone()) {
        parts.push(part(worker, phrase, scope, Some(next)));
    }
    parts
}

#[test]
fn answers_with_a_phrase_are_found_with_what_is_around_it() {
    let before = "앞".repeat(100);
    let after = "뒤".repeat(200);
    let text = format!("{before} ＮＯＩＳＥ\ncancelling {after}");
    let worker = &mut worker(&[&[&text, "noise"], &["metanoise cancel"]]);
    let [part] = &parts(worker, " noise CANCEL", &AnswerScope::default())[..] else { panic!("one part") };
    assert_eq!((part.total, part.searched, part.found.len()), (3, 3, 2));
    let [newest, FoundText { answer, before, phrase, after }] = &part.found[..] else { panic!("two answers") };
    assert_eq!((newest.before.as_str(), newest.phrase.as_str(), newest.after.as_str()), ("meta", "noise cancel", ""));
    assert_eq!(answer.question, "a");
    assert_eq!((before.chars().count(), phrase.as_str(), after.chars().count()), (60, "ＮＯＩＳＥ\ncancel", 120));
}

#[test]
fn long_texts_are_searched_in_parts_that_have_each_answer_once() {
    let long = "x".repeat(150_000);
    let texts: Vec<String> = (0..6).map(|number| format!("{long} phrase {number}")).collect();
    let runs: Vec<Vec<&str>> = texts.chunks(3).map(|texts| texts.iter().map(String::as_str).collect()).collect();
    let runs: Vec<&[&str]> = runs.iter().map(Vec::as_slice).collect();
    let parts = parts(&mut worker(&runs), "phrase", &AnswerScope::default());
    assert!(parts.len() > 1, "{} parts", parts.len());
    assert_eq!(parts.iter().map(|part| part.searched).sum::<u64>(), 6);
    let mut ids: Vec<_> = parts.iter().flat_map(|part| &part.found).map(|found| found.answer.id.clone()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 6);
    assert!(parts.windows(2).all(|pair| pair[0].next == pair[1].from));
}

#[test]
fn only_the_answers_of_the_scope_are_searched() {
    let worker = &mut worker(&[&["phrase"], &["phrase", "phrase", "other"]]);
    let scope = AnswerScope { run_id: Some(run(1)), ..AnswerScope::default() };
    let found = part(worker, "phrase", &scope, None);
    assert_eq!((found.total, found.searched, found.found.len(), found.next), (3, 3, 2, None));
    let nothing = AnswerScope { region: Some("JP".to_owned()), ..AnswerScope::default() };
    assert_eq!(part(worker, "phrase", &nothing, None), FoundTexts::default());
}

#[test]
fn a_phrase_without_visible_characters_is_in_no_answer() {
    let found = part(&mut worker(&[&["a\u{200b}"]]), "\u{200b}", &AnswerScope::default(), None);
    assert_eq!((found.total, found.searched, found.found, found.next), (1, 1, Vec::new(), None));
}

#[test]
fn a_search_continues_where_a_run_was_deleted() {
    let worker = &mut worker(&[&["phrase"], &["phrase"]]);
    let from = Some(TextPlace { run: Some(run(7)), blocks: 3 });
    assert_eq!(part(worker, "phrase", &AnswerScope::default(), from).found.len(), 2);
    let from = Some(TextPlace { run: Some(run(1)), blocks: 9 });
    assert_eq!(part(worker, "phrase", &AnswerScope::default(), from).found.len(), 1);
}
