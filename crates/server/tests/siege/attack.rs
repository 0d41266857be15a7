//! The attacks.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use answerdeck_database::begin;
use answerdeck_server::AppState;
use answerdeck_server::organization::account::add_credits;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::hostile_site;
use crate::harness::http_client;
use crate::harness::oauth::{REDIRECT_URI, VERIFIER, challenge};
use crate::harness::process::{Organization, ServerProcess};

/// A credit, in thousandths.
const CREDIT: i64 = 1_000;
/// Prompts of the largest run.
const PROMPTS: usize = 1_000;
/// Anonymous requests for each request that the rate limit would allow.
const SIGN_INS: usize = 20;
/// Connections that send only the start of a request head, for each request that the rate limit would allow.
const SLOW_CONNECTIONS: usize = 10;
/// Connections whose responses are never read, for each request that the rate limit would allow.
const UNREAD_CONNECTIONS: usize = 20;
/// Requests of each of them.
const UNREAD_RESPONSES: usize = 40;
/// Addresses from which they are opened.
const UNREAD_ADDRESSES: usize = 4;
/// How many of them are held: as many as the server accepts.
const UNREAD_HELD_MAX: usize = 800;
/// After how long a client that does not want its response disconnects.
const DISCONNECTS_AFTER: Duration = Duration::from_millis(50);
/// After how long a response may be the server's timeout, which is 30 seconds.
const LATE_AFTER: Duration = Duration::from_secs(29);
/// The address from which the attacker signs in.
const ADDRESS: &str = "203.0.113.1";

/// What the attacker does ten times a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attack {
    /// Nothing, for comparison.
    None,
    /// Analyses of a site whose robots.txt is costly to match.
    RobotsTxt,
    /// Submissions of the largest runs. The attacker can pay for one item of each.
    LargestRuns,
    /// Reads of such a run.
    ReadsOfLargestRun,
    /// Searches in all answers, by clients that leave.
    AbandonedCounts,
    /// Statistics over all answers.
    Statistics,
    /// Nouns of texts of the maximum length.
    Nouns,
    /// Anonymous requests to sign in, to register OAuth clients and to exchange unknown tokens.
    SignIn,
    /// Connections whose requests never end.
    SlowHeads,
    /// Connections of several addresses whose responses are never read.
    UnreadResponses,
}

impl Attack {
    pub(super) const ALL: [Self; 10] = [
        Self::None,
        Self::RobotsTxt,
        Self::LargestRuns,
        Self::ReadsOfLargestRun,
        Self::AbandonedCounts,
        Self::Statistics,
        Self::Nouns,
        Self::SignIn,
        Self::SlowHeads,
        Self::UnreadResponses,
    ];

    /// Whether a response with this status is one that the contract has for the attack.
    pub(super) fn accepts(self, status: u16) -> bool {
        match self {
            Self::RobotsTxt => matches!(status, 200 | 409 | 429),
            Self::LargestRuns => matches!(status, 200 | 402 | 409 | 429),
            Self::SignIn => matches!(status, 200 | 201 | 401 | 429),
            _ => matches!(status, 200 | 429 | 503),
        }
    }
}

/// The attacker: an organization with a thousand prompts and one credit.
pub(super) struct Attacker {
    app: AppState,
    server: Arc<ServerProcess>,
    organization: Organization,
    set: Value,
    site: String,
    /// A text of the maximum length.
    text: String,
    /// The id of a registered OAuth client.
    client: String,
    /// The last of its largest runs.
    run: Mutex<Option<String>>,
    held: Mutex<VecDeque<TcpStream>>,
}

impl Attacker {
    /// `app` has the database of the server.
    pub(super) async fn prepare(app: AppState, server: Arc<ServerProcess>, organization: Organization) -> Self {
        let key = &organization.key;
        let set = server.send(key, "/api/v1/platform/prompt-sets", Some(&json!({ "name": "All" }))).await["id"].take();
        for hundred in 0..PROMPTS / 100 {
            let prompt = |number| {
                let words = "Which earbuds fit small ears and last a day? ".repeat(20);
                json!({ "content": format!("{hundred}-{number} {words}"), "promptSetID": set })
            };
            let prompts: Vec<Value> = (0..100).map(prompt).collect();
            server.send(key, "/api/v1/platform/prompts/bulk", Some(&json!({ "prompts": prompts }))).await;
        }
        let text: String = "무선 이어폰의 노이즈캔슬링과 배터리를 Northwind 제품과 비교했다. ".repeat(2_500);
        let text = text.chars().take(100_000).collect();
        let site = hostile_site::start().await;
        let client = json!({ "redirect_uris": [REDIRECT_URI] });
        let client = http_client().build().unwrap().post(format!("{}/oauth/register", server.url)).json(&client);
        let client: Value = client.send().await.unwrap().json().await.unwrap();
        let client = client["client_id"].as_str().unwrap().to_owned();
        Self { app, server, organization, set, site, text, client, run: Mutex::default(), held: Mutex::default() }
    }

    /// Sends request `number` of an attack, and returns the status. `None` without a response. A response that asks the client
    /// to come back later says when.
    pub(super) async fn send(&self, attack: Attack, number: u32) -> Option<u16> {
        let send = async |path: &str, body: Option<Value>| {
            self.server.request(&self.organization.key, &format!("/api/{path}"), body.as_ref()).await.ok()
        };
        let started = Instant::now();
        let reply = match attack {
            Attack::None => None,
            Attack::RobotsTxt => {
                send("v1beta/platform/siteKeywordAnalyses", Some(json!({ "url": self.site, "maxPages": 50 }))).await
            }
            Attack::LargestRuns => {
                self.add_credit().await;
                let models = answerdeck_api::ModelCode::ALL;
                let run = json!({ "promptSetID": self.set, "models": models, "repeatCount": 10 });
                let reply = send("v1/platform/runs", Some(run)).await?;
                if reply.status == 200 {
                    *self.run.lock().unwrap() = reply.json()["id"].as_str().map(str::to_owned);
                }
                Some(reply)
            }
            Attack::ReadsOfLargestRun => {
                let run = self.run.lock().unwrap().clone().expect("a run was submitted");
                return self.read_run(&run).await;
            }
            Attack::AbandonedCounts => {
                let terms: String = (0..20).map(|term| format!("&searchTerms=absent{term}")).collect();
                let path = format!("v1/platform/answers/count?region=KR{terms}");
                tokio::time::timeout(DISCONNECTS_AFTER, send(&path, None)).await.ok()?
            }
            Attack::Statistics => {
                let kind = ["source-urls", "tokens", "fanouts", "source-domains"][number as usize % 4];
                send(&format!("v1/platform/statistics/{kind}?limit=100"), None).await
            }
            Attack::Nouns => send("v1/platform/proper-nouns", Some(json!({ "text": self.text }))).await,
            Attack::SignIn => return self.sign_in(number).await,
            Attack::SlowHeads => return self.hold_slow_heads().await,
            Attack::UnreadResponses => return self.hold_unread_responses().await,
        };
        // A debug server with a busy processor takes so long for some texts that it gives up, without saying when to
        // retry.
        let is_late = started.elapsed() >= LATE_AFTER;
        reply.map(|reply| if is_late { reply.status.as_u16() } else { checked(reply.status, &reply.headers) })
    }

    /// Buys what one item of a run costs.
    async fn add_credit(&self) {
        let transaction = begin(&self.app.database).await.unwrap();
        add_credits(&self.app, &transaction, &self.organization.id, CREDIT).await.unwrap();
        transaction.commit().await.unwrap();
    }

    /// Reads a run and drops the body: the memory of the reader must not slow down the measurement.
    async fn read_run(&self, run: &str) -> Option<u16> {
        let request = http_client().build().unwrap().get(format!("{}/api/v1/platform/runs/{run}", self.server.url));
        let mut response = request.header("API-Key", &self.organization.key).send().await.ok()?;
        while response.chunk().await.ok()?.is_some() {}
        Some(checked(response.status(), response.headers()))
    }

    /// Sends anonymous requests of one address to each endpoint in turn. Returns the status of the last, which is another
    /// endpoint's each time.
    async fn sign_in(&self, number: u32) -> Option<u16> {
        let (http, mut status) = (http_client().build().unwrap(), None);
        let (address, challenge) = (|path: &str| format!("{}/oauth/{path}", self.server.url), challenge(VERIFIER));
        for request in 0..SIGN_INS {
            let request = match (request + number as usize) % 3 {
                0 => http.post(address("token")).form(&[
                    ("grant_type", "refresh_token"),
                    ("client_id", "0000000000000000000app"),
                    ("refresh_token", "x"),
                ]),
                1 => http.get(address("authorize")).query(&[
                    ("response_type", "code"),
                    ("client_id", &self.client),
                    ("redirect_uri", REDIRECT_URI),
                    ("code_challenge", &challenge),
                    ("code_challenge_method", "S256"),
                ]),
                _ => http.post(address("register")).json(&json!({ "redirect_uris": [REDIRECT_URI] })),
            };
            let response = request.header("X-Forwarded-For", ADDRESS).send().await.ok()?;
            status = Some(checked(response.status(), response.headers()));
        }
        status
    }

    /// Opens connections from another address of this machine, and holds them until the end of the attack.
    async fn hold_slow_heads(&self) -> Option<u16> {
        for _ in 0..SLOW_CONNECTIONS {
            let connection = self.connect(2, "GET /health HTTP/1.1\r\nHost: a\r\n").await?;
            self.held.lock().unwrap().push_back(connection);
        }
        None
    }

    /// Opens connections from several addresses, whose responses are not read, in the place of the oldest ones.
    async fn hold_unread_responses(&self) -> Option<u16> {
        let requests = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(UNREAD_RESPONSES);
        for number in 0..UNREAD_CONNECTIONS {
            let address = 2 + u8::try_from(number % UNREAD_ADDRESSES).ok()?;
            let connection = self.connect(address, &requests).await?;
            let mut held = self.held.lock().unwrap();
            held.push_back(connection);
            let surplus = held.len().saturating_sub(UNREAD_HELD_MAX);
            held.drain(..surplus);
        }
        None
    }

    /// Connects from 127.0.0.`address`, and sends the start of a request.
    async fn connect(&self, address: u8, start: &str) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        socket.bind(([127, 0, 0, address], 0).into()).ok()?;
        let mut connection = socket.connect(self.server.url.strip_prefix("http://")?.parse().ok()?).await.ok()?;
        connection.write_all(start.as_bytes()).await.ok()?;
        Some(connection)
    }

    /// Waits for all responses, then closes the held connections.
    pub(super) async fn disconnect_after(&self, sent: JoinSet<Option<u16>>) -> Vec<Option<u16>> {
        let statuses = sent.join_all().await;
        self.held.lock().unwrap().clear();
        statuses
    }
}

/// Returns the status. Panics if a response says that the server is busy, but not how long.
fn checked(status: StatusCode, headers: &HeaderMap) -> u16 {
    let is_busy = status == StatusCode::SERVICE_UNAVAILABLE;
    assert!(!is_busy || headers.contains_key(RETRY_AFTER), "503 without Retry-After");
    status.as_u16()
}
