//! The tokens that most answers have. Equal counts are ordered by the bytes of the token.

use answerdeck_api::{
    AnswerScope, TokenFilter, TokenNeighbor, TokenNeighborFilter, TokenNeighborInclude, TokenNeighborRanking,
    TokenRanking, TokenStatistic,
};
use answerdeck_clickhouse::{Keys, NameColumn};
use answerdeck_words::fold;

use super::counting::{CountedName, Counting};
use crate::embedded::columns::{Column, IndexedFact, Name, NameKind, Tally};
use crate::error::StatisticsResult;

pub(crate) async fn rank_tokens(counting: &Counting, filter: &TokenFilter) -> StatisticsResult<TokenRanking> {
    let scope = filter.scope();
    let selected = counting.select_copied(&scope).await?;
    // An answer has each of its tokens once.
    let mut answers = Tally::default();
    let count = |tokens: &[u32], _: &[IndexedFact<'_>]| tokens.iter().for_each(|token| answers.add(*token));
    counting.visit_contents(&selected.columns, Some(Column::Token), count).await?;
    for row in selected.names(Some(&NameColumn::Tokens)).await? {
        answers.add_many(row.number, row.answers);
    }
    let rows = top_tokens(counting, &scope, answers, filter.limit).await?;
    let token = |row: CountedName| TokenStatistic { token: row.name, answer_count: row.count.occurrences.into() };
    Ok(TokenRanking { tokens: rows.into_iter().map(token).collect() })
}

pub(crate) async fn rank_token_neighbors(
    counting: &Counting,
    filter: &TokenNeighborFilter,
) -> StatisticsResult<TokenNeighborRanking> {
    let scope = filter.scope();
    let selected = counting.select_copied(&scope).await?;
    let words: Vec<String> = filter.words.iter().map(|word| fold(word)).collect();
    let names: Vec<Name<'_>> = words.iter().map(|word| Name::new(NameKind::Token, word)).collect();
    let base = counting.numbers_of(&names).await?;
    // A few: a list is faster than a set.
    let base: Vec<u32> = base.into_iter().collect();
    let with_totals = filter.include.contains(&TokenNeighborInclude::TotalAnswerCount);
    let (mut neighbors, mut all) = (Tally::default(), Tally::default());
    if !base.is_empty() {
        // Each token counts once: all are the neighbors and those in the other answers.
        let count = |tokens: &[u32], _: &[IndexedFact<'_>]| {
            let is_beside = tokens.iter().any(|token| base.contains(token));
            let tally = if is_beside { &mut neighbors } else { &mut all };
            if is_beside || with_totals {
                tokens.iter().for_each(|token| tally.add(*token));
            }
        };
        counting.visit_contents(&selected.columns, Some(Column::Token), count).await?;
        all.merge(&neighbors);
        base.iter().for_each(|token| neighbors.clear(*token));
        if let Some(beside) = selected.copied_with(|_, conditions| conditions.tokens = Some(base.clone())) {
            for row in beside.names(&NameColumn::Tokens, None, Keys::default()).await? {
                if !base.contains(&row.number) {
                    neighbors.add_many(row.number, row.answers);
                }
            }
        }
    }
    let rows = top_tokens(counting, &scope, neighbors, filter.limit).await?;
    if let Some(copied) = selected.copied.as_ref().filter(|_| with_totals) {
        let numbers: Vec<u32> = rows.iter().map(|row| row.count.number).collect();
        for row in copied.names(&NameColumn::Tokens, Some(&numbers), Keys::default()).await? {
            all.add_many(row.number, row.answers);
        }
    }
    let neighbor = |row: CountedName| TokenNeighbor {
        total_answer_count: with_totals.then(|| all.get(row.count.number)),
        answer_count: row.count.occurrences.into(),
        token: row.name,
    };
    let neighbors = rows.into_iter().map(neighbor).collect();
    Ok(TokenNeighborRanking { words: filter.words.clone(), neighbors })
}

/// The most frequent tokens.
async fn top_tokens(
    counting: &Counting,
    scope: &AnswerScope,
    answers: Tally,
    limit: Option<u32>,
) -> StatisticsResult<Vec<CountedName>> {
    let rows = counting.top_names(answers.into_counts(), limit).await?;
    if rows.is_empty() {
        counting.check_ids(scope).await?;
    }
    Ok(rows)
}
