use answerdeck_database::entity::run;
use answerdeck_database::time::wire_time;
use clap::Subcommand;
use futures_util::TryStreamExt;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use super::error::CommandError;
use super::print;
use crate::language::one_line;
use crate::organization::account;
use crate::run::deletion;
use crate::state::AppState;

#[derive(Debug, Subcommand)]
pub(super) enum RunCommand {
    /// Print the runs, the oldest first: id, organization, creation time, end, number of pending items and name, separated by tabs. An
    /// unfinished run has no end.
    List {
        /// Only the runs of this organization.
        #[arg(long, value_name = "ID")]
        organization: Option<String>,
        /// Only runs with pending items.
        #[arg(long)]
        unfinished: bool,
    },
    /// Delete a run with its answers, and print its id. Servers can keep running. Unfinished items end. Charges for the answers
    /// remain.
    Delete {
        /// Id of the run.
        id: String,
        /// Confirm the deletion, which cannot be undone. Required.
        #[arg(long, required = true)]
        yes: bool,
    },
}

impl RunCommand {
    pub(super) async fn run(self, app: AppState) -> Result<(), CommandError> {
        match self {
            Self::List { organization, unfinished } => {
                let mut rows = run::Entity::find().order_by_asc(run::Column::Id);
                if let Some(organization) = organization {
                    account::find_organization(&app.database, &organization).await?;
                    rows = rows.filter(run::Column::OrganizationId.eq(organization));
                }
                if unfinished {
                    rows = rows.filter(run::Column::Status.eq(run::Status::Running));
                }
                let mut rows = rows.stream(&app.database).await?;
                while let Some(row) = rows.try_next().await? {
                    let created_at = wire_time(row.created_at);
                    let finished_at = row.finished_at.map(|at| wire_time(at).to_string()).unwrap_or_default();
                    let pending = row.total_count - row.success_count - row.failed_count;
                    let (organization, name) = (row.organization_id, one_line(&row.name));
                    print(format_args!("{}\t{organization}\t{created_at}\t{finished_at}\t{pending}\t{name}", row.id))?;
                }
            }
            Self::Delete { id, yes: _ } => {
                if !deletion::delete(&app, &id).await? {
                    return Err(CommandError::new(format!("run {id} not found")));
                }
                print(id)?;
            }
        }
        Ok(())
    }
}
