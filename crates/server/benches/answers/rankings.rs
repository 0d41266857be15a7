//! Response times of statistics and metrics.

use std::time::Duration;

use answerdeck_server::AppState;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;

use super::history::{COMMON_TOKEN, RARE_TOKEN, token};
use super::{Bench, get, milliseconds, open_app, percentiles};

const REQUESTS: usize = 15;
/// The limit of a run and of a week, in a history of any length.
const SECTION_MAX: Duration = Duration::from_millis(30);
/// The limit of the other scopes with 100,000 answers.
pub(crate) const SMALL_HISTORY_MAX: Duration = Duration::from_millis(150);
/// The limit of the other scopes with 1,000,000 answers.
pub(crate) const LARGE_HISTORY_MAX: Duration = Duration::from_millis(1_500);

/// Prints the response times of each ranking in each scope, for the first request of a server and for the next. Returns
/// whether all are within the limits. Also checks one ranking against the rows of the answers.
pub(crate) async fn measure(bench: &Bench, history_max: Duration) -> bool {
    let runs = &bench.history.runs;
    let run = format!("runID={}", runs[runs.len() / 2]);
    let scopes = [
        ("all answers", String::new()),
        ("a set", format!("promptSetID={}", bench.history.sets[3])),
        ("a model", "model=CLAUDE".to_owned()),
        ("a month", "from=2026-09-01T00:00:00Z&to=2026-10-01T00:00:00Z".to_owned()),
        ("a week", "from=2026-09-01T00:00:00Z&to=2026-09-08T00:00:00Z".to_owned()),
        ("a run", run.clone()),
        ("model and month", "model=CLAUDE&from=2026-09-01T00:00:00Z&to=2026-10-01T00:00:00Z".to_owned()),
    ];
    let app = open_app(&bench.url, &bench.clock).await;
    let router = answerdeck_server::router::router(&app);
    let (_, brands) = get(&app, &router, &bench.key, "/api/v1/platform/brands").await;
    let brand = brands["brands"][0]["id"].as_str().unwrap();
    let statistics = |path: &str| format!("/api/v1/platform/statistics/{path}");
    let neighbors = |number| statistics(&format!("token-neighbors?include=totalAnswerCount&words={}&", token(number)));
    let metrics = |path: &str| format!("/api/v1beta/platform/metrics/{path}");
    let of_brand = |path: &str| metrics(&format!("{path}?brandID={brand}&"));
    let rankings = [
        ("domains", statistics("source-domains?")),
        ("pages", statistics("source-urls?")),
        ("pages of a domain", statistics("source-urls?domain=site-7.example&")),
        ("fan-out queries", statistics("fanouts?")),
        ("fan-outs, with include", statistics("fanouts?include=models,regions&")),
        ("tokens", statistics("tokens?")),
        ("neighbors, rare word", neighbors(RARE_TOKEN)),
        ("neighbors, common word", neighbors(COMMON_TOKEN)),
        ("brands", metrics("brands?")),
        ("brands, weekly series", metrics("brands?interval=WEEK&")),
        ("brands by model", metrics("brands?include=models&")),
        ("prompts", of_brand("prompts")),
        ("movements", metrics("movements?")),
        ("leads", of_brand("leads")),
        ("source trend", metrics("source-trend?domain=site-7.example&")),
        ("influence of sources", of_brand("source-influence")),
        ("unnamed searches", of_brand("unnamed-searches")),
        ("answers of a brand", metrics(&format!("answers?namesBrandID={brand}&"))),
    ];
    app.database.clone().close().await.unwrap();
    println!(
        "\nStatistics and metrics, top 20: ms for the first request (cold, file in the page cache) / median of the next,"
    );
    println!("below {history_max:?}, for a week and a run below {SECTION_MAX:?}");
    print!("{:24}", "");
    scopes.iter().for_each(|(scope, _)| print!("{scope:>17}"));
    println!();
    let mut passed = true;
    for (name, ranking) in rankings {
        print!("{name:24}");
        for (scope, query) in &scopes {
            let app = open_app(&bench.url, &bench.clock).await;
            let (router, path) = (answerdeck_server::router::router(&app), format!("{ranking}{query}"));
            let (cold, _) = get(&app, &router, &bench.key, &path).await;
            let mut times = Vec::with_capacity(REQUESTS);
            for _ in 0..REQUESTS {
                times.push(get(&app, &router, &bench.key, &path).await.0);
            }
            let (median, _) = percentiles(times);
            let max = if ["a week", "a run"].contains(scope) { SECTION_MAX } else { history_max };
            let is_within = cold < max && median < max;
            passed &= is_within;
            let mark = if is_within { ' ' } else { '!' };
            print!("{:>16}{mark}", format!("{:.1} / {:.1}", milliseconds(cold), milliseconds(median)));
            app.database.clone().close().await.unwrap();
        }
        println!();
    }
    let app = open_app(&bench.url, &bench.clock).await;
    let (_, ranked) = get(
        &app,
        &answerdeck_server::router::router(&app),
        &bench.key,
        &format!("/api/v1/platform/statistics/source-urls?{run}"),
    )
    .await;
    assert_eq!(
        recount(&app, &runs[runs.len() / 2]).await,
        ranked["urls"].as_array().unwrap().iter().map(url_and_count).collect::<Vec<_>>()
    );
    app.database.clone().close().await.unwrap();
    passed
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
