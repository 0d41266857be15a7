//! The embedded implementation: columns in the database of the server, counted in its process.
//!
//! [`columns`] stores and reads them. `questions` has a file for each question or group of questions: one or two passes over the
//! columns. `answer_search` finds the answers that are searched again.

mod answer_search;
pub mod columns;
mod questions;

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
use async_trait::async_trait;
use jiff::Timestamp;
use sea_orm::{DatabaseConnection, DatabaseTransaction, DbErr};

use crate::answer::{AnswerContent, AnswerRemoval, AnswerTokens, TextFindings};
use crate::answer_search::{BrandDefinitions, SearchBlock, SearchTarget};
use crate::error::StatisticsResult;
use crate::moved::{FailedItems, JudgedBrand, MovedDays, MovedRates, Watch};
use crate::next_step::FoundSteps;
use crate::page::{MatchingAnswers, PageRange, PromptPage, PromptsWithoutSearch};
use crate::statistics::Statistics;

/// Statistics in the database of the server.
#[derive(Debug, Clone)]
pub struct Embedded {
    questions: DatabaseConnection,
    /// For removals and searches, which no question delays.
    jobs: DatabaseConnection,
}

impl Embedded {
    /// Counts with the connections `questions`, and writes outside of transactions of callers with `jobs`.
    pub fn new(questions: DatabaseConnection, jobs: DatabaseConnection) -> Self {
        Self { questions, jobs }
    }
}

#[async_trait]
impl Statistics for Embedded {
    async fn rank_domains(
        &self,
        organization: &str,
        filter: &SourceDomainFilter,
    ) -> StatisticsResult<SourceDomainRanking> {
        questions::rank_domains(&self.questions, organization, filter).await
    }

    async fn rank_pages(&self, organization: &str, filter: &SourceUrlFilter) -> StatisticsResult<SourceUrlRanking> {
        questions::rank_pages(&self.questions, organization, filter).await
    }

    async fn rank_searches(&self, organization: &str, filter: &FanoutFilter) -> StatisticsResult<FanoutRanking> {
        questions::rank_searches(&self.questions, organization, filter).await
    }

    async fn rank_tokens(&self, organization: &str, filter: &TokenFilter) -> StatisticsResult<TokenRanking> {
        questions::rank_tokens(&self.questions, organization, filter).await
    }

    async fn rank_neighbors(
        &self,
        organization: &str,
        filter: &TokenNeighborFilter,
    ) -> StatisticsResult<TokenNeighborRanking> {
        questions::rank_neighbors(&self.questions, organization, filter).await
    }

    async fn measure_brands(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &BrandMetricsFilter,
    ) -> StatisticsResult<BrandMetrics> {
        questions::measure_brands(&self.questions, organization, now, filter).await
    }

    async fn measure_prompts(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &PromptMetricsFilter,
        range: PageRange,
    ) -> StatisticsResult<PromptPage> {
        questions::measure_prompts(&self.questions, organization, now, filter, range).await
    }

    async fn list_movements(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &MovementFilter,
    ) -> StatisticsResult<MovementList> {
        questions::list_movements(&self.questions, organization, now, filter).await
    }

    async fn list_leads(&self, organization: &str, filter: &LeadFilter) -> StatisticsResult<LeadList> {
        questions::list_leads(&self.questions, organization, filter).await
    }

    async fn source_trend(&self, organization: &str, filter: &SourceTrendFilter) -> StatisticsResult<SourceTrend> {
        questions::source_trend(&self.questions, organization, filter).await
    }

    async fn list_source_changes(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &SourceChangeFilter,
    ) -> StatisticsResult<SourceChangeList> {
        questions::list_source_changes(&self.questions, organization, now, filter).await
    }

    async fn measure_source_influence(
        &self,
        organization: &str,
        filter: &SourceInfluenceFilter,
    ) -> StatisticsResult<SourceInfluenceList> {
        questions::measure_source_influence(&self.questions, organization, filter).await
    }

    async fn list_unnamed_searches(
        &self,
        organization: &str,
        filter: &UnnamedSearchFilter,
    ) -> StatisticsResult<UnnamedSearchList> {
        questions::list_unnamed_searches(&self.questions, organization, filter).await
    }

    async fn list_prompts_without_search(
        &self,
        organization: &str,
        scope: &AnswerScope,
        range: PageRange,
    ) -> StatisticsResult<PromptsWithoutSearch> {
        questions::list_prompts_without_search(&self.questions, organization, scope, range).await
    }

    async fn find_next_steps(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &NextStepFilter,
        limit: usize,
    ) -> StatisticsResult<FoundSteps> {
        questions::find_next_steps(&self.questions, organization, now, filter, limit).await
    }

    async fn find_moved(
        &self,
        organization: &str,
        day: i64,
        watches: &[Watch],
        failed: &[FailedItems],
    ) -> StatisticsResult<MovedRates> {
        questions::find_moved(&self.questions, organization, day, watches, failed).await
    }

    async fn trace_moved(
        &self,
        organization: &str,
        last_day: i64,
        days: i64,
        watch: &Watch,
        failed: &[FailedItems],
    ) -> StatisticsResult<MovedDays> {
        questions::trace_moved(&self.questions, organization, last_day, days, watch, failed).await
    }

    async fn judge_period(
        &self,
        organization: &str,
        scope: &AnswerScope,
        brands: &[BrandId],
        failed: &[FailedItems],
    ) -> StatisticsResult<Vec<JudgedBrand>> {
        questions::judge_period(&self.questions, organization, scope, brands, failed).await
    }

    async fn match_answers(
        &self,
        organization: &str,
        filter: &AnswerMatchFilter,
        after: Option<&str>,
        limit: usize,
    ) -> StatisticsResult<MatchingAnswers> {
        questions::match_answers(&self.questions, organization, filter, after, limit).await
    }

    async fn describe_answers(&self, organization: &str, ids: &[AnswerId]) -> StatisticsResult<Vec<AnswerMatch>> {
        questions::describe_answers(&self.questions, organization, ids).await
    }

    async fn routes(&self, organization: &str) -> StatisticsResult<BTreeSet<ModelRoute>> {
        Ok(columns::routes(&self.questions, organization).await?)
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

    async fn search_for_definitions(
        &self,
        transaction: &DatabaseTransaction,
        organization: &str,
        definitions: &[i64],
    ) -> Result<(), DbErr> {
        answer_search::search_for_definitions(transaction, organization, definitions).await
    }

    async fn search_for_tokens(&self, restart: bool) -> Result<bool, DbErr> {
        answer_search::search_for_tokens(&self.jobs, restart).await
    }

    async fn answers_to_search_for_tokens(&self) -> Result<i64, DbErr> {
        answer_search::answers_to_search_for_tokens(&self.jobs).await
    }

    async fn organizations_to_search(&self, wanted: SearchTarget) -> Result<Vec<String>, DbErr> {
        answer_search::organizations_to_search(&self.jobs, wanted).await
    }

    async fn next_block(
        &self,
        organization: &str,
        wanted: SearchTarget,
        brands: &BrandDefinitions,
    ) -> Result<Option<SearchBlock>, DbErr> {
        answer_search::next_block(&self.jobs, organization, wanted, brands).await
    }

    async fn store_findings(
        &self,
        block: &SearchBlock,
        brands: &BrandDefinitions,
        found: &HashMap<String, TextFindings>,
    ) -> Result<bool, DbErr> {
        answer_search::store_findings(&self.jobs, block, brands, found).await
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
