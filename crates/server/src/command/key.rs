use answerdeck_database::time::wire_time;
use clap::Subcommand;

use super::error::CommandError;
use super::print;
use crate::organization::account;
use crate::state::AppState;

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Create an API key and print the key and its id. The key cannot be shown again.
    Create {
        /// Id of the organization.
        #[arg(long, value_name = "ID")]
        organization: String,
        /// Name to tell keys apart, at most 100 characters.
        #[arg(long)]
        name: Option<String>,
    },
    /// Print the keys of an organization, the oldest first: id, time of the creation, time of the revocation and name, separated by
    /// tabs. A valid key has no time of a revocation.
    List {
        /// Id of the organization.
        #[arg(long, value_name = "ID")]
        organization: String,
    },
    /// Revoke an API key and all sign-ins that use it, and print its id.
    Revoke {
        /// Id of the API key, or the key itself.
        key: String,
    },
}

impl KeyCommand {
    pub(super) async fn run(self, app: AppState) -> Result<(), CommandError> {
        match self {
            Self::Create { organization, name } => {
                let key = account::create_key(&app, &app.database, &organization, name.as_deref()).await?;
                print(key.secret)?;
                print(key.id)?;
            }
            Self::List { organization } => {
                for key in account::list_keys(&app.database, &organization).await? {
                    let revoked_at = key.revoked_at.map(|at| wire_time(at).to_string()).unwrap_or_default();
                    let name = key.name.unwrap_or_default();
                    print(format_args!("{}\t{}\t{revoked_at}\t{name}", key.id, wire_time(key.created_at)))?;
                }
            }
            Self::Revoke { key } => print(account::revoke_key(&app, &key).await?)?,
        }
        Ok(())
    }
}
