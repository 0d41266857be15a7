//! The examples of docs/metrics.md.

use answerdeck_api::{Answer, AnswerScope, AnswerStatus, ModelCode, Run, Source, Timestamp};
use answerdeck_insight::{
    AnswerTable, Comparison, NamedAndCited, Rate, Sample, SourceLevel, Tier, TrackedBrands, encode_answers,
    encode_named_brands,
};

use crate::history::new_run;

const NURIO: usize = 0;
const TAVRIN: usize = 1;
const WEBSITES: [[&str; 1]; 2] = [["https://nurio.example"], ["https://tavrin.example"]];

/// An answer: its prompt, its model, the brands it names in their order, and the domains it cites.
type ExampleAnswer = (char, ModelCode, &'static [usize], &'static [&'static str]);

const FIRST_RUN: [ExampleAnswer; 4] = [
    ('a', ModelCode::Claude, &[TAVRIN, NURIO], &["nurio.example", "blog.example"]),
    ('a', ModelCode::Claude, &[TAVRIN], &["nurio.example"]),
    ('b', ModelCode::Claude, &[NURIO], &[]),
    ('b', ModelCode::Claude, &[TAVRIN], &["tavrin.example", "blog.example"]),
];
const SECOND_RUN: [ExampleAnswer; 2] = [
    ('a', ModelCode::Claude, &[], &["nurio.example", "news.example"]),
    ('b', ModelCode::Claude, &[], &["tavrin.example", "blog.example"]),
];

/// A table of runs, one each day, and the brands.
fn read(runs: &[&[ExampleAnswer]]) -> (AnswerTable, TrackedBrands) {
    let (mut table, mut brands) = (AnswerTable::default(), TrackedBrands::new(WEBSITES));
    for (number, answers) in runs.iter().enumerate() {
        let run = new_run(number, true);
        let stored: Vec<Answer> =
            (0..).zip(*answers).map(|(index, example)| answer(&run, number * 1_000 + index, example)).collect();
        let mentions = stored
            .iter()
            .zip(*answers)
            .map(|(answer, (_, _, named, _))| (&answer.id, named.iter().copied().zip(0..).collect::<Vec<_>>()));
        table.put(&encode_answers(Some(&run), stored.iter().map(|answer| (answer, None))).unwrap()).unwrap();
        brands.put(&table, &encode_named_brands(Some(&run.id), WEBSITES.len(), mentions).unwrap()).unwrap();
    }
    (table, brands)
}

fn answer(run: &Run, number: usize, (prompt, model, _, cited): &ExampleAnswer) -> Answer {
    let source = |domain: &&str| Source {
        url: format!("https://www.{domain}/page"),
        title: String::new(),
        domain: Some((*domain).to_owned()),
    };
    Answer {
        id: format!("{number:022}").parse().unwrap(),
        model: model.clone(),
        route: None,
        failure: None,
        prompt_id: prompt.to_string().repeat(22).parse().unwrap(),
        region: "KR".to_owned(),
        status: AnswerStatus::Success,
        content: String::new(),
        query: String::new(),
        created_at: Some(Timestamp::new(format!("2026-01-{:02}T00:00:00Z", 1 + number / 1_000))),
        run_id: Some(run.id.clone()),
        markdown_url: None,
        fanouts: Vec::new(),
        sources: cited.iter().map(source).collect(),
    }
}

/// The rate and its interval in whole percent.
fn percents(rate: Rate) -> [f64; 3] {
    let interval = rate.interval().unwrap();
    [rate.value().unwrap(), interval.lower, interval.upper].map(|value| (value * 100.0).round())
}

#[test]
fn the_metrics_of_brands_are_those_of_the_page() {
    let (table, brands) = read(&[&FIRST_RUN]);
    let selection = table.select(&AnswerScope::default()).unwrap();
    let found = brands.over(&selection).unwrap();
    let (visibility, citations, reproducibility) = (found.visibility(), found.citations(), found.reproducibility());
    let nurio = &visibility[NURIO];
    assert_eq!((nurio.mention_rate.numerator, nurio.mention_rate.sample), (2, Sample { answers: 4, prompts: 2 }));
    assert_eq!(percents(nurio.mention_rate), [50.0, 15.0, 85.0]);
    assert_eq!(nurio.mention_rate.tier(), Tier::Exploratory);
    assert_eq!((nurio.share_of_voice.numerator, nurio.share_of_voice.denominator), (2, 5));
    assert_eq!((&nurio.first_position.distribution[..], nurio.first_position.mean()), (&[1, 1][..], Some(1.5)));
    let nurio = &citations[NURIO];
    assert_eq!((nurio.own_site.numerator, nurio.own_site.sample.answers), (2, 3));
    assert_eq!(percents(nurio.own_site), [67.0, 21.0, 94.0]);
    assert_eq!(nurio.named_and_cited, NamedAndCited { both: 1, named_only: 1, cited_only: 1, neither: 1 });
    let classes = nurio.source_classes;
    assert_eq!((classes.own, classes.other_brands, classes.rest), (2, 1, 2));
    assert_eq!((reproducibility[TAVRIN].agreeing, reproducibility[TAVRIN].pairs), (1, 2));
}

#[test]
fn the_share_of_citations_is_that_of_the_page() {
    let (table, _) = read(&[&FIRST_RUN]);
    let counts = table.select(&AnswerScope::default()).unwrap().count_citations(&["blog.example".to_owned()]);
    assert_eq!((counts.of_domains[0], counts.total), (2, 5));
}

#[test]
fn the_stability_of_sources_is_that_of_the_page() {
    let (table, _) = read(&[&FIRST_RUN, &SECOND_RUN]);
    let stability = table.select(&AnswerScope::default()).unwrap().source_stability(SourceLevel::Domain).unwrap();
    assert_eq!((stability.pairs, (stability.overlap * 100.0).round()), (2, 67.0));
}

#[test]
fn the_effects_of_a_change_are_those_of_the_page() {
    /// Ten answers, of which the first `naming` name Nurio.
    fn ten(prompt: char, model: ModelCode, naming: usize) -> impl Iterator<Item = ExampleAnswer> {
        let named = move |index: usize| -> &'static [usize] { if index < naming { &[NURIO] } else { &[] } };
        (0..10).map(move |index| (prompt, model.clone(), named(index), &[][..]))
    }
    let before: Vec<_> = ten('a', ModelCode::Claude, 6).chain(ten('a', ModelCode::Gemini, 2)).collect();
    let after: Vec<_> = ten('a', ModelCode::Claude, 7).chain(ten('b', ModelCode::Claude, 3)).collect();
    let (table, brands) = read(&[&before, &after]);
    let of_run = |number| AnswerScope { run_id: Some(new_run(number, true).id), ..AnswerScope::default() };
    let [before, after] = [0, 1].map(|number| table.select(&of_run(number)).unwrap());
    let [before, after] = [brands.over(&before).unwrap(), brands.over(&after).unwrap()];
    let comparison = Comparison::new(&before, &after);
    let change = comparison.mention_rate(NURIO).unwrap();
    let points = |value: f64| (value * 1_000.0).round() / 10.0;
    assert_eq!([change.before, change.after, change.total()].map(points), [40.0, 50.0, 10.0]);
    assert_eq!([change.prompts, change.models, change.brand].map(points), [-12.1, 16.7, 5.4]);
    assert_eq!(comparison.comparable(), [Sample { answers: 10, prompts: 1 }; 2]);
    assert_eq!(comparison.comparable_mention_rate(NURIO).unwrap().map(points), [60.0, 70.0]);
}
