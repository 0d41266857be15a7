//! The servers, and the statements that they run.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clickhouse::{Client, RowOwned, RowRead};
use futures_util::future::try_join_all;
use tokio::sync::OnceCell;
use tokio::time::timeout;
use url::Url;

use crate::selection::Selection;

/// What a query of one organization may use on a server: seconds, bytes of memory, and rows of its result.
const SECONDS_MAX: u64 = 20;
/// Ends a query whose client is gone. Known since release 20.
const CANCEL: &str = "cancel_http_readonly_queries_on_client_close";
/// How long a statement may take with its way over the network.
const TIMEOUT: Duration = Duration::from_secs(30);
const MEMORY_MAX: u64 = 2_000_000_000;
const RESULT_ROWS_MAX: u64 = 10_000_000;
/// A query names the copies that it counts, some 20 bytes each.
const QUERY_BYTES_MAX: u64 = 16_000_000;

/// Why ClickHouse gave no complete answer.
#[derive(Debug, thiserror::Error)]
pub enum ClickHouseError {
    #[error("{server}: {error}")]
    Failed { server: String, error: clickhouse::error::Error },
    #[error("{server} has {found} of {expected} copied answers: run `answerdeck statistics rebuild`")]
    Incomplete { server: String, expected: u64, found: u64 },
    #[error("{server} did not answer in time")]
    TimedOut { server: String },
    #[error("no option --clickhouse names {server}")]
    Unknown { server: String },
}

/// The URL of a server: `http://USER:PASSWORD@HOST:8123/DATABASE`, or `https`.
#[derive(Debug, Clone)]
pub struct ServerUrl(Url);

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

    fn client(&self) -> Client {
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
        let mut client = Client::default()
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
    client: Client,
    /// Whether it has the setting [`CANCEL`].
    cancels: OnceCell<bool>,
}

impl ClickHouse {
    /// Connects to no server yet.
    pub fn new(urls: &[ServerUrl]) -> Self {
        Self(urls.iter().map(|url| Server::new(url)).collect())
    }

    /// The names of the servers. The database of the platform stores them with each copy.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|server| &*server.name)
    }

    pub(crate) fn server(&self, name: &str) -> Result<&Server, ClickHouseError> {
        let found = self.0.iter().find(|server| server.name == name);
        found.ok_or_else(|| ClickHouseError::Unknown { server: name.to_owned() })
    }

    /// Checks that each server has all answers of the copies that a selection names.
    ///
    /// # Errors
    /// Fails if a server does, or lacks some.
    pub async fn check(&self, selection: &Selection) -> Result<(), ClickHouseError> {
        let check = async |copies: &crate::Copies| {
            let server = self.server(&copies.server)?;
            let sql = format!("SELECT count() FROM answers WHERE {}", selection.is_copied(copies));
            let found = server.read::<u64>(&sql).await?.first().copied().unwrap_or_default();
            let (server, expected) = (copies.server.clone(), copies.answers);
            if found == expected { Ok(()) } else { Err(ClickHouseError::Incomplete { server, expected, found }) }
        };
        try_join_all(selection.copies.iter().map(check)).await.map(drop)
    }

    /// The rows that all servers return for a query. `sql` gets the condition on answers.
    pub(crate) async fn read<T: RowOwned + RowRead>(
        &self,
        selection: &Selection,
        sql: impl Fn(&str) -> String,
    ) -> Result<Vec<T>, ClickHouseError> {
        let sql = &sql;
        let read =
            async |copies: &crate::Copies| self.server(&copies.server)?.read(&sql(&selection.condition(copies))).await;
        Ok(try_join_all(selection.copies.iter().map(read)).await?.into_iter().flatten().collect())
    }
}

impl Server {
    fn new(url: &ServerUrl) -> Self {
        Self { name: url.name(), client: url.client(), cancels: OnceCell::new() }
    }

    async fn has_cancel(&self) -> Result<bool, ClickHouseError> {
        let sql = "SELECT toUInt16(splitByChar('.', version())[1])";
        Ok(self.in_time(self.client.query(sql).fetch_one::<u16>()).await? >= 20)
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Runs a statement.
    pub(crate) async fn in_time<T>(
        &self,
        statement: impl Future<Output = clickhouse::error::Result<T>>,
    ) -> Result<T, ClickHouseError> {
        let server = || self.name.clone();
        match timeout(TIMEOUT, statement).await {
            Ok(result) => result.map_err(|error| ClickHouseError::Failed { server: server(), error }),
            Err(_) => Err(ClickHouseError::TimedOut { server: server() }),
        }
    }

    pub(crate) async fn execute(&self, sql: &str) -> Result<(), ClickHouseError> {
        self.in_time(self.client.query(&escaped(sql)).execute()).await
    }

    async fn read<T: RowOwned + RowRead>(&self, sql: &str) -> Result<Vec<T>, ClickHouseError> {
        let limits = [
            ("max_execution_time", SECONDS_MAX),
            ("max_memory_usage", MEMORY_MAX),
            ("max_result_rows", RESULT_ROWS_MAX),
            ("max_query_size", QUERY_BYTES_MAX),
        ];
        let mut query = self.client.query(&escaped(sql));
        if *self.cancels.get_or_try_init(|| self.has_cancel()).await? {
            query = query.with_setting(CANCEL, "1");
        }
        let query = limits.into_iter().fold(query, |query, (name, value)| query.with_setting(name, value.to_string()));
        self.in_time(query.fetch_all()).await
    }
}

/// The client library binds values to question marks.
fn escaped(sql: &str) -> String {
    sql.replace('?', "??")
}
