//! Backfilling brands from the history, and reading what was found.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use answerdeck_database::query_rows;
use answerdeck_server::AppState;
use answerdeck_server::backfill::backfill_brands;
use answerdeck_server::clock::Clock;
use answerdeck_server::organization::account::{create_key, create_organization};
use answerdeck_server::router::router;
use answerdeck_statistics::columns::{Selection, scan};
use axum::body::Body;
use axum::http::Request;
use jiff::SignedDuration;
use tower::ServiceExt;

use super::history::{BRANDS, brand_name};
use super::process::Server;
use super::processes::send_request;
use super::{Bench, milliseconds, open_app, percentiles};

/// The longest backfill of a million answers.
const BACKFILL_MAX: Duration = Duration::from_secs(90);
/// The 99th percentile of other requests during a backfill.
const RESPONSE_MAX: Duration = Duration::from_millis(250);
/// The longest reading of the facts of a million answers.
const SCAN_MAX: Duration = Duration::from_millis(150);

/// Creates brands, and prints how long it takes to find them in `answers` and to read their facts. Each answer names three of
/// them, and cites few.
pub(crate) async fn measure(app: &AppState, key: &str, organization: &str, answers: usize) -> bool {
    for number in 0..BRANDS {
        let name = brand_name(number);
        let website = format!("https://site-{number}.example");
        let body = serde_json::json!({ "name": name, "synonyms": [], "websites": [website] });
        write(app, key, "/api/v1/platform/brands", &body).await;
    }
    let sql = "SELECT definition FROM brands WHERE organization_id = $1";
    let definitions = query_rows::<i64>(&app.database, sql, [organization.into()]).await.unwrap();
    let definitions: Vec<u32> = definitions.into_iter().map(|definition| definition.try_into().unwrap()).collect();
    let started = Instant::now();
    let is_done = AtomicBool::new(false);
    let backfills = async {
        while backfill_brands(app).await.unwrap() {}
        is_done.store(true, Ordering::Relaxed);
        started.elapsed()
    };
    let requests = async {
        let mut times = Vec::new();
        while !is_done.load(Ordering::Relaxed) {
            let body = serde_json::json!({ "name": "Set" });
            times.push(write(app, key, "/api/v1/platform/prompt-sets", &body).await.0);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        times
    };
    let (backfill, times) = tokio::join!(backfills, requests);
    let (median, slowest) = percentiles(times);
    let scan = async || {
        let (started, mut mentions, mut cited) = (Instant::now(), 0_u64, 0);
        scan(&app.database, organization, &Selection::ALL, &definitions, None, |_, _, facts| {
            mentions += facts.iter().map(|fact| u64::from(fact.mentions)).sum::<u64>();
            cited += facts.iter().map(|fact| fact.cited.len()).sum::<usize>();
        })
        .await
        .unwrap();
        (started.elapsed(), mentions, cited)
    };
    scan().await;
    let (scan, mentions, cited) = scan().await;
    println!(
        "\nBrands of {answers} answers: backfilled in {:.1} s; other writes meanwhile take {:.1} ms, the slowest hundredth {:.1} ms; \
         {mentions} mentions and {cited} citations read in {:.0} ms",
        backfill.as_secs_f64(),
        milliseconds(median),
        milliseconds(slowest),
        milliseconds(scan)
    );
    let share = answers as f64 / 1_000_000.0;
    backfill <= BACKFILL_MAX.mul_f64(share) && scan <= SCAN_MAX.mul_f64(share) && slowest <= RESPONSE_MAX
}

/// Gives a brand a synonym, which every answer has, in a server process, which is killed after a third and after two thirds of
/// the backfill. Prints how long it takes until all answers are counted again, and how long another organization waits meanwhile.
pub(crate) async fn measure_killed_backfill(bench: &Bench, answers: usize) -> bool {
    let app = open_app(&bench.url, &Clock::system()).await;
    let other = create_organization(&app, "Other", "KR").await.unwrap().to_string();
    let other = create_key(&app, &app.database, &other, None).await.unwrap().secret;
    app.database.clone().close().await.unwrap();
    let http = reqwest::Client::new();
    let start = || Server::start(&bench.url, &["--rate-limit", "1000"]);
    let mut server = start();
    let list = http.get(format!("{}/api/v1/platform/brands", server.address)).header("API-Key", &bench.key);
    let brand = send_request(list).await["brands"][0]["id"].as_str().unwrap().to_owned();
    let change = http.patch(format!("{}/api/v1/platform/brands/{brand}", server.address)).header("API-Key", &bench.key);
    let started = Instant::now();
    send_request(change.json(&serde_json::json!({ "synonyms": ["착용감"] }))).await;
    let (mut times, mut kills) = (Vec::new(), 0);
    loop {
        let metrics = format!("{}/api/v1beta/platform/metrics/brands?brandID={brand}", server.address);
        let coverage = &send_request(http.get(metrics).header("API-Key", &bench.key)).await["coverage"];
        let [all, counted] = ["answers", "counted"].map(|count| coverage[count].as_u64().unwrap());
        if counted == all {
            break;
        }
        if kills < 2 && counted > all * (kills + 1) / 3 {
            drop(server);
            server = start();
            kills += 1;
        }
        for _ in 0..20 {
            let sets = http.post(format!("{}/api/v1/platform/prompt-sets", server.address)).header("API-Key", &other);
            let started = Instant::now();
            send_request(sets.json(&serde_json::json!({ "name": "Set" }))).await;
            times.push(started.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let backfill = started.elapsed();
    let (median, slowest) = percentiles(times);
    println!(
        "\nA brand with a new synonym, the process killed {kills} times: all answers counted again after {:.1} s; writes of another organization \
         meanwhile take {:.1} ms, the slowest hundredth {:.1} ms",
        backfill.as_secs_f64(),
        milliseconds(median),
        milliseconds(slowest)
    );
    backfill <= BACKFILL_MAX.mul_f64(answers as f64 / 1_000_000.0) && slowest <= RESPONSE_MAX && kills == 2
}

/// Sends a request that writes through the router. Returns the response time and the body.
async fn write(app: &AppState, key: &str, path: &str, body: &serde_json::Value) -> (Duration, serde_json::Value) {
    app.clock.advance(SignedDuration::from_millis(101));
    let request = Request::post(path).header("API-Key", key).header("Content-Type", "application/json");
    let request = request.body(Body::from(body.to_string())).unwrap();
    let started = Instant::now();
    let response = router(app).oneshot(request).await.unwrap();
    assert!(response.status().is_success(), "{path}: {}", response.status());
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (started.elapsed(), serde_json::from_slice(&body).unwrap())
}
