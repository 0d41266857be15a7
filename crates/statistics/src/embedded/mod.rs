//! The embedded implementation: columns in the database of the server, counted in its process.
//!
//! [`columns`] stores and reads them. `queries` has a file for each query or group of queries: a few passes over the
//! columns, and what ClickHouse counts of their copies. `writes` keeps the columns true, and finds the answers that are read again.
//! `copying` copies them.

pub mod columns;
mod copying;
mod queries;
mod writes;

use answerdeck_api::metrics::{
    AnswerMatch, AnswerMatchFilter, AnswerMatchList, BrandMetrics, BrandMetricsFilter, LeadFilter, LeadList,
    MovementFilter, MovementList, NextStepFilter, PromptMetricsFilter, PromptWithoutSearchList, SourceChangeFilter,
    SourceChangeList, SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter, UnnamedSearchFilter,
    UnnamedSearchList,
};
use answerdeck_api::{
    AnswerId, AnswerScope, BrandId, FanoutFilter, FanoutRanking, SourceDomainFilter, SourceDomainRanking,
    SourceUrlFilter, SourceUrlRanking, TokenFilter, TokenNeighborFilter, TokenNeighborRanking, TokenRanking,
};
use answerdeck_clickhouse::ClickHouse;
use answerdeck_database::failure::{DatabaseFailure, database_failure};
use answerdeck_database::{Databases, Replica, snapshot};
use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sea_orm::{DatabaseConnection, DatabaseTransaction};

use self::queries::{Brands, Counting};
use crate::alert::{AlertCondition, FailedItems, FoundMovements, JudgedBrand, TimeBuckets, TrialDays};
use crate::error::{StatisticsError, StatisticsResult};
use crate::next_step::{FoundSteps, TextsAboutOthers};
use crate::page::{PageRange, PromptPage};
use crate::statistics::Queries;

/// Statistics in the database of the server.
#[derive(Debug, Clone)]
pub struct Embedded {
    /// For what every page of the console needs.
    main: DatabaseConnection,
    queries: DatabaseConnection,
    /// For queries, if there is one.
    replica: Option<Replica>,
    /// For removals and backfills, which no query delays.
    jobs: DatabaseConnection,
    /// For `/metrics`.
    monitoring: DatabaseConnection,
    /// Counts the parts that it has copies of, if there is one.
    clickhouse: Option<ClickHouse>,
}

impl Embedded {
    /// Counts with the connections for requests that read many answers, and writes outside of transactions of callers with those for
    /// jobs.
    pub fn new(databases: &Databases, clickhouse: Option<ClickHouse>) -> Self {
        let Databases { main, heavy_reads, jobs, monitoring, replica, .. } = databases.clone();
        Self { main, queries: heavy_reads, replica, jobs, monitoring, clickhouse }
    }

    /// Asks the replica. Without a fresh snapshot of it, and when it fails, asks the primary: nothing of two snapshots is mixed.
    async fn ask<'a, T>(
        &self,
        query: impl Fn(DatabaseTransaction) -> BoxFuture<'a, StatisticsResult<T>> + Send + Sync,
    ) -> StatisticsResult<T> {
        if let Some(replica) = &self.replica
            && let Some(snapshot) = replica.snapshot(&self.queries).await
        {
            match replica.unless_lost(query(snapshot)).await {
                // A statement that takes too long would also do so on the primary.
                Some(Err(StatisticsError::Database(error)))
                    if database_failure(&error) != Some(DatabaseFailure::StatementTimedOut) =>
                {
                    replica.count_failure(&error).await;
                }
                Some(result) => {
                    replica.count_answer();
                    return result;
                }
                None => {}
            }
        }
        query(snapshot(&self.queries).await?).await
    }
}

/// Defines the queries, by whether they are about brands. Each asks the function of its name in the module `queries`.
macro_rules! queries {
    ($($brands:path { $($name:ident($($argument:ident: $type:ty),*) -> $response:ty;)* })*) => {
        #[async_trait]
        impl Queries for Embedded {
            $($(
                async fn $name(&self, organization: &str, $($argument: $type),*) -> StatisticsResult<$response> {
                    let query = |snapshot: DatabaseTransaction| {
                        let query = async move {
                            let counting = Counting::new(snapshot, self.clickhouse.clone(), organization, $brands).await?;
                            queries::$name(&counting, $($argument),*).await
                        };
                        query.boxed()
                    };
                    self.ask(query).await
                }
            )*)*
        }
    };
}

queries! {
    Brands::None {
        rank_source_domains(filter: &SourceDomainFilter) -> SourceDomainRanking;
        rank_source_urls(filter: &SourceUrlFilter) -> SourceUrlRanking;
        rank_fanouts(filter: &FanoutFilter) -> FanoutRanking;
        rank_tokens(filter: &TokenFilter) -> TokenRanking;
        rank_token_neighbors(filter: &TokenNeighborFilter) -> TokenNeighborRanking;
        source_trend(filter: &SourceTrendFilter) -> SourceTrend;
        list_source_changes(now: Timestamp, filter: &SourceChangeFilter) -> SourceChangeList;
        list_prompts_without_search(scope: &AnswerScope, range: PageRange) -> PromptWithoutSearchList;
    }
    Brands::Tracked {
        measure_brands(now: Timestamp, filter: &BrandMetricsFilter) -> BrandMetrics;
        measure_prompts(now: Timestamp, filter: &PromptMetricsFilter, range: PageRange) -> PromptPage;
        list_movements(now: Timestamp, filter: &MovementFilter) -> MovementList;
        list_leads(filter: &LeadFilter) -> LeadList;
        measure_source_influence(
            filter: &SourceInfluenceFilter, texts_about_others: TextsAboutOthers<'_>
        ) -> SourceInfluenceList;
        list_unnamed_searches(filter: &UnnamedSearchFilter) -> UnnamedSearchList;
        find_next_steps(
            now: Timestamp, filter: &NextStepFilter, limit: usize, texts_about_others: TextsAboutOthers<'_>
        ) -> FoundSteps;
        find_alert_movements(
            days: TimeBuckets, day: i64, conditions: &[AlertCondition], failed: &[FailedItems]
        ) -> FoundMovements;
        trial_days(
            days: TimeBuckets, last_day: i64, day_count: i64, condition: &AlertCondition, failed: &[FailedItems]
        ) -> TrialDays;
        compare_with_period_before(scope: &AnswerScope, brands: &[BrandId], failed: &[FailedItems]) -> Vec<JudgedBrand>;
        match_answers(filter: &AnswerMatchFilter, after: Option<&str>, limit: usize) -> AnswerMatchList;
        describe_answers(ids: &[AnswerId]) -> Vec<AnswerMatch>;
    }
}
