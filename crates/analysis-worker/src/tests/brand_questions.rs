//! Questions about one brand, and what moved between runs.

use std::rc::Rc;

use answerdeck_analysis::{
    AnswerCell, AnswerCells, AnswerFeature, AnswersWith, BrandAnswers, BrandMetrics, BrandReport, BrandReproducibility,
    CitedRivals, MovedPromptList, Movements, NewNames, NewNamesReport, PromptRates, Question, SourceClassTrend,
    TrackedBrands, UnnamedSearches,
};
use answerdeck_api::{AnswerScope, BrandId, ModelCode, PromptId};
use answerdeck_insight::{Period, Sample};

use super::Worker;
use super::device::{Device, time};

const BRANDS: [&str; 2] = ["Nurio", "Tavrin"];

fn worker(runs: &[&[&str]]) -> Worker {
    let device = Rc::new(Device::default());
    device.set_brands(&BRANDS);
    runs.iter().for_each(|run| device.finish_run(run));
    let mut worker = Worker::start(&device);
    worker.settle();
    worker
}

fn value<Q: Question>(worker: &mut Worker, question: Q) -> Q::Value {
    serde_json::from_str(&worker.ask(question).unwrap().unwrap().value).unwrap()
}

fn brand(number: usize) -> BrandId {
    format!("b{number:021}").parse().unwrap()
}

fn scope() -> AnswerScope {
    AnswerScope::default()
}

#[test]
fn the_tracked_brands_are_known_without_answers() {
    let brands = value(&mut worker(&[]), TrackedBrands {});
    assert_eq!(brands.iter().map(|brand| brand.name.as_str()).collect::<Vec<_>>(), BRANDS);
}

#[test]
fn the_rate_of_a_prompt_has_its_text_and_its_models() {
    let worker = &mut worker(&[&["Nurio", "Tavrin", "none"], &["Nurio"]]);
    let report = value(worker, PromptRates { scope: scope(), brand: brand(0), limit: 5 });
    let [prompt] = &report.highest[..] else { panic!("{report:?}") };
    assert_eq!((report.prompts, prompt.question.as_str(), prompt.rate.numerator), (1, "a", 2));
    assert_eq!(prompt.rate.sample, Sample { answers: 4, prompts: 1 });
    assert_eq!(prompt.by_model, [(ModelCode::Claude, prompt.rate)]);
    assert!(value(worker, PromptRates { scope: scope(), brand: brand(0), limit: 0 }).highest.is_empty());
    assert_eq!(value(worker, PromptRates { scope: scope(), brand: brand(7), limit: 5 }).prompts, 0);
}

#[test]
fn the_answers_to_a_prompt_are_counted_by_model_with_their_sources() {
    let worker = &mut worker(&[&["Nurio https://a.example/1 https://b.example/", "Tavrin https://a.example/1"]]);
    let prompt: PromptId = format!("p{:021}", 0).parse().unwrap();
    let other: PromptId = format!("p{:021}", 9).parse().unwrap();
    let cells = AnswerCells { scope: scope(), brand: brand(0), prompts: vec![prompt.clone(), other] };
    let cell = AnswerCell { prompt, model: ModelCode::Claude, answers: 2, naming: 1, citations: 3 };
    assert_eq!(value(worker, cells.clone()), [cell]);
    assert_eq!(value(worker, AnswerCells { brand: brand(7), ..cells.clone() }), []);
    assert_eq!(value(worker, AnswerCells { prompts: Vec::new(), ..cells }), []);
}

#[test]
fn a_movement_compares_the_newest_run_with_the_one_before() {
    let worker = &mut worker(&[&["Nurio", "Nurio"], &["Nurio", "none"], &["Nurio", "Nurio Tavrin"]]);
    let report = value(worker, Movements { scope: scope(), limit: 5 }).unwrap();
    assert_eq!(report.comparable, [Sample { answers: 2, prompts: 1 }; 2]);
    assert_eq!(report.since, time());
    let moved = report.movements.iter();
    let moved = moved.map(|movement| (movement.name.as_str(), movement.moved, movement.moved_by_prompts));
    let gained = MovedPromptList { count: 1, named: vec![(format!("p{:021}", 0).parse().unwrap(), "a".to_owned())] };
    assert!(report.movements.iter().all(|movement| movement.gained == gained && movement.lost.count == 0));
    assert_eq!(moved.collect::<Vec<_>>(), [("Nurio", 500, 0), ("Tavrin", 500, 0)]);
    let first = value(worker, Movements { scope: scope(), limit: 1 }).unwrap();
    assert_eq!((first.total, first.movements.len()), (2, 1));
}

#[test]
fn a_movement_counts_only_what_both_runs_asked() {
    let worker = &mut worker(&[
        &["Nurio prompt:0", "none prompt:0", "none prompt:1", "none prompt:1"],
        &["Nurio prompt:0", "Nurio prompt:0"],
    ]);
    let report = value(worker, Movements { scope: scope(), limit: 5 }).unwrap();
    let moved: Vec<_> = report.movements.iter().map(|movement| (movement.moved, movement.moved_by_prompts)).collect();
    assert_eq!((report.comparable, moved), ([Sample { answers: 2, prompts: 1 }; 2], vec![(500, 250)]));
}

#[test]
fn a_model_that_the_program_does_not_know_moves_too() {
    let worker = &mut worker(&[&["none model:NEW", "Nurio"], &["Nurio model:NEW", "Nurio"]]);
    let report = value(worker, Movements { scope: scope(), limit: 5 }).unwrap();
    let moved: Vec<_> = report.movements.iter().map(|movement| (movement.model.as_str(), movement.moved)).collect();
    assert_eq!(moved, [("NEW", 1_000)]);
    let known = AnswerScope { model: Some(ModelCode::Claude), ..scope() };
    assert_eq!(value(worker, Movements { scope: known, limit: 5 }).unwrap().total, 0);
}

#[test]
fn one_run_has_no_movement() {
    let worker = &mut worker(&[&["Nurio"]]);
    assert_eq!(value(worker, Movements { scope: scope(), limit: 5 }), None);
}

#[test]
fn a_search_whose_answers_never_name_the_brand_is_counted() {
    let worker = &mut worker(&[&["Nurio search:shoes", "search:shoes search:hats", "search:hats search:hats"]]);
    let report = value(worker, UnnamedSearches { scope: scope(), brand: brand(0), limit: 5 });
    assert_eq!((report.searches, report.unnamed, report.most_run), (2, 1, vec![("hats".to_owned(), 2)]));
}

#[test]
fn the_answers_behind_the_figures_of_a_brand_are_those_that_name_or_cite_it() {
    let device = Rc::new(Device::default());
    device.set_brands(&BRANDS);
    device.set_website(0, "https://a.example");
    device.set_website(1, "https://b.example");
    device.finish_run(&["Nurio https://a.example/1", "Nurio https://b.example/", "Tavrin https://a.example/2"]);
    device.finish_run(&["Tavrin https://b.example/ https://b.example/2", "Tavrin", "https://c.example/"]);
    let worker = &mut Worker::start(&device);
    worker.settle();
    let total = |worker: &mut Worker, number, named, cited, rival: Option<usize>| {
        let wanted = BrandAnswers { brand: brand(number), named, cited, rival: rival.map(brand) };
        let feature = AnswerFeature::Brand(wanted);
        value(worker, AnswersWith { scope: scope(), feature, skip: 0, limit: 9 }).total
    };
    assert_eq!(total(worker, 0, Some(true), None, None), 2);
    assert_eq!(total(worker, 0, Some(false), None, None), 4);
    assert_eq!(total(worker, 0, None, Some(true), None), 2);
    assert_eq!(total(worker, 0, Some(false), Some(true), None), 1);
    assert_eq!(total(worker, 0, Some(false), Some(false), Some(1)), 1);
    assert_eq!(total(worker, 0, None, None, Some(7)), 0);
    assert_eq!(total(worker, 7, Some(false), None, None), 0);
    let rivals = value(worker, CitedRivals { scope: scope(), brand: brand(0) });
    let rivals: Vec<_> = rivals.iter().map(|rival| (rival.name.as_str(), rival.answers)).collect();
    assert_eq!(rivals, [("Tavrin", 1)]);
    assert!(value(worker, CitedRivals { scope: scope(), brand: brand(7) }).is_empty());
}

#[test]
fn repeated_answers_agree_or_not_on_whether_they_name_a_brand() {
    let worker = &mut worker(&[&["Nurio", "Nurio Tavrin", "shoes"]]);
    let of = |worker: &mut Worker, number| {
        let question = BrandReproducibility { scope: scope(), brand: brand(number) };
        value(worker, question).map(|found| (found.agreeing, found.pairs))
    };
    assert_eq!(of(worker, 0), Some((1, 3)));
    assert_eq!(of(worker, 7), None);
}

#[test]
fn the_sites_of_the_own_brand_are_apart_from_those_of_others() {
    let worker = &mut worker(&[&["https://a.example/1 https://b.example/"]]);
    for own in [Some(brand(0)), None] {
        let points = value(worker, SourceClassTrend { scope: scope(), period: Period::Week, own });
        let [point] = &points[..] else { panic!("{points:?}") };
        assert_eq!(point.classes.map(|classes| (classes.own, classes.other_brands, classes.rest)), Some((0, 0, 2)));
    }
}

#[test]
fn a_new_name_adds_the_answers_that_did_not_name_the_brand() {
    let texts = ["Nurio and Nuri.", "First. The Nuri is good. Last.", "Tavrin", "NURI"];
    let worker = &mut worker(&[&texts[..2], &texts[2..]]);
    let names = || vec!["Nurio".to_owned(), "Nuri".to_owned()];
    let found = value(worker, NewNames { brand: Some(brand(0)), names: names(), limit: 5 });
    assert_eq!((found.searched, found.added), (4, 2));
    let examples: Vec<_> = found
        .examples
        .iter()
        .map(|example| [&example.before, &example.name, &example.after].map(String::as_str))
        .collect();
    assert_eq!(examples, [["", "NURI", ""], ["The ", "Nuri", " is good."]]);
    let of_new_brand = value(worker, NewNames { brand: None, names: names(), limit: 1 });
    assert_eq!((of_new_brand.added, of_new_brand.examples.len()), (3, 1));
    let saved = NewNames { brand: Some(brand(0)), names: vec!["Nurio".to_owned()], limit: 5 };
    assert_eq!(value(worker, saved), NewNamesReport { searched: 4, ..NewNamesReport::default() });
}

#[test]
fn a_period_that_asks_the_same_as_the_one_before_has_no_change_of_the_sample() {
    let worker = &mut worker(&[&["Nurio"], &["Nurio"]]);
    let report: BrandReport = value(worker, BrandMetrics { scope: scope(), period: Some(Period::Day) });
    assert!(report.series.iter().all(|point| point.sample_change.is_none()));
}
