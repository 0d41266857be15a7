//! The servers, and the statements that they run.

use std::fmt::{Debug, Formatter};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clickhouse::error::Error;
use clickhouse::{Client, RowOwned, RowRead};
use futures_util::future::try_join_all;
use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::ClientConfig;
use tokio::sync::OnceCell;
use tokio::time::timeout;
use url::Url;

use crate::selection::{CopiedSelection, Copies};

/// How long the queries of a request may take together. Less than the request has.
const DEADLINE: Duration = Duration::from_secs(20);
/// How long a server may take to say that it has all answers. It is away if it does not.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);
/// Ends a query whose client is gone. Known since release 20.
const CANCEL: &str = "cancel_http_readonly_queries_on_client_close";
/// How long a statement may take that stores or deletes.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a connection is kept for the next query. Old servers close it after 3 seconds.
const IDLE_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a connection is silent before TCP asks whether the server is still there.
const KEEPALIVE: Duration = Duration::from_secs(60);
/// Characters of an error that are kept.
const ERROR_CHARS_MAX: usize = 1_000;
/// What a query may use on a server: bytes of memory, and rows of its result.
const MEMORY_MAX: u64 = 2_000_000_000;
const RESULT_ROWS_MAX: u64 = 10_000_000;
/// A query names the copies that it counts, some 20 bytes each.
const QUERY_BYTES_MAX: u64 = 16_000_000;

/// Why ClickHouse gave no complete answer.
#[derive(Debug, thiserror::Error)]
pub enum ClickHouseError {
    #[error("{server}")]
    Failed {
        server: String,
        #[source]
        error: clickhouse::error::Error,
    },
    #[error("{server} has {found} of {expected} copied answers: run `answerdeck statistics rebuild`")]
    Incomplete { server: String, expected: u64, found: u64 },
    #[error("{server} did not answer in time")]
    TimedOut { server: String },
    #[error("no option --clickhouse names {server}")]
    Unknown { server: String },
}

/// The URL of a server: `http://USER:PASSWORD@HOST:8123/DATABASE`, or `https`. Its `Debug` output hides the password.
#[derive(Clone)]
pub struct ServerUrl(Url);

impl Debug for ServerUrl {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

impl FromStr for ServerUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = || "expected http://USER:PASSWORD@HOST:8123/DATABASE, or https".to_owned();
        let url = Url::parse(text).map_err(|_| expected())?;
        let is_server = matches!(url.scheme(), "http" | "https") && url.host_str().is_some();
        let has_database = url.path().len() > 1 && !url.path()[1..].contains('/');
        match is_server && has_database && url.query().is_none() && url.fragment().is_none() {
            true => Ok(Self(url)),
            false => Err(expected()),
        }
    }
}

impl ServerUrl {
    /// Names the server and the database, without credentials.
    fn name(&self) -> String {
        let Self(url) = self;
        let port = url.port_or_known_default().map(|port| format!(":{port}")).unwrap_or_default();
        format!("{}{port}{}", url.host_str().unwrap_or_default(), url.path())
    }

    /// The client of this server. It shares the connections of another.
    fn client(&self, other: &Client) -> Client {
        let decoded = |text: &str| {
            url::form_urlencoded::parse(format!("={}", text.replace('+', "%2B")).as_bytes())
                .next()
                .map(|(_, value)| value.into_owned())
                .unwrap_or_default()
        };
        let mut address = self.0.clone();
        // Only URLs without a host have no user.
        let _ = address.set_username("");
        let _ = address.set_password(None);
        address.set_path("/");
        let mut client = other
            .clone()
            .with_url(address.as_str())
            .with_database(decoded(&self.0.path()[1..]))
            // The types of each row in a response are those of the query, and 18.16 does not send them.
            .with_validation(false);
        if !self.0.username().is_empty() {
            client = client.with_user(decoded(self.0.username()));
        }
        if let Some(password) = self.0.password() {
            client = client.with_password(decoded(password));
        }
        client
    }
}

/// All servers. Clones share their connections.
#[derive(Debug, Clone)]
pub struct ClickHouse(Arc<[Server]>);

#[derive(Debug)]
pub(crate) struct Server {
    name: String,
    pub(crate) client: Client,
    /// Whether it has the setting [`CANCEL`].
    cancels: OnceCell<bool>,
}

impl ClickHouse {
    /// Connects to no server yet. `tls` is for URLs with `https`.
    pub fn new(urls: &[ServerUrl], tls: ClientConfig) -> Self {
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_keepalive(Some(KEEPALIVE));
        let tls = HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1();
        let http = HttpClient::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .build(tls.wrap_connector(connector));
        let client = Client::with_http_client(http);
        Self(urls.iter().map(|url| Server::new(url, &client)).collect())
    }

    /// The names of the servers. The database of the platform stores them with each copy.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|server| &*server.name)
    }

    pub(crate) fn server(&self, name: &str) -> Result<&Server, ClickHouseError> {
        let found = self.0.iter().find(|server| server.name == name);
        found.ok_or_else(|| ClickHouseError::Unknown { server: name.to_owned() })
    }

    /// Checks that each server responds.
    pub async fn check_servers(&self) -> Result<(), ClickHouseError> {
        try_join_all(self.0.iter().map(|server| server.has_cancel(CHECK_TIMEOUT))).await.map(drop)
    }

    /// Checks that each server has all answers of the copies that a selection names.
    ///
    /// # Errors
    /// Fails if a server does, or lacks some.
    pub async fn check(&self, selection: &CopiedSelection) -> Result<(), ClickHouseError> {
        let until = Instant::now() + CHECK_TIMEOUT;
        let check = async |copies: &Copies| {
            let sql = format!("SELECT count() FROM answers WHERE {}", selection.is_copied(copies));
            let found =
                self.server(&copies.server)?.read::<u64>(&sql, until).await?.first().copied().unwrap_or_default();
            let (server, expected) = (copies.server.clone(), copies.answers);
            if found == expected { Ok(()) } else { Err(ClickHouseError::Incomplete { server, expected, found }) }
        };
        try_join_all(selection.copies.iter().map(check)).await.map(drop)
    }

    /// The rows that all servers return for a query. `sql` gets the condition on answers.
    pub(crate) async fn read<T: RowOwned + RowRead>(
        &self,
        selection: &CopiedSelection,
        sql: impl Fn(&str) -> String,
    ) -> Result<Vec<T>, ClickHouseError> {
        let sql = &sql;
        let read = async |copies: &Copies| {
            let sql = sql(&selection.condition(copies));
            self.server(&copies.server)?.read(&sql, selection.began_at + DEADLINE).await
        };
        Ok(try_join_all(selection.copies.iter().map(read)).await?.into_iter().flatten().collect())
    }
}

impl Server {
    fn new(url: &ServerUrl, client: &Client) -> Self {
        Self { name: url.name(), client: url.client(client), cancels: OnceCell::new() }
    }

    async fn has_cancel(&self, time: Duration) -> Result<bool, ClickHouseError> {
        let sql = "SELECT toUInt16(splitByChar('.', version())[1])";
        Ok(self.in_time(time, self.client.query(sql).fetch_one::<u16>()).await? >= 20)
    }

    /// Runs a statement that ends in time.
    pub(crate) async fn in_time<T>(
        &self,
        time: Duration,
        statement: impl Future<Output = clickhouse::error::Result<T>>,
    ) -> Result<T, ClickHouseError> {
        let server = self.name.clone();
        match timeout(time, statement).await {
            Ok(Ok(value)) => Ok(value),
            // It quotes the statement, which can be long.
            Ok(Err(Error::BadResponse(text))) => {
                let error = Error::BadResponse(text.chars().take(ERROR_CHARS_MAX).collect());
                Err(ClickHouseError::Failed { server, error })
            }
            Ok(Err(error)) => Err(ClickHouseError::Failed { server, error }),
            Err(_) => Err(ClickHouseError::TimedOut { server }),
        }
    }

    pub(crate) async fn execute(&self, sql: &str) -> Result<(), ClickHouseError> {
        self.in_time(WRITE_TIMEOUT, self.client.query(&escaped(sql)).execute()).await
    }

    async fn read<T: RowOwned + RowRead>(&self, sql: &str, until: Instant) -> Result<Vec<T>, ClickHouseError> {
        let time = || until.saturating_duration_since(Instant::now());
        let cancels = *self.cancels.get_or_try_init(|| self.has_cancel(time())).await?;
        // At least a second: 0 is no limit.
        let seconds = time().as_secs() + 1;
        let settings = [
            ("max_execution_time", seconds),
            ("max_memory_usage", MEMORY_MAX),
            ("max_result_rows", RESULT_ROWS_MAX),
            ("max_query_size", QUERY_BYTES_MAX),
            ("max_ast_elements", QUERY_BYTES_MAX),
            ("max_expanded_ast_elements", QUERY_BYTES_MAX),
            ("max_rows_to_group_by", 0),
            // An error is then a status, and never follows rows.
            ("wait_end_of_query", 1),
            // It changes nothing, but may have settings. Only such a query is canceled.
            ("readonly", 2),
        ];
        let mut query = self.client.query(&escaped(sql));
        for (name, value) in settings {
            query = query.with_setting(name, value.to_string());
        }
        for mode in ["result_overflow_mode", "timeout_overflow_mode"] {
            query = query.with_setting(mode, "throw");
        }
        if cancels {
            query = query.with_setting(CANCEL, "1");
        }
        self.in_time(time(), query.fetch_all()).await
    }
}

/// The client library binds values to question marks.
fn escaped(sql: &str) -> String {
    sql.replace('?', "??")
}
