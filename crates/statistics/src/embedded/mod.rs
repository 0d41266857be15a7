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
use answerdeck_database::Databases;
use answerdeck_database::entity::answer;
use async_trait::async_trait;
use jiff::Timestamp;
use sea_orm::{DatabaseConnection, DatabaseTransaction, DbErr};

use crate::answer::{AnswerContent, AnswerRemoval, AnswerTokens, TextAnalysis};
use crate::backfill::{BackfillBlock, BackfillTarget, BrandDefinitions};
use crate::error::StatisticsResult;
use crate::moved::{FailedItems, JudgedBrand, MovedDays, MovedRates, Watch};
use crate::next_step::{FoundSteps, IsAboutOthers};
use crate::page::{MatchingAnswers, PageRange, PromptPage, PromptsWithoutSearch};
use crate::statistics::Statistics;

/// Statistics in the database of the server.
#[derive(Debug, Clone)]
pub struct Embedded {
    /// For what every page of the console needs.
    main: DatabaseConnection,
    queries: DatabaseConnection,
    /// For removals and backfills, which no query delays.
    jobs: DatabaseConnection,
}

impl Embedded {
    /// Counts with the connections for requests that read many answers, and writes outside of transactions of callers with those for
    /// jobs.
    pub fn new(databases: &Databases) -> Self {
        let Databases { main, heavy_reads, jobs, .. } = databases.clone();
        Self { main, queries: heavy_reads, jobs }
    }
}

#[async_trait]
impl Statistics for Embedded {
    async fn rank_domains(
        &self,
        organization: &str,
        filter: &SourceDomainFilter,
    ) -> StatisticsResult<SourceDomainRanking> {
        queries::rank_domains(&self.queries, organization, filter).await
    }

    async fn rank_pages(&self, organization: &str, filter: &SourceUrlFilter) -> StatisticsResult<SourceUrlRanking> {
        queries::rank_pages(&self.queries, organization, filter).await
    }

    async fn rank_searches(&self, organization: &str, filter: &FanoutFilter) -> StatisticsResult<FanoutRanking> {
        queries::rank_searches(&self.queries, organization, filter).await
    }

    async fn rank_tokens(&self, organization: &str, filter: &TokenFilter) -> StatisticsResult<TokenRanking> {
        queries::rank_tokens(&self.queries, organization, filter).await
    }

    async fn rank_neighbors(
        &self,
        organization: &str,
        filter: &TokenNeighborFilter,
    ) -> StatisticsResult<TokenNeighborRanking> {
        queries::rank_neighbors(&self.queries, organization, filter).await
    }

    async fn measure_brands(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &BrandMetricsFilter,
    ) -> StatisticsResult<BrandMetrics> {
        queries::measure_brands(&self.queries, organization, now, filter).await
    }

    async fn measure_prompts(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &PromptMetricsFilter,
        range: PageRange,
    ) -> StatisticsResult<PromptPage> {
        queries::measure_prompts(&self.queries, organization, now, filter, range).await
    }

    async fn list_movements(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &MovementFilter,
    ) -> StatisticsResult<MovementList> {
        queries::list_movements(&self.queries, organization, now, filter).await
    }

    async fn list_leads(&self, organization: &str, filter: &LeadFilter) -> StatisticsResult<LeadList> {
        queries::list_leads(&self.queries, organization, filter).await
    }

    async fn source_trend(&self, organization: &str, filter: &SourceTrendFilter) -> StatisticsResult<SourceTrend> {
        queries::source_trend(&self.queries, organization, filter).await
    }

    async fn list_source_changes(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &SourceChangeFilter,
    ) -> StatisticsResult<SourceChangeList> {
        queries::list_source_changes(&self.queries, organization, now, filter).await
    }

    async fn measure_source_influence(
        &self,
        organization: &str,
        filter: &SourceInfluenceFilter,
    ) -> StatisticsResult<SourceInfluenceList> {
        queries::measure_source_influence(&self.queries, organization, filter).await
    }

    async fn list_unnamed_searches(
        &self,
        organization: &str,
        filter: &UnnamedSearchFilter,
    ) -> StatisticsResult<UnnamedSearchList> {
        queries::list_unnamed_searches(&self.queries, organization, filter).await
    }

    async fn list_prompts_without_search(
        &self,
        organization: &str,
        scope: &AnswerScope,
        range: PageRange,
    ) -> StatisticsResult<PromptsWithoutSearch> {
        queries::list_prompts_without_search(&self.queries, organization, scope, range).await
    }

    async fn find_next_steps(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &NextStepFilter,
        limit: usize,
        is_about_others: IsAboutOthers<'_>,
    ) -> StatisticsResult<FoundSteps> {
        queries::find_next_steps(&self.queries, organization, now, filter, limit, is_about_others).await
    }

    async fn find_moved(
        &self,
        organization: &str,
        day: i64,
        watches: &[Watch],
        failed: &[FailedItems],
    ) -> StatisticsResult<MovedRates> {
        queries::find_moved(&self.queries, organization, day, watches, failed).await
    }

    async fn trace_moved(
        &self,
        organization: &str,
        last_day: i64,
        days: i64,
        watch: &Watch,
        failed: &[FailedItems],
    ) -> StatisticsResult<MovedDays> {
        queries::trace_moved(&self.queries, organization, last_day, days, watch, failed).await
    }

    async fn judge_period(
        &self,
        organization: &str,
        scope: &AnswerScope,
        brands: &[BrandId],
        failed: &[FailedItems],
    ) -> StatisticsResult<Vec<JudgedBrand>> {
        queries::judge_period(&self.queries, organization, scope, brands, failed).await
    }

    async fn match_answers(
        &self,
        organization: &str,
        filter: &AnswerMatchFilter,
        after: Option<&str>,
        limit: usize,
    ) -> StatisticsResult<MatchingAnswers> {
        queries::match_answers(&self.queries, organization, filter, after, limit).await
    }

    async fn describe_answers(&self, organization: &str, ids: &[AnswerId]) -> StatisticsResult<Vec<AnswerMatch>> {
        queries::describe_answers(&self.queries, organization, ids).await
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
