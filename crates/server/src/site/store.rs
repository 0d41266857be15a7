//! Stores the progress of an analysis. Every change requires the lease of the analysis.

use answerdeck_api::{Event, SiteAnalysisFinished, SiteKeyword, SiteKeywordAnalysisStatus};
use answerdeck_crawler::{CrawlPlan, PlannedPage};
use answerdeck_database::entity::{site_analysis, site_page};
use answerdeck_database::{begin, execute, parse_stored_id};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder};
use serde_json::json;
use url::Url;

use super::failure::{AnalysisError, AnalysisFailure};
use crate::state::AppState;
use crate::webhooks::events;
use crate::worker::lease::Leasable;

pub(super) struct LeasedAnalysis<'a> {
    pub(super) app: &'a AppState,
    pub(super) analysis: &'a site_analysis::Model,
    pub(super) owner: &'a str,
}

/// A change fails, and changes nothing, when the lease is lost or the analysis has ended.
impl LeasedAnalysis<'_> {
    /// Stores the pages of the plan and changes the status to IN_PROGRESS. From now on the number of pages is final.
    pub(super) async fn store_plan(&self, plan: &CrawlPlan) -> Result<(), AnalysisError> {
        let transaction = begin(&self.app.databases.jobs).await?;
        let read = plan.pages().iter().filter(|page| page.is_read).count();
        let values = [to_i32(plan.pages().len()).into(), to_i32(read).into()];
        let change = "status = 'IN_PROGRESS', total_pages = $1, processed_pages = $2";
        self.update(&transaction, change, values).await?;
        let rows = (0..).zip(plan.pages()).map(|(position, page)| self.row(position, page));
        site_page::Entity::insert_many(rows).exec_without_returning(&transaction).await?;
        Ok(transaction.commit().await?)
    }

    pub(super) async fn load_plan(&self) -> Result<CrawlPlan, DbErr> {
        let rows = site_page::Entity::find()
            .filter(site_page::Column::AnalysisId.eq(&self.analysis.id))
            .order_by_asc(site_page::Column::Position)
            .all(&self.app.databases.jobs)
            .await?;
        let pages = rows.into_iter().map(|row| {
            let url = Url::parse(&row.url).map_err(|error| DbErr::Custom(format!("{}: {error}", row.url)))?;
            let text = row.text.map(serde_json::from_value).transpose();
            let text = text.map_err(|error| DbErr::Custom(format!("{url}: {error}")))?;
            Ok(PlannedPage { url, is_read: row.is_read, text })
        });
        Ok(CrawlPlan::from_pages(pages.collect::<Result<_, DbErr>>()?))
    }

    /// Stores a page that was read.
    pub(super) async fn store_page(&self, plan: &CrawlPlan, index: usize) -> Result<(), AnalysisError> {
        let Some(page) = plan.pages().get(index) else { return Ok(()) };
        let transaction = begin(&self.app.databases.jobs).await?;
        self.update(&transaction, "processed_pages = processed_pages + 1", []).await?;
        site_page::Entity::update(self.row(to_i32(index), page)).exec(&transaction).await?;
        Ok(transaction.commit().await?)
    }

    fn row(&self, position: i32, page: &PlannedPage) -> site_page::ActiveModel {
        site_page::ActiveModel {
            analysis_id: Set(self.analysis.id.clone()),
            position: Set(position),
            url: Set(page.url.to_string()),
            is_read: Set(page.is_read),
            text: Set(page.text.as_ref().map(|text| json!(text))),
        }
    }

    /// Ends the analysis with its keywords or a failure, and deletes its pages.
    pub(super) async fn end(&self, result: Result<Vec<SiteKeyword>, AnalysisFailure>) -> Result<(), AnalysisError> {
        let now = self.app.clock.now();
        let event = Event::SiteAnalysisFinished(SiteAnalysisFinished {
            task_id: parse_stored_id(self.analysis.id.clone())?,
            url: self.analysis.url.clone(),
            status: match result {
                Ok(_) => SiteKeywordAnalysisStatus::Completed,
                Err(_) => SiteKeywordAnalysisStatus::Failed,
            },
            keyword_count: result.as_ref().map_or(0, |keywords| keywords.len() as u64),
        });
        let (status, keywords, failure) = match result {
            Ok(keywords) => (site_analysis::Status::Completed, Some(json!(keywords)), None),
            Err(failure) => (site_analysis::Status::Failed, None, Some(json!(failure))),
        };
        let transaction = begin(&self.app.databases.jobs).await?;
        let change = "status = $1, keywords = $2, failure = $3, ended_at = $4, lease_owner = NULL, lease_until = NULL";
        let values = [status.into(), keywords.into(), failure.into(), now.as_millisecond().into()];
        self.update(&transaction, change, values).await?;
        site_page::Entity::delete_many()
            .filter(site_page::Column::AnalysisId.eq(&self.analysis.id))
            .exec(&transaction)
            .await?;
        events::record(self.app, &transaction, &self.analysis.organization_id, &[event], now).await?;
        Ok(transaction.commit().await?)
    }

    async fn update<const N: usize>(
        &self,
        transaction: &DatabaseTransaction,
        change: &str,
        values: [sea_orm::Value; N],
    ) -> Result<(), AnalysisError> {
        let (id, owner, unfinished) = (N + 1, N + 2, site_analysis::Entity::UNFINISHED);
        let sql =
            format!("UPDATE site_analyses SET {change} WHERE id = ${id} AND lease_owner = ${owner} AND {unfinished}");
        let values = values.into_iter().chain([self.analysis.id.as_str().into(), self.owner.into()]);
        if execute(transaction, &sql, values).await? == 1 { Ok(()) } else { Err(AnalysisError::LeaseLost) }
    }
}

fn to_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
