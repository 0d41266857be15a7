//! How quick a page of answers is on SQLite with 100,000 of them, by which index, and what the idle server weighs.
//!
//! Requests go through the whole server but for the network. The bench fails when a median is 5 ms or more, or when the
//! idle server holds 64 MB or more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use answerdeck_server::account::{create_key, create_organization};
use answerdeck_server::clock::Clock;
use answerdeck_server::database::entity::{answer, answer_fanout, answer_source, run};
use answerdeck_server::engine::Engines;
use answerdeck_server::random::Random;
use answerdeck_server::{App, Config, database};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseConnection, EntityTrait, Statement, TransactionTrait};
use tower::ServiceExt;

const ANSWERS: usize = 100_000;
const PROMPTS: usize = 400;
const SETS: usize = 10;
const RUNS: usize = 100;
const MODELS: [&str; 8] =
    ["CHATGPT", "GOOGLE_OVERVIEW", "GOOGLE_AI", "PERPLEXITY", "GEMINI", "NAVER_AI_BRIEFING", "NAVER_AI_TAB", "CLAUDE"];
const SOURCES: usize = 4;
const FANOUTS: usize = 3;
const REQUESTS: usize = 400;
const MEDIAN_MAX: Duration = Duration::from_millis(5);
const IDLE_MAX_KB: u64 = 64_000;

/// The ids that filters name.
struct History {
    sets: Vec<String>,
    prompts: Vec<String>,
    runs: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("answerdeck.db").display());
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let app = app_over(database::connect(&url).await.unwrap(), &clock);
    let organization = create_organization(&app, &app.database, "Bench", "KR").await.unwrap().to_string();
    let key = create_key(&app, &app.database, &organization).await.unwrap().secret;
    let started = Instant::now();
    let history = fill(&app, &organization).await;
    println!("{ANSWERS} answers with sources and fan-outs put there in {:.0?}\n", started.elapsed());

    // A start looks at what the tables hold.
    app.database.clone().close().await.unwrap();
    let mut database = database::connect(&url).await.unwrap();
    let statements = Arc::new(Mutex::new(Vec::<Statement>::new()));
    let seen = Arc::clone(&statements);
    database.set_metric_callback(move |info| seen.lock().unwrap().push(info.statement.clone()));
    let app = app_over(database, &clock);
    let router = app.router();
    let mut good = true;
    println!("{:34} {:>8} {:>8}   plan", "20 answers of", "p50 ms", "p99 ms");
    for (name, query) in filters(&history) {
        let path = format!("/api/v1/platform/answers?{query}");
        statements.lock().unwrap().clear();
        get(&app, &router, &key, &path).await;
        let asked = std::mem::take(&mut *statements.lock().unwrap());
        let plan = plan(&app, asked).await;
        let mut times = Vec::with_capacity(REQUESTS);
        for _ in 0..REQUESTS {
            times.push(get(&app, &router, &key, &path).await);
        }
        times.sort_unstable();
        let (median, worst) = (times[REQUESTS / 2], times[REQUESTS * 99 / 100]);
        good &= median < MEDIAN_MAX;
        println!("{name:34} {:8.2} {:8.2}   {plan}", milliseconds(median), milliseconds(worst));
    }
    app.database.clone().close().await.unwrap();
    match idle_kilobytes(&url) {
        Some(idle) => {
            println!("\nidle server over this database: {:.1} MB resident", idle as f64 / 1_000.0);
            good &= idle < IDLE_MAX_KB;
        }
        None => println!("\nidle server: this system does not tell its memory"),
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn app_over(database: DatabaseConnection, clock: &Clock) -> App {
    let config = Config { public_url: "http://localhost".to_owned(), ..Default::default() };
    App::new(config, database, clock.clone(), Random::system(), Engines::default())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn filters(history: &History) -> Vec<(&'static str, String)> {
    let History { sets, prompts, runs } = history;
    let week = "from=2026-09-01T00:00:00Z&to=2026-09-08T00:00:00Z";
    vec![
        ("everything", String::new()),
        ("a run", format!("runID={}", runs[RUNS / 2])),
        ("a prompt set", format!("promptSetID={}", sets[3])),
        ("a prompt", format!("promptID={}", prompts[7])),
        ("a model", "model=CLAUDE".to_owned()),
        ("a region, 1 in 1,000", "region=JP".to_owned()),
        ("a week in the past", week.to_owned()),
        ("a week of a model", format!("{week}&model=CLAUDE")),
        ("a model in a run", format!("runID={}&model=CLAUDE", runs[RUNS / 2])),
        ("a model in a prompt set", format!("promptSetID={}&model=CLAUDE", sets[3])),
        ("a model and a rare region", "model=CLAUDE&region=JP".to_owned()),
        ("a prompt, model, region and week", format!("{week}&promptID={}&model=CLAUDE&region=KR", prompts[7])),
    ]
}

async fn get(app: &App, router: &Router, key: &str, path: &str) -> Duration {
    app.clock.advance(SignedDuration::from_millis(101));
    let request = Request::get(path).header("API-Key", key).body(Body::empty()).unwrap();
    let started = Instant::now();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let took = started.elapsed();
    assert!(status.is_success() && body.len() > 1_000, "{path}: {status} {}", String::from_utf8_lossy(&body));
    took
}

/// How SQLite finds the page, in its own words.
async fn plan(app: &App, statements: Vec<Statement>) -> String {
    let mut steps = BTreeSet::new();
    for statement in statements.into_iter().filter(|statement| statement.sql.contains("FROM \"answers\"")) {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement };
        for row in app.database.query_all_raw(explain).await.unwrap() {
            steps.insert(row.try_get::<String>("", "detail").unwrap());
        }
    }
    steps.into_iter().collect::<Vec<_>>().join("; ")
}

async fn fill(app: &App, organization: &str) -> History {
    let ids = |count: usize| (0..count).map(|_| app.random.id(app.clock.now())).collect::<Vec<String>>();
    let history = History { sets: ids(SETS), prompts: ids(PROMPTS), runs: ids(RUNS) };
    let content = "무선 이어폰은 통화 품질과 착용감이 다릅니다. ".repeat(20);
    let transaction = app.database.begin().await.unwrap();
    for (number, id) in history.runs.iter().enumerate() {
        let items = ANSWERS / RUNS;
        run::Entity::insert(run::ActiveModel {
            id: Set(id.clone()),
            organization_id: Set(organization.to_owned()),
            region: Set("KR".to_owned()),
            status: Set("FINISHED".to_owned()),
            total_count: Set(items.try_into().unwrap()),
            success_count: Set(items.try_into().unwrap()),
            failed_count: Set(0),
            created_at: Set(i64::try_from(number).unwrap()),
            finished_at: Set(None),
        })
        .exec_without_returning(&transaction)
        .await
        .unwrap();
    }
    for chunk in 0..ANSWERS / 500 {
        let (mut answers, mut sources, mut fanouts) = (Vec::new(), Vec::new(), Vec::new());
        for number in chunk * 500..(chunk + 1) * 500 {
            // 100,000 answers make 84 days.
            app.clock.advance(SignedDuration::from_millis(72_576));
            let now = app.clock.now();
            let id: String = app.random.id(now);
            let prompt = number % PROMPTS;
            answers.push(answer::ActiveModel {
                id: Set(id.clone()),
                organization_id: Set(organization.to_owned()),
                run_id: Set(Some(history.runs[number / (ANSWERS / RUNS)].clone())),
                prompt_set_id: Set(history.sets[prompt % SETS].clone()),
                prompt_id: Set(history.prompts[prompt].clone()),
                model: Set(MODELS[(number / PROMPTS) % MODELS.len()].to_owned()),
                region: Set(if number % 1_000 == 7 { "JP" } else { "KR" }.to_owned()),
                status: Set("SUCCESS".to_owned()),
                query: Set("통화 품질이 좋은 무선 이어폰은?".to_owned()),
                content: Set(content.clone()),
                failure: Set(None),
                attempts: Set(1),
                lease_until: Set(None),
                lease_owner: Set(None),
                created_at: Set(now.as_millisecond()),
                ended_at: Set(Some(now.as_millisecond())),
            });
            sources.extend((0..SOURCES).map(|position| answer_source::ActiveModel {
                answer_id: Set(id.clone()),
                position: Set(position.try_into().unwrap()),
                url: Set(format!("https://soundlab.example/reviews/{}", (number + position) % 997)),
                title: Set("무선 이어폰 비교".to_owned()),
                domain: Set(Some("soundlab.example".to_owned())),
            }));
            fanouts.extend((0..FANOUTS).map(|position| answer_fanout::ActiveModel {
                answer_id: Set(id.clone()),
                position: Set(position.try_into().unwrap()),
                query: Set(format!("이어폰 비교 {}", (number + position) % 89)),
            }));
        }
        answer::Entity::insert_many(answers).exec_without_returning(&transaction).await.unwrap();
        answer_source::Entity::insert_many(sources).exec_without_returning(&transaction).await.unwrap();
        answer_fanout::Entity::insert_many(fanouts).exec_without_returning(&transaction).await.unwrap();
    }
    transaction.commit().await.unwrap();
    history
}

/// Starts the server over `database`, waits until it says where it is, and reads its resident memory.
fn idle_kilobytes(database: &str) -> Option<u64> {
    let mut server = Command::new(env!("CARGO_BIN_EXE_answerdeck"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    // What a start leaves behind settles.
    std::thread::sleep(Duration::from_secs(2));
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id()));
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(line.contains("http://"), "the server did not start: {line}");
    let status = status.ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    resident.trim().trim_end_matches("kB").trim().parse().ok()
}
