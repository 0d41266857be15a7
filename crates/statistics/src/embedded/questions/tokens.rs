//! The tokens that most answers have. Equal counts are ordered by the bytes of the token.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    AnswerScope, TokenFilter, TokenNeighbor, TokenNeighborFilter, TokenNeighborInclude, TokenNeighborRanking,
    TokenRanking, TokenStatistic,
};
use answerdeck_words::fold;
use sea_orm::DatabaseConnection;

use super::counting::{Brands, Counting};
use crate::embedded::columns::{Column, CountedName, Counts, Name, NameKind};
use crate::error::StatisticsResult;

/// Ranks tokens.
///
/// # Errors
/// As [`Counting::select`] and, if nothing is counted, [`Counting::check_ids`].
pub(crate) async fn rank_tokens(
    database: &DatabaseConnection,
    organization_id: &str,
    filter: &TokenFilter,
) -> StatisticsResult<TokenRanking> {
    let (scope, counting) = (filter.scope(), Counting::new(database, organization_id, Brands::None).await?);
    let selection = counting.select(&scope).await?;
    let mut counts = Counts::default();
    counting
        .visit(&selection, Some(Column::Token), |answer, tokens, _| {
            tokens.iter().for_each(|token| counts.add(*token, answer.id));
        })
        .await?;
    let rows = top_tokens(&counting, &scope, counts, filter.limit).await?;
    let token = |row: CountedName| TokenStatistic { token: row.name, answer_count: row.count.answers };
    Ok(TokenRanking { tokens: rows.into_iter().map(token).collect() })
}

/// Ranks the neighbors of words.
///
/// # Errors
/// As [`rank_tokens`].
pub(crate) async fn rank_neighbors(
    database: &DatabaseConnection,
    organization_id: &str,
    filter: &TokenNeighborFilter,
) -> StatisticsResult<TokenNeighborRanking> {
    let (scope, counting) = (filter.scope(), Counting::new(database, organization_id, Brands::None).await?);
    let selection = counting.select(&scope).await?;
    let words: Vec<String> = filter.words.iter().map(|word| fold(word)).collect();
    let names: Vec<Name<'_>> = words.iter().map(|word| Name::new(NameKind::Token, word)).collect();
    let base = counting.numbers_of(&names).await?;
    // A few: a list is faster than a set.
    let base: Vec<u32> = base.into_iter().collect();
    let (mut neighbors, mut all) = (Counts::default(), Counts::default());
    if !base.is_empty() {
        counting
            .visit(&selection, Some(Column::Token), |answer, tokens, _| {
                let has_base = tokens.iter().any(|token| base.contains(token));
                for token in tokens.iter().filter(|token| !base.contains(token)) {
                    all.add(*token, answer.id);
                    if has_base {
                        neighbors.add(*token, answer.id);
                    }
                }
            })
            .await?;
    }
    let rows = top_tokens(&counting, &scope, neighbors, filter.limit).await?;
    let with_totals = filter.include.contains(&TokenNeighborInclude::TotalAnswerCount);
    let neighbor = |row: CountedName| TokenNeighbor {
        total_answer_count: with_totals.then(|| all.get(row.count.number).map_or(0, |count| count.answers)),
        answer_count: row.count.answers,
        token: row.name,
    };
    let neighbors = rows.into_iter().map(neighbor).collect();
    Ok(TokenNeighborRanking { words: filter.words.clone(), neighbors })
}

/// The most frequent tokens.
///
/// # Errors
/// As [`Counting::check_ids`] if there are none.
async fn top_tokens(
    counting: &Counting,
    scope: &AnswerScope,
    counts: Counts,
    limit: Option<u32>,
) -> StatisticsResult<Vec<CountedName>> {
    let rows = counting.top_names(counts, limit.unwrap_or(PAGE_SIZE_DEFAULT)).await?;
    if rows.is_empty() {
        counting.check_ids(scope).await?;
    }
    Ok(rows)
}
