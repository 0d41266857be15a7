//! `answerdeck run`.

use clap::Subcommand;

use super::error::CommandError;
use super::{DatabaseOptions, print};
use crate::run::deletion;

#[derive(Debug, Subcommand)]
pub(super) enum RunCommand {
    /// Delete a run with its answers, and print its id. Servers can keep running. Unfinished items end. Charges for the answers
    /// remain.
    Delete {
        /// Id of the run.
        id: String,
        /// Confirm the deletion, which cannot be undone. Required.
        #[arg(long, required = true)]
        yes: bool,
        #[command(flatten)]
        database: DatabaseOptions,
    },
}

impl RunCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let Self::Delete { id, yes: _, database } = self;
        let app = database.open().await?;
        if !deletion::delete(&app.database, app.statistics.as_ref(), &id, app.clock.now()).await? {
            return Err(CommandError::new(format!("run {id} not found")));
        }
        print(id)
    }
}
