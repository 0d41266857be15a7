use answerdeck_database::erasure;
use answerdeck_database::failure::{DatabaseFailure, database_failure, reason};
use clap::Args;
use sea_orm::DbBackend;

use super::error::CommandError;
use super::{DatabaseOptions, print};

/// Rewrite the whole database without free space and without anything that was deleted, and print its size in bytes before and
/// after, separated by a tab. Servers can keep running; requests that write wait or fail meanwhile, and on PostgreSQL also
/// those that read. SQLite makes two copies: one beside the database, and one in the folder for temporary files, the first that it
/// can write of SQLITE_TMPDIR, TMPDIR, /var/tmp and /tmp.
#[derive(Debug, Args)]
pub(super) struct Vacuum {
    #[command(flatten)]
    database: DatabaseOptions,
}

impl Vacuum {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let database = self.database.url.connect().await?;
        let (before, after) = erasure::vacuum(&database).await.map_err(|error| {
            match (database.get_database_backend(), database_failure(&error)) {
                (DbBackend::Sqlite, Some(DatabaseFailure::Unwritable("disk full"))) => CommandError::new(format!(
                    "the database failed: {}: a copy is also in the folder for temporary files, which SQLITE_TMPDIR names",
                    reason(&error)
                )),
                _ => error.into(),
            }
        })?;
        print(format_args!("{before}\t{after}"))
    }
}
