//! `answerdeck key`.

use clap::Subcommand;

use super::error::CommandError;
use super::{DatabaseOptions, print};
use crate::account;

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Make an API key, and print it and its id. The key itself is shown this once.
    Create {
        /// The id of its organization.
        #[arg(long, value_name = "ID")]
        organization: String,
        #[command(flatten)]
        database: DatabaseOptions,
    },
    /// Revoke an API key and every sign-in made with it, and print its id.
    Revoke {
        /// The key's id.
        id: String,
        #[command(flatten)]
        database: DatabaseOptions,
    },
}

impl KeyCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        match self {
            Self::Create { organization, database } => {
                let app = database.open().await?;
                let key = account::create_key(&app, &app.database, &organization).await?;
                print(key.secret)?;
                print(key.id)?;
            }
            Self::Revoke { id, database } => {
                let app = database.open().await?;
                account::revoke_key(&app, &app.database, &id).await?;
                print(id)?;
            }
        }
        Ok(())
    }
}
