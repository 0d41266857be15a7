//! How quick a page of answers and a ranking of what they cite are on SQLite with 100,000 of them, each with 10 sources
//! and 5 fan-outs, and what the idle server weighs.
//!
//! Requests go through the whole server but for the network. The bench fails when the median of a page is 5 ms or more,
//! when a ranking takes 150 ms or more over everything, asked of a server that has just started, or 30 ms or more over
//! a run, or when the idle server holds 64 MB or more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use answerdeck_api::Source;
use answerdeck_server::account::{create_key, create_organization};
use answerdeck_server::clock::Clock;
use answerdeck_server::database::entity::{answer, run};
use answerdeck_server::engine::{Engines, Reply};
use answerdeck_server::random::Random;
use answerdeck_server::run::keep::keep;
use answerdeck_server::{App, Config, database};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseConnection, EntityTrait, IntoActiveModel, Statement};
use tower::ServiceExt;

const ANSWERS: usize = 100_000;
const PROMPTS: usize = 400;
const SETS: usize = 10;
const RUNS: usize = 100;
const MODELS: [&str; 8] =
    ["CHATGPT", "GOOGLE_OVERVIEW", "GOOGLE_AI", "PERPLEXITY", "GEMINI", "NAVER_AI_BRIEFING", "NAVER_AI_TAB", "CLAUDE"];
const SOURCES: usize = 10;
const FANOUTS: usize = 5;
const TOKENS: usize = 40;
const DOMAINS: usize = 2_000;
const REQUESTS: usize = 400;
const RANKINGS: usize = 20;
const MEDIAN_MAX: Duration = Duration::from_millis(5);
const RANKING_MAX: Duration = Duration::from_millis(150);
const RANKING_OF_RUN_MAX: Duration = Duration::from_millis(30);
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
    good &= rank(&url, &clock, &key, &history).await;
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

/// Prints how long rankings take of a server that has just started, and then. Whether all are quick enough.
async fn rank(url: &str, clock: &Clock, key: &str, history: &History) -> bool {
    let mut good = true;
    println!("\n{:50} {:>8} {:>8} {:>8}", "20 first of", "cold ms", "p50 ms", "p99 ms");
    for ranking in [
        "source-domains?",
        "source-urls?",
        "fanouts?include=models,regions&",
        "tokens?",
        "token-neighbors?words=word700&include=totalAnswerCount&",
    ] {
        for (name, query) in filters(history) {
            let app = app_over(database::connect(url).await.unwrap(), clock);
            let (router, path) = (app.router(), format!("/api/v1/platform/statistics/{ranking}{query}"));
            let cold = get(&app, &router, key, &path).await;
            let mut times = Vec::with_capacity(RANKINGS);
            for _ in 0..RANKINGS {
                times.push(get(&app, &router, key, &path).await);
            }
            times.sort_unstable();
            let (median, worst) = (times[RANKINGS / 2], times[RANKINGS * 99 / 100]);
            good &= match name {
                "everything" => cold < RANKING_MAX,
                "a run" => cold < RANKING_OF_RUN_MAX && median < RANKING_OF_RUN_MAX,
                _ => true,
            };
            let ranking = ranking.split('?').next().unwrap_or_default();
            let (cold, median, worst) = (milliseconds(cold), milliseconds(median), milliseconds(worst));
            println!("{:50} {cold:8.2} {median:8.2} {worst:8.2}", format!("{ranking}: {name}"));
            app.database.clone().close().await.unwrap();
        }
    }
    good
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
    let transaction = database::begin(&app.database).await.unwrap();
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
    for number in 0..ANSWERS {
        // 100,000 answers make 84 days.
        app.clock.advance(SignedDuration::from_millis(72_576));
        let now = app.clock.now();
        let prompt = number % PROMPTS;
        let item = answer::Model {
            id: app.random.id(now),
            organization_id: organization.to_owned(),
            run_id: Some(history.runs[number / (ANSWERS / RUNS)].clone()),
            prompt_set_id: history.sets[prompt % SETS].clone(),
            prompt_id: history.prompts[prompt].clone(),
            model: MODELS[(number / PROMPTS) % MODELS.len()].to_owned(),
            region: if number % 1_000 == 7 { "JP" } else { "KR" }.to_owned(),
            status: "SUCCESS".to_owned(),
            query: "통화 품질이 좋은 무선 이어폰은?".to_owned(),
            content: content.clone(),
            failure: None,
            attempts: 1,
            lease_until: None,
            lease_owner: None,
            created_at: now.as_millisecond(),
            ended_at: Some(now.as_millisecond()),
        };
        let inserted = item.clone().into_active_model();
        answer::Entity::insert(inserted).exec_without_returning(&transaction).await.unwrap();
        keep(&transaction, &item, &reply(number, prompt, &content), &tokens(number)).await.unwrap();
    }
    transaction.commit().await.unwrap();
    history
}

/// Of 1,100 words, of which the first come up most.
fn tokens(number: usize) -> Vec<String> {
    let draw = |position: usize| {
        let fraction = (number * 7_919 + position * 104_729) % 1_009;
        fraction * fraction / 1_009
    };
    (0..TOKENS)
        .map(|position| format!("word{}", draw(position) + position))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// Every prompt has some hundred pages and a dozen searches of its own, the first of which come up most.
fn reply(number: usize, prompt: usize, content: &str) -> Reply {
    let draw = |position: usize, of: usize| {
        let fraction = (number * 7_919 + position * 104_729) % 1_009;
        fraction * fraction * of / (1_009 * 1_009)
    };
    let source = |position| {
        let page = prompt * 37 + draw(position, 150);
        let domain = format!("site-{}.example", page % DOMAINS);
        Source {
            url: format!("https://www.{domain}/reviews/{page}"),
            title: "무선 이어폰 비교".to_owned(),
            domain: Some(domain),
        }
    };
    let fanout = |position| format!("이어폰 비교 {prompt} {}", draw(position, 12));
    Reply {
        content: content.to_owned(),
        sources: (0..SOURCES).map(source).collect(),
        fanouts: (0..FANOUTS).map(fanout).collect(),
    }
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
