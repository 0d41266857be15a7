//! Facts about brands: what was stored when answers completed, and when brands changed, is what a plain recount of the stored texts
//! finds.

use std::collections::BTreeMap;

use answerdeck_api::AnswerScope;
use answerdeck_database::begin;
use answerdeck_database::entity::{answer, answer_source, backfill, brand, brand_fact, run};
use answerdeck_database::id::number_of;
use answerdeck_engine::Reply;
use answerdeck_insight::{BrandNames, MentionFinder, SiteAddress};
use answerdeck_server::backfill::{backfill_brands, backfill_tokens};
use answerdeck_server::run::deletion;
use answerdeck_server::run::ledger::{self, AttemptResult, SettleResult};
use answerdeck_server::run::reply::{self, AnalyzedReply};
use answerdeck_server::worker::lease;
use answerdeck_statistics::columns::{Column, Selection, known_from, scan, select};
use proptest::prelude::*;
use proptest::sample::{select as one_of, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, Set};
use serde_json::json;

use crate::harness::process::ServerProcess;
use crate::harness::runs::succeeded;
use crate::harness::{Account, AnswerRow, TestServer, until};
use crate::{on_both, on_sqlite};

const PART: usize = 1_024;
const CASES: usize = 3;
const NAMES: &[&str] = &["Nurio", "누리오", "Nurio  Air 2", "air", "Tavrin", "타브린", "NURIO"];
const PHRASES: &[&str] = &["metadata의 air", "nurio nurio", "Tavrin"];
const WEBSITES: &[&str] = &["https://a.example", "https://shop.a.example", "https://b.example/x"];
const CONTENTS: &[&str] = &[
    "Nurio Air 2는 누리오의 nurio이고 Tavrin보다 좋다.",
    "metadata의 air, 그리고 타브린을 산다",
    "배터리와 착용감",
    "NURIO nurio 누리오는 (air)",
    "",
];
type Page = (&'static str, Option<&'static str>);
const PAGES: &[Page] = &[
    ("https://a.example/1", Some("a.example")),
    ("https://shop.a.example/2", Some("shop.a.example")),
    ("https://b.example/x/1", Some("b.example")),
    ("https://b.example/", Some("b.example")),
    ("urn:x", None),
];

/// What an answer says about a brand: the brand's index, the mentions, the first one and the cited sources.
type Facts = Vec<(usize, u32, u32, Vec<u32>)>;

/// The brands of an organization, the oldest first.
async fn brands(server: &TestServer, account: &Account) -> Vec<brand::Model> {
    brand::Entity::find()
        .filter(brand::Column::OrganizationId.eq(&account.organization_id))
        .order_by_asc(brand::Column::Id)
        .all(&server.app.database)
        .await
        .unwrap()
}

fn definitions(brands: &[brand::Model]) -> Vec<u32> {
    brands.iter().map(|brand| u32::try_from(brand.definition).unwrap()).collect()
}

/// The facts of each answer at a position and after it, as they are stored.
async fn stored(server: &TestServer, account: &Account, brands: &[brand::Model], from: i64) -> BTreeMap<u128, Facts> {
    let mut stored = BTreeMap::new();
    let (database, organization) = (&server.app.database, &account.organization_id);
    let selection = Selection::ALL.since(from);
    scan(database, organization, &selection, &definitions(brands), Some(Column::Source), |answer, sources, facts| {
        assert_eq!(sources.len(), 3 * answer.citations as usize);
        let facts = facts.iter().map(|fact| (fact.brand, fact.mentions, fact.first, fact.cited.to_vec()));
        assert!(stored.insert(answer.id, facts.collect()).is_none(), "an answer is visited once");
    })
    .await
    .unwrap();
    assert_eq!(selection.count(database, organization).await.unwrap(), stored.len() as u64);
    stored
}

/// The facts of each answer, found in the stored texts and sources.
async fn recounted(server: &TestServer, account: &Account, brands: &[brand::Model]) -> BTreeMap<u128, Facts> {
    let texts = |json: &serde_json::Value| serde_json::from_value::<Vec<String>>(json.clone()).unwrap();
    let names = |brand: &brand::Model| BrandNames {
        names: std::iter::once(brand.name.clone()).chain(texts(&brand.synonyms)).collect(),
        case_sensitive: brand.case_sensitive,
        excluded_phrases: texts(&brand.excluded_phrases),
    };
    let finder = MentionFinder::of_brands(&brands.iter().map(names).collect::<Vec<_>>()).unwrap();
    let websites: Vec<Vec<SiteAddress>> = brands
        .iter()
        .map(|brand| texts(&brand.websites).iter().filter_map(|website| SiteAddress::parse(website)).collect())
        .collect();
    let mut sources: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let rows = answer_source::Entity::find().order_by_asc(answer_source::Column::Position);
    for row in rows.all(&server.app.database).await.unwrap() {
        sources.entry(row.answer_id).or_default().push(row.url);
    }
    let answers = answer::Entity::find()
        .filter(answer::Column::OrganizationId.eq(&account.organization_id))
        .filter(answer::Column::Status.eq(answer::Status::Success));
    let mut recounted = BTreeMap::new();
    for row in answers.all(&server.app.database).await.unwrap() {
        let mentions = finder.find(&row.content);
        let mut facts = Facts::new();
        for (brand, websites) in websites.iter().enumerate() {
            let of_brand: Vec<_> = mentions.iter().filter(|mention| mention.entry == brand).collect();
            let is_own = |url: &String| {
                SiteAddress::parse(url).is_some_and(|page| websites.iter().any(|website| website.contains(&page)))
            };
            let cited: Vec<u32> = (0..)
                .zip(sources.get(&row.id).into_iter().flatten())
                .filter(|(_, url)| is_own(url))
                .map(|(position, _)| position)
                .collect();
            if !of_brand.is_empty() || !cited.is_empty() {
                let first = of_brand.first().map_or(0, |mention| mention.start as u32);
                facts.push((brand, of_brand.len() as u32, first, cited));
            }
        }
        recounted.insert(number_of(&row.id), facts);
    }
    recounted
}

/// Checks the facts that are known. Returns the position from which on they are.
async fn assert_known_facts_are_a_recount(server: &TestServer, account: &Account) -> i64 {
    let brands = brands(server, account).await;
    let known = known_from(&server.app.database, &account.organization_id, &definitions(&brands)).await.unwrap();
    let stored = stored(server, account, &brands, known).await;
    let mut recounted = recounted(server, account, &brands).await;
    if known > 0 {
        recounted.retain(|id, _| stored.contains_key(id));
    }
    assert_eq!(stored, recounted);
    known
}

/// Backfills until nothing remains, and checks the facts.
async fn finish(server: &TestServer, account: &Account) {
    while backfill_brands(&server.app).await.unwrap() {}
    assert_eq!(assert_known_facts_are_a_recount(server, account).await, 0);
    assert_eq!(backfill::Entity::find().count(&server.app.database).await.unwrap(), 0);
    // Each definition of a stored fact is that of a brand.
    let definitions: Vec<i64> = brands(server, account).await.iter().map(|brand| brand.definition).collect();
    let facts = brand_fact::Entity::find().all(&server.app.database).await.unwrap();
    assert!(facts.iter().all(|fact| definitions.contains(&fact.definition) && !fact.words.is_empty()));
}

async fn fill(server: &TestServer, account: &Account, run: &str, count: usize) {
    let row = |number: usize| {
        let sources = &PAGES[number % PAGES.len()..];
        let content = CONTENTS[number % CONTENTS.len()];
        AnswerRow { run_id: Some(run.to_owned()), content, sources, ..Default::default() }
    };
    server.answers(account, count, row).await;
}

async fn create(server: &TestServer, account: &Account, name: &str, websites: &[&str]) -> String {
    let body = json!({ "name": name, "synonyms": [], "websites": websites });
    server.post(account, "/v1/platform/brands", body).await.id()
}

#[derive(Debug, Clone)]
enum Step {
    Answers(Vec<(&'static str, Vec<Page>)>),
    /// All of a new brand, or of an existing one.
    Brand(Option<prop::sample::Index>, serde_json::Value),
    DeleteBrand(prop::sample::Index),
    DeleteRun,
    Backfill,
    Rebuild,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let answer = (one_of(CONTENTS), prop::collection::vec(one_of(PAGES), 0..5));
    let names = subsequence(NAMES, 0..3);
    let websites = subsequence(WEBSITES, 0..3);
    let phrases = subsequence(PHRASES, 0..3);
    let brand = (one_of(NAMES), names, any::<bool>(), phrases, websites);
    let brand = brand.prop_map(|(name, synonyms, case_sensitive, phrases, websites)| {
        json!({
            "name": name, "synonyms": synonyms, "caseSensitive": case_sensitive, "excludedPhrases": phrases, "websites": websites
        })
    });
    let brand = (prop::option::of(any::<prop::sample::Index>()), brand);
    let step = prop_oneof![
        4 => prop::collection::vec(answer, 1..30).prop_map(Step::Answers),
        4 => brand.prop_map(|(index, body)| Step::Brand(index, body)),
        1 => any::<prop::sample::Index>().prop_map(Step::DeleteBrand),
        1 => Just(Step::DeleteRun),
        2 => Just(Step::Backfill),
        1 => Just(Step::Rebuild),
    ];
    prop::collection::vec(step, 10..40)
}

async fn take(server: &TestServer, account: &Account, run: &mut String, step: Step) {
    let ids: Vec<String> = brands(server, account).await.into_iter().map(|brand| brand.id).collect();
    match step {
        Step::Answers(answers) => {
            for (content, sources) in answers {
                let row =
                    AnswerRow { run_id: Some(run.clone()), content, sources: sources.leak(), ..Default::default() };
                server.answer(account, row).await;
            }
        }
        Step::Brand(Some(index), body) if !ids.is_empty() => {
            server.patch(account, &format!("/v1/platform/brands/{}", index.get(&ids)), body).await.ok();
        }
        Step::Brand(_, body) => {
            server.post(account, "/v1/platform/brands", body).await.ok();
        }
        Step::DeleteBrand(index) if !ids.is_empty() => {
            server.delete(account, &format!("/v1/platform/brands/{}", index.get(&ids))).await;
        }
        Step::DeleteBrand(_) => {}
        Step::DeleteRun => {
            assert!(deletion::delete(&server.app, run).await.unwrap());
            *run = server.run(account).await;
        }
        Step::Backfill => {
            backfill_brands(&server.app).await.unwrap();
        }
        Step::Rebuild => {
            server.app.statistics.begin_token_backfill(true).await.unwrap();
            while backfill_tokens(&server.app).await.unwrap().is_some() {}
        }
    }
}

on_both! {
    async fn facts_are_those_of_a_recount_after_any_changes(server) {
        let mut runner = TestRunner::default();
        for _ in 0..CASES {
            let account = server.account().await;
            let mut run = server.run(&account).await;
            let steps = steps().new_tree(&mut runner).unwrap().current();
            for (number, step) in steps.iter().enumerate() {
                take(&server, &account, &mut run, step.clone()).await;
                println!("{number}: {step:?}");
                assert_known_facts_are_a_recount(&server, &account).await;
            }
            finish(&server, &account).await;
            for brand in brands(&server, &account).await {
                server.delete(&account, &format!("/v1/platform/brands/{}", brand.id)).await;
            }
            finish(&server, &account).await;
            assert_eq!(brand_fact::Entity::find().count(&server.app.database).await.unwrap(), 0);
        }
    }

    async fn a_backfill_goes_from_the_newest_answer_to_the_oldest_and_continues_in_another_process(server, account) {
        let run = server.run(&account).await;
        fill(&server, &account, &run, PART + 6).await;
        create(&server, &account, "Nurio", &["https://a.example"]).await;
        assert_eq!(assert_known_facts_are_a_recount(&server, &account).await, PART as i64 + 6);
        // An answer that completes meanwhile has the facts already.
        fill(&server, &account, &run, 1).await;
        assert_known_facts_are_a_recount(&server, &account).await;
        let other = server.account().await;
        fill(&server, &other, &server.run(&other).await, 1).await;
        create(&server, &other, "누리오", &[]).await;
        assert!(backfill_brands(&server.app).await.unwrap());
        assert_eq!(assert_known_facts_are_a_recount(&server, &account).await, PART as i64);
        // The other organization did not wait for the first one.
        assert_eq!(assert_known_facts_are_a_recount(&server, &other).await, 0);
        create(&server, &account, "타브린", &[]).await;
        let next = server.second_server().await;
        assert!(backfill_brands(&next.app).await.unwrap());
        assert_eq!(assert_known_facts_are_a_recount(&next, &account).await, PART as i64);
        assert!(backfill_brands(&next.app).await.unwrap());
        assert_eq!(assert_known_facts_are_a_recount(&next, &account).await, 0);
        assert!(!backfill_brands(&next.app).await.unwrap());
        finish(&server, &account).await;
    }

    async fn a_run_that_is_deleted_during_a_backfill_leaves_no_facts(server, account) {
        let (first, second) = (server.run(&account).await, server.run(&account).await);
        fill(&server, &account, &first, 20).await;
        fill(&server, &account, &second, PART).await;
        let brand = create(&server, &account, "Nurio", &["https://a.example"]).await;
        backfill_brands(&server.app).await.unwrap();
        assert!(deletion::delete(&server.app, &second).await.unwrap());
        assert_known_facts_are_a_recount(&server, &account).await;
        finish(&server, &account).await;
        assert!(deletion::delete(&server.app, &first).await.unwrap());
        assert_eq!(brand_fact::Entity::find().count(&server.app.database).await.unwrap(), 0);
        server.delete(&account, &format!("/v1/platform/brands/{brand}")).await;
        finish(&server, &account).await;
    }

    async fn brands_are_found_again_when_one_changes_before_it_is_stored(server, account) {
        server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let (app, now) = (&server.app, server.clock.now());
        let item = lease::acquire::<answer::Entity>(&app.database, &account.organization_id, "worker", now).await;
        let item = item.unwrap().unwrap();
        let item = answer::Model { route: Some("STAND_IN".to_owned()), ..item };
        let reply = Reply { content: "The Nurio and the Tavrin".to_owned(), ..Reply::default() };
        let old = create(&server, &account, "Nurio", &[]).await;
        let analysis = reply::find(app, &account.organization_id, &reply).await.unwrap();
        server.delete(&account, &format!("/v1/platform/brands/{old}")).await;
        create(&server, &account, "Tavrin", &[]).await;
        let outcome = AttemptResult::Answered { analyzed: AnalyzedReply { reply, analysis, response: None }, charge: 1_000 };
        let transaction = begin(&app.database).await.unwrap();
        let refused = ledger::settle_in(app, &transaction, &item, &outcome, now).await.unwrap();
        assert_eq!(refused, SettleResult::BrandsChanged);
        transaction.rollback().await.unwrap();
        assert_eq!(ledger::settle(app, &item, &outcome, now).await.unwrap(), SettleResult::Succeeded);
        let facts = stored(&server, &account, &brands(&server, &account).await[..1], 0).await;
        assert_eq!(facts.into_values().collect::<Vec<_>>(), [vec![(0, 1, 18, vec![])]]);
        finish(&server, &account).await;
    }

    async fn brands_change_while_a_run_and_backfills_are_in_progress(server, account) {
        let set = server.large_set(&account, 1).await;
        let body = json!({ "promptSetID": set, "models": ["CLAUDE", "GEMINI"], "repeatCount": 1 });
        let run = server.submit(&account, body).await;
        server.start_jobs().await;
        let mut changed = Vec::new();
        for count in [10, 30, 60] {
            until(async || succeeded(&server.app.database).await >= count).await;
            changed.push(create(&server, &account, "이어폰", &["https://a.example"]).await);
            let path = format!("/v1/platform/brands/{}", changed[0]);
            server.patch(&account, &path, json!({ "synonyms": ["착용감", format!("콤부차 {count}")] })).await.ok();
        }
        server.delete(&account, &format!("/v1/platform/brands/{}", changed[1])).await;
        server.finished_run(&account, &run).await;
        until(async || backfill::Entity::find().count(&server.app.database).await.unwrap() == 0).await;
        finish(&server, &account).await;
    }

    async fn a_backfill_of_a_killed_process_continues(server, account) {
        fill(&server, &account, &server.run(&account).await, PART + 6).await;
        let brand = create(&server, &account, "Nurio", &[]).await;
        for name in ["Tavrin", "누리오", "air"] {
            let process = ServerProcess::start(&server.database_url, &[]);
            let body = json!({ "name": name, "synonyms": [], "websites": ["https://b.example/x"] });
            process.send(&account.key, "/api/v1/platform/brands", Some(&body)).await;
            server.patch(&account, &format!("/v1/platform/brands/{brand}"), json!({ "synonyms": [name] })).await.ok();
            process.kill();
            assert_known_facts_are_a_recount(&server, &account).await;
        }
        let _process = ServerProcess::start(&server.database_url, &[]);
        until(async || backfill::Entity::find().count(&server.app.database).await.unwrap() == 0).await;
        finish(&server, &account).await;
    }

    async fn answers_of_unfinished_runs_are_left_out_unless_the_scope_names_the_run(server, account) {
        let (finished, running) = (server.run(&account).await, server.run(&account).await);
        server.store_answers(&account, [finished, running.clone()].map(|run| AnswerRow { run_id: Some(run), ..Default::default() })).await;
        let database = &server.app.database;
        let count = async |scope: &AnswerScope, finished: bool| {
            let selection = select(database, &account.organization_id, &AnswerScope { finished: Some(finished), ..scope.clone() }, 0..u128::MAX).await.unwrap();
            selection.count(database, &account.organization_id).await.unwrap()
        };
        let (all, of_run) = (AnswerScope::default(), AnswerScope { run_id: Some(running.parse().unwrap()), ..AnswerScope::default() });
        assert_eq!((count(&all, true).await, count(&all, false).await), (2, 2));
        let row = run::Entity::find_by_id(&running).one(database).await.unwrap().unwrap();
        let row = run::ActiveModel { status: Set(run::Status::Running), ..row.into_active_model() };
        run::Entity::update(row).exec(database).await.unwrap();
        assert_eq!((count(&all, true).await, count(&all, false).await), (1, 2));
        assert_eq!((count(&of_run, true).await, count(&of_run, false).await), (1, 1));
    }
}

on_sqlite! {
    async fn a_description_alone_starts_no_backfill(server, account) {
        fill(&server, &account, &server.run(&account).await, 3).await;
        let brand = create(&server, &account, "Nurio", &[]).await;
        finish(&server, &account).await;
        let path = format!("/v1/platform/brands/{brand}");
        for body in [json!({ "description": "Earbuds" }), json!({ "name": "Nurio", "synonyms": [], "websites": [] })] {
            server.patch(&account, &path, body).await.ok();
            assert!(!backfill_brands(&server.app).await.unwrap());
        }
        for body in [
            json!({ "synonyms": ["누리오"] }),
            json!({ "caseSensitive": true }),
            json!({ "excludedPhrases": ["nurio nurio"] }),
        ] {
            server.patch(&account, &path, body.clone()).await.ok();
            assert!(backfill_brands(&server.app).await.unwrap(), "{body}");
            finish(&server, &account).await;
            server.patch(&account, &path, body.clone()).await.ok();
            assert!(!backfill_brands(&server.app).await.unwrap(), "{body} again");
        }
    }
}
