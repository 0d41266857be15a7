//! Compares the metrics of brands, prompts and sources over random answers with a plain recount from their texts, while brands change, runs are
//! deleted and words are rebuilt.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_insight::{BrandSites, MentionFinder};
use answerdeck_server::backfill::backfill_tokens;
use answerdeck_server::run::deletion;
use jiff::SignedDuration;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::BRANDS;
use crate::harness::{Account, AnswerRow, TestServer};
use crate::on_each;

const CASES: usize = 4;
/// How often brands, runs and words change in a case, and the scopes that are compared after each change.
const CHANGES: usize = 4;
const SCOPES: usize = 8;

const PAGES: &[(&str, Option<&str>)] = &[
    ("https://a.example/1", Some("a.example")),
    ("https://www.a.example/kr/2", Some("a.example")),
    ("https://b.example/", Some("b.example")),
    ("urn:x", None),
];
const CONTENTS: &[&str] = &[
    "Nurio",
    "누리오 nurio",
    "Tavrin 그리고 Nurio",
    "TAVRIN 누리오는",
    "배터리와 착용감",
    "metatavrin",
    "Nurio Air, Tavrin, 누리오",
    "",
];
/// The names and websites that a brand can have.
const DEFINITIONS: &[(&[&str], &[&str])] = &[
    (&["Nurio"], &["https://a.example"]),
    (&["Nurio", "누리오"], &["https://a.example/kr"]),
    (&["Tavrin"], &["https://b.example"]),
    (&["Tavrin", "Nurio Air"], &["https://b.example", "https://a.example/1"]),
    (&["누리오"], &[]),
];

/// A tracked brand.
struct Brand {
    id: String,
    definition: usize,
}

/// What an answer says about a brand.
struct Fact {
    /// The place of the first mention.
    first: Option<usize>,
    cited: BTreeSet<usize>,
}

fn facts(answer: &AnswerRow, brands: &[Brand]) -> Vec<Fact> {
    let definition = |brand: &Brand| DEFINITIONS[brand.definition];
    let finder = MentionFinder::new(brands.iter().map(|brand| definition(brand).0)).unwrap();
    let mentions = finder.find(answer.content);
    let mut sites = BrandSites::default();
    for (at, brand) in (0..).zip(brands) {
        definition(brand).1.iter().for_each(|website| sites.add(website, at));
    }
    let of_brand = |at: usize| Fact {
        first: mentions.iter().find(|mention| mention.entry == at).map(|mention| mention.start),
        cited: (0..answer.sources.len())
            .filter(|source| sites.owners(answer.sources[*source].0).contains(&(at as u32)))
            .collect(),
    };
    (0..brands.len()).map(of_brand).collect()
}

fn sample(answers: &[&&AnswerRow]) -> Value {
    let prompts: BTreeSet<&str> = answers.iter().map(|answer| answer.prompt_id.as_str()).collect();
    json!({ "answers": answers.len(), "prompts": prompts.len(), "tier": "EXPLORATORY" })
}

/// The metrics that do not need a formula, by the id of the brand.
fn recount(answers: &[&AnswerRow], brands: &[Brand]) -> Value {
    let facts: Vec<Vec<Fact>> = answers.iter().map(|answer| facts(answer, brands)).collect();
    let filter = |is_wanted: &dyn Fn(usize) -> bool| -> Vec<&&AnswerRow> {
        (0..answers.len()).filter(|at| is_wanted(*at)).map(|at| &answers[at]).collect()
    };
    let names = |at: usize, brand: usize| facts[at][brand].first.is_some();
    let cites = |at: usize, brand: usize| !facts[at][brand].cited.is_empty();
    let citations: usize = answers.iter().map(|answer| answer.sources.len()).sum();
    let owned = |at: usize| facts[at].iter().flat_map(|fact| &fact.cited).collect::<BTreeSet<_>>().len();
    let owned: usize = (0..answers.len()).map(owned).sum();
    let of_brand = |brand: usize| {
        let position = |at: usize| {
            let first = facts[at][brand].first?;
            Some(1 + facts[at].iter().filter(|fact| fact.first.is_some_and(|other| other < first)).count())
        };
        let positions: Vec<usize> = (0..answers.len()).filter_map(position).collect();
        let longest = positions.iter().copied().max().unwrap_or_default();
        let count = |is_wanted: &dyn Fn(usize) -> bool| filter(is_wanted).len();
        let own: usize = facts.iter().map(|facts| facts[brand].cited.len()).sum();
        json!({
            "id": brands[brand].id,
            "named": sample(&filter(&|at| names(at, brand))),
            "positions": (1..=longest).map(|wanted| positions.iter().filter(|position| **position == wanted).count()).collect::<Vec<_>>(),
            "mentionRate": count(&|at| names(at, brand)),
            "citationRate": count(&|at| cites(at, brand)),
            "mentionedAndCited": {
                "both": count(&|at| names(at, brand) && cites(at, brand)),
                "mentionedOnly": count(&|at| names(at, brand) && !cites(at, brand)),
                "citedOnly": count(&|at| !names(at, brand) && cites(at, brand)),
                "neither": count(&|at| !names(at, brand) && !cites(at, brand)),
            },
            "sourceClasses": { "own": own, "otherBrands": owned - own, "rest": citations - owned },
        })
    };
    let mut of_brands: Vec<Value> = (0..brands.len()).map(of_brand).collect();
    of_brands.sort_by_key(|brand| brand["id"].to_string());
    json!({
        "sample": sample(&filter(&|_| true)),
        "naming": sample(&filter(&|at| facts[at].iter().any(|fact| fact.first.is_some()))),
        "namings": facts.iter().flatten().filter(|fact| fact.first.is_some()).count(),
        "citing": sample(&filter(&|at| !answers[at].sources.is_empty())),
        "citations": citations,
        "ownedCitations": owned,
        "brands": of_brands,
    })
}

/// By prompt: its answers, those that name a brand, and those that name a rival and not the brand.
fn recount_prompts(answers: &[&AnswerRow], brands: &[Brand], brand: usize) -> BTreeMap<String, [u64; 3]> {
    let names = |answer: &&AnswerRow| facts(answer, brands).iter().map(|fact| fact.first.is_some()).collect();
    let named: Vec<Vec<bool>> = answers.iter().map(names).collect();
    let together = |other: usize| named.iter().filter(|named| named[brand] && named[other]).count();
    let is_rival = |other: &usize| together(*other) > 0 && together(*other) * 10 >= together(brand);
    let mut rivals: Vec<usize> = (0..brands.len()).filter(|other| *other != brand).collect();
    if rivals.iter().any(is_rival) {
        rivals.retain(is_rival);
    }
    let mut prompts: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for (answer, named) in answers.iter().zip(&named) {
        let [all, naming, gap] = prompts.entry(answer.prompt_id.clone()).or_default();
        *all += 1;
        *naming += u64::from(named[brand]);
        *gap += u64::from(!named[brand] && rivals.iter().any(|rival| named[*rival]));
    }
    prompts
}

/// The same metrics of a response.
fn counted_prompts(metrics: &Value) -> BTreeMap<String, [u64; 3]> {
    let of_prompt = |prompt: &Value| {
        let counts = [&prompt["answers"], &prompt["mentionRate"]["numerator"], &prompt["gap"]];
        (prompt["promptID"].as_str().unwrap().to_owned(), counts.map(|count| count.as_u64().unwrap()))
    };
    metrics["prompts"].as_array().unwrap().iter().map(of_prompt).collect()
}

/// The same metrics of a response.
fn counted(metrics: &Value) -> Value {
    let mut group = metrics["all"].clone();
    let mut brands: Vec<Value> = Vec::new();
    for (brand, counted) in metrics["brands"].as_array().unwrap().iter().zip(group["brands"].as_array().unwrap()) {
        let mut of_brand = json!({ "id": brand["id"] });
        for field in ["named", "positions", "mentionedAndCited", "sourceClasses"] {
            of_brand[field] = counted[field].clone();
        }
        for rate in ["mentionRate", "citationRate"] {
            of_brand[rate] = counted[rate]["numerator"].clone();
        }
        brands.push(of_brand);
    }
    brands.sort_by_key(|brand| brand["id"].to_string());
    group["brands"] = json!(brands);
    group
}

/// Of a source, the answers that cite it, their prompts, and those that name a brand; the same of the other answers in their cells; and
/// the difference.
type Influence = ([usize; 6], Option<f64>);

fn recount_influence(answers: &[&AnswerRow], brands: &[Brand], brand: usize) -> BTreeMap<String, Influence> {
    let named: Vec<bool> = answers.iter().map(|answer| facts(answer, brands)[brand].first.is_some()).collect();
    let cell = |at: usize| (answers[at].prompt_id.as_str(), answers[at].model);
    let of_domain = |domain: &str| {
        let cites = |at: &usize| answers[*at].sources.iter().any(|(_, cited)| *cited == Some(domain));
        let (citing, rest): (Vec<usize>, Vec<usize>) = (0..answers.len()).partition(cites);
        let cells: BTreeSet<(&str, &str)> = citing.iter().map(|at| cell(*at)).collect();
        let others: Vec<usize> = rest.into_iter().filter(|at| cells.contains(&cell(*at))).collect();
        let count = |side: &[usize]| {
            let prompts: BTreeSet<&str> = side.iter().map(|at| cell(*at).0).collect();
            [side.len(), prompts.len(), side.iter().filter(|at| named[**at]).count()]
        };
        let of_cell = |wanted: &(&str, &str)| {
            [&others, &citing].map(|side| {
                let of_side: Vec<usize> = side.iter().copied().filter(|at| cell(*at) == *wanted).collect();
                count(&of_side).map(|count| count as f64)
            })
        };
        let compared: Vec<[[f64; 3]; 2]> = cells.iter().map(of_cell).filter(|[others, _]| others[0] > 0.0).collect();
        let all = [0, 1].map(|side| compared.iter().map(|cell| cell[side][0]).sum::<f64>());
        let part = |cell: &[[f64; 3]; 2]| {
            let [others, citing] = cell.map(|[answers, _, named]| named / answers);
            (cell[0][0] / all[0] + cell[1][0] / all[1]) / 2.0 * (citing - others)
        };
        let difference = (!compared.is_empty()).then(|| compared.iter().map(part).sum::<f64>());
        let ([a, b, c], [d, e, f]) = (count(&citing), count(&others));
        ([a, b, c, d, e, f], difference)
    };
    let domains = ["a.example", "b.example"].map(|domain| (domain.to_owned(), of_domain(domain)));
    domains.into_iter().filter(|(_, (counts, _))| counts[0] > 0).collect()
}

/// Checks the influence of the domains in a response.
fn assert_influence(list: &Value, expected: &BTreeMap<String, Influence>, context: &str) {
    let sources = list["sources"].as_array().unwrap();
    assert_eq!(sources.len(), expected.len(), "{context}");
    for source in sources {
        let (counts, difference) = &expected[source["source"].as_str().unwrap()];
        let sides = [("citing", "mentionRateCiting"), ("others", "mentionRateOthers")];
        let counted = sides
            .map(|(side, rate)| json!([source[side]["answers"], source[side]["prompts"], source[rate]["numerator"]]));
        assert_eq!(counted, [json!(counts[..3]), json!(counts[3..])], "{context}: {source}");
        let error = source["difference"].as_f64().zip(*difference).map(|(found, expected)| (found - expected).abs());
        assert_eq!(source["difference"].is_null(), difference.is_none(), "{context}: {source}");
        assert!(error.is_none_or(|error| error < 1e-6), "{context}: {source} {difference:?}");
    }
}

fn rows() -> impl Strategy<Value = Vec<(AnswerRow, [usize; 2])>> {
    let row = (
        select(&["CLAUDE", "CHATGPT"][..]),
        select(&["SUCCESS", "SUCCESS", "SUCCESS", "FAILED"][..]),
        select(CONTENTS),
        prop::collection::vec(select(PAGES), 0..5),
        [0..3_usize, 0..3],
    );
    prop::collection::vec(row, 1..200).prop_map(|rows| {
        let row = |(model, status, content, sources, indexes): (_, _, _, Vec<_>, _)| {
            (AnswerRow { model, status, content, sources: sources.leak(), ..AnswerRow::default() }, indexes)
        };
        rows.into_iter().map(row).collect()
    })
}

fn scopes() -> impl Strategy<Value = Vec<(prop::sample::Index, Vec<&'static str>)>> {
    let some = subsequence(vec!["runID", "promptID", "model"], 0..=3);
    prop::collection::vec((any::<prop::sample::Index>(), some), SCOPES)
}

fn value_of(name: &str, answer: &AnswerRow) -> String {
    match name {
        "runID" => answer.run_id.clone().unwrap(),
        "promptID" => answer.prompt_id.clone(),
        _ => answer.model.to_owned(),
    }
}

fn definition(number: usize) -> Value {
    let (names, websites) = DEFINITIONS[number];
    json!({ "name": names[0], "synonyms": &names[1..], "websites": websites })
}

async fn create(server: &TestServer, account: &Account, number: usize) -> Brand {
    let id = server.post(account, BRANDS, definition(number)).await.id();
    Brand { id, definition: number }
}

/// Changes a brand, adds one, deletes one, or rebuilds words and deletes a run.
async fn change(
    server: &TestServer,
    account: &Account,
    brands: &mut Vec<Brand>,
    answers: &mut Vec<AnswerRow>,
    number: usize,
) {
    match number % 4 {
        0 if !brands.is_empty() => {
            let brand = &mut brands[0];
            brand.definition = (brand.definition + 1) % DEFINITIONS.len();
            server.patch(account, &format!("{BRANDS}/{}", brand.id), definition(brand.definition)).await.ok();
        }
        1 => brands.push(create(server, account, number % DEFINITIONS.len()).await),
        2 if brands.len() > 1 => {
            let brand = brands.remove(0);
            server.delete(account, &format!("{BRANDS}/{}", brand.id)).await;
        }
        _ => {
            server.app.statistics.begin_token_backfill(true).await.unwrap();
            while backfill_tokens(&server.app).await.unwrap().is_some() {}
            if let Some(run) = answers.iter().find_map(|answer| answer.run_id.clone()) {
                assert!(deletion::delete(&server.app, &run).await.unwrap());
                answers.retain(|answer| answer.run_id.as_ref() != Some(&run));
            }
        }
    }
}

on_each! {
    async fn metrics_equal_a_plain_recount_after_every_change(server) {
        let mut runner = TestRunner::deterministic();
        for case in 0..CASES {
            let account = server.account().await;
            let mut brands = vec![create(&server, &account, 0).await, create(&server, &account, 3).await];
            let runs = [server.run(&account).await, server.run(&account).await, server.run(&account).await];
            let prompts: Vec<String> = (0..3).map(|_| server.new_id()).collect();
            let mut answers = Vec::new();
            for (row, [run, prompt]) in rows().new_tree(&mut runner).unwrap().current() {
                server.clock.advance(SignedDuration::from_millis(1));
                let row = AnswerRow { run_id: Some(runs[run].clone()), prompt_id: prompts[prompt].clone(), ..row };
                server.answer(&account, row.clone()).await;
                answers.push(row);
            }
            for number in 0..CHANGES {
                server.find_brands().await;
                for (of, names) in scopes().new_tree(&mut runner).unwrap().current() {
                    if answers.is_empty() {
                        continue;
                    }
                    let of = of.get(&answers);
                    let scope: Vec<(&str, String)> = names.into_iter().map(|name| (name, value_of(name, of))).collect();
                    let found: Vec<&AnswerRow> = answers
                        .iter()
                        .filter(|answer| answer.status == "SUCCESS")
                        .filter(|answer| scope.iter().all(|(name, value)| value_of(name, answer) == *value))
                        .collect();
                    let query: String = scope.iter().map(|(name, value)| format!("&{name}={value}")).collect();
                    for include in ["", "&include=models"] {
                        let metrics = server.metric(&account, &format!("brands?limit=100{query}{include}")).await;
                        assert_eq!(counted(&metrics), recount(&found, &brands), "case {case}, change {number}: {query}{include}");
                    }
                    let metrics = server.metric(&account, &format!("prompts?brandID={}{query}", brands[0].id)).await;
                    assert_eq!(
                        counted_prompts(&metrics),
                        recount_prompts(&found, &brands, 0),
                        "case {case}, change {number}: {query}"
                    );
                    let list = server.metric(&account, &format!("source-influence?brandID={}{query}", brands[0].id)).await;
                    let context = format!("case {case}, change {number}: {query}");
                    assert_influence(&list, &recount_influence(&found, &brands, 0), &context);
                }
                change(&server, &account, &mut brands, &mut answers, case + number).await;
            }
        }
    }
}
