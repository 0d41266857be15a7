//! The rankings of the tokens of answers. Equal counts are ordered by the bytes of the token.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    AnswerScope, TokenFilter, TokenNeighbor, TokenNeighborFilter, TokenNeighborInclude, TokenNeighborRanking,
    TokenRanking, TokenStatistic,
};
use answerdeck_words::fold;
use axum::Json;
use axum::extract::State;

use crate::answer_scope::{self, ScopeFilter};
use crate::columns::{Column, CountedName, Counts, Name, NameKind, Selection, numbers_of, scan, select, top_names};
use crate::http::caller::Caller;
use crate::http::extract::Params;
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn rank(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<TokenFilter>,
) -> ApiResult<Json<TokenRanking>> {
    let scope = filter.scope();
    let selection = selection_of(&app, &caller, &scope).await?;
    let mut counts = Counts::default();
    scan(&app.analysis_database, caller.organization_id.as_str(), &selection, Column::Token, |answer, tokens| {
        tokens.iter().for_each(|token| counts.add(*token, answer.id));
    })
    .await?;
    let rows = ranked_rows(&app, &caller, &scope, counts, filter.limit).await?;
    let token = |row: CountedName| TokenStatistic { token: row.name, answer_count: row.count.answers };
    Ok(Json(TokenRanking { tokens: rows.into_iter().map(token).collect() }))
}

pub(super) async fn neighbors(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<TokenNeighborFilter>,
) -> ApiResult<Json<TokenNeighborRanking>> {
    let scope = filter.scope();
    let selection = selection_of(&app, &caller, &scope).await?;
    let base = filter.words.iter().map(|word| Name::new(NameKind::Token, &fold(word)).hash());
    let base: Vec<u32> =
        numbers_of(&app.analysis_database, caller.organization_id.as_str(), base).await?.into_values().collect();
    let (mut neighbors, mut all) = (Counts::default(), Counts::default());
    if !base.is_empty() {
        scan(&app.analysis_database, caller.organization_id.as_str(), &selection, Column::Token, |answer, tokens| {
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
    let rows = ranked_rows(&app, &caller, &scope, neighbors, filter.limit).await?;
    let with_totals = filter.include.contains(&TokenNeighborInclude::TotalAnswerCount);
    let neighbor = |row: CountedName| TokenNeighbor {
        total_answer_count: with_totals.then(|| all.get(row.count.number).map_or(0, |count| count.answers)),
        answer_count: row.count.answers,
        token: row.name,
    };
    let neighbors = rows.into_iter().map(neighbor).collect();
    Ok(Json(TokenNeighborRanking { words: filter.words, neighbors }))
}

async fn selection_of(app: &AppState, caller: &Caller, scope: &AnswerScope) -> ApiResult<Selection> {
    let ids = ScopeFilter::new(caller, scope)?.ids();
    Ok(select(&app.analysis_database, caller.organization_id.as_str(), scope, ids).await?)
}

/// Returns the most frequent tokens of `counts`.
///
/// # Errors
/// As [`answer_scope::check_ids`] if there are none.
async fn ranked_rows(
    app: &AppState,
    caller: &Caller,
    scope: &AnswerScope,
    counts: Counts,
    limit: Option<u32>,
) -> ApiResult<Vec<CountedName>> {
    let rows =
        top_names(&app.analysis_database, caller.organization_id.as_str(), counts, limit.unwrap_or(PAGE_SIZE_DEFAULT))
            .await?;
    if rows.is_empty() {
        answer_scope::check_ids(&app.analysis_database, caller, scope).await?;
    }
    Ok(rows)
}
