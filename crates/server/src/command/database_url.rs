//! The database URL of a command.

use std::path::PathBuf;
use std::pin::pin;
use std::str::FromStr;
use std::time::Duration;

use answerdeck_database::failure::{is_tried_again, reason};
use answerdeck_database::{Databases, Replica};
use percent_encoding::percent_decode_str;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::{DatabaseConnection, DbErr};
use url::Url;

use super::error::CommandError;
use super::private_file;
use crate::problem::cause_chain;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// The time to find out why there was no answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// The parameters of a PostgreSQL URL. The driver would ignore another one, and log its value.
const POSTGRES_PARAMETERS: [&str; 12] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "options",
    "statement-cache-capacity",
];

/// `sqlite://PATH` or `postgres://…`. It may contain a password: show [`DatabaseUrl::redacted`] instead.
#[derive(Clone)]
pub(super) struct DatabaseUrl(String);

impl FromStr for DatabaseUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The longer prefix first, so that nothing remains of `sqlite://`.
        let schemes = ["sqlite://", "sqlite:", "postgres://", "postgresql://"];
        match schemes.iter().find_map(|scheme| text.strip_prefix(scheme)) {
            None | Some("") => return Err("expected sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME".to_owned()),
            Some(rest) if text.starts_with("sqlite") => check_sqlite(text, rest)?,
            Some(rest) => check_postgres(text, rest)?,
        }
        Ok(Self(text.to_owned()))
    }
}

fn check_sqlite(url: &str, rest: &str) -> Result<(), String> {
    let (path, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    if matches!(path, "" | ":memory:") || parameters.split('&').any(|parameter| parameter == "mode=memory") {
        return Err("a database in memory is lost with its connection: name a file".to_owned());
    }
    url.parse::<SqliteConnectOptions>().map(drop).map_err(|error| error.to_string())
}

fn check_postgres(url: &str, rest: &str) -> Result<(), String> {
    // A special character of the user or the password has ended them before their `@`.
    if rest.split_once(['/', '?', '#']).is_some_and(|(_, rest)| rest.contains('@')) {
        return Err("write special characters of the user and the password as in a URL: @ is %40, / is %2F".to_owned());
    }
    let parsed =
        Url::parse(url).map_err(|error| format!("{error}: expected postgres://USER:PASSWORD@HOST:PORT/NAME"))?;
    let is_known = |key: &str| POSTGRES_PARAMETERS.contains(&key) || key.starts_with("options[");
    if let Some((key, _)) = parsed.query_pairs().find(|(key, _)| !is_known(key)) {
        return Err(format!("there is no parameter {key}: the parameters are {}", POSTGRES_PARAMETERS.join(", ")));
    }
    url.parse::<PgConnectOptions>().map(drop).map_err(|error| cause_chain(&error))
}

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.redacted())
    }
}

impl DatabaseUrl {
    /// Connects to a database whose schema is up to date.
    pub(super) async fn connect(&self) -> Result<DatabaseConnection, CommandError> {
        if let Some(path) = self.sqlite_path()
            && !path.exists()
        {
            return Err(CommandError::new(format!(
                "the database {} does not exist: name that of the server in --database, or create this one with \
                 `answerdeck migrate`",
                std::path::absolute(&path).unwrap_or(path).display()
            )));
        }
        self.within_timeout(answerdeck_database::connect(&self.0)).await
    }

    pub(super) async fn migrate(&self) -> Result<(), CommandError> {
        self.create_file();
        self.within_timeout(answerdeck_database::migrate(&self.0)).await
    }

    /// Brings the schema up to date and connects, with connections for each kind of a server's work.
    pub(super) async fn connect_server(&self) -> Result<Databases, CommandError> {
        self.create_file();
        self.within_timeout(Databases::connect(&self.0)).await
    }

    /// Creates a missing SQLite file. SQLite gives its other files the same mode.
    fn create_file(&self) {
        if let Some(path) = self.sqlite_path() {
            // SQLite says why it cannot open the file.
            let _ = private_file::create(&path);
        }
    }

    pub(super) fn is_sqlite(&self) -> bool {
        self.sqlite_path().is_some()
    }

    async fn within_timeout<T>(&self, connect: impl Future<Output = Result<T, DbErr>>) -> Result<T, CommandError> {
        if self.sqlite_path().is_some_and(|path| path.is_dir()) {
            return Err(CommandError::new(format!("the database {} is a folder: name a file", self.redacted())));
        }
        if let Some(folder) = self.missing_folder() {
            return Err(CommandError::new(format!(
                "the database {} cannot be created: the folder {} does not exist",
                self.redacted(),
                folder.display()
            )));
        }
        let mut connect = pin!(async {
            match answerdeck_database::probe(&self.0).await {
                Err(error) if !is_tried_again(&error) => Err(error),
                _ => connect.await,
            }
        });
        match tokio::time::timeout(CONNECT_TIMEOUT, connect.as_mut()).await {
            Ok(Ok(database)) => Ok(database),
            Ok(Err(error)) => {
                Err(CommandError::new(format!("the database {} cannot be used: {}", self.redacted(), reason(&error))))
            }
            Err(_) => {
                // The connections that were opened meanwhile are still open.
                let probe = tokio::time::timeout(PROBE_TIMEOUT, answerdeck_database::probe(&self.0)).await;
                let cause = match probe {
                    Ok(Err(error)) => format!(": {}", reason(&error)),
                    _ => String::new(),
                };
                Err(CommandError::new(format!(
                    "the database {} did not answer within {} seconds{cause}",
                    self.redacted(),
                    CONNECT_TIMEOUT.as_secs()
                )))
            }
        }
    }

    /// Returns the URL without user, password and options.
    fn redacted(&self) -> String {
        let url = self.0.split('?').next().unwrap_or_default();
        match url.split_once("://") {
            Some((scheme, rest)) if scheme != "sqlite" => {
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                format!("{scheme}://{host}")
            }
            _ => url.to_owned(),
        }
    }

    fn sqlite_path(&self) -> Option<PathBuf> {
        let path = self.0.strip_prefix("sqlite:")?;
        let path = path.strip_prefix("//").unwrap_or(path).split('?').next()?;
        percent_decode_str(path).decode_utf8().ok().map(|path| PathBuf::from(path.into_owned()))
    }

    /// SQLite creates a missing file, but not a missing folder.
    fn missing_folder(&self) -> Option<PathBuf> {
        let path = self.sqlite_path()?;
        let folder = path.parent()?;
        (!folder.as_os_str().is_empty() && !folder.is_dir()).then(|| folder.to_owned())
    }
}

/// The URL of a replica of a server's database: `postgres://…`.
#[derive(Debug, Clone)]
pub(super) struct ReplicaUrl(DatabaseUrl);

impl FromStr for ReplicaUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("postgres://").or_else(|| text.strip_prefix("postgresql://")) {
            None | Some("") => {
                Err("expected postgres://USER:PASSWORD@HOST/NAME: only PostgreSQL has replicas".to_owned())
            }
            Some(_) => text.parse().map(Self),
        }
    }
}

impl ReplicaUrl {
    pub(super) async fn connect(&self, primary: &DatabaseConnection) -> Result<Replica, CommandError> {
        let Self(url) = self;
        Replica::connect(&url.0, primary).await.map_err(|error| {
            CommandError::of_option("--statistics-database", format_args!("{}: {}", url.redacted(), reason(&error)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_redacted_url_contains_no_secret() {
        for (url, redacted) in [
            ("postgres://me:p@ss@db.example/deck?password=hidden", "postgres://db.example/deck"),
            ("postgresql://db.example/deck", "postgresql://db.example/deck"),
            ("sqlite://deck.db?mode=ro", "sqlite://deck.db"),
        ] {
            assert_eq!(format!("{:?}", url.parse::<DatabaseUrl>().unwrap()), redacted);
        }
    }

    #[test]
    fn an_unsupported_database_is_refused() {
        for url in ["", "mysql://localhost/deck", "deck.db", "sqlite://", "postgres://"] {
            assert!(url.parse::<DatabaseUrl>().is_err(), "{url}");
        }
        for url in ["sqlite::memory:", "sqlite://:memory:", "sqlite://?mode=rwc", "sqlite://deck.db?mode=memory"] {
            assert!(url.parse::<DatabaseUrl>().unwrap_err().ends_with("name a file"), "{url}");
        }
        for (url, start) in
            [("postgres://db.example:99999/deck", "invalid port number"), ("postgres://:1/deck", "empty host")]
        {
            let error = url.parse::<DatabaseUrl>().unwrap_err();
            assert_eq!(error, format!("{start}: expected postgres://USER:PASSWORD@HOST:PORT/NAME"));
        }
    }

    #[test]
    fn an_unknown_parameter_is_refused_without_its_value() {
        for (url, key) in [
            ("postgres://db.example/deck?pasword=hidden", "pasword"),
            ("postgres://db.example/deck?sslmode=require&sslMode=hidden", "sslMode"),
            ("postgresql://db.example/deck?application_name=hidden", "application_name"),
            ("sqlite://deck.db?pasword=hidden", "pasword"),
        ] {
            let error = url.parse::<DatabaseUrl>().unwrap_err();
            assert!(error.contains(key) && !error.contains("hidden"), "{error}");
        }
        assert!("postgres://db.example/deck?sslmode=on".parse::<DatabaseUrl>().is_err());
        for known in
            ["?sslmode=verify-full&sslrootcert=/db.pem", "?options=-c%20jit=off&options[jit]=off", "?host=/run/db"]
        {
            assert!(format!("postgres:///deck{known}").parse::<DatabaseUrl>().is_ok(), "{known}");
        }
    }

    #[test]
    fn a_password_with_special_characters_is_refused_unless_they_are_encoded() {
        for password in ["S3/cret", "12/cret", "S3?cret", "12?cret", "S3#cret", "12#cret"] {
            let error = format!("postgres://me:{password}@db.example/deck").parse::<DatabaseUrl>().unwrap_err();
            assert!(error.contains("/ is %2F"), "{password}: {error}");
        }
        assert!("postgres://me:S3%2Fcret%40@db.example:5432/deck?sslmode=require".parse::<DatabaseUrl>().is_ok());
        assert!("sqlite://a@b.db".parse::<DatabaseUrl>().is_ok());
    }

    #[test]
    fn missing_folder_is_the_folder_of_a_sqlite_file() {
        let url: DatabaseUrl = "sqlite:///no/such/folder/deck.db".parse().unwrap();
        assert_eq!(url.missing_folder(), Some(PathBuf::from("/no/such/folder")));
        let url: DatabaseUrl = "sqlite://deck.db".parse().unwrap();
        assert_eq!(url.missing_folder(), None);
    }
}
