//! Response times of statistics and metrics.

use std::time::Duration;

use answerdeck_server::AppState;
use axum::body::Body;
use axum::http::Request;
use axum::http::header::HOST;
use http_body_util::BodyExt;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;

use super::history::{COMMON_TOKEN, RARE_TOKEN, token};
use super::load::connect;
use super::process::Server;
use super::{Bench, get, milliseconds, open_app, percentiles};

const REQUESTS: usize = 16;

/// The limits of the median, by scope.
pub(crate) struct Limits {
    all: Duration,
    weekly_series: Duration,
    month: Duration,
    run: Duration,
}

/// With 100,000 answers.
pub(crate) const SMALL_HISTORY: Limits = Limits {
    all: Duration::from_millis(40),
    weekly_series: Duration::from_millis(40),
    month: Duration::from_millis(40),
    run: Duration::from_millis(10),
};
/// With 1,000,000 answers.
pub(crate) const LARGE_HISTORY: Limits =
    Limits { all: Duration::from_millis(250), weekly_series: Duration::from_millis(400), ..SMALL_HISTORY };
/// What counting may add to the memory of a process, in kB.
const COUNTING_MEMORY_MAX: u64 = 150_000;
const WEEKLY_SERIES: &str = "brands, weekly series";

/// Prints the response times of each question in each scope: the median, and the slowest, which is often the first one of a
/// process. Returns whether the medians are within the limits. Also checks one ranking against the rows of the answers.
pub(crate) async fn measure(bench: &Bench, limits: &Limits) -> bool {
    let runs = &bench.history.runs;
    let run = format!("runID={}", runs[runs.len() / 2]);
    let scopes = [
        ("all answers", limits.all, String::new()),
        ("a set", limits.all, format!("promptSetID={}", bench.history.sets[3])),
        ("a month", limits.month, "from=2026-09-01T00:00:00Z&to=2026-10-01T00:00:00Z".to_owned()),
        ("a week", limits.month, "from=2026-09-01T00:00:00Z&to=2026-09-08T00:00:00Z".to_owned()),
        ("a run", limits.run, run.clone()),
    ];
    println!("\nStatistics and metrics, top 20: median / slowest of {REQUESTS} requests in ms; ! is above the limit");
    print!("{:24}", "");
    scopes.iter().for_each(|(scope, ..)| print!("{scope:>17}"));
    println!();
    let mut passed = true;
    for (name, question) in questions(bench).await {
        print!("{name:24}");
        for (scope, limit, query) in &scopes {
            let app = open_app(&bench.url, &bench.clock).await;
            let (router, path) = (answerdeck_server::router::router(&app), format!("{question}{query}"));
            let mut times = Vec::with_capacity(REQUESTS);
            for _ in 0..REQUESTS {
                times.push(get(&app, &router, &bench.key, &path).await.0);
            }
            let (median, slowest) = percentiles(times);
            let limit = if (name, *scope) == (WEEKLY_SERIES, "all answers") { limits.weekly_series } else { *limit };
            passed &= median < limit;
            let mark = if median < limit { ' ' } else { '!' };
            print!("{:>16}{mark}", format!("{:.1} / {:.1}", milliseconds(median), milliseconds(slowest)));
            app.database.clone().close().await.unwrap();
        }
        println!();
    }
    let app = open_app(&bench.url, &bench.clock).await;
    let path = format!("/api/v1/platform/statistics/source-urls?{run}");
    let (_, ranked) = get(&app, &answerdeck_server::router::router(&app), &bench.key, &path).await;
    let ranked: Vec<_> = ranked["urls"].as_array().unwrap().iter().map(url_and_count).collect();
    assert_eq!(recount(&app, &runs[runs.len() / 2]).await, ranked);
    app.database.clone().close().await.unwrap();
    passed & measure_memory(bench).await
}

/// Asks a server process each question over all answers. Returns whether it needs little more memory for that.
async fn measure_memory(bench: &Bench) -> bool {
    let server = Server::start(&bench.url, &["--rate-limit", "1000"]);
    let before = server.print_memory("Before counting");
    let questions = questions(bench).await;
    let mut connection = connect(&server.address).await;
    for (name, question) in questions {
        connection.ready().await.unwrap();
        let request = Request::get(question).header(HOST, "127.0.0.1").header("API-Key", &bench.key);
        let response = connection.send_request(request.body(Body::empty()).unwrap()).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(status.is_success(), "{name}: {status} {}", String::from_utf8_lossy(&body));
    }
    let after = server.print_memory("After counting");
    println!("At most {:.1} MB resident meanwhile", after.peak as f64 / 1e3);
    after.peak.saturating_sub(before.resident) < COUNTING_MEMORY_MAX
}

/// The questions: their names, and their paths without a scope.
async fn questions(bench: &Bench) -> Vec<(&'static str, String)> {
    let app = open_app(&bench.url, &bench.clock).await;
    let router = answerdeck_server::router::router(&app);
    let (_, brands) = get(&app, &router, &bench.key, "/api/v1/platform/brands").await;
    app.database.clone().close().await.unwrap();
    let brand = brands["brands"][0]["id"].as_str().unwrap();
    let statistics = |path: &str| format!("/api/v1/platform/statistics/{path}");
    let neighbors = |number| statistics(&format!("token-neighbors?include=totalAnswerCount&words={}&", token(number)));
    let metrics = |path: &str| format!("/api/v1beta/platform/metrics/{path}");
    let of_brand = |path: &str| metrics(&format!("{path}?brandID={brand}&"));
    vec![
        ("domains", statistics("source-domains?")),
        ("pages", statistics("source-urls?")),
        ("pages of a domain", statistics("source-urls?domain=site-7.example&")),
        ("fan-out queries", statistics("fanouts?")),
        ("fan-outs, with include", statistics("fanouts?include=models,regions&")),
        ("tokens", statistics("tokens?")),
        ("neighbors, rare word", neighbors(RARE_TOKEN)),
        ("neighbors, common word", neighbors(COMMON_TOKEN)),
        ("brands", metrics("brands?")),
        (WEEKLY_SERIES, metrics("brands?interval=WEEK&")),
        ("brands by model", metrics("brands?include=models&")),
        ("prompts", of_brand("prompts")),
        ("movements", metrics("movements?")),
        ("leads", of_brand("leads") + "interval=WEEK&"),
        ("source trend", metrics("source-trend?domain=site-7.example&")),
        ("new and lost domains", metrics("source-changes?")),
        ("influence of sources", of_brand("source-influence")),
        ("unnamed searches", of_brand("unnamed-searches")),
        ("prompts without search", metrics("prompts-without-search?")),
        ("answers of a brand", metrics(&format!("answers?namesBrandIDs={brand}&"))),
        ("a phrase in texts", metrics("answer-texts?phrase=Nurio7&")),
        ("highlights", of_brand("highlights")),
    ]
}

fn url_and_count(page: &Value) -> (String, i64) {
    (page["url"].as_str().unwrap().to_owned(), page["citationCount"].as_i64().unwrap())
}

/// Counts the pages of a run in the rows of its answers.
async fn recount(app: &AppState, run: &str) -> Vec<(String, i64)> {
    let sql = "SELECT url, COUNT(*) FROM answers JOIN answer_sources ON answer_id = id WHERE run_id = $1 \
               GROUP BY url ORDER BY 2 DESC, 1 LIMIT 20";
    let statement = Statement::from_sql_and_values(app.database.get_database_backend(), sql, [run.into()]);
    let rows = app.database.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get_many_by_index().unwrap()).collect()
}
