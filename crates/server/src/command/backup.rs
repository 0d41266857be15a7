use std::path::{Path, PathBuf};

use answerdeck_database::execute;
use clap::Args;
use sea_orm::DbBackend;

use super::DatabaseOptions;
use super::error::CommandError;
use super::private_file;
use super::signals::ShutdownSignals;

#[derive(Debug, Args)]
pub(super) struct Backup {
    /// File to write. It must not exist. Only this user can read it.
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseOptions,
}

impl Backup {
    /// Copies one state of the database, while a server may use it. The file appears when it is complete.
    pub(super) async fn run(self) -> Result<(), CommandError> {
        if self.file.exists() {
            return Err(CommandError::new(format!("{} exists", self.file.display())));
        }
        let database = self.database.url.connect().await?;
        if database.get_database_backend() != DbBackend::Sqlite {
            return Err(CommandError::new("only SQLite is backed up by this command: use pg_dump for PostgreSQL"));
        }
        let mut partial = self.file.clone().into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let path = partial.to_str().ok_or_else(|| CommandError::new("the file's path must be UTF-8"))?;
        let mut signals = ShutdownSignals::listen()?;
        remove_incomplete(&partial)?;
        private_file::create(&partial).map_err(|error| cannot_write(&self.file, &error))?;
        let copy = async {
            execute(&database, "VACUUM INTO $1", [path.into()]).await?;
            let complete = || {
                std::fs::File::open(&partial)?.sync_all()?;
                std::fs::rename(&partial, &self.file)
            };
            complete().map_err(|error| cannot_write(&self.file, &error))
        };
        let copied = tokio::select! {
            copied = copy => copied,
            () = signals.next() => Err(CommandError::new("the backup was interrupted")),
        };
        if copied.is_err() {
            remove_incomplete(&partial)?;
        }
        copied
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::new(format!("{} cannot be written: {error}", path.display()))
}

/// Removes what an incomplete backup left: the file, and the journal with which SQLite was writing it.
fn remove_incomplete(partial: &Path) -> Result<(), CommandError> {
    let mut journal = partial.to_owned().into_os_string();
    journal.push("-journal");
    for path in [partial, Path::new(&journal)] {
        if let Err(error) = std::fs::remove_file(path)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(cannot_write(path, &error));
        }
    }
    Ok(())
}
