//! The workload of another organization during an attack, and how long it waits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::attack::Attack;
use super::figures::Figures;
use crate::harness::http_client;
use crate::harness::process::{Organization, ServerProcess};

/// The time between two requests, below the rate limit.
const PACE: Duration = Duration::from_millis(150);
/// The time between two reads of `/health`.
const HEALTH_PACE: Duration = Duration::from_millis(50);

/// An organization that creates and reads prompts, runs them, ranks what the answers cite, and signs its users in.
pub(super) struct OrdinaryWork {
    server: Arc<ServerProcess>,
    organization: Organization,
    set: Value,
    prompts: Value,
}

impl OrdinaryWork {
    pub(super) async fn prepare(server: Arc<ServerProcess>, organization: Organization) -> Self {
        let key = &organization.key;
        let set = server.send(key, "/api/v1/platform/prompt-sets", Some(&json!({ "name": "Ours" }))).await["id"].take();
        let prompt = |content| json!({ "content": content, "promptSetID": set });
        let prompts = ["Which earbuds fit small ears?", "Best running shoes for wide feet?"].map(prompt);
        let prompts = server.send(key, "/api/v1/platform/prompts/bulk", Some(&json!({ "prompts": prompts }))).await;
        let prompts = prompts["ids"].clone();
        Self { server, organization, set, prompts }
    }

    /// Works until the attack ends, and one round at least. Each request succeeds.
    pub(super) async fn until_end_of(&self, attack: Attack, sent: JoinHandle<Vec<Option<u16>>>) -> Figures {
        let mut figures = Figures::default();
        let (server, has_ended) = (Arc::clone(&self.server), tokio_util::sync::CancellationToken::new());
        let ended = has_ended.clone();
        let health = tokio::spawn(async move {
            let (mut pace, mut times) = (interval(HEALTH_PACE), Vec::new());
            while !ended.is_cancelled() {
                pace.tick().await;
                let started = Instant::now();
                let status = server.request("", "/health", None).await.unwrap().status;
                assert_eq!(status, 200, "/health\n{}", server.log());
                times.push(started.elapsed());
            }
            times
        });
        let submitted = Instant::now();
        // The answers of a run need nouns too: 80 answers, or 4.
        let (models, repeats) = match attack {
            Attack::Nouns => (&["CLAUDE", "GEMINI", "CHATGPT", "PERPLEXITY"][..], 10),
            _ => (&["CLAUDE", "GEMINI"][..], 1),
        };
        let run = json!({ "promptIDs": self.prompts, "models": models, "repeatCount": repeats });
        let run = self.server.send(&self.organization.key, "/api/v1/platform/runs", Some(&run)).await;
        let run = format!("/api/v1/platform/runs/{}", run["id"].as_str().unwrap());
        let mut pace = interval(PACE);
        // After a slow response, no more requests in a second than the rate limit allows.
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !sent.is_finished() || figures.run.is_zero() {
            let prompt = json!({ "content": "How long does a battery last?", "promptSetID": self.set });
            for (path, body) in [
                ("/api/v1/platform/prompts", Some(prompt)),
                ("/api/v1/platform/prompts?limit=20", None),
                ("/api/v1beta/platform/credits/me", None),
                ("/api/v1/platform/answers?limit=20", None),
                ("/api/v1/platform/statistics/source-domains?limit=20", None),
                (&run, None),
            ] {
                pace.tick().await;
                let started = Instant::now();
                let reply = self.server.request(&self.organization.key, path, body.as_ref()).await.unwrap();
                figures.times.push(started.elapsed());
                if reply.ok()["status"] == "FINISHED" && figures.run.is_zero() {
                    figures.run = submitted.elapsed();
                }
            }
        }
        self.sign_in().await;
        has_ended.cancel();
        figures.health = health.await.unwrap();
        for status in sent.await.unwrap() {
            *figures.statuses.entry(status.unwrap_or_default()).or_default() += 1;
        }
        figures.statuses.remove(&0);
        figures
    }

    /// Registers an OAuth client, from another address than the attacker's.
    async fn sign_in(&self) {
        let request = http_client().build().unwrap().post(format!("{}/oauth/register", self.server.url));
        let client = json!({ "redirect_uris": ["https://app.example/cb"] });
        let reply = request.header("X-Forwarded-For", "198.51.100.7").json(&client).send().await.unwrap();
        assert_eq!(reply.status(), 201);
    }

    /// Checks that all runs have finished.
    pub(super) async fn finish(&self) {
        let runs = self.server.send(&self.organization.key, "/api/v1/platform/runs", None).await;
        assert!(runs["runs"].as_array().unwrap().iter().all(|run| run["status"] == "FINISHED"), "{runs}");
    }
}
