use answerdeck_database::entity::schedule;
use answerdeck_database::time::wire_time;
use clap::Subcommand;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use super::error::CommandError;
use super::print;
use crate::organization::account;
use crate::schedule::pause;
use crate::state::AppState;

#[derive(Debug, Subcommand)]
pub(super) enum ScheduleCommand {
    /// Print the id, the next due time (or `paused`, `ended` or, after `pause-all`, `paused by the operator`) and the name of each
    /// schedule of an organization, separated by tabs.
    List {
        /// Id of the organization.
        #[arg(long, value_name = "ID")]
        organization: String,
    },
    /// Pause the schedules of all organizations. Servers can keep running. Each history says which due times passed.
    PauseAll,
    /// Resume all schedules, from their next due times on.
    ResumeAll,
}

impl ScheduleCommand {
    pub(super) async fn run(self, app: AppState) -> Result<(), CommandError> {
        match self {
            Self::List { organization } => {
                account::find_organization(&app.database, &organization).await?;
                let rows = schedule::Entity::find()
                    .filter(schedule::Column::OrganizationId.eq(organization))
                    .order_by_asc(schedule::Column::Id);
                let are_all_paused = pause::is_paused(&app.database).await?;
                for row in rows.all(&app.database).await? {
                    let next = match row.next_due_at {
                        Some(_) if are_all_paused => "paused by the operator".to_owned(),
                        Some(due) => wire_time(due).to_string(),
                        None if row.paused => "paused".to_owned(),
                        None => "ended".to_owned(),
                    };
                    print(format_args!("{}\t{next}\t{}", row.id, row.name))?;
                }
            }
            Self::PauseAll => {
                pause::pause_all(&app.database, app.clock.now()).await?;
                print(format_args!("{}.", pause::PAUSED))?;
            }
            Self::ResumeAll => {
                pause::resume_all(&app.database).await?;
                print("Schedules start runs from their next due times on.")?;
            }
        }
        Ok(())
    }
}
