//! `answerdeck organization`.

use clap::Subcommand;

use super::error::CommandError;
use super::{DatabaseOptions, print};
use crate::account;

#[derive(Debug, Subcommand)]
pub(super) enum OrganizationCommand {
    /// Create an organization and print its id.
    Create {
        /// Name, at most 100 characters.
        #[arg(long)]
        name: String,
        /// Country, as an ISO 3166-1 alpha-2 code.
        #[arg(long, default_value = "KR")]
        region: String,
        #[command(flatten)]
        database: DatabaseOptions,
    },
}

impl OrganizationCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let Self::Create { name, region, database } = self;
        let app = database.open().await?;
        print(account::create_organization(&app, &app.database, &name, &region).await?)
    }
}
