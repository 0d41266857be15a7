//! Statistics over the tokens of answers. Ties go by the token, bytewise.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    AnswerScope, TokenFilter, TokenNeighbor, TokenNeighborFilter, TokenNeighborInclude, TokenNeighborRanking,
    TokenRanking, TokenStatistic,
};
use axum::Json;
use axum::extract::State;

use super::answer_scope::{self, Scope};
use super::ranking::{Row, first};
use crate::columns::{Column, Counts, Name, NameKind, Selection, numbers_of, scan, select};
use crate::http::caller::Caller;
use crate::http::extract::Params;
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::words::token_of;

pub(super) async fn rank(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<TokenFilter>,
) -> ApiResult<Json<TokenRanking>> {
    let scope = filter.scope();
    let picked = picked(&app, &caller, &scope).await?;
    let mut counts = Counts::default();
    scan(&app.database, caller.organization_id.as_str(), &picked, Column::Token, |place, tokens| {
        tokens.iter().for_each(|token| counts.add(*token, place.id));
    })
    .await?;
    let rows = ranked(&app, &caller, &scope, counts, filter.limit).await?;
    let token = |row: Row| TokenStatistic { token: row.name, answer_count: row.count.answers };
    Ok(Json(TokenRanking { tokens: rows.into_iter().map(token).collect() }))
}

pub(super) async fn neighbors(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<TokenNeighborFilter>,
) -> ApiResult<Json<TokenNeighborRanking>> {
    let scope = filter.scope();
    let picked = picked(&app, &caller, &scope).await?;
    let base = filter.words.iter().map(|word| Name::new(NameKind::Token, &token_of(word)).hash());
    let base: Vec<u32> =
        numbers_of(&app.database, caller.organization_id.as_str(), base).await?.into_values().collect();
    let (mut beside, mut all) = (Counts::default(), Counts::default());
    if !base.is_empty() {
        scan(&app.database, caller.organization_id.as_str(), &picked, Column::Token, |place, tokens| {
            let holds_base = tokens.iter().any(|token| base.contains(token));
            for token in tokens.iter().filter(|token| !base.contains(token)) {
                all.add(*token, place.id);
                if holds_base {
                    beside.add(*token, place.id);
                }
            }
        })
        .await?;
    }
    let rows = ranked(&app, &caller, &scope, beside, filter.limit).await?;
    let with_totals = filter.include.contains(&TokenNeighborInclude::TotalAnswerCount);
    let neighbor = |row: Row| TokenNeighbor {
        total_answer_count: with_totals.then(|| all.get(row.count.number).map_or(0, |count| count.answers)),
        answer_count: row.count.answers,
        token: row.name,
    };
    let neighbors = rows.into_iter().map(neighbor).collect();
    Ok(Json(TokenNeighborRanking { words: filter.words, neighbors }))
}

async fn picked(app: &AppState, caller: &Caller, scope: &AnswerScope) -> ApiResult<Selection> {
    let ids = Scope::new(caller, scope)?.ids();
    Ok(select(&app.database, caller.organization_id.as_str(), scope, ids).await?)
}

/// The first of `counts`. A scope without any is refused where it names what never was.
async fn ranked(
    app: &AppState,
    caller: &Caller,
    scope: &AnswerScope,
    counts: Counts,
    limit: Option<u32>,
) -> ApiResult<Vec<Row>> {
    let rows =
        first(&app.database, caller.organization_id.as_str(), counts, limit.unwrap_or(PAGE_SIZE_DEFAULT)).await?;
    if rows.is_empty() {
        answer_scope::assert_known(&app.database, caller, scope).await?;
    }
    Ok(rows)
}
