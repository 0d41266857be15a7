//! Random histories of answers.

use std::collections::BTreeSet;

use answerdeck_api::{
    Answer, AnswerId, AnswerScope, AnswerStatus, ModelCode, ModelRoute, PromptId, PromptSetId, Run, RunId, RunStatus,
    Source, Timestamp,
};
use answerdeck_insight::{
    AnswerTable, BrandSelection, Sample, Selection, TrackedBrands, encode_answers, encode_named_brands,
};
use jiff::tz::{Offset, TimeZone};
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

/// The websites of each tracked brand. The first two share a site.
pub const BRANDS: &[&[&str]] =
    &[&["https://a.example"], &["https://www.a.example/shop", "https://b.example"], &["http://c.example/"], &[]];

const SOURCES: &[(&str, Option<&str>)] = &[
    ("https://a.example/1", Some("a.example")),
    ("https://a.example/shop/1", Some("a.example")),
    ("https://www.a.example/shop", Some("a.example")),
    ("https://b.example/", Some("b.example")),
    ("https://c.example/", Some("c.example")),
    ("https://나.example/", Some("나.example")),
    ("https://d.example/", Some("")),
    ("urn:x", None),
    ("urn:x", Some("x.example")),
];
const FANOUTS: &[&str] = &["earbuds", "Earbuds", "이어폰", "이어폰 추천", ""];
const ROUTES: &[Option<&str>] = &[None, Some("STAND_IN"), Some("API"), Some("NEW_ROUTE")];
const TITLES: &[&str] = &["", "A", "가"];
const RUNS: usize = 4;
/// 2026-03-01: the clocks of many zones change in the weeks around it.
const START: i64 = 1_772_323_200_000;
const DAY: i64 = 86_400_000;

/// An answer with the platform's further data about it, and its mentions of brands.
#[derive(Debug, Clone)]
pub struct HistoryAnswer {
    pub answer: Answer,
    pub set: Option<PromptSetId>,
    /// Milliseconds since 1970.
    pub time: i64,
    /// The brand and the place of each mention.
    pub mentions: Vec<(usize, usize)>,
}

impl HistoryAnswer {
    /// The brands that the answer names.
    pub fn named(&self) -> BTreeSet<usize> {
        self.mentions.iter().map(|(brand, _)| *brand).collect()
    }

    /// The model and its route.
    pub fn asked(&self) -> (&ModelCode, Option<&ModelRoute>) {
        (&self.answer.model, self.answer.route.as_ref())
    }

    /// Prompt, model by its route and region.
    pub fn question(&self) -> (&PromptId, (&ModelCode, Option<&ModelRoute>), &str) {
        (&self.answer.prompt_id, self.asked(), &self.answer.region)
    }
}

#[derive(Debug)]
pub struct History {
    /// Some of them are not finished.
    pub runs: Vec<Run>,
    pub answers: Vec<HistoryAnswer>,
    /// The indexes in the sequence of blocks at which the table is compacted, in ascending order.
    compactions: Vec<usize>,
}

/// An answer that a scope takes its conditions from, one that it takes the time `to` from, and the names of its conditions.
pub type ScopeOf = (Index, Index, Vec<&'static str>);

pub fn histories() -> impl Strategy<Value = History> {
    let runs = prop::collection::vec(any::<bool>(), RUNS);
    let compactions = subsequence((0..=RUNS).collect::<Vec<_>>(), 0..=3);
    (runs, prop::collection::vec(answers(), 1..60), compactions).prop_map(|(runs, mut answers, compactions)| {
        let runs: Vec<Run> = runs.into_iter().enumerate().map(|(run, is_finished)| new_run(run, is_finished)).collect();
        for (index, (answer, run)) in answers.iter_mut().enumerate() {
            answer.answer.run_id = runs.get(*run).map(|run| run.id.clone());
            // Random, but distinct: the index is in the last digits.
            let random = &answer.answer.id.as_str()[..20];
            answer.answer.id = format!("{random}{index:02}").parse().unwrap();
        }
        History { runs, answers: answers.into_iter().map(|(answer, _)| answer).collect(), compactions }
    })
}

pub fn scopes() -> impl Strategy<Value = ScopeOf> {
    let names = vec!["run", "set", "prompt", "model", "route", "region", "from", "to"];
    (any::<Index>(), any::<Index>(), prop_oneof![subsequence(names.clone(), 0..=1), subsequence(names, 0..=8)])
}

/// A run without counts, which no metric reads.
pub fn new_run(run: usize, is_finished: bool) -> Run {
    Run {
        id: id('r', run).parse().unwrap(),
        status: if is_finished { RunStatus::Finished } else { RunStatus::Running },
        total_count: 0,
        finished_count: 0,
        success_count: 0,
        failed_count: 0,
        running_count: 0,
        created_at: None,
        stopped_at: None,
        provider_cost: None,
        answers: None,
    }
}

/// Answers, each with the index of its run. There is no run with the last index.
fn answers() -> impl Strategy<Value = (HistoryAnswer, usize)> {
    let dimensions = (
        0..=2_usize,
        0..4_usize,
        select(&["CLAUDE", "GEMINI", "NEW/MODEL"][..]),
        select(ROUTES),
        select(&["KR", "US"][..]),
    );
    let status = select(&["SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS", "FAILED", "PENDING"][..]);
    let source = (select(SOURCES), select(TITLES)).prop_map(|((url, domain), title)| Source {
        url: url.to_owned(),
        title: title.to_owned(),
        domain: domain.map(str::to_owned),
    });
    let sources = prop::collection::vec(source, 0..6);
    let fanouts = prop::collection::vec(select(FANOUTS).prop_map(str::to_owned), 0..4);
    let mentions = prop::collection::vec((0..BRANDS.len(), 0..6_usize), 0..5);
    // Many answers have the same time, and some are months apart.
    let time = prop_oneof![0..3_i64, -60 * DAY..60 * DAY].prop_map(|time| START + time);
    (dimensions, status, sources, fanouts, mentions, (time, any::<u64>(), 0..=RUNS)).prop_map(
        |((set, prompt, model, route, region), status, sources, fanouts, mut mentions, (time, random, run))| {
            mentions.sort_by_key(|(_, place)| *place);
            let answer = Answer {
                id: format!("{random:022}").parse().unwrap(),
                model: ModelCode::from(model),
                route: route.map(ModelRoute::from),
                failure: None,
                prompt_id: id('p', prompt).parse().unwrap(),
                region: region.to_owned(),
                status: AnswerStatus::from(status),
                content: String::new(),
                query: String::new(),
                created_at: Some(written(time, random % 3 == 0)),
                run_id: None,
                markdown_url: None,
                fanouts,
                sources,
            };
            let set = (set < 2).then(|| id('s', set).parse().unwrap());
            (HistoryAnswer { answer, set, time, mentions }, run)
        },
    )
}

fn id(kind: char, number: usize) -> String {
    format!("{kind}{number:021}")
}

/// Writes a time as the platform does, or in another form of RFC 3339.
fn written(time: i64, in_korea: bool) -> Timestamp {
    let time = jiff::Timestamp::from_millisecond(time).unwrap();
    if !in_korea {
        return Timestamp::new(format!("{time:.3}"));
    }
    let zone = TimeZone::fixed(Offset::constant(9));
    Timestamp::new(time.to_zoned(zone).strftime("%Y-%m-%dt%H:%M:%S%.3f%:z").to_string())
}

/// The bytes that a table is made from.
pub struct StoredTable {
    pub dictionary: Vec<Vec<u8>>,
    pub blocks: Vec<Vec<u8>>,
}

impl History {
    /// Encodes and reads all blocks.
    pub fn table(&self) -> AnswerTable {
        let StoredTable { dictionary, blocks } = self.stored_table();
        let mut table = AnswerTable::default();
        dictionary.iter().for_each(|part| table.put_dictionary(part).unwrap());
        blocks.iter().for_each(|block| table.put(block).unwrap());
        table
    }

    /// Encodes all blocks. Some share the texts of a dictionary.
    pub fn stored_table(&self) -> StoredTable {
        let mut table = AnswerTable::default();
        let (mut dictionary, mut blocks) = (Vec::new(), Vec::new());
        let runs: Vec<Option<&Run>> = self.runs.iter().map(Some).chain([None]).collect();
        let mut first_own = 0;
        for (index, run) in runs.iter().enumerate() {
            blocks.push(self.block(*run));
            table.put(&blocks[index]).unwrap();
            if self.compactions.contains(&index) {
                let of_runs = runs[first_own..=index].iter().map(|run| run.map(|run| &run.id));
                let compaction = table.compact(of_runs).unwrap();
                table.commit(&compaction);
                dictionary.push(compaction.dictionary);
                blocks.splice(first_own.., compaction.blocks.into_iter().flatten());
                first_own = index + 1;
            }
        }
        StoredTable { dictionary, blocks }
    }

    pub fn block(&self, run: Option<&Run>) -> Vec<u8> {
        let answers = self.of_run(run.map(|run| &run.id)).map(|answer| (&answer.answer, answer.set.as_ref()));
        encode_answers(run, answers).unwrap()
    }

    /// Encodes and reads the named brands of all blocks.
    pub fn brands(&self, table: &AnswerTable) -> TrackedBrands {
        let mut brands = TrackedBrands::new(BRANDS.iter().map(|websites| websites.iter()));
        for run in self.runs.iter().map(|run| Some(&run.id)).chain([None]) {
            brands.put(table, &self.named_block(run)).unwrap();
        }
        brands
    }

    pub fn named_block(&self, run: Option<&RunId>) -> Vec<u8> {
        let counted = self.of_run(run).filter(|answer| answer.answer.status == AnswerStatus::Success);
        let answers: Vec<(&AnswerId, Vec<(usize, usize)>)> =
            counted.map(|answer| (&answer.answer.id, answer.mentions.clone())).collect();
        encode_named_brands(run, BRANDS.len(), answers).unwrap()
    }

    pub fn of_run(&self, run: Option<&RunId>) -> impl Iterator<Item = &HistoryAnswer> {
        self.answers.iter().filter(move |answer| answer.answer.run_id.as_ref() == run)
    }

    pub fn is_finished(&self, answer: &HistoryAnswer) -> bool {
        let run = self.runs.iter().find(|run| Some(&run.id) == answer.answer.run_id.as_ref());
        run.is_none_or(|run| run.status == RunStatus::Finished)
    }

    pub fn scope(&self, (of, until, names): &ScopeOf) -> AnswerScope {
        let (of, until) = (of.get(&self.answers), until.get(&self.answers));
        let has = |name| names.contains(&name);
        AnswerScope {
            run_id: of.answer.run_id.clone().filter(|_| has("run")),
            // An answer without a set takes one that no answer has.
            prompt_set_id: has("set").then(|| of.set.clone().unwrap_or_else(|| id('s', 9).parse().unwrap())),
            prompt_id: has("prompt").then(|| of.answer.prompt_id.clone()),
            model: has("model").then(|| of.answer.model.clone()),
            route: of.answer.route.clone().filter(|_| has("route")),
            region: has("region").then(|| of.answer.region.clone()),
            from: has("from").then(|| written(of.time, true)),
            to: has("to").then(|| written(until.time, false)),
        }
    }

    /// The SUCCESS answers of a scope in ascending order of their ids.
    pub fn select(&self, scope: &AnswerScope) -> Vec<&HistoryAnswer> {
        let time = |time: &Timestamp| time.as_str().parse::<jiff::Timestamp>().unwrap().as_millisecond();
        let matches = |answer: &&HistoryAnswer| {
            let HistoryAnswer { answer, set, time: at, .. } = answer;
            answer.status == AnswerStatus::Success
                && scope.run_id.as_ref().is_none_or(|run| Some(run) == answer.run_id.as_ref())
                && scope.prompt_set_id.as_ref().is_none_or(|wanted| Some(wanted) == set.as_ref())
                && scope.prompt_id.as_ref().is_none_or(|prompt| *prompt == answer.prompt_id)
                && scope.model.as_ref().is_none_or(|model| *model == answer.model)
                && scope.route.as_ref().is_none_or(|route| Some(route) == answer.route.as_ref())
                && scope.region.as_ref().is_none_or(|region| *region == answer.region)
                && scope.from.as_ref().is_none_or(|from| time(from) <= *at)
                && scope.to.as_ref().is_none_or(|to| *at < time(to))
        };
        let mut answers: Vec<&HistoryAnswer> = self.answers.iter().filter(matches).collect();
        answers.sort_by_key(|answer| &answer.answer.id);
        answers
    }
}

/// The number of answers and of their prompts.
pub fn sample(answers: &[&HistoryAnswer]) -> Sample {
    let prompts: BTreeSet<_> = answers.iter().map(|answer| &answer.answer.prompt_id).collect();
    Sample { answers: answers.len() as u64, prompts: prompts.len() as u64 }
}

/// Checks a metric of brands in the scope of a history: calls `check` with the answers of the scope, and with the same
/// answers in the table.
pub fn in_scope(history: &History, scope: &ScopeOf, check: impl FnOnce(&[&HistoryAnswer], &BrandSelection)) {
    let (table, scope) = (history.table(), history.scope(scope));
    let brands = history.brands(&table);
    let selection: Selection = table.select(&scope).unwrap();
    check(&history.select(&scope), &brands.over(&selection).unwrap());
}
