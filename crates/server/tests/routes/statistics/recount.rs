//! Statistics over random answers, against a plain recount.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use answerdeck_words::Analyzer;

use crate::harness::{Account, AnswerRow, TestServer};
use crate::on_both;

const CASES: usize = 4;
const SCOPES: usize = 24;
const PAGES: &[(&str, Option<&str>)] = &[
    ("https://a.example/1", Some("a.example")),
    ("https://a.example/2", Some("a.example")),
    ("https://www.a.example/1", Some("a.example")),
    ("https://b.example/", Some("b.example")),
    ("https://나.example/", Some("나.example")),
    ("urn:x", None),
    ("urn:x", Some("x.example")),
];
const SEARCHES: &[&str] = &["earbuds", "Earbuds", "이어폰", "이어폰 추천", ""];
const CONTENTS: &[&str] =
    &["Nurio", "누리오 nurio", "Tavrin", "TAVRIN 누리오", "배터리와 LED, 착용감은 배터리", "누리오 착용감", ""];

/// An answer that was put there.
struct Made {
    row: AnswerRow,
    id: String,
    at: Timestamp,
}

/// One answer: where it belongs (of two runs, sets and prompts), what it holds, and how far the clock goes before it.
fn answers() -> impl Strategy<Value = Vec<(AnswerRow, [usize; 3], i64)>> {
    let places = [0..3_usize, 0..2, 0..3];
    let row = (
        select(&["CLAUDE", "CHATGPT", "GEMINI"][..]),
        select(&["KR", "US"][..]),
        select(&["SUCCESS", "SUCCESS", "SUCCESS", "FAILED", "PENDING"][..]),
        select(CONTENTS),
        prop::collection::vec(select(PAGES), 0..8),
        prop::collection::vec(select(SEARCHES), 0..5),
        select(&["", "A", "가"][..]),
    );
    // Answers complete in any order.
    prop::collection::vec((row, places, -2_000..3_000_i64), 1..40).prop_map(|answers| {
        answers
            .into_iter()
            .map(|((model, region, status, content, sources, fanouts, title), places, pause)| {
                let (sources, fanouts) = (&*sources.leak(), &*fanouts.leak());
                let row = AnswerRow { model, region, status, content, sources, fanouts, title, ..Default::default() };
                (row, places, pause)
            })
            .collect()
    })
}

/// Which conditions of a scope are set: all of them as one of the answers has them.
fn scopes() -> impl Strategy<Value = Vec<(prop::sample::Index, Vec<&'static str>)>> {
    let names = ["runID", "promptSetID", "promptID", "model", "region", "from", "to"];
    let some = prop_oneof![subsequence(names.to_vec(), 0..=1), subsequence(names.to_vec(), 0..=7)];
    prop::collection::vec((any::<prop::sample::Index>(), some), SCOPES)
}

fn condition(name: &str, of: &Made) -> String {
    match name {
        "runID" => of.row.run_id.clone().unwrap_or_default(),
        "promptSetID" => of.row.prompt_set_id.clone(),
        "promptID" => of.row.prompt_id.clone(),
        "model" => of.row.model.to_owned(),
        "region" => of.row.region.to_owned(),
        "from" => of.at.to_string(),
        _ => (of.at + SignedDuration::from_millis(1_500)).to_string(),
    }
}

fn meets(answer: &Made, name: &str, value: &str) -> bool {
    match name {
        "from" => answer.at >= value.parse().unwrap(),
        "to" => answer.at < value.parse().unwrap(),
        _ => condition(name, answer) == value,
    }
}

/// What is known of a name.
#[derive(Default)]
struct Tally<'a> {
    count: usize,
    answers: BTreeSet<&'a str>,
    /// Id, title and time of the latest answer.
    latest: (&'a str, &'a str, Timestamp),
    models: BTreeSet<&'a str>,
    regions: BTreeSet<&'a str>,
}

/// Counts the names of every answer, the most frequent first.
fn recount<'a, Name: Ord + Copy>(
    answers: &[&'a Made],
    names: impl Fn(&'a Made) -> Vec<Name>,
) -> Vec<(Name, Tally<'a>)> {
    let mut tallies = BTreeMap::<Name, Tally>::new();
    for answer in answers {
        for name in names(answer) {
            let tally = tallies.entry(name).or_default();
            tally.count += 1;
            tally.answers.insert(&answer.id);
            tally.latest = tally.latest.max((&answer.id, answer.row.title, answer.at));
            tally.models.insert(answer.row.model);
            tally.regions.insert(answer.row.region);
        }
    }
    let mut tallies: Vec<_> = tallies.into_iter().collect();
    tallies.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.count));
    tallies
}

fn time(time: Timestamp) -> String {
    format!("{time:.3}")
}

fn domains(answers: &[&Made]) -> Value {
    let all = recount(answers, |answer| answer.row.sources.iter().map(|(_, domain)| *domain).collect());
    let total: usize = all.iter().map(|(_, tally)| tally.count).sum();
    let named: Vec<_> = all.into_iter().filter(|(domain, _)| domain.is_some()).collect();
    let items: Vec<Value> = named
        .iter()
        .map(|(domain, tally)| {
            json!({ "domain": domain, "citationCount": tally.count, "answerCount": tally.answers.len(), "latestCreatedAt": time(tally.latest.2) })
        })
        .collect();
    json!({ "domains": items, "totalCitations": total, "totalDomains": named.len() })
}

fn urls(answers: &[&Made], only: Option<&str>) -> Value {
    let wanted = |answer: &&Made| -> Vec<(&'static str, Option<&'static str>)> {
        let sources = answer.row.sources.iter().copied();
        sources.filter(|(_, domain)| only.is_none() || *domain == only).collect()
    };
    let all = recount(answers, |answer| wanted(&answer));
    let total: usize = all.iter().map(|(_, tally)| tally.count).sum();
    let items: Vec<Value> = all
        .iter()
        .map(|((url, domain), tally)| {
            let mut item = json!({ "url": url, "title": tally.latest.1, "citationCount": tally.count, "answerCount": tally.answers.len(), "latestCreatedAt": time(tally.latest.2) });
            if let Some(domain) = domain {
                item["domain"] = json!(domain);
            }
            item
        })
        .collect();
    json!({ "urls": items, "totalCitations": total })
}

fn fanouts(answers: &[&Made]) -> Value {
    let all = recount(answers, |answer| answer.row.fanouts.to_vec());
    let total: usize = all.iter().map(|(_, tally)| tally.count).sum();
    let items: Vec<Value> = all
        .iter()
        .map(|(query, tally)| {
            json!({ "query": query, "fanoutCount": tally.count, "latestCreatedAt": time(tally.latest.2), "models": tally.models, "regions": tally.regions })
        })
        .collect();
    json!({ "fanouts": items, "totalFanouts": total })
}

fn tokens_of(answer: &Made) -> BTreeSet<String> {
    Analyzer::default().tokens(answer.row.content).into_iter().collect()
}

/// Answers by the tokens they hold, those of most answers first.
fn held(answers: &[&Made]) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::<String, usize>::new();
    for token in answers.iter().flat_map(|answer| tokens_of(answer)) {
        *counts.entry(token).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn tokens(answers: &[&Made]) -> Value {
    let items: Vec<Value> =
        held(answers).into_iter().map(|(token, count)| json!({ "token": token, "answerCount": count })).collect();
    json!({ "tokens": items })
}

fn neighbors(answers: &[&Made], words: &[&str]) -> Value {
    let is_base = |token: &String| words.iter().any(|word| word.to_lowercase() == *token);
    let totals: BTreeMap<_, _> = held(answers).into_iter().collect();
    let beside: Vec<&Made> = answers.iter().copied().filter(|answer| tokens_of(answer).iter().any(is_base)).collect();
    let items: Vec<Value> = held(&beside)
        .into_iter()
        .filter(|(token, _)| !is_base(token))
        .map(|(token, count)| json!({ "token": token, "answerCount": count, "totalAnswerCount": totals[&token] }))
        .collect();
    json!({ "words": words, "neighbors": items })
}

async fn put(server: &TestServer, account: &Account, rows: Vec<(AnswerRow, [usize; 3], i64)>) -> Vec<Made> {
    let runs = [Some(server.run(account).await), Some(server.run(account).await), None];
    let ids: Vec<String> = (0..5).map(|_| server.new_id()).collect();
    let mut made = Vec::new();
    for (row, [run, set, prompt], pause) in rows {
        server.clock.advance(SignedDuration::from_millis(pause));
        let (prompt_set_id, prompt_id) = (ids[set].clone(), ids[2 + prompt].clone());
        let row = AnswerRow { run_id: runs[run].clone(), prompt_set_id, prompt_id, ..row };
        let at = server.clock.now();
        let id = server.answer(account, row.clone()).await;
        made.push(Made { row, id, at });
    }
    made
}

on_both! {
    async fn every_statistic_is_what_a_plain_recount_finds_in_every_scope(server: TestServer) {
        let mut runner = TestRunner::deterministic();
        for _ in 0..CASES {
            let account = server.account().await;
            let rows = answers().new_tree(&mut runner).unwrap().current();
            let made = put(&server, &account, rows).await;
            for (of, names) in scopes().new_tree(&mut runner).unwrap().current() {
                let of = of.get(&made);
                let names: Vec<_> = names.into_iter().filter(|name| *name != "runID" || of.row.run_id.is_some()).collect();
                let scope: Vec<_> = names.iter().map(|name| (*name, condition(name, of))).collect();
                let found: Vec<&Made> = made
                    .iter()
                    .filter(|answer| answer.row.status == "SUCCESS")
                    .filter(|answer| scope.iter().all(|(name, value)| meets(answer, name, value)))
                    .collect();
                let query: String = scope.iter().map(|(name, value)| format!("&{name}={value}")).collect();
                let with_a_name = found.iter().filter(|answer| {
                    let content = answer.row.content.to_lowercase();
                    content.contains("nurio") || content.contains("tavrin")
                });
                for (path, expected) in [
                    ("statistics/source-domains?limit=100".to_owned(), domains(&found)),
                    ("statistics/source-urls?limit=100".to_owned(), urls(&found, None)),
                    ("statistics/source-urls?domain=a.example".to_owned(), urls(&found, Some("a.example"))),
                    ("statistics/fanouts?include=models,regions".to_owned(), fanouts(&found)),
                    ("statistics/tokens?limit=100".to_owned(), tokens(&found)),
                    (
                        "statistics/token-neighbors?words=누리오&words=LED&include=totalAnswerCount".to_owned(),
                        neighbors(&found, &["누리오", "LED"]),
                    ),
                    ("answers/count?searchTerms=NURIO&searchTerms=tavrin".to_owned(), json!({ "count": with_a_name.count() })),
                ] {
                    let reply = server.get(&account, &format!("/v1/platform/{path}{query}")).await;
                    assert_eq!(reply.ok(), expected, "{path}{query}");
                }
            }
        }
    }
}
