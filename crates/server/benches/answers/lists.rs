//! Response times of a page of answers, and the index that SQLite uses.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use answerdeck_engine::Engines;
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config};
use sea_orm::{ConnectionTrait, Statement};

use super::{Bench, History, get, milliseconds, percentiles};

const REQUESTS: usize = 400;
const MEDIAN_MAX: Duration = Duration::from_millis(5);

/// Returns whether every median is within the limit.
pub(crate) async fn measure(bench: &Bench) -> bool {
    let mut database = answerdeck_database::connect(&bench.url).await.unwrap();
    let statements = Arc::new(Mutex::new(Vec::<Statement>::new()));
    let recorder = Arc::clone(&statements);
    database.set_metric_callback(move |info| recorder.lock().unwrap().push(info.statement.clone()));
    let config = Config { public_url: "http://localhost".to_owned(), ..Default::default() };
    let app = AppState::new(config, database, bench.clock.clone(), Random::system(), Engines::default());
    let router = answerdeck_server::router::router(&app);
    let mut passed = true;
    println!("\nLists: median below {MEDIAN_MAX:?}\n{:34} {:>8} {:>8}   plan", "20 answers of", "p50 ms", "p99 ms");
    for (name, query) in filters(&bench.history) {
        let path = format!("/api/v1/platform/answers?{query}");
        statements.lock().unwrap().clear();
        get(&app, &router, &bench.key, &path).await;
        let recorded = std::mem::take(&mut *statements.lock().unwrap());
        let plan = query_plan(&app, recorded).await;
        let mut times = Vec::with_capacity(REQUESTS);
        for _ in 0..REQUESTS {
            times.push(get(&app, &router, &bench.key, &path).await.0);
        }
        let (median, p99) = percentiles(times);
        passed &= median < MEDIAN_MAX;
        println!("{name:34} {:8.2} {:8.2}   {plan}", milliseconds(median), milliseconds(p99));
    }
    app.database.clone().close().await.unwrap();
    passed
}

fn filters(history: &History) -> Vec<(&'static str, String)> {
    let History { sets, prompts, runs, .. } = history;
    let week = "from=2026-09-01T00:00:00Z&to=2026-09-08T00:00:00Z";
    vec![
        ("all answers", String::new()),
        ("a run", format!("runID={}", runs[runs.len() / 2])),
        ("a prompt set", format!("promptSetID={}", sets[3])),
        ("a prompt", format!("promptID={}", prompts[7])),
        ("a model", "model=CLAUDE".to_owned()),
        ("a region, 1 in 1,000", "region=JP".to_owned()),
        ("a week in the past", week.to_owned()),
        ("a week of a model", format!("{week}&model=CLAUDE")),
        ("a model in a run", format!("runID={}&model=CLAUDE", runs[runs.len() / 2])),
        ("a model in a prompt set", format!("promptSetID={}&model=CLAUDE", sets[3])),
        ("a model and a rare region", "model=CLAUDE&region=JP".to_owned()),
        ("a prompt, model, region and week", format!("{week}&promptID={}&model=CLAUDE&region=KR", prompts[7])),
    ]
}

/// Returns the query plan of SQLite.
async fn query_plan(app: &AppState, statements: Vec<Statement>) -> String {
    let mut steps = BTreeSet::new();
    for statement in statements.into_iter().filter(|statement| statement.sql.contains("FROM \"answers\"")) {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement };
        for row in app.database.query_all_raw(explain).await.unwrap() {
            steps.insert(row.try_get::<String>("", "detail").unwrap());
        }
    }
    steps.into_iter().collect::<Vec<_>>().join("; ")
}
