//! The writes, and how far backfills are: the table `backfills` has a row for each definition of a brand that is backfilled, and one
//! for tokens. A backfill goes from the newest answer to the oldest, one part of the columns in a transaction, so it can be killed
//! at any time. The backfills of an organization at the same position read a text once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use answerdeck_api::ModelRoute;
use answerdeck_database::entity::answer;
use answerdeck_database::id::{id_of, number_of};
use answerdeck_database::{begin, execute, is_element, json_elements, lock_organization, query_row, query_rows};
use async_trait::async_trait;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use super::Embedded;
use super::columns::{self, AnswerRange};
use super::copying;
use crate::answer::{AnswerContent, AnswerRemoval, AnswerTokens, TextAnalysis};
use crate::backfill::{BackfillBlock, BackfillTarget, BrandDefinitions};
use crate::error::StatisticsResult;
use crate::statistics::{CopyCounts, Statistics};

/// The definition in the row of a token backfill. Brands have greater numbers.
const TOKENS: i64 = 0;

#[async_trait]
impl Statistics for Embedded {
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
        // Recent answers would keep facts of outdated definitions until they are moved.
        columns::move_to_parts(transaction, organization).await?;
        let position = columns::next_position(transaction, organization).await?;
        if position == 0 {
            return Ok(());
        }
        // Without the condition, SQLite reads `ON CONFLICT` as the condition of a join.
        let sql = format!(
            "INSERT INTO backfills (organization_id, definition, position) \
             SELECT $1, CAST(value AS bigint), CAST($2 AS bigint) FROM {} WHERE TRUE \
             ON CONFLICT (organization_id, definition) DO UPDATE SET position = excluded.position",
            json_elements(transaction, 3)
        );
        let values = [organization.into(), position.into(), serde_json::json!(definitions).to_string().into()];
        execute(transaction, &sql, values).await.map(drop)
    }

    async fn begin_token_backfill(&self, restart: bool) -> Result<bool, DbErr> {
        columns::complete_parts(&self.jobs, None).await?;
        let transaction = begin(&self.jobs).await?;
        if restart {
            execute(&transaction, "DELETE FROM backfills WHERE definition = $1", [TOKENS.into()]).await?;
        }
        let sql = "SELECT position FROM backfills WHERE definition = $1 LIMIT 1";
        let begins = query_row::<i64>(&transaction, sql, [TOKENS.into()]).await?.is_none();
        if begins {
            let sql = format!(
                "INSERT INTO backfills (organization_id, definition, position) \
                 SELECT organization_id, {TOKENS}, answers FROM ({}) AS organizations",
                columns::answers_by_organization()
            );
            execute(&transaction, &sql, []).await?;
        }
        transaction.commit().await?;
        Ok(begins)
    }

    async fn remaining_token_backfill(&self) -> Result<i64, DbErr> {
        let sql = "SELECT CAST(COALESCE(SUM(position), 0) AS bigint) FROM backfills WHERE definition = $1";
        Ok(query_row(&self.jobs, sql, [TOKENS.into()]).await?.unwrap_or_default())
    }

    async fn organizations_to_backfill(&self, target: BackfillTarget) -> Result<Vec<String>, DbErr> {
        let is_target = match target {
            BackfillTarget::Tokens => "definition = $1",
            BackfillTarget::Brands => "definition <> $1",
        };
        let sql = format!("SELECT DISTINCT organization_id FROM backfills WHERE {is_target} ORDER BY organization_id");
        query_rows(&self.jobs, &sql, [TOKENS.into()]).await
    }

    async fn next_block(
        &self,
        organization: &str,
        target: BackfillTarget,
        brands: &BrandDefinitions,
    ) -> Result<Option<BackfillBlock>, DbErr> {
        let positions = positions(&self.jobs, organization).await?;
        let Some(end) = next_end(&positions, target) else { return Ok(None) };
        let range = AnswerRange::last_before(organization, end);
        let definitions = definitions(&positions, brands, &range, target);
        let is_read =
            target == BackfillTarget::Tokens || brands.numbers.iter().any(|number| definitions.contains(number));
        let answers = if is_read { range.ids(&self.jobs).await? } else { Vec::new() };
        Ok(Some(BackfillBlock {
            organization_id: organization.to_owned(),
            target,
            positions: range.first..range.end,
            answers: answers.into_iter().map(|(_, id)| id_of(id)).collect(),
        }))
    }

    async fn store_analyses(
        &self,
        block: &BackfillBlock,
        brands: &BrandDefinitions,
        found: &HashMap<String, TextAnalysis>,
    ) -> Result<bool, DbErr> {
        let BackfillBlock { organization_id, target, .. } = block;
        let range = AnswerRange { organization_id, first: block.positions.start, end: block.positions.end };
        let found: HashMap<u128, &TextAnalysis> =
            found.iter().map(|(id, analysis)| (number_of(id), analysis)).collect();
        let transaction = begin(&self.jobs).await?;
        // Like every writer of the columns.
        let organization = lock_organization(&transaction, organization_id).await?;
        let positions = positions(&transaction, organization_id).await?;
        let is_current = organization.is_some_and(|row| row.brands_revision == brands.revision);
        if !is_current || next_end(&positions, *target) != Some(range.end) {
            transaction.rollback().await?;
            return Ok(false);
        }
        let definitions = definitions(&positions, brands, &range, *target);
        range.replace_facts(&transaction, &definitions, &found).await?;
        if *target == BackfillTarget::Tokens {
            range.replace_tokens(&transaction, &found).await?;
        }
        let is_done = |definition: &i64| {
            u32::try_from(*definition).is_ok_and(|number| definitions.contains(&number))
                || *definition == TOKENS && *target == BackfillTarget::Tokens
        };
        let done: Vec<i64> = positions.into_keys().filter(is_done).collect();
        move_to(&transaction, &range, &done).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn copy_parts(&self, has_newest: bool) -> StatisticsResult<bool> {
        let Some(clickhouse) = &self.clickhouse else { return Ok(false) };
        if has_newest {
            columns::complete_parts(&self.jobs, None).await?;
        }
        copying::copy_parts(&self.jobs, clickhouse, has_newest).await
    }

    async fn end_copies(&self) -> Result<(), DbErr> {
        for organization in columns::organizations_with_parts(&self.jobs).await? {
            columns::end_copies(&self.jobs, &organization, false).await?;
        }
        Ok(())
    }

    async fn delete_unused_copies(&self) -> StatisticsResult<()> {
        match &self.clickhouse {
            Some(clickhouse) => copying::delete_unused(&self.jobs, clickhouse).await,
            None => Ok(()),
        }
    }

    async fn count_copied(&self) -> Result<Option<CopyCounts>, DbErr> {
        let Some(clickhouse) = &self.clickhouse else { return Ok(None) };
        let servers: Vec<&str> = clickhouse.names().collect();
        columns::count_copied(&self.monitoring, &servers).await.map(Some)
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

/// The position that each backfill of an organization has reached.
async fn positions(database: &impl ConnectionTrait, organization_id: &str) -> Result<BTreeMap<i64, i64>, DbErr> {
    let sql = "SELECT definition, position FROM backfills WHERE organization_id = $1";
    Ok(query_rows::<(i64, i64)>(database, sql, [organization_id.into()]).await?.into_iter().collect())
}

/// The position before which answers are read next.
fn next_end(positions: &BTreeMap<i64, i64>, target: BackfillTarget) -> Option<i64> {
    match target {
        BackfillTarget::Tokens => positions.get(&TOKENS).copied(),
        BackfillTarget::Brands => {
            positions.iter().filter(|(key, _)| **key != TOKENS).map(|(_, position)| *position).max()
        }
    }
}

/// The definitions whose facts in the range are replaced: those that have reached the range and are not through it. Some are of
/// no brand any more; their facts are removed. A token backfill also finds brands again whose facts are complete there.
fn definitions(
    positions: &BTreeMap<i64, i64>,
    brands: &BrandDefinitions,
    range: &AnswerRange<'_>,
    target: BackfillTarget,
) -> BTreeSet<u32> {
    let unfinished = positions
        .iter()
        .filter(|(definition, position)| **definition != TOKENS && range.first < **position && **position <= range.end)
        .filter_map(|(definition, _)| u32::try_from(*definition).ok());
    let is_known =
        |definition: &u32| positions.get(&i64::from(*definition)).is_none_or(|position| *position <= range.end);
    let known = brands.numbers.iter().copied().filter(|number| target == BackfillTarget::Tokens && is_known(number));
    unfinished.chain(known).collect()
}

/// Stores that backfills are through a range. A backfill ends with the first answer.
async fn move_to(transaction: &DatabaseTransaction, range: &AnswerRange<'_>, definitions: &[i64]) -> Result<(), DbErr> {
    let change = if range.first == 0 { "DELETE FROM backfills" } else { "UPDATE backfills SET position = $2" };
    let is_moved = is_element(transaction, "definition", "bigint", 3);
    let sql = format!("{change} WHERE organization_id = $1 AND position > $2 AND {is_moved}");
    let definitions = serde_json::json!(definitions).to_string();
    execute(transaction, &sql, [range.organization_id.into(), range.first.into(), definitions.into()]).await.map(drop)
}
