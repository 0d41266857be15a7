//! The address of the database, and what to say when it does not answer.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sea_orm::DatabaseConnection;

use super::error::CommandError;

/// How long a database may take to answer at the start.
const CONNECT: Duration = Duration::from_secs(15);

/// `sqlite://PATH` or `postgres://…`. It may hold a password: [`DatabaseUrl::name`] is what may be shown.
#[derive(Clone)]
pub(super) struct DatabaseUrl(String);

impl FromStr for DatabaseUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        // The longer one first: of `sqlite://` nothing is left.
        let known = ["sqlite://", "sqlite:", "postgres://", "postgresql://"];
        match known.iter().find_map(|scheme| text.strip_prefix(scheme)) {
            None | Some("") => Err("a database is sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME"),
            Some(_) => Ok(Self(text.to_owned())),
        }
    }
}

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

impl DatabaseUrl {
    pub(super) async fn connect(&self) -> Result<DatabaseConnection, CommandError> {
        if let Some(folder) = self.missing_folder() {
            return Err(CommandError::new(format!(
                "the database {} cannot be made: there is no folder {}",
                self.name(),
                folder.display()
            )));
        }
        match tokio::time::timeout(CONNECT, crate::database::connect(&self.0)).await {
            Ok(Ok(database)) => Ok(database),
            Ok(Err(error)) => Err(CommandError::new(format!("the database {} cannot be used: {error}", self.name()))),
            Err(_) => Err(CommandError::new(format!(
                "the database {} did not answer within {} seconds",
                self.name(),
                CONNECT.as_secs()
            ))),
        }
    }

    /// The address without a user, a password or options.
    fn name(&self) -> String {
        let bare = self.0.split('?').next().unwrap_or_default();
        match bare.split_once("://") {
            Some((scheme, rest)) if scheme != "sqlite" => {
                let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
                format!("{scheme}://{place}")
            }
            _ => bare.to_owned(),
        }
    }

    /// SQLite makes a missing file, but no missing folder.
    fn missing_folder(&self) -> Option<&Path> {
        let path = self.0.strip_prefix("sqlite:")?;
        let path = path.strip_prefix("//").unwrap_or(path).split('?').next()?;
        let folder = Path::new(path).parent()?;
        (!folder.as_os_str().is_empty() && !folder.is_dir()).then_some(folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_address_holds_no_secret() {
        for (url, name) in [
            ("postgres://me:p@ss@db.example/deck?password=hidden", "postgres://db.example/deck"),
            ("postgresql://db.example/deck", "postgresql://db.example/deck"),
            ("sqlite://deck.db?mode=ro", "sqlite://deck.db"),
        ] {
            assert_eq!(format!("{:?}", url.parse::<DatabaseUrl>().unwrap()), name);
        }
    }

    #[test]
    fn another_kind_of_database_is_refused() {
        for url in ["", "mysql://localhost/deck", "deck.db", "sqlite://", "postgres://"] {
            assert!(url.parse::<DatabaseUrl>().is_err(), "{url}");
        }
    }

    #[test]
    fn a_missing_folder_is_named() {
        let url: DatabaseUrl = "sqlite:///no/such/folder/deck.db".parse().unwrap();
        assert_eq!(url.missing_folder(), Some(Path::new("/no/such/folder")));
        let url: DatabaseUrl = "sqlite://deck.db".parse().unwrap();
        assert_eq!(url.missing_folder(), None);
    }
}
