//! The trait: every query about many answers, and every write that the answers to them depend on.

use std::collections::{BTreeSet, HashMap};

use answerdeck_api::metrics::{
    AnswerMatch, AnswerMatchFilter, AnswerMatchList, BrandMetrics, BrandMetricsFilter, LeadFilter, LeadList,
    MovementFilter, MovementList, NextStepFilter, PromptMetricsFilter, PromptWithoutSearchList, SourceChangeFilter,
    SourceChangeList, SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter, UnnamedSearchFilter,
    UnnamedSearchList,
};
use answerdeck_api::{
    AnswerId, AnswerScope, BrandId, FanoutFilter, FanoutRanking, ModelRoute, SourceDomainFilter, SourceDomainRanking,
    SourceUrlFilter, SourceUrlRanking, TokenFilter, TokenNeighborFilter, TokenNeighborRanking, TokenRanking,
};
use answerdeck_database::entity::answer;
use async_trait::async_trait;
use jiff::Timestamp;
use sea_orm::{DatabaseTransaction, DbErr};

use crate::alert::{AlertCondition, FailedItems, FoundMovements, JudgedBrand, TimeBuckets, TrialDays};
use crate::answer::{AnswerContent, AnswerRemoval, AnswerTokens, TextAnalysis};
use crate::backfill::{BackfillBlock, BackfillTarget, BrandDefinitions};
use crate::error::StatisticsResult;
use crate::next_step::{FoundSteps, TextsAboutOthers};
use crate::page::{PageRange, PromptPage};

/// The queries about the answers of organizations. `organization` is always an id, and `now` ends a period without an end.
///
/// # Errors
/// A query is refused if its filter is out of bounds, or names a brand, run, prompt set or prompt that does not exist, for all fields
/// at once: see [`StatisticsError`](crate::StatisticsError). It fails if the database fails.
#[async_trait]
pub trait Queries: Send + Sync {
    // Rankings.

    /// Which domains are cited most?
    async fn rank_source_domains(
        &self,
        organization: &str,
        filter: &SourceDomainFilter,
    ) -> StatisticsResult<SourceDomainRanking>;

    /// Which pages are cited most?
    async fn rank_source_urls(
        &self,
        organization: &str,
        filter: &SourceUrlFilter,
    ) -> StatisticsResult<SourceUrlRanking>;

    /// Which searches did models run most? Whether they name the own brand is left open.
    async fn rank_fanouts(&self, organization: &str, filter: &FanoutFilter) -> StatisticsResult<FanoutRanking>;

    /// Which tokens do most answers have?
    async fn rank_tokens(&self, organization: &str, filter: &TokenFilter) -> StatisticsResult<TokenRanking>;

    /// Which tokens occur most beside some words?
    async fn rank_token_neighbors(
        &self,
        organization: &str,
        filter: &TokenNeighborFilter,
    ) -> StatisticsResult<TokenNeighborRanking>;

    // Metrics. docs/metrics.md has their formulas.

    /// How do answers name and cite brands, altogether, by model and over time?
    async fn measure_brands(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &BrandMetricsFilter,
    ) -> StatisticsResult<BrandMetrics>;

    /// How do the answers to each prompt, by model, name brands?
    async fn measure_prompts(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &PromptMetricsFilter,
        range: PageRange,
    ) -> StatisticsResult<PromptPage>;

    /// What changed between two runs or periods, and why?
    async fn list_movements(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &MovementFilter,
    ) -> StatisticsResult<MovementList>;

    /// Since when is a brand ahead of or behind others?
    async fn list_leads(&self, organization: &str, filter: &LeadFilter) -> StatisticsResult<LeadList>;

    /// How often are domains cited over time, and how stable are the sources?
    async fn source_trend(&self, organization: &str, filter: &SourceTrendFilter) -> StatisticsResult<SourceTrend>;

    /// Which sources are new or lost since the period before?
    async fn list_source_changes(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &SourceChangeFilter,
    ) -> StatisticsResult<SourceChangeList>;

    /// How often do the answers that cite a source name a brand?
    async fn measure_source_influence(
        &self,
        organization: &str,
        filter: &SourceInfluenceFilter,
        texts_about_others: TextsAboutOthers<'_>,
    ) -> StatisticsResult<SourceInfluenceList>;

    /// For which searches do the answers never name a brand?
    async fn list_unnamed_searches(
        &self,
        organization: &str,
        filter: &UnnamedSearchFilter,
    ) -> StatisticsResult<UnnamedSearchList>;

    /// For which prompts did no model search?
    async fn list_prompts_without_search(
        &self,
        organization: &str,
        scope: &AnswerScope,
        range: PageRange,
    ) -> StatisticsResult<PromptWithoutSearchList>;

    /// What could be done for a brand? Of each kind of step at least the `limit` largest.
    async fn find_next_steps(
        &self,
        organization: &str,
        now: Timestamp,
        filter: &NextStepFilter,
        limit: usize,
        texts_about_others: TextsAboutOthers<'_>,
    ) -> StatisticsResult<FoundSteps>;

    /// Which rates moved significantly, comparing periods that end with a day? A model that failed half of its items in one of the periods
    /// counts for none. `failed` has the failures of all days.
    async fn find_alert_movements(
        &self,
        organization: &str,
        days: TimeBuckets,
        day: i64,
        conditions: &[AlertCondition],
        failed: &[FailedItems],
    ) -> StatisticsResult<FoundMovements>;

    /// On which of so many days that end with `last_day` did a rate move?
    async fn trial_days(
        &self,
        organization: &str,
        days: TimeBuckets,
        last_day: i64,
        day_count: i64,
        condition: &AlertCondition,
        failed: &[FailedItems],
    ) -> StatisticsResult<TrialDays>;

    /// How did the mention rates of brands move to the period of a scope from the time before it, of the same length? Brands of which
    /// too few answers can be compared are missing. `failed` has the failures by [`TimeBuckets::of_period`].
    async fn compare_with_period_before(
        &self,
        organization: &str,
        scope: &AnswerScope,
        brands: &[BrandId],
        failed: &[FailedItems],
    ) -> StatisticsResult<Vec<JudgedBrand>>;

    /// Which answers meet conditions on brands, sources, searches and words? Those of the page are the newest that are older than
    /// `after`, and one more than `limit` if there are.
    async fn match_answers(
        &self,
        organization: &str,
        filter: &AnswerMatchFilter,
        after: Option<&str>,
        limit: usize,
    ) -> StatisticsResult<AnswerMatchList>;

    /// Which brands do these answers name? They are returned newest first.
    async fn describe_answers(&self, organization: &str, ids: &[AnswerId]) -> StatisticsResult<Vec<AnswerMatch>>;
}

/// All answers, by whether ClickHouse has a copy that counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CopyCounts {
    pub copied: i64,
    /// Those in parts without a copy.
    pub uncopied: i64,
    /// The newest, which are in no part yet.
    pub recent: i64,
}

/// The statistics: the queries, and the writes that keep the answers to them true.
///
/// The database of the server has the truth: answers, brands, runs. A write that changes it and the statistics gets the transaction
/// that changes it, so that both are stored together or not at all. An implementation that stores elsewhere puts what it has to send
/// into this transaction, and sends it later.
///
/// # Errors
/// Everything fails if the database fails. Roll the transaction of a failed write back.
#[async_trait]
pub trait Statistics: Queries {
    /// By which routes did answers come? Those of answers that were removed a moment ago may be among them.
    async fn answer_routes(&self, organization: &str) -> StatisticsResult<BTreeSet<ModelRoute>>;

    // Writes.

    /// Adds an answer, in the transaction in which it becomes SUCCESS. The caller holds a lock on the organization's row.
    async fn append(
        &self,
        transaction: &DatabaseTransaction,
        answer: &answer::Model,
        content: &AnswerContent<'_>,
    ) -> Result<(), DbErr>;

    /// Returns up to `limit` answers of runs that can be removed together. `None` when none are left. The runs get no more answers.
    async fn next_removal(
        &self,
        organization: &str,
        runs: &[String],
        limit: usize,
    ) -> Result<Option<AnswerRemoval>, DbErr>;

    /// Removes answers, in the transaction that deletes them. The caller holds a lock on the organization's row.
    async fn remove(
        &self,
        transaction: &DatabaseTransaction,
        organization: &str,
        removal: &AnswerRemoval,
    ) -> Result<(), DbErr>;

    /// Deletes the texts that only removed answers had, such as searches. Repeat it after a failure.
    async fn delete_unused_names(&self, organization: &str) -> Result<(), DbErr>;

    /// Deletes everything of an organization, in steps that do not block other writers for long. Repeat it after a failure.
    async fn remove_organization(&self, organization: &str) -> Result<(), DbErr>;

    // Backfills of brands that changed and of tokens.

    /// Begins to backfill definitions of brands from all answers, in the transaction that changes these, and to forget what was found
    /// for definitions that no brand has any more. The caller holds a lock on the organization's row.
    async fn begin_brand_backfill(
        &self,
        transaction: &DatabaseTransaction,
        organization: &str,
        definitions: &[i64],
    ) -> Result<(), DbErr>;

    /// Begins to backfill the tokens of all answers of all organizations, and returns `true`. Returns `false` when an unfinished
    /// backfill continues instead, unless `restart`.
    async fn begin_token_backfill(&self, restart: bool) -> Result<bool, DbErr>;

    /// The number of answers that an unfinished token backfill has not reached.
    async fn remaining_token_backfill(&self) -> Result<i64, DbErr>;

    /// The organizations with unfinished backfills, in the order of their ids.
    async fn organizations_to_backfill(&self, target: BackfillTarget) -> Result<Vec<String>, DbErr>;

    /// The answers of an organization that are read next. `None` when no backfill is unfinished.
    async fn next_block(
        &self,
        organization: &str,
        target: BackfillTarget,
        brands: &BrandDefinitions,
    ) -> Result<Option<BackfillBlock>, DbErr>;

    /// Stores what was found in a block, by the ids of the answers, and returns `true`. Returns `false` without a change when the
    /// brands or the backfill have changed meanwhile. An answer that was not found was deleted.
    async fn store_analyses(
        &self,
        block: &BackfillBlock,
        brands: &BrandDefinitions,
        found: &HashMap<String, TextAnalysis>,
    ) -> Result<bool, DbErr>;

    // Copies in ClickHouse, if there is one.

    /// Copies the next answers of each organization. The newest, about a thousand, wait for more, unless `has_newest`. Returns whether
    /// there were any.
    async fn copy_parts(&self, has_newest: bool) -> StatisticsResult<bool>;

    /// Ends all copies, also those that were begun, so that everything is copied again. Queries count what is not copied from the columns.
    async fn end_copies(&self) -> Result<(), DbErr>;

    /// Deletes the copies that ended some time ago, in ClickHouse.
    async fn delete_unused_copies(&self) -> StatisticsResult<()>;

    /// How many answers are copied. `None` without ClickHouse.
    async fn count_copied(&self) -> Result<Option<CopyCounts>, DbErr>;

    // Exports.

    /// The tokens of a page of answers, in the order of their completion. `None` after the last page, from 0. `snapshot` is the state
    /// that the caller exports.
    async fn tokens(
        &self,
        snapshot: &DatabaseTransaction,
        organization: &str,
        page: i64,
    ) -> Result<Option<Vec<AnswerTokens>>, DbErr>;
}
