//! The embedded implementation: columns in the database of the server, counted in its process.
//!
//! [`columns`] stores and reads them. `queries` has a file for each query or group of queries: a few passes over the
//! columns. `backfill` finds the answers that are read again.

mod backfill;
pub mod columns;
mod queries;

use std::collections::{BTreeSet, HashMap};

use answerdeck_api::metrics::{
    AnswerMatch, AnswerMatchFilter, BrandMetrics, BrandMetricsFilter, LeadFilter, LeadList, MovementFilter,
    MovementList, NextStepFilter, PromptMetricsFilter, SourceChangeFilter, SourceChangeList, SourceInfluenceFilter,
    SourceInfluenceList, SourceTrend, SourceTrendFilter, UnnamedSearchFilter, UnnamedSearchList,
};
use answerdeck_api::{
    AnswerId, AnswerScope, BrandId, FanoutFilter, FanoutRanking, ModelRoute, SourceDomainFilter, SourceDomainRanking,
    SourceUrlFilter, SourceUrlRanking, TokenFilter, TokenNeighborFilter, TokenNeighborRanking, TokenRanking,
};
use answerdeck_database::entity::answer;
use answerdeck_database::failure::{DatabaseFailure, database_failure};
use answerdeck_database::{Databases, Replica, snapshot};
use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sea_orm::{DatabaseConnection, DatabaseTransaction, DbErr};

use crate::answer::{AnswerContent, AnswerRemoval, AnswerTokens, TextAnalysis};
use crate::backfill::{BackfillBlock, BackfillTarget, BrandDefinitions};
use crate::error::{StatisticsError, StatisticsResult};
use crate::moved::{FailedItems, JudgedBrand, MovedDays, MovedRates, Watch};
use crate::next_step::{FoundSteps, TextsAboutOthers};
use crate::page::{MatchingAnswers, PageRange, PromptPage, PromptsWithoutSearch};
use crate::statistics::Statistics;

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
}

impl Embedded {
    /// Counts with the connections for requests that read many answers, and writes outside of transactions of callers with those for
    /// jobs.
    pub fn new(databases: &Databases) -> Self {
        let Databases { main, heavy_reads, jobs, replica, .. } = databases.clone();
        Self { main, queries: heavy_reads, replica, jobs }
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

#[async_trait]
impl Statistics for Embedded {
    async fn rank_source_domains(
        &self,
        organization: &str,
        filter: &SourceDomainFilter,
    ) -> StatisticsResult<SourceDomainRanking> {
        self.ask(|snapshot| queries::rank_source_domains(snapshot, organization, filter).boxed()).await
    }

    async fn rank_source_urls(
        &self,
        organization: &str,
        filter: &SourceUrlFilter,
    ) -> StatisticsResult<SourceUrlRanking> {
        self.ask(|snapshot| queries::rank_source_urls(snapshot, organization, filter).boxed()).await
    }

    async fn rank_fanouts(&self, organization: &str, filter: &FanoutFilter) -> StatisticsResult<FanoutRanking> {
        self.ask(|snapshot| queries::rank_fanouts(snapshot, organization, filter).boxed()).await
    }

    async fn rank_tokens(&self, organization: &str, filter: &TokenFilter) -> StatisticsResult<TokenRanking> {
        self.ask(|snapshot| queries::rank_tokens(snapshot, organization, filter).boxed()).await
    }

    async fn rank_token_neighbors(
        &self,
        organization: &str,
        filter: &TokenNeighborFilter,
    ) -> StatisticsResult<TokenNeighborRanking> {
        self.ask(|snapshot| queries::rank_token_neighbors(snapshot, organization, filter).boxed()).await
    }

    async fn measure_brands(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &BrandMetricsFilter,
    ) -> StatisticsResult<BrandMetrics> {
        self.ask(|snapshot| queries::measure_brands(snapshot, organization, now, filter).boxed()).await
    }

    async fn measure_prompts(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &PromptMetricsFilter,
        range: PageRange,
    ) -> StatisticsResult<PromptPage> {
        self.ask(|snapshot| queries::measure_prompts(snapshot, organization, now, filter, range).boxed()).await
    }

    async fn list_movements(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &MovementFilter,
    ) -> StatisticsResult<MovementList> {
        self.ask(|snapshot| queries::list_movements(snapshot, organization, now, filter).boxed()).await
    }

    async fn list_leads(&self, organization: &str, filter: &LeadFilter) -> StatisticsResult<LeadList> {
        self.ask(|snapshot| queries::list_leads(snapshot, organization, filter).boxed()).await
    }

    async fn source_trend(&self, organization: &str, filter: &SourceTrendFilter) -> StatisticsResult<SourceTrend> {
        self.ask(|snapshot| queries::source_trend(snapshot, organization, filter).boxed()).await
    }

    async fn list_source_changes(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &SourceChangeFilter,
    ) -> StatisticsResult<SourceChangeList> {
        self.ask(|snapshot| queries::list_source_changes(snapshot, organization, now, filter).boxed()).await
    }

    async fn measure_source_influence(
        &self,
        organization: &str,
        filter: &SourceInfluenceFilter,
    ) -> StatisticsResult<SourceInfluenceList> {
        self.ask(|snapshot| queries::measure_source_influence(snapshot, organization, filter).boxed()).await
    }

    async fn list_unnamed_searches(
        &self,
        organization: &str,
        filter: &UnnamedSearchFilter,
    ) -> StatisticsResult<UnnamedSearchList> {
        self.ask(|snapshot| queries::list_unnamed_searches(snapshot, organization, filter).boxed()).await
    }

    async fn list_prompts_without_search(
        &self,
        organization: &str,
        scope: &AnswerScope,
        range: PageRange,
    ) -> StatisticsResult<PromptsWithoutSearch> {
        self.ask(|snapshot| queries::list_prompts_without_search(snapshot, organization, scope, range).boxed()).await
    }

    async fn find_next_steps(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &NextStepFilter,
        limit: usize,
        texts_about_others: TextsAboutOthers<'_>,
    ) -> StatisticsResult<FoundSteps> {
        self.ask(|snapshot| {
            queries::find_next_steps(snapshot, organization, now, filter, limit, texts_about_others).boxed()
        })
        .await
    }

    async fn find_moved(
        &self,
        organization: &str,
        day: i64,
        watches: &[Watch],
        failed: &[FailedItems],
    ) -> StatisticsResult<MovedRates> {
        self.ask(|snapshot| queries::find_moved(snapshot, organization, day, watches, failed).boxed()).await
    }

    async fn trace_moved(
        &self,
        organization: &str,
        last_day: i64,
        days: i64,
        watch: &Watch,
        failed: &[FailedItems],
    ) -> StatisticsResult<MovedDays> {
        self.ask(|snapshot| queries::trace_moved(snapshot, organization, last_day, days, watch, failed).boxed()).await
    }

    async fn judge_period(
        &self,
        organization: &str,
        scope: &AnswerScope,
        brands: &[BrandId],
        failed: &[FailedItems],
    ) -> StatisticsResult<Vec<JudgedBrand>> {
        self.ask(|snapshot| queries::judge_period(snapshot, organization, scope, brands, failed).boxed()).await
    }

    async fn match_answers(
        &self,
        organization: &str,
        filter: &AnswerMatchFilter,
        after: Option<&str>,
        limit: usize,
    ) -> StatisticsResult<MatchingAnswers> {
        self.ask(|snapshot| queries::match_answers(snapshot, organization, filter, after, limit).boxed()).await
    }

    async fn describe_answers(&self, organization: &str, ids: &[AnswerId]) -> StatisticsResult<Vec<AnswerMatch>> {
        self.ask(|snapshot| queries::describe_answers(snapshot, organization, ids).boxed()).await
    }

    async fn answer_routes(&self, organization: &str) -> StatisticsResult<BTreeSet<ModelRoute>> {
        Ok(columns::answer_routes(&self.main, organization).await?)
    }

    async fn append(
        &self,
        transaction: &DatabaseTransaction,
        answer: &answer::Model,
        content: &AnswerContent<'_>,
    ) -> Result<(), DbErr> {
        columns::append(transaction, answer, content).await
    }

    async fn next_removal(
        &self,
        organization: &str,
        runs: &[String],
        limit: usize,
    ) -> Result<Option<AnswerRemoval>, DbErr> {
        columns::next_removal(&self.jobs, organization, runs, limit).await
    }

    async fn remove(
        &self,
        transaction: &DatabaseTransaction,
        organization: &str,
        removal: &AnswerRemoval,
    ) -> Result<(), DbErr> {
        columns::remove(transaction, organization, removal).await
    }

    async fn delete_unused_names(&self, organization: &str) -> Result<(), DbErr> {
        columns::delete_unused_names(&self.jobs, organization).await
    }

    async fn remove_organization(&self, organization: &str) -> Result<(), DbErr> {
        columns::remove_organization(&self.jobs, organization).await
    }

    async fn begin_brand_backfill(
        &self,
        transaction: &DatabaseTransaction,
        organization: &str,
        definitions: &[i64],
    ) -> Result<(), DbErr> {
        backfill::begin_brand_backfill(transaction, organization, definitions).await
    }

    async fn begin_token_backfill(&self, restart: bool) -> Result<bool, DbErr> {
        backfill::begin_token_backfill(&self.jobs, restart).await
    }

    async fn remaining_token_backfill(&self) -> Result<i64, DbErr> {
        backfill::remaining_token_backfill(&self.jobs).await
    }

    async fn organizations_to_backfill(&self, target: BackfillTarget) -> Result<Vec<String>, DbErr> {
        backfill::organizations_to_backfill(&self.jobs, target).await
    }

    async fn next_block(
        &self,
        organization: &str,
        target: BackfillTarget,
        brands: &BrandDefinitions,
    ) -> Result<Option<BackfillBlock>, DbErr> {
        backfill::next_block(&self.jobs, organization, target, brands).await
    }

    async fn store_analyses(
        &self,
        block: &BackfillBlock,
        brands: &BrandDefinitions,
        found: &HashMap<String, TextAnalysis>,
    ) -> Result<bool, DbErr> {
        backfill::store_analyses(&self.jobs, block, brands, found).await
    }

    async fn tokens(
        &self,
        snapshot: &DatabaseTransaction,
        organization: &str,
        page: i64,
    ) -> Result<Option<Vec<AnswerTokens>>, DbErr> {
        columns::tokens_of_part(snapshot, organization, page).await
    }
}
