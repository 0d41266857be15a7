//! How many answers of a run the workers complete in a second on SQLite, from the reply of the engine to the last
//! commit: tokens with the names of brands, sources, statistics and the balance. The engine replies at once with texts
//! that the stand-ins wrote before. Korean is analyzed by the dictionary in the folder
//! `ANSWERDECK_KOREAN_DICTIONARY`.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_database::entity::{organization, run};
use answerdeck_engine::corpus::Corpus;
use answerdeck_engine::{
    AnswerEngine, AskOutcome, EngineFailure, EngineLimits, EngineRequest, Engines, Reply, ServedModel, stand_in,
};
use answerdeck_server::analyzer_pool::AnalyzerPool;
use answerdeck_server::clock::Clock;
use answerdeck_server::jobs::Jobs;
use answerdeck_server::organization::account::{create_key, create_organization};
use answerdeck_server::random::Random;
use answerdeck_server::run::collect_settings::CollectSettings;
use answerdeck_server::{AppState, Config};
use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use jiff::SignedDuration;
use sea_orm::EntityTrait;
use sea_orm::prelude::Expr;
use serde_json::{Value, json};
use tower::ServiceExt;

const PROMPTS: usize = 100;
const REPETITIONS: usize = 10;
const RUNS: usize = 5;
const SETTINGS: CollectSettings = CollectSettings {
    max_concurrency: 4,
    item_pause: Duration::ZERO,
    first_poll: Duration::ZERO,
    last_poll: Duration::ZERO,
    renewal_interval: Duration::from_secs(30),
};
const KOREAN: &[&str] = &[
    "통화 품질이 좋은 무선 이어폰을 추천해줘",
    "노이즈 캔슬링 헤드폰을 비교해줘",
    "마라톤에 맞는 러닝화는?",
    "발볼이 넓은 사람에게 편한 운동화는?",
    "10만 원 이하 이어폰 중 배터리가 오래 가는 것은?",
    "출퇴근에 쓸 블루투스 이어폰은?",
];
const ENGLISH: &[&str] = &[
    "Which wireless earbuds have the best call quality?",
    "Compare headphones with noise cancelling",
    "Which running shoes fit a marathon?",
    "Which shoes are comfortable for wide feet?",
    "Which earbuds under 100 dollars have a long battery life?",
    "Which bluetooth earbuds are good for commuting?",
];
const BRANDS: &[&str] =
    &["Nurio", "타브린", "미카로", "달비오", "펠모라", "크레발도", "오르세비아", "케스토라", "무보리", "Krevaldo"];

/// Gives its replies in turn.
struct ReadyEngine {
    replies: Vec<Reply>,
    next: AtomicUsize,
}

#[async_trait]
impl AnswerEngine for ReadyEngine {
    async fn ask(&self, _: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        let at = self.next.fetch_add(1, Ordering::Relaxed) % self.replies.len();
        Ok(AskOutcome::Answered(self.replies[at].clone()))
    }
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("answerdeck.db").display());
    answerdeck_database::migrate(&url).await.unwrap();
    let database = answerdeck_database::connect(&url).await.unwrap();
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let korean = ready_engine(KOREAN, &clock).await;
    let english = ready_engine(ENGLISH, &clock).await;
    let dictionary = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY");
    let analyzer = dictionary
        .map_or_else(AnalyzerPool::default, |folder| AnalyzerPool::with_dictionary(Path::new(&folder)).unwrap());
    println!(
        "\nCompletions of a run of {} answers, Korean by {}\n{:34} {:>8} {:>8}",
        PROMPTS * REPETITIONS,
        analyzer.korean(),
        "answers a second",
        "p50",
        "least"
    );
    let served = |model, engine: &Arc<ReadyEngine>| ServedModel {
        code: model,
        name: "Ready".to_owned(),
        route: ModelRoute::StandIn,
        price: 1,
        is_paid: false,
        limits: EngineLimits::default(),
        engine: Arc::clone(engine) as Arc<dyn AnswerEngine>,
    };
    let engines = Engines::new(vec![served(ModelCode::Claude, &korean), served(ModelCode::Gemini, &english)]);
    let config = Config { public_url: "http://localhost".to_owned(), analyzer, ..Default::default() };
    let app = AppState::new(config, database, clock, Random::system(), engines);
    let organization = create_organization(&app, "Bench", "KR").await.unwrap().to_string();
    let key = create_key(&app, &app.database, &organization, None).await.unwrap().secret;
    organization::Entity::update_many()
        .col_expr(organization::Column::Balance, Expr::value(i64::MAX / 2))
        .exec(&app.database)
        .await
        .unwrap();
    let client = Client { router: answerdeck_server::router::router(&app), app, key };
    for name in BRANDS {
        client.post("brands", json!({ "name": name, "synonyms": [], "websites": [] })).await;
    }
    let set = client.post("prompt-sets", json!({ "name": "Set" })).await;
    let prompt = |number| json!({ "content": format!("Question {number}"), "promptSetID": set["id"] });
    client.post("prompts/bulk", json!({ "prompts": (0..PROMPTS).map(prompt).collect::<Vec<_>>() })).await;
    tokio::spawn(Jobs::new(client.app.clone(), SETTINGS).await.unwrap().run());
    for (name, model, engine) in [("Korean", "CLAUDE", korean), ("English", "GEMINI", english)] {
        let body = json!({ "promptSetID": set["id"], "models": [model], "repeatCount": REPETITIONS });
        let mut speeds = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let started = Instant::now();
            let id = client.post("runs", body.clone()).await["id"].as_str().unwrap().to_owned();
            client.wait_for(&id).await;
            speeds.push((PROMPTS * REPETITIONS) as f64 / started.elapsed().as_secs_f64());
        }
        speeds.sort_by(f64::total_cmp);
        let chars: usize = engine.replies.iter().map(|reply| reply.content.chars().count()).sum();
        let name = format!("{name}, {} characters each", chars / engine.replies.len());
        println!("{name:34} {:8.0} {:8.0}", speeds[RUNS / 2], speeds[0]);
    }
}

/// The replies of the stand-ins to `questions`, by each of its models.
async fn ready_engine(questions: &[&str], clock: &Clock) -> Arc<ReadyEngine> {
    let engines = stand_in::engines(Corpus::shipped(clock.now()).unwrap());
    let mut replies = Vec::new();
    for question in questions {
        for model in engines.models() {
            let request =
                EngineRequest { query: (*question).to_owned(), region: "KR".to_owned(), asked_at: clock.now() };
            // Some models have no answer to some questions.
            if let Ok(AskOutcome::Answered(reply)) = engines.of(&model.code).unwrap().engine.ask(&request).await {
                replies.push(reply);
            }
        }
    }
    Arc::new(ReadyEngine { replies, next: AtomicUsize::new(0) })
}

/// A client of the API without the network.
struct Client {
    app: AppState,
    router: Router,
    key: String,
}

impl Client {
    async fn post(&self, path: &str, body: Value) -> Value {
        self.app.clock.advance(SignedDuration::from_millis(101));
        let request = Request::post(format!("/api/v1/platform/{path}"))
            .header("API-Key", &self.key)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }

    /// Waits until every answer of a run has succeeded.
    async fn wait_for(&self, id: &str) {
        loop {
            let run = run::Entity::find_by_id(id).one(&self.app.database).await.unwrap().unwrap();
            assert_eq!(run.failed_count, 0);
            if run.status == run::Status::Finished {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
