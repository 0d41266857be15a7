//! What an analysis keeps in the database. Every change is made only while the caller holds the analysis by lease.

use answerdeck_api::SiteKeyword;
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder,
};
use serde_json::json;
use url::Url;

use super::failure::Failure;
use super::plan::{Plan, Planned};
use crate::database::entity::{site_analysis, site_page};
use crate::database::{begin, statement};
use crate::worker::lease::{self, LEASE, Leasable};

/// One analysis that is held by lease.
pub(super) struct Held<'a> {
    pub(super) database: &'a DatabaseConnection,
    pub(super) id: &'a str,
    pub(super) owner: &'a str,
}

/// What a change comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// It is kept.
    Yes,
    /// Somebody else has the analysis now, or it has ended: nothing changed.
    NotOurs,
}

impl Held<'_> {
    /// Keeps the lease while nothing else changes.
    pub(super) async fn renew(&self, now: Timestamp) -> Result<Kept, DbErr> {
        let renewed = lease::renew::<site_analysis::Entity>(self.database, self.id, self.owner, now).await?;
        Ok(if renewed { Kept::Yes } else { Kept::NotOurs })
    }

    /// Writes the pages, read and to be read: from now on their number stays, and the analysis is IN_PROGRESS.
    pub(super) async fn begin(&self, plan: &Plan, now: Timestamp) -> Result<Kept, DbErr> {
        let transaction = begin(self.database).await?;
        let read = plan.pages().iter().filter(|page| page.is_read).count();
        let values = [count(plan.pages().len()).into(), count(read).into(), (now + LEASE).as_millisecond().into()];
        let change = "status = 'IN_PROGRESS', total_pages = $1, processed_pages = $2, lease_until = $3";
        if self.change(&transaction, change, values).await? == Kept::NotOurs {
            return Ok(Kept::NotOurs);
        }
        let rows = (0..).zip(plan.pages()).map(|(position, page)| site_page::ActiveModel {
            analysis_id: Set(self.id.to_owned()),
            position: Set(position),
            url: Set(page.url.to_string()),
            is_read: Set(page.is_read),
            text: Set(page.text.as_ref().map(|text| json!(text))),
        });
        site_page::Entity::insert_many(rows).exec_without_returning(&transaction).await?;
        transaction.commit().await?;
        Ok(Kept::Yes)
    }

    /// The pages of an analysis that was begun.
    pub(super) async fn plan(&self) -> Result<Plan, DbErr> {
        let rows = site_page::Entity::find()
            .filter(site_page::Column::AnalysisId.eq(self.id))
            .order_by_asc(site_page::Column::Position)
            .all(self.database)
            .await?;
        let pages = rows.into_iter().map(|row| {
            let url = Url::parse(&row.url).map_err(|error| DbErr::Custom(format!("{}: {error}", row.url)))?;
            let text = row.text.map(serde_json::from_value).transpose();
            let text = text.map_err(|error| DbErr::Custom(format!("{url}: {error}")))?;
            Ok(Planned { url, is_read: row.is_read, text })
        });
        Ok(Plan::of(pages.collect::<Result<_, DbErr>>()?))
    }

    /// Writes what became of the page at `place`.
    pub(super) async fn page(&self, plan: &Plan, place: usize, now: Timestamp) -> Result<Kept, DbErr> {
        let Some(page) = plan.pages().get(place) else { return Ok(Kept::NotOurs) };
        let transaction = begin(self.database).await?;
        let change = "processed_pages = processed_pages + 1, lease_until = $1";
        if self.change(&transaction, change, [(now + LEASE).as_millisecond().into()]).await? == Kept::NotOurs {
            return Ok(Kept::NotOurs);
        }
        site_page::Entity::update(site_page::ActiveModel {
            analysis_id: Set(self.id.to_owned()),
            position: Set(count(place)),
            url: Set(page.url.to_string()),
            is_read: Set(page.is_read),
            text: Set(page.text.as_ref().map(|text| json!(text))),
        })
        .exec(&transaction)
        .await?;
        transaction.commit().await?;
        Ok(Kept::Yes)
    }

    /// Ends the analysis, with its keywords or a reason. Its pages go.
    pub(super) async fn end(&self, ended: Result<Vec<SiteKeyword>, Failure>, now: Timestamp) -> Result<Kept, DbErr> {
        let (status, keywords, failure) = match ended {
            Ok(keywords) => (site_analysis::Status::Completed, Some(json!(keywords)), None),
            Err(failure) => (site_analysis::Status::Failed, None, Some(json!(failure))),
        };
        let transaction = begin(self.database).await?;
        let change = "status = $1, keywords = $2, failure = $3, ended_at = $4, lease_owner = NULL, lease_until = NULL";
        let values = [status.into(), keywords.into(), failure.into(), now.as_millisecond().into()];
        if self.change(&transaction, change, values).await? == Kept::NotOurs {
            return Ok(Kept::NotOurs);
        }
        site_page::Entity::delete_many().filter(site_page::Column::AnalysisId.eq(self.id)).exec(&transaction).await?;
        transaction.commit().await?;
        Ok(Kept::Yes)
    }

    async fn change<const N: usize>(
        &self,
        transaction: &DatabaseTransaction,
        change: &str,
        values: [sea_orm::Value; N],
    ) -> Result<Kept, DbErr> {
        let (id, owner, to_do) = (N + 1, N + 2, site_analysis::Entity::UNFINISHED);
        let sql = format!("UPDATE site_analyses SET {change} WHERE id = ${id} AND lease_owner = ${owner} AND {to_do}");
        let values = values.into_iter().chain([self.id.into(), self.owner.into()]);
        let changed = transaction.execute_raw(statement(transaction, &sql, values)).await?.rows_affected();
        Ok(if changed == 1 { Kept::Yes } else { Kept::NotOurs })
    }
}

/// At most as many as an analysis has pages.
fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
