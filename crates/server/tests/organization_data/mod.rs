//! Exporting and deleting everything that an organization has.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use answerdeck_api::{AlertFinding, ModelCode, Source};
use answerdeck_database::entity::{backfill, site_page};
use answerdeck_engine::{AskOutcome, EngineLimits, Engines, FailureClass, Reply};
use answerdeck_server::organization::{deletion, export};
use answerdeck_server::random::hash;
use answerdeck_server::schedule::due::start_due;
use answerdeck_server::{AppState, Config};
use reqwest::Method;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};

use crate::harness::engines::{ProviderEngine, engines, reply};
use crate::harness::oauth::{OAuthClient, Tokens};
use crate::harness::{Account, TestServer};
use crate::on_both;

const METRICS: &str = "/v1beta/platform/keywords/google/metrics";

/// Tables that have nothing of an organization after [`fill`].
const TABLES_WITHOUT_IT: [&str; 6] =
    ["engine_reloads", "engine_stops", "oauth_requests", "schedule_pauses", "seaql_migrations", "unused_copies"];

/// The jobs of another process.
struct PaidJobs {
    app: AppState,
    gemini: Arc<ProviderEngine>,
}

/// Starts jobs whose engines are paid: CLAUDE answers, GEMINI accepts each question and has no answer yet, and PERPLEXITY fails.
async fn start_paid_jobs(server: &TestServer) -> PaidJobs {
    let claude = |_: &str| {
        let source = Source { url: "https://nurio.example/a".to_owned(), title: "A".to_owned(), domain: None };
        Ok(AskOutcome::Answered(Reply { sources: vec![source], fanouts: vec!["earbuds".to_owned()], ..reply() }))
    };
    let (claude, gemini) = (Arc::new(ProviderEngine::new(claude)), Arc::new(ProviderEngine::accepting(|_| Ok(None))));
    let perplexity = Arc::new(ProviderEngine::new(|_| Err(FailureClass::BadRequest.into())));
    let limits = EngineLimits::default();
    let served = [(ModelCode::Claude, &claude), (ModelCode::Gemini, &gemini), (ModelCode::Perplexity, &perplexity)];
    let served = served.into_iter().map(|(model, engine)| (model, engine, limits)).collect();
    PaidJobs { app: server.work_with(engines(served)).await.app, gemini }
}

/// What [`fill`] made.
struct Filled {
    /// The finished run.
    run: String,
    tokens: Tokens,
    webhook_secret: String,
}

/// Gives an organization prompts, brands (one by a request with an idempotency key), a decision about a next step, an alert
/// and a rule, a digest with a mail that waits, a webhook with a delivery, a saved view, the type of a domain, a schedule that
/// was due, a finished run and one whose paid questions are in progress, an estimate, a site analysis with a page, a request for
/// keyword data, a signed-in OAuth client, and a rebuild of its tokens.
async fn fill(server: &TestServer, jobs: &PaidJobs, client: &OAuthClient, account: &Account) -> Filled {
    let submit = async |run: Value| {
        let run = server.submit(account, run).await;
        // On SQLite, no process is notified by another one.
        jobs.app.wake_jobs();
        run
    };
    let prompts = server.prompts(account, &["Which earbuds fit small ears?", "Best earbuds for commuting?"]).await;
    let brand = json!({
        "name": "Nurio", "synonyms": [], "caseSensitive": true, "excludedPhrases": ["nurio island"], "websites": ["https://nurio.example"]
    });
    server.post(account, "/v1/platform/brands", brand).await.ok();
    let decision = format!("/v1beta/platform/metrics/next-steps/{}", "s".repeat(22));
    server.patch(account, &decision, json!({ "state": "DONE", "note": "Asked the editors" })).await.ok();
    server.alert_rule(account, json!({ "metric": "SOURCE_SHARE", "domain": "blog.example" })).await;
    server.alert(account, AlertFinding { domain: Some("blog.example".to_owned()), ..AlertFinding::default() }).await;
    server.enable_digests(account, json!({ "recipients": ["kim@nurio.example"] })).await;
    server.digest_with_mail(account).await;
    let body = json!({ "url": "https://hooks.example/a", "eventTypes": ["webhook.test"] });
    let (webhook, webhook_secret) = server.webhook(account, body).await;
    server.test_webhook(account, &webhook).await;
    server.saved_view(account, "Weekly", "/overview?model=CLAUDE").await;
    server.assign_domain_type(account, "blog.example", json!("REVIEW")).await;
    let run = json!({ "promptIDs": prompts, "models": ["CLAUDE", "PERPLEXITY"], "repeatCount": 10 });
    let run = submit(run).await;
    server.finished_run(account, &run).await;
    // A new brand moves the recent answers to their part.
    let brand = json!({ "name": "Rival", "synonyms": [] });
    server.send_with_key(account, "fill", Method::POST, "/v1/platform/brands", Some(&brand)).await.ok();
    let recent = submit(json!({ "promptIDs": prompts, "models": ["CLAUDE"] })).await;
    server.finished_run(account, &recent).await;
    submit(json!({ "promptIDs": prompts, "models": ["GEMINI"] })).await;
    jobs.gemini.until_polled(1).await;
    let schedule = json!({
        "name": "Daily", "run": { "promptIDs": prompts, "models": ["CHATGPT"] },
        "recurrence": { "frequency": "DAILY", "time": "09:00", "timeZone": "UTC" },
    });
    // No engine answers as its model, so it is skipped.
    let schedule = server.schedule(account, schedule).await;
    server.set_due(&schedule, server.clock.now()).await;
    start_due(&server.second_app(Engines::default())).await.unwrap();
    let analysis_id = server.submit_analysis(account, json!({ "url": "https://shop.example" })).await;
    jobs.app.wake_jobs();
    server.finished_analysis(account, &analysis_id).await;
    // What a killed process leaves.
    let url = "https://shop.example/earbuds".to_owned();
    let page = site_page::Model { analysis_id, position: 0, url, is_read: false, text: None };
    site_page::Entity::insert(page.into_active_model()).exec_without_returning(&server.app.database).await.unwrap();
    // A keyword that nobody has asked for yet, so that it counts.
    let keyword = format!("earbuds {}", account.organization_id);
    server.post(account, METRICS, json!({ "keywords": [keyword] })).await.ok();
    server.tool(account, "estimate_run", json!({ "promptIDs": prompts, "models": ["CLAUDE"] })).await;
    let rebuild = backfill::Model { organization_id: account.organization_id.clone(), definition: 0, position: 20 };
    backfill::Entity::insert(rebuild.into_active_model()).exec_without_returning(&server.app.database).await.unwrap();
    Filled { run, tokens: client.sign_in(account).await, webhook_secret }
}

/// Everything in the database, except the statistics that SQLite keeps for its plans, and what belongs to no organization: cached
/// keyword data, what answers cost by day, and programs with the time of their last consent.
async fn dump(server: &TestServer) -> BTreeMap<String, Vec<String>> {
    let mut dump = server.dump().await;
    dump.retain(|table, _| {
        !table.starts_with("sqlite_")
            && !["keyword_cache_entries", "engine_spend", "oauth_clients"].contains(&table.as_str())
    });
    dump
}

on_both! {
    async fn a_deletion_removes_all_of_an_organization_and_nothing_else(server, other) {
        let server = server.with_config(Config { keywords_per_day: Some(100), ..server.app.config.clone() }).await;
        server.prompts(&other, &["Which earbuds fit small ears?"]).await;
        server.post(&other, METRICS, json!({ "keywords": ["earbuds"] })).await.ok();
        let client = server.oauth_client().await;
        client.sign_in(&other).await;
        let before = dump(&server).await;
        let jobs = start_paid_jobs(&server).await;
        let account = server.account().await;
        fill(&server, &jobs, &client, &account).await;
        let during = dump(&server).await;
        let unchanged: Vec<_> =
            during.iter().filter(|(table, rows)| before[*table] == **rows).map(|(table, _)| table).collect();
        assert_eq!(unchanged, TABLES_WITHOUT_IT);
        // A run that workers process meanwhile.
        let set = server.large_set(&account, 1).await;
        let models = ["CLAUDE", "GEMINI", "PERPLEXITY"];
        server.submit(&account, json!({ "promptSetID": set, "models": models, "repeatCount": 3 })).await;
        let erase = async || deletion::delete_organization(&server.app, &account.organization_id).await.unwrap();
        assert!(erase().await);
        assert_eq!(dump(&server).await, before);
        assert!(!erase().await);
        assert_eq!(server.get(&account, "/v1/platform/prompts").await.status, 401);
    }

    async fn an_export_is_complete_and_has_no_secret(server, account, other) {
        let server = server.with_config(Config { keywords_per_day: Some(100), ..server.app.config.clone() }).await;
        let jobs = start_paid_jobs(&server).await;
        let client = server.oauth_client().await;
        // The first, so that a question of its own is in progress.
        let Filled { run, tokens, webhook_secret } = fill(&server, &jobs, &client, &account).await;
        fill(&server, &jobs, &client, &other).await;
        let lines = server.export(&account).await;
        let of_type = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
        let mut counts = BTreeMap::new();
        for line in &lines {
            *counts.entry(line["type"].as_str().unwrap()).or_insert(0) += 1;
        }
        // An alert of the model that fails may fire meanwhile.
        assert!(counts.remove("alert") >= Some(1));
        let expected = [
            ("alertRule", 1),
            ("answer", 44),
            ("answerTokens", 22),
            ("apiKey", 1),
            ("brand", 2),
            ("creditEntry", 23),
            ("digest", 1),
            ("digestRecipient", 1),
            ("digestSettings", 1),
            ("domainType", 1),
            ("keywordRequests", 1),
            ("nextStepDecision", 1),
            ("organization", 1),
            ("prompt", 2),
            ("promptSet", 1),
            ("run", 3),
            ("runEstimate", 1),
            ("savedView", 1),
            ("schedule", 1),
            ("scheduleEntry", 1),
            ("signIn", 1),
            ("siteKeywordAnalysis", 1),
            ("webhook", 1),
            ("webhookDelivery", 1),
        ];
        assert_eq!(counts, BTreeMap::from(expected), "{lines:?}");

        let answers = server.answers_of(&account, &run).await;
        let listed = async |path: &str, name: &str| server.get(&account, path).await.ok()[name].as_array().unwrap().clone();
        for (kind, objects, fields) in [
            ("answer", answers, &["query", "content", "model", "region", "status", "sources", "fanouts", "createdAt"][..]),
            ("prompt", listed("/v1/platform/prompts", "prompts").await, &["content", "promptSetID", "createdAt"]),
            ("promptSet", listed("/v1/platform/prompt-sets", "promptSets").await, &["name", "createdAt"]),
            ("brand", listed("/v1/platform/brands", "brands").await, &["name", "synonyms", "websites", "createdAt"]),
            (
                "run",
                listed("/v1/platform/runs", "runs").await,
                &["totalCount", "successCount", "failedCount", "createdAt"],
            ),
        ] {
            assert!(!objects.is_empty(), "{kind}");
            for object in objects {
                let line = of_type(kind).into_iter().find(|line| line["id"] == object["id"]).unwrap();
                fields.iter().for_each(|field| assert_eq!(line[*field], object[*field], "{kind} {field}"));
            }
        }
        let calls = of_type("answer").into_iter().filter(|line| line["status"] == "PENDING");
        let calls: Vec<_> = calls.map(|line| &line["providerCall"]).collect();
        assert!(calls.iter().any(|call| call["task"].is_string() && call["reservedCost"].is_number()), "{calls:?}");
        for line in of_type("answer") {
            let is_paid = line["status"] == "SUCCESS";
            assert_eq!(line["failure"].is_object(), line["status"] == "FAILED", "{line}");
            let (cost, response) = (line["providerCost"].as_f64(), line["providerResponse"].as_str());
            assert_eq!(cost, is_paid.then_some(0.012), "{line}");
            assert_eq!(response, is_paid.then_some(r#"{"output":"Nurio fits small ears."}"#), "{line}");
        }
        let line = of_type("run").into_iter().find(|line| line["id"] == run).unwrap();
        assert_eq!((&line["creditsRanOut"], &line["providerCost"]), (&json!(false), &json!(0.24)));
        let amounts: i64 = of_type("creditEntry").iter().map(|line| line["thousandths"].as_i64().unwrap()).sum();
        assert_eq!(of_type("organization")[0]["balance"], amounts);
        let mut answers_with = BTreeMap::new();
        for token in of_type("answerTokens").iter().flat_map(|line| line["tokens"].as_array().unwrap()) {
            *answers_with.entry(token.as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
        let ranked = listed("/v1/platform/statistics/tokens?limit=100", "tokens").await;
        let ranked = ranked.iter().map(|token| (token["token"].as_str().unwrap().to_owned(), token["answerCount"].as_i64().unwrap()));
        assert_eq!(ranked.collect::<BTreeMap<_, i64>>(), answers_with);
        let requests = of_type("keywordRequests")[0];
        assert_eq!((&requests["day"], &requests["keywords"]), (&json!("2026-11-20T00:00:00.000Z"), &json!(1)));
        let (sign_in, key) = (of_type("signIn")[0], of_type("apiKey")[0]);
        assert_eq!(
            (&sign_in["clientID"], &sign_in["clientName"], &sign_in["apiKeyID"]),
            (&json!(client.id), &json!("A test"), &key["id"])
        );
        let (rule, alert) = (of_type("alertRule")[0], of_type("alert")[0]);
        assert_eq!((&rule["domain"], &alert["finding"]["domain"]), (&json!("blog.example"), &json!("blog.example")));
        let decision = of_type("nextStepDecision")[0];
        assert_eq!((&decision["state"], &decision["note"]), (&json!("DONE"), &json!("Asked the editors")));
        let (schedule, entry) = (of_type("schedule")[0], of_type("scheduleEntry")[0]);
        assert_eq!((&schedule["name"], &schedule["recurrence"]["timeZone"]), (&json!("Daily"), &json!("UTC")));
        assert_eq!((&entry["scheduleID"], &entry["skipReason"]), (&schedule["id"], &json!("NO_MODEL")));
        let (webhook, delivery) = (of_type("webhook")[0], of_type("webhookDelivery")[0]);
        assert_eq!((&webhook["url"], &webhook["eventTypes"]), (&json!("https://hooks.example/a"), &json!(["webhook.test"])));
        assert_eq!((&delivery["webhookID"], &delivery["eventType"]), (&webhook["id"], &json!("webhook.test")));
        let (digest, recipient) = (of_type("digest")[0], of_type("digestRecipient")[0]);
        assert_eq!((&digest["findings"]["outcome"], &recipient["address"]), (&json!("NO_ANSWERS"), &json!("kim@nurio.example")));
        let estimate = of_type("runEstimate")[0];
        assert_eq!((&estimate["itemCount"], &estimate["submission"]["models"]), (&json!(2), &json!(["CLAUDE"])));

        let text = json!(lines).to_string();
        for secret in [&account.key, &tokens.access, &tokens.refresh, &webhook_secret] {
            assert!(!text.contains(secret.as_str()) && !text.contains(&hash(secret)));
        }
        let unknown = export::export(&server.app, "0000000000000000000org", &mut Vec::new()).await;
        assert!(!unknown.unwrap());
    }

    async fn an_export_is_a_consistent_snapshot(server, account) {
        let sets = [server.prompt_set(&account, "Before").await, server.prompt_set(&account, "Before too").await];
        let mut out = ConcurrentWriter { server: &server, account: &account, text: Vec::new() };
        assert!(export::export(&server.app, &account.organization_id, &mut out).await.unwrap());
        let text = String::from_utf8(out.text).unwrap();
        assert!(sets.iter().all(|id| text.contains(id)) && !text.contains("Meanwhile"), "{text}");
        assert_eq!(server.get(&account, "/v1/platform/prompt-sets").await.ok()["promptSets"].as_array().unwrap().len(), 3);
    }
}

/// Collects an export, and creates a prompt set after its first line.
struct ConcurrentWriter<'a> {
    server: &'a TestServer,
    account: &'a Account,
    text: Vec<u8>,
}

impl Write for ConcurrentWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.is_empty() {
            let created = self.server.prompt_set(self.account, "Meanwhile");
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(created));
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
