use answerdeck_database::entity::organization;
use clap::Subcommand;
use sea_orm::{EntityTrait, QueryOrder};

use super::error::CommandError;
use super::print;
use crate::organization::account::{self, AccountError};
use crate::organization::{deletion, export};
use crate::state::AppState;

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
    },
    /// Print the id and the name of each organization, separated by a tab.
    List,
    /// Rename an organization, and print its id.
    Rename {
        /// Id of the organization.
        id: String,
        /// Name, at most 100 characters.
        #[arg(long)]
        name: String,
    },
    /// Replace the websites of an organization, and print its id.
    SetWebsites {
        /// Id of the organization.
        id: String,
        /// Addresses with http:// or https://, at most 20. Without any, the organization has no websites.
        #[arg(value_name = "URL")]
        websites: Vec<String>,
    },
    /// Print everything that an organization has, as JSON Lines. API keys are printed without their secrets.
    Export {
        /// Id of the organization.
        id: String,
    },
    /// Delete an organization with all its data, and print its id. Servers can keep running.
    Delete {
        /// Id of the organization.
        id: String,
        /// Confirm the deletion, which cannot be undone. Required.
        #[arg(long, required = true)]
        yes: bool,
    },
}

impl OrganizationCommand {
    pub(super) async fn run(self, app: AppState) -> Result<(), CommandError> {
        match self {
            Self::Create { name, region } => {
                print(account::create_organization(&app, &name, &region).await?)?;
            }
            Self::List => {
                let rows = organization::Entity::find().order_by_asc(organization::Column::Id);
                for row in rows.all(&app.database).await? {
                    print(format_args!("{}\t{}", row.id, row.name))?;
                }
            }
            Self::Rename { id, name } => {
                account::rename_organization(&app.database, &id, &name).await?;
                print(id)?;
            }
            Self::SetWebsites { id, websites } => {
                account::set_websites(&app.database, &id, &websites).await?;
                print(id)?;
            }
            Self::Export { id } => {
                let mut out = std::io::BufWriter::new(std::io::stdout());
                if !export::export(&app, &id, &mut out).await? {
                    return Err(AccountError::OrganizationNotFound(id).into());
                }
            }
            Self::Delete { id, yes: _ } => {
                if !deletion::delete_organization(&app, &id).await? {
                    return Err(AccountError::OrganizationNotFound(id).into());
                }
                print(id)?;
            }
        }
        Ok(())
    }
}
