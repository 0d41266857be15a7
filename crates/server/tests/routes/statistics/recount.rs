//! Compares statistics over random answers with a plain recount.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use answerdeck_words::Analyzer;

use crate::harness::{Account, AnswerRow, TestServer};
use crate::on_each;

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
const ROUTES: &[Option<&str>] = &[Some("STAND_IN"), Some("API"), Some("SURFACE")];
const SEARCHES: &[&str] = &["earbuds", "Earbuds", "이어폰", "이어폰 추천", ""];
const CONTENTS: &[&str] =
    &["Nurio", "누리오 nurio", "Tavrin", "TAVRIN 누리오", "배터리와 LED, 착용감은 배터리", "누리오 착용감", ""];

struct StoredAnswer {
    row: AnswerRow,
    id: String,
    at: Timestamp,
}

/// Answers, each with the indexes of its run, prompt set and prompt, and the milliseconds that the clock moves before it.
fn answers() -> impl Strategy<Value = Vec<(AnswerRow, [usize; 3], i64)>> {
    let indexes = [0..3_usize, 0..2, 0..3];
    let row = (
        (select(&["CLAUDE", "CHATGPT", "GEMINI"][..]), select(ROUTES)),
        select(&["KR", "US"][..]),
        select(&["SUCCESS", "SUCCESS", "SUCCESS", "FAILED", "PENDING"][..]),
        select(CONTENTS),
        prop::collection::vec(select(PAGES), 0..8),
        prop::collection::vec(select(SEARCHES), 0..5),
        select(&["", "A", "가"][..]),
    );
    // Negative values: answers complete in any order.
    // Some have more answers than statistics read together.
    prop::collection::vec((row, indexes, -2_000..3_000_i64), 1..240).prop_map(|answers| {
        answers
            .into_iter()
            .map(|(((model, route), region, status, content, sources, fanouts, title), indexes, pause)| {
                let (sources, fanouts) = (&*sources.leak(), &*fanouts.leak());
                let row =
                    AnswerRow { model, route, region, status, content, sources, fanouts, title, ..Default::default() };
                (row, indexes, pause)
            })
            .collect()
    })
}

/// Scopes: each is an answer and the names of the parameters that take their value from it.
fn scopes() -> impl Strategy<Value = Vec<(prop::sample::Index, Vec<&'static str>)>> {
    let names = ["runID", "promptSetID", "promptID", "model", "route", "region", "from", "to"];
    let some = prop_oneof![subsequence(names.to_vec(), 0..=1), subsequence(names.to_vec(), 0..=8)];
    prop::collection::vec((any::<prop::sample::Index>(), some), SCOPES)
}

fn condition(name: &str, of: &StoredAnswer) -> String {
    match name {
        "runID" => of.row.run_id.clone().unwrap(),
        "promptSetID" => of.row.prompt_set_id.clone(),
        "promptID" => of.row.prompt_id.clone(),
        "model" => of.row.model.to_owned(),
        "route" => of.row.route.unwrap().to_owned(),
        "region" => of.row.region.to_owned(),
        "from" => of.at.to_string(),
        _ => (of.at + SignedDuration::from_millis(1_500)).to_string(),
    }
}

fn matches(answer: &StoredAnswer, name: &str, value: &str) -> bool {
    match name {
        "from" => answer.at >= value.parse().unwrap(),
        "to" => answer.at < value.parse().unwrap(),
        _ => condition(name, answer) == value,
    }
}

#[derive(Default)]
struct NameCount<'a> {
    occurrences: usize,
    answers: BTreeSet<&'a str>,
    /// Id, title and time of the latest answer.
    latest: (&'a str, &'a str, Timestamp),
    models: BTreeSet<&'a str>,
    regions: BTreeSet<&'a str>,
}

/// Counts the names of all answers, most frequent first.
fn recount<'a, Name: Ord + Copy>(
    answers: &[&'a StoredAnswer],
    names: impl Fn(&'a StoredAnswer) -> Vec<Name>,
) -> Vec<(Name, NameCount<'a>)> {
    let mut counts = BTreeMap::<Name, NameCount>::new();
    for answer in answers {
        for name in names(answer) {
            let count = counts.entry(name).or_default();
            count.occurrences += 1;
            count.answers.insert(&answer.id);
            count.latest = count.latest.max((&answer.id, answer.row.title, answer.at));
            count.models.insert(answer.row.model);
            count.regions.insert(answer.row.region);
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(count.occurrences));
    counts
}

fn time(time: Timestamp) -> String {
    format!("{time:.3}")
}

fn domains(answers: &[&StoredAnswer]) -> Value {
    let all = recount(answers, |answer| answer.row.sources.iter().map(|(_, domain)| *domain).collect());
    let total: usize = all.iter().map(|(_, count)| count.occurrences).sum();
    let named: Vec<_> = all.into_iter().filter(|(domain, _)| domain.is_some()).collect();
    let items: Vec<Value> = named
        .iter()
        .map(|(domain, count)| {
            json!({ "domain": domain, "citationCount": count.occurrences, "answerCount": count.answers.len(), "latestCreatedAt": time(count.latest.2) })
        })
        .collect();
    json!({ "domains": items, "totalCitations": total, "totalDomains": named.len() })
}

/// A page by one of its addresses: `www.` makes no other page.
fn page(url: &str) -> String {
    url.replace("://www.", "://")
}

/// The pages of answers. A page has the address by which any of `all` cited it first.
fn urls(all: &[StoredAnswer], answers: &[&StoredAnswer], only: Option<&str>) -> Value {
    let mut first = BTreeMap::<String, &'static str>::new();
    for answer in all.iter().filter(|answer| answer.row.status == "SUCCESS") {
        answer.row.sources.iter().for_each(|(url, _)| _ = first.entry(page(url)).or_insert(url));
    }
    let wanted = |answer: &&StoredAnswer| -> Vec<(&'static str, Option<&'static str>)> {
        let sources = answer.row.sources.iter();
        let sources = sources.map(|(url, domain)| (first.get(&page(url)).copied().unwrap_or(url), *domain));
        sources.filter(|(_, domain)| only.is_none() || *domain == only).collect()
    };
    let all = recount(answers, |answer| wanted(&answer));
    let total: usize = all.iter().map(|(_, count)| count.occurrences).sum();
    let items: Vec<Value> = all
        .iter()
        .map(|((url, domain), count)| {
            let mut item = json!({ "url": url, "title": count.latest.1, "citationCount": count.occurrences, "answerCount": count.answers.len(), "latestCreatedAt": time(count.latest.2) });
            if let Some(domain) = domain {
                item["domain"] = json!(domain);
            }
            item
        })
        .collect();
    json!({ "urls": items, "totalCitations": total })
}

fn fanouts(answers: &[&StoredAnswer]) -> Value {
    let all = recount(answers, |answer| answer.row.fanouts.to_vec());
    let total: usize = all.iter().map(|(_, count)| count.occurrences).sum();
    let items: Vec<Value> = all
        .iter()
        .map(|(query, count)| {
            json!({ "query": query, "fanoutCount": count.occurrences, "latestCreatedAt": time(count.latest.2), "models": count.models, "regions": count.regions })
        })
        .collect();
    json!({ "fanouts": items, "totalFanouts": total })
}

fn tokens_of(answer: &StoredAnswer) -> BTreeSet<String> {
    Analyzer::default().tokens(answer.row.content, &[]).into_iter().collect()
}

/// Counts the answers of each token, most frequent first.
fn answers_by_token(answers: &[&StoredAnswer]) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::<String, usize>::new();
    for token in answers.iter().flat_map(|answer| tokens_of(answer)) {
        *counts.entry(token).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn tokens(answers: &[&StoredAnswer]) -> Value {
    let items: Vec<Value> = answers_by_token(answers)
        .into_iter()
        .map(|(token, count)| json!({ "token": token, "answerCount": count }))
        .collect();
    json!({ "tokens": items })
}

fn neighbors(answers: &[&StoredAnswer], words: &[&str]) -> Value {
    let is_base = |token: &String| words.iter().any(|word| word.to_lowercase() == *token);
    let totals: BTreeMap<_, _> = answers_by_token(answers).into_iter().collect();
    let with_base: Vec<&StoredAnswer> =
        answers.iter().copied().filter(|answer| tokens_of(answer).iter().any(is_base)).collect();
    let items: Vec<Value> = answers_by_token(&with_base)
        .into_iter()
        .filter(|(token, _)| !is_base(token))
        .map(|(token, count)| json!({ "token": token, "answerCount": count, "totalAnswerCount": totals[&token] }))
        .collect();
    json!({ "words": words, "neighbors": items })
}

async fn store(server: &TestServer, account: &Account, rows: Vec<(AnswerRow, [usize; 3], i64)>) -> Vec<StoredAnswer> {
    let runs = [server.run(account).await, server.run(account).await, server.run(account).await];
    let ids: Vec<String> = (0..5).map(|_| server.new_id()).collect();
    let mut stored = Vec::new();
    for (row, [run, set, prompt], pause) in rows {
        server.clock.advance(SignedDuration::from_millis(pause));
        let (prompt_set_id, prompt_id) = (ids[set].clone(), ids[2 + prompt].clone());
        let row = AnswerRow { run_id: Some(runs[run].clone()), prompt_set_id, prompt_id, ..row };
        let at = server.clock.now();
        let id = server.answer(account, row.clone()).await;
        stored.push(StoredAnswer { row, id, at });
    }
    stored
}

on_each! {
    async fn statistics_equal_a_plain_recount_in_every_scope(server) {
        let mut runner = TestRunner::deterministic();
        for _ in 0..CASES {
            let account = server.account().await;
            let rows = answers().new_tree(&mut runner).unwrap().current();
            let stored = store(&server, &account, rows).await;
            for (of, names) in scopes().new_tree(&mut runner).unwrap().current() {
                let of = of.get(&stored);
                let scope: Vec<_> = names.iter().map(|name| (*name, condition(name, of))).collect();
                let found: Vec<&StoredAnswer> = stored
                    .iter()
                    .filter(|answer| answer.row.status == "SUCCESS")
                    .filter(|answer| scope.iter().all(|(name, value)| matches(answer, name, value)))
                    .collect();
                let query: String = scope.iter().map(|(name, value)| format!("&{name}={value}")).collect();
                let with_term = found.iter().filter(|answer| {
                    let content = answer.row.content.to_lowercase();
                    content.contains("nurio") || content.contains("tavrin")
                });
                for (path, expected) in [
                    ("statistics/source-domains?limit=100".to_owned(), domains(&found)),
                    ("statistics/source-urls?limit=100".to_owned(), urls(&stored, &found, None)),
                    ("statistics/source-urls?domain=a.example".to_owned(), urls(&stored, &found, Some("a.example"))),
                    ("statistics/fanouts?include=models,regions".to_owned(), fanouts(&found)),
                    ("statistics/tokens?limit=100".to_owned(), tokens(&found)),
                    (
                        "statistics/token-neighbors?words=누리오&words=LED&include=totalAnswerCount".to_owned(),
                        neighbors(&found, &["누리오", "LED"]),
                    ),
                    ("answers/count?searchTerms=NURIO&searchTerms=tavrin".to_owned(), json!({ "count": with_term.count() })),
                ] {
                    let reply = server.get(&account, &format!("/v1/platform/{path}{query}")).await;
                    assert_eq!(reply.ok(), expected, "{path}{query}");
                }
            }
        }
    }
}
