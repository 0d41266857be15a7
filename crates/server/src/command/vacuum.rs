//! `answerdeck vacuum`.

use answerdeck_database::erasure;
use clap::Args;

use super::error::CommandError;
use super::{DatabaseOptions, print};

/// Rewrite the whole database without free space and without anything that was deleted, and print its size in bytes before and
/// after, separated by a tab. Servers can keep running; requests that write wait or fail meanwhile, and on PostgreSQL also
/// those that read.
#[derive(Debug, Args)]
pub(super) struct Vacuum {
    #[command(flatten)]
    database: DatabaseOptions,
}

impl Vacuum {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let database = self.database.connect().await?;
        let sizes = erasure::vacuum(&database).await?;
        print(format_args!("{}\t{}", sizes.before, sizes.after))
    }
}
