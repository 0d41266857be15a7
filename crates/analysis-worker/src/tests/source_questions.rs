//! Questions about sources and searches.

use std::rc::Rc;

use answerdeck_analysis::{
    AnswerFeature, AnswersWith, MatchingAnswers, PeriodCitations, PromptsWithoutSearch, Question, SearchlessPrompts,
    SourceTrend, SourceTrendReport,
};
use answerdeck_api::{AnswerScope, ModelCode};
use answerdeck_insight::Period;

use super::Worker;
use super::device::Device;

fn worker(runs: &[&[&str]]) -> Worker {
    let device = Rc::new(Device::default());
    runs.iter().for_each(|run| device.finish_run(run));
    let mut worker = Worker::start(&device);
    worker.settle();
    worker
}

fn value<Q: Question>(worker: &mut Worker, question: Q) -> Q::Value {
    serde_json::from_str(&worker.ask(question).unwrap().unwrap().value).unwrap()
}

fn answers_with(worker: &mut Worker, feature: AnswerFeature, limit: u32) -> MatchingAnswers {
    value(worker, AnswersWith { scope: AnswerScope::default(), feature, skip: 0, limit })
}

#[test]
fn the_answers_behind_a_source_or_a_search_are_counted_and_the_newest_are_named() {
    let runs: [&[&str]; 2] =
        [&["https://a.example/1", "https://b.example/"], &["https://a.example/2 search:shoes", "https://a.example/1"]];
    let worker = &mut worker(&runs);
    let of_domain = answers_with(worker, AnswerFeature::Domain("a.example".to_owned()), 2);
    assert_eq!((of_domain.total, of_domain.newest.len()), (3, 2));
    assert_eq!(of_domain.newest[0].question, "a");
    assert_eq!(of_domain.newest[0].model, ModelCode::Claude);
    assert!(of_domain.newest[0].id.as_str() > of_domain.newest[1].id.as_str());
    assert_eq!(answers_with(worker, AnswerFeature::Any, 9).newest.len(), 4);
    assert_eq!(answers_with(worker, AnswerFeature::Any, 0), MatchingAnswers { total: 4, newest: Vec::new() });
    assert_eq!(answers_with(worker, AnswerFeature::Page("https://a.example/1".to_owned()), 9).total, 2);
    assert_eq!(answers_with(worker, AnswerFeature::Search("shoes".to_owned()), 9).total, 1);
    assert_eq!(answers_with(worker, AnswerFeature::Search("Shoes".to_owned()), 9), MatchingAnswers::default());
}

#[test]
fn the_answers_behind_a_figure_are_read_in_parts() {
    let worker = &mut worker(&[&["https://a.example/1", "https://a.example/2"], &["https://a.example/3"]]);
    let part = |worker: &mut Worker, skip, limit| {
        let feature = AnswerFeature::Domain("a.example".to_owned());
        let found: MatchingAnswers = value(worker, AnswersWith { scope: AnswerScope::default(), feature, skip, limit });
        (found.total, found.newest.into_iter().map(|answer| answer.id).collect::<Vec<_>>())
    };
    let (_, all) = part(worker, 0, 9);
    assert_eq!(part(worker, 0, 2), (3, all[..2].to_vec()));
    assert_eq!(part(worker, 2, 2), (3, all[2..].to_vec()));
    assert_eq!(part(worker, 3, 2), (3, Vec::new()));
    assert_eq!(part(worker, u32::MAX, 2), (3, Vec::new()));
}

#[test]
fn a_trend_has_the_citations_of_each_domain_and_the_stability_of_all() {
    let runs: [&[&str]; 3] =
        [&["https://a.example/ https://b.example/"], &["https://a.example/1"], &["https://a.example/"]];
    let domains = vec!["b.example".to_owned(), "a.example".to_owned(), "none.example".to_owned()];
    let question = SourceTrend { scope: AnswerScope::default(), period: Period::Month, domains };
    let SourceTrendReport { series, stability } = value(&mut worker(&runs), question);
    let citations = PeriodCitations { total: 4, of_domains: vec![1, 3, 0] };
    assert_eq!(series.into_iter().map(|point| point.citations).collect::<Vec<_>>(), [Some(citations)]);
    let stability = stability.unwrap();
    assert_eq!((stability.pairs, stability.overlap), (2, 0.75));
}

#[test]
fn a_prompt_without_a_search_has_no_answer_with_one() {
    let question = |skip| PromptsWithoutSearch { scope: AnswerScope::default(), skip, limit: 5 };
    let without = &mut worker(&[&["one", "two"], &["three"]]);
    let found: SearchlessPrompts = value(without, question(0));
    assert_eq!((found.prompts, found.without_search), (1, 1));
    assert_eq!((found.most_asked[0].question.as_str(), found.most_asked[0].answers), ("a", 3));
    for skip in [1, u32::MAX] {
        let found: SearchlessPrompts = value(without, question(skip));
        assert_eq!(found, SearchlessPrompts { prompts: 1, without_search: 1, most_asked: Vec::new() });
    }
    let found: SearchlessPrompts = value(&mut worker(&[&["one"], &["two search:shoes"]]), question(0));
    assert_eq!(found, SearchlessPrompts { prompts: 1, without_search: 0, most_asked: Vec::new() });
}
