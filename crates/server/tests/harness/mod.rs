//! A server in the test process with its own port, a real database and a clock that the test sets.

mod answers;
pub mod clickhouse;
pub mod client_site;
pub mod digests;
mod dump;
pub mod engines;
pub mod fake_providers;
pub mod held_pool;
pub mod io_faults;
mod korean;
pub mod mail_server;
pub mod mcp;
pub mod oauth;
pub mod pgbouncer;
pub mod postgres;
pub mod postgres_proxy;
pub mod process;
pub mod receiver;
pub mod rows;
pub mod runs;
mod schedules;
pub mod site;
pub mod small_disk;
pub mod sqlite;
mod until;

pub use answers::AnswerRow;
pub use korean::dictionary;
pub use until::{drop_after, until, until_some};

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use answerdeck_api::header::IDEMPOTENCY_KEY;
use answerdeck_database::entity::{credit_entry, digest_settings, organization};
use answerdeck_database::{Databases, Replica};
use answerdeck_engine::Engines;
use answerdeck_engine::corpus::Corpus;
use answerdeck_guarded_http::NetworkPolicy;
use answerdeck_keyword_data::KeywordProviders;
use answerdeck_keyword_data::sample::Sample;
use answerdeck_server::analyzer_pool::AnalyzerPool;
use answerdeck_server::clock::Clock;
use answerdeck_server::connections::{self, ConnectionLimits};
use answerdeck_server::monitoring::scrape;
use answerdeck_server::organization::account::create_key;
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config};
use axum::body::{Body, to_bytes};
use axum::http::Request;
use jiff::{SignedDuration, Timestamp};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use reqwest::{Method, StatusCode};
use sea_orm::ActiveValue::Set;
use sea_orm::{DatabaseConnection, DatabaseTransaction, EntityTrait, Statement, TransactionTrait};
use serde_json::{Value, json};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// Gives the HTTP clients of the tests a provider of cryptography: the server needs a reqwest without one.
pub fn provide_cryptography() {
    // An error says that there is one.
    let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
}

/// Builds an HTTP client without certificate authorities: reading those of the machine takes longer than many tests.
pub fn http_client() -> reqwest::ClientBuilder {
    provide_cryptography();
    reqwest::Client::builder().tls_certs_only([])
}

/// Serves a router until the test ends, and returns its address.
pub async fn serve(router: axum::Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

/// The TLS of a server with a certificate for these names, and the certificate as PEM.
pub fn self_signed_tls(names: &[&str]) -> (TlsAcceptor, String) {
    provide_cryptography();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![cert.der().clone()], key);
    (TlsAcceptor::from(Arc::new(config.unwrap())), cert.pem())
}

/// The time at which the servers of tests start: 2026-11-20T09:00:00Z.
const START: Timestamp = Timestamp::constant(1_795_165_200, 0);

/// The stand-ins at [`START`]. Indexing its documents takes longer than many tests.
static STAND_INS: LazyLock<Engines> =
    LazyLock::new(|| answerdeck_engine::stand_in::engines(Corpus::shipped(START).unwrap()));

/// The database of a test.
#[derive(Debug, Clone, Copy)]
pub enum Backend {
    Sqlite,
    Postgres,
    /// PostgreSQL, and ClickHouse with a copy of all answers.
    ClickHouse,
}

/// Takes a connection from a pool, until it is dropped.
#[expect(clippy::disallowed_methods, reason = "its caller does not leave")]
pub async fn hold_connection(database: &DatabaseConnection) -> DatabaseTransaction {
    database.begin().await.unwrap()
}

/// Runs each test on SQLite and on PostgreSQL, with a server and new accounts: `async fn name(server, account, other)`.
#[macro_export]
macro_rules! on_both {
    ($($tests:tt)+) => { $crate::on_backends! { [on_sqlite: Sqlite, on_postgres: Postgres] $($tests)+ } };
}

/// Runs each test as `on_both!` does, and with ClickHouse.
#[macro_export]
macro_rules! on_each {
    ($($tests:tt)+) => {
        $crate::on_backends! { [on_sqlite: Sqlite, on_postgres: Postgres, on_clickhouse: ClickHouse] $($tests)+ }
    };
}

/// Runs each test on some backends.
#[macro_export]
macro_rules! on_backends {
    (@test [$($test:ident: $backend:ident),+] $(#[$doc:meta])* $name:ident($server:ident $(, $account:ident)*) $body:block) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            $(#[$doc])*
            async fn test(backend: $crate::harness::Backend) {
                let Some($server) = $crate::harness::TestServer::start_if_installed(backend).await else { return };
                $(let $account = $server.account().await;)*
                $body
            }

            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    test($crate::harness::Backend::$backend).await;
                }
            )+
        }
    };
    ($backends:tt $( $(#[$doc:meta])* async fn $name:ident($server:ident $(, $account:ident)*) $body:block )+) => {
        $( $crate::on_backends! { @test $backends $(#[$doc])* $name($server $(, $account)*) $body } )+
    };
}

/// Runs each test as `on_both!` does, on SQLite alone: what it checks does not depend on the database.
#[macro_export]
macro_rules! on_sqlite {
    ($( $(#[$doc:meta])* async fn $name:ident($server:ident $(, $account:ident)*) $body:block )+) => { $(
        $(#[$doc])*
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let $server = $crate::harness::TestServer::start($crate::harness::Backend::Sqlite).await;
            $(let $account = $server.account().await;)*
            $body
        }
    )+ };
}

/// A server. It ends with the test.
pub struct TestServer {
    pub url: String,
    pub app: AppState,
    pub clock: Clock,
    /// The time at the start.
    pub start: Timestamp,
    /// The statements outside of transactions.
    pub statements: Arc<Mutex<Vec<Statement>>>,
    pub http: reqwest::Client,
    task: tokio::task::JoinHandle<()>,
    reads: AtomicU32,
    pub database_url: String,
    folder: Arc<tempfile::TempDir>,
}

/// An organization with an API key.
pub struct Account {
    pub organization_id: String,
    pub key_id: String,
    pub key: String,
}

/// A response of the server.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl TestServer {
    pub async fn start(backend: Backend) -> Self {
        Self::start_if_installed(backend).await.unwrap()
    }

    /// Starts a server. `None` without ClickHouse if it needs it.
    pub async fn start_if_installed(backend: Backend) -> Option<Self> {
        let clickhouse = match backend {
            Backend::ClickHouse => Some(clickhouse::servers().await?),
            Backend::Sqlite | Backend::Postgres => None,
        };
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let database_url = match backend {
            Backend::Sqlite => sqlite::migrated_database(folder.path()).await,
            Backend::Postgres | Backend::ClickHouse => postgres::migrated_database().await,
        };
        let clock = Clock::manual(START);
        let now = clock.clone();
        let keywords = Sample::providers(move || now.now()).unwrap();
        let config = Config { keywords, clickhouse, ..Config::default() };
        let databases = Databases::connect(&database_url).await.unwrap();
        Some(Self::start_with(databases, database_url, clock, folder, config, STAND_INS.clone()).await)
    }

    /// Copies all answers to ClickHouse, if there is one.
    pub async fn copy_answers(&self) {
        while self.app.statistics.copy_parts(true).await.unwrap() {}
    }

    /// Starts another server with the same clock and configuration, and its database at this URL.
    pub async fn with_database(&self, url: String) -> Self {
        let databases = Databases::connect(&url).await.unwrap();
        self.with(databases, url, self.app.config.clone(), self.app.engines()).await
    }

    /// Starts another server with the same database, clock and configuration, and a replica at this URL.
    pub async fn with_replica(&self, url: &str) -> Self {
        let mut databases = Databases::connect(&self.database_url).await.unwrap();
        databases.replica = Some(Replica::connect(url, &databases.heavy_reads).await.unwrap());
        self.with(databases, self.database_url.clone(), self.app.config.clone(), self.app.engines()).await
    }

    /// Starts another server with the same database and clock, and another analyzer.
    pub async fn with_analyzer(&self, analyzer: AnalyzerPool) -> Self {
        self.with_config(Config { analyzer, ..self.app.config.clone() }).await
    }

    /// Starts another server with the same database and clock, and other keyword data providers.
    pub async fn with_keywords(&self, keywords: KeywordProviders) -> Self {
        self.with_config(Config { keywords, ..self.app.config.clone() }).await
    }

    /// Starts another server with the same database and clock, which may send requests to private addresses.
    pub async fn allowing_private_addresses(&self) -> Self {
        let network_policy = NetworkPolicy { allow_private: true, ..NetworkPolicy::default() };
        self.with_config(Config { network_policy, ..self.app.config.clone() }).await
    }

    /// Starts another server with the same clock and configuration, and connections of its own to the same database.
    pub async fn second_server(&self) -> Self {
        self.with_database(self.database_url.clone()).await
    }

    /// Starts another server with the same connections and clock, and another configuration.
    pub async fn with_config(&self, config: Config) -> Self {
        self.with(self.app.databases.clone(), self.database_url.clone(), config, self.app.engines()).await
    }

    /// Starts another server with the same connections, clock and configuration, and other engines.
    pub async fn with_engines(&self, engines: Engines) -> Self {
        self.with(self.app.databases.clone(), self.database_url.clone(), self.app.config.clone(), engines).await
    }

    async fn with(&self, databases: Databases, database_url: String, config: Config, engines: Engines) -> Self {
        let (clock, folder) = (self.clock.clone(), Arc::clone(&self.folder));
        Self::start_with(databases, database_url, clock, folder, config, engines).await
    }

    async fn start_with(
        mut databases: Databases,
        database_url: String,
        clock: Clock,
        folder: Arc<tempfile::TempDir>,
        config: Config,
        engines: Engines,
    ) -> Self {
        let statements = Arc::new(Mutex::new(Vec::new()));
        let Databases { main, jobs, auth, monitoring, heavy_reads, .. } = &mut databases;
        for database in [main, jobs, auth, monitoring, heavy_reads] {
            let seen = Arc::clone(&statements);
            database.set_metric_callback(move |info| seen.lock().unwrap().push(info.statement.clone()));
        }
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let config = Config { public_url: url.clone(), ..config };
        let app = AppState::new(config, databases, clock.clone(), Random::system(), engines);
        let router = answerdeck_server::router::router(&app);
        let shutdown = CancellationToken::new();
        let task = tokio::spawn(async move {
            connections::serve(listener, router, ConnectionLimits::default(), Vec::new(), shutdown).await;
        });
        let (start, http) = (clock.now(), http_client().build().unwrap());
        let reads = AtomicU32::new(0);
        Self { url, app, clock, start, statements, http, task, reads, database_url, folder }
    }

    /// Creates an organization with a key and 1,000 credits.
    pub async fn account(&self) -> Account {
        let now = self.clock.now();
        let created_at = Set(now.as_millisecond());
        let organization_id: String = self.app.random.id(now);
        organization::Entity::insert(organization::ActiveModel {
            id: Set(organization_id.clone()),
            name: Set("Nurio".to_owned()),
            region: Set("KR".to_owned()),
            websites: Set(json!(["https://nurio.example"])),
            balance: Set(1_000_000),
            brands_revision: Set(0),
            created_at: created_at.clone(),
        })
        .exec_without_returning(&self.app.database)
        .await
        .unwrap();
        credit_entry::Entity::insert(credit_entry::ActiveModel {
            id: Set(self.app.random.id(now)),
            organization_id: Set(organization_id.clone()),
            amount: Set(1_000_000),
            answer_id: Set(None),
            created_at,
        })
        .exec_without_returning(&self.app.database)
        .await
        .unwrap();
        // Digests are made where a test asks for them.
        digest_settings::Entity::insert(digest_settings::ActiveModel {
            organization_id: Set(organization_id.clone()),
            weekday: Set("MONDAY".to_owned()),
            time: Set("08:00".to_owned()),
            time_zone: Set("UTC".to_owned()),
            language: Set("ko".to_owned()),
            ..Default::default()
        })
        .exec_without_returning(&self.app.database)
        .await
        .unwrap();
        let key = create_key(&self.app, &self.app.database, &organization_id, None).await.unwrap();
        Account { organization_id, key_id: key.id, key: key.secret }
    }

    /// Sends a request as `account`. Advances the clock to the next window of the rate limit first, so that requests are not
    /// limited.
    pub async fn send(&self, account: &Account, method: Method, path: &str, body: Option<&Value>) -> Reply {
        // Every other time, so that the columns count what changed since.
        if method == Method::GET
            && self.app.config.clickhouse.is_some()
            && self.reads.fetch_add(1, Ordering::Relaxed).is_multiple_of(2)
        {
            self.copy_answers().await;
        }
        Reply::of(self.request(account, method, path, body)).await
    }

    /// Sends a request as [`Self::send`] does, with an idempotency key.
    pub async fn send_with_key(
        &self,
        account: &Account,
        key: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Reply {
        Reply::of(self.request(account, method, path, body).header(IDEMPOTENCY_KEY, key)).await
    }

    pub fn request(
        &self,
        account: &Account,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> reqwest::RequestBuilder {
        self.clock.advance(SignedDuration::from_millis(101));
        let request = self
            .http
            .request(method, format!("{}/api{path}", self.url))
            .header("API-Key", &account.key)
            .header("Accept-Language", "en");
        match body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    /// Sends a request without a credential. The path is that of the server, not of the API.
    pub async fn get_public(&self, path: &str) -> Reply {
        Reply::of(self.http.get(format!("{}{path}", self.url))).await
    }

    pub async fn get(&self, account: &Account, path: &str) -> Reply {
        self.send(account, Method::GET, path, None).await
    }

    pub async fn post(&self, account: &Account, path: &str, body: Value) -> Reply {
        self.send(account, Method::POST, path, Some(&body)).await
    }

    pub async fn patch(&self, account: &Account, path: &str, body: Value) -> Reply {
        self.send(account, Method::PATCH, path, Some(&body)).await
    }

    pub async fn delete(&self, account: &Account, path: &str) -> Reply {
        self.send(account, Method::DELETE, path, None).await
    }

    /// Reads all pages of a list. The path has a query.
    pub async fn pages(&self, account: &Account, path: &str) -> Vec<Value> {
        let mut pages = vec![self.get(account, path).await.ok()];
        while let Some(cursor) = pages[pages.len() - 1]["nextCursor"].as_str() {
            let next = self.get(account, &format!("{path}&cursor={cursor}")).await.ok();
            pages.push(next);
        }
        pages
    }

    /// Reads both pages of a list that has two.
    pub async fn two_pages(&self, account: &Account, path: &str) -> [Value; 2] {
        self.pages(account, path).await.try_into().unwrap()
    }

    /// Reads all pages of a list: the items in `field`. The path has a query.
    pub async fn list(&self, account: &Account, path: &str, field: &str) -> Vec<Value> {
        let pages = self.pages(account, path).await;
        pages.iter().flat_map(|page| page[field].as_array().unwrap()).cloned().collect()
    }

    /// Reads what Prometheus scrapes.
    pub async fn scrape(&self) -> String {
        let request = Request::get("/metrics").body(Body::empty()).unwrap();
        let response = scrape::router(&self.app).oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
    }

    /// Creates a prompt and returns its id.
    pub async fn prompt(&self, account: &Account, set: &str, content: &str) -> String {
        let body = json!({ "content": content, "promptSetID": set });
        self.post(account, "/v1/platform/prompts", body).await.id()
    }

    /// Creates a brand and returns its id.
    pub async fn brand(&self, account: &Account, name: &str) -> String {
        let body = json!({ "name": name, "synonyms": [] });
        self.post(account, "/v1/platform/brands", body).await.id()
    }

    /// Creates a prompt set and returns its id.
    pub async fn prompt_set(&self, account: &Account, name: &str) -> String {
        self.post(account, "/v1/platform/prompt-sets", json!({ "name": name })).await.id()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Reply {
    /// Sends a request, and returns its response.
    pub async fn of(request: reqwest::RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        Self { status: response.status(), headers: response.headers().clone(), text: response.text().await.unwrap() }
    }

    /// Returns the body. Panics unless the status is a success.
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json()
    }

    /// Returns the id of what a request has created.
    pub fn id(&self) -> String {
        self.ok()["id"].as_str().unwrap().to_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// Returns the status and the error code.
    pub fn refusal(&self) -> (u16, String) {
        (self.status.as_u16(), self.json()["code"].as_str().unwrap_or_default().to_owned())
    }
}
