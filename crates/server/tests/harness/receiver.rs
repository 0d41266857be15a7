//! A receiver of webhooks.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::{Account, TestServer, serve, until, until_some};

/// A request that a receiver got.
#[derive(Debug, Clone)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// A receiver. It ends with the test.
pub struct Receiver {
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    received: Mutex<Vec<Received>>,
    response: Mutex<(StatusCode, Vec<u8>)>,
    /// The delivery that gets the status 500.
    refused: Mutex<Option<String>>,
    /// Each response takes a permit.
    permits: Semaphore,
}

impl Receiver {
    /// Responds with a status at once.
    pub async fn start(status: u16) -> Self {
        let receiver = Self::holding().await;
        receiver.shared.permits.add_permits(Semaphore::MAX_PERMITS);
        receiver.respond(status, "");
        receiver
    }

    /// Accepts requests, and does not respond.
    pub async fn holding() -> Self {
        let shared = Arc::new(Shared {
            received: Mutex::default(),
            response: Mutex::new((StatusCode::OK, Vec::new())),
            refused: Mutex::default(),
            permits: Semaphore::new(0),
        });
        let router = Router::new().fallback(receive).with_state(Arc::clone(&shared));
        Self { address: serve(router).await, shared }
    }

    /// Changes the response.
    pub fn respond(&self, status: u16, body: impl Into<Vec<u8>>) {
        *self.shared.response.lock().unwrap() = (StatusCode::from_u16(status).unwrap(), body.into());
    }

    /// Responds to a delivery with the status 500, whatever the others get.
    pub fn refuse(&self, delivery: &Value) {
        *self.shared.refused.lock().unwrap() = Some(delivery["id"].as_str().unwrap().to_owned());
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// Waits until this number of requests came, and returns them.
    pub async fn until_received(&self, count: usize) -> Vec<Received> {
        until(async || self.received().len() >= count).await;
        self.received()
    }
}

async fn receive(State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let id = headers.get("webhook-id").map(|id| id.to_str().unwrap().to_owned());
    shared.received.lock().unwrap().push(Received { path: uri.path().to_owned(), headers, body });
    shared.permits.acquire().await.unwrap().forget();
    if id.is_some() && *shared.refused.lock().unwrap() == id {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let (status, body) = shared.response.lock().unwrap().clone();
    (status, [(header::LOCATION, "/elsewhere")], Bytes::from(body)).into_response()
}

pub const WEBHOOKS: &str = "/v1beta/platform/webhooks";
pub const DELIVERIES: &str = "/v1beta/platform/webhook-deliveries";

impl TestServer {
    /// Starts another server with the same database, whose webhooks may be on this machine, and its jobs.
    pub async fn delivering(&self) -> Self {
        let server = self.allowing_private_addresses().await;
        server.start_jobs().await;
        server
    }

    /// Creates a webhook, and returns its id and its secret.
    pub async fn webhook(&self, account: &Account, body: Value) -> (String, String) {
        let created = self.post(account, WEBHOOKS, body).await.ok();
        let text = |name: &str| created[name].as_str().unwrap().to_owned();
        (text("id"), text("secret"))
    }

    /// Creates a webhook for finished runs, and returns its id.
    pub async fn webhook_of_runs(&self, account: &Account, url: &str) -> String {
        self.webhook(account, json!({ "url": url, "eventTypes": ["run.finished"] })).await.0
    }

    /// Finishes an empty run, which is an event. Returns its id.
    pub async fn finish_run(&self, account: &Account) -> String {
        let set = self.prompt_set(account, "Earbuds").await;
        self.submit(account, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await
    }

    /// Sends a test to a webhook, and returns its delivery.
    pub async fn test_webhook(&self, account: &Account, id: &str) -> Value {
        self.post(account, &format!("{WEBHOOKS}/{id}/test"), Value::Null).await.ok()
    }

    /// The newest delivery to a webhook.
    pub async fn last_delivery(&self, account: &Account, webhook: &str) -> Value {
        self.get(account, &format!("{DELIVERIES}?webhookID={webhook}&limit=1")).await.ok()["deliveries"][0].clone()
    }

    /// Waits until the newest delivery to a webhook has had this number of attempts, and returns it.
    pub async fn until_attempted(&self, account: &Account, webhook: &str, attempts: u32) -> Value {
        until_some(async || {
            let delivery = self.last_delivery(account, webhook).await;
            (delivery["attempts"] == attempts && delivery["attemptedAt"].is_string() && is_at_rest(&delivery))
                .then_some(delivery)
        })
        .await
    }

    pub async fn listed_webhook(&self, account: &Account, id: &str) -> Value {
        let list = self.get(account, WEBHOOKS).await.ok();
        list["webhooks"].as_array().unwrap().iter().find(|webhook| webhook["id"] == id).unwrap().clone()
    }
}

/// Whether no attempt is in progress.
pub fn is_at_rest(delivery: &Value) -> bool {
    delivery["status"] != "PENDING" || delivery["nextAttemptAt"].is_string()
}
