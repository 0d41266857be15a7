//! Statistics over the tokens of answers. Ties go by the token, bytewise.

use std::collections::HashMap;

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    AnswerScope, TokenFilter, TokenNeighbor, TokenNeighborFilter, TokenNeighborInclude, TokenNeighborRanking,
    TokenRanking, TokenStatistic,
};
use axum::Json;
use axum::extract::State;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Order, Query, SelectStatement};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};

use super::answer_scope::{self, Scope};
use crate::app::App;
use crate::database::entity::{answer, answer_token, tally, token};
use crate::http::caller::Caller;
use crate::http::read::Params;
use crate::problem::Answered;
use crate::tally::{Kind, hash, slice_of};
use crate::tokens;
use crate::words::token_of;

/// A token and how many answers hold it.
#[derive(FromQueryResult)]
struct Row {
    token: String,
    answers: i64,
}

pub(super) async fn rank(
    State(app): State<App>,
    caller: Caller,
    Params(filter): Params<TokenFilter>,
) -> Answered<Json<TokenRanking>> {
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT).into();
    let named = filter.scope();
    let scope = Scope::new(&caller, &named)?;
    let rows = match slice_of(&named) {
        Some(slice) => {
            tally::Entity::find()
                .select_only()
                .column_as(tally::Column::Name, "token")
                .column(tally::Column::Answers)
                .filter(tally::Column::OrganizationId.eq(&caller.organization_id))
                .filter(tally::Column::Slice.eq(slice))
                .filter(tally::Column::Kind.eq(Kind::Token.as_str()))
                .order_by_desc(tally::Column::Occurrences)
                // A token is shorter than what the index has of a name.
                .order_by_asc(Expr::cust("SUBSTR(name, 1, 64)"))
                .limit(limit)
                .into_model()
                .all(&app.database)
                .await?
        }
        None => ranked(&app, counted(scope), limit).await?,
    };
    if rows.is_empty() {
        answer_scope::assert_known(&app.database, &caller, &named).await?;
    }
    let token = |row: Row| TokenStatistic { token: row.token, answer_count: row.answers.unsigned_abs() };
    Ok(Json(TokenRanking { tokens: rows.into_iter().map(token).collect() }))
}

pub(super) async fn neighbors(
    State(app): State<App>,
    caller: Caller,
    Params(filter): Params<TokenNeighborFilter>,
) -> Answered<Json<TokenNeighborRanking>> {
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT).into();
    let named = filter.scope();
    let scope = Scope::new(&caller, &named)?;
    let base: Vec<i64> = filter.words.iter().map(|word| tokens::id(&caller.organization_id, &token_of(word))).collect();
    let rows = ranked(&app, beside(&base, scope, &named), limit).await?;
    if rows.is_empty() {
        answer_scope::assert_known(&app.database, &caller, &named).await?;
    }
    let totals = match filter.include.contains(&TokenNeighborInclude::TotalAnswerCount) {
        true => Some(totals(&app, &caller, &named, &rows).await?),
        false => None,
    };
    let neighbor = |row: Row| TokenNeighbor {
        total_answer_count: totals
            .as_ref()
            .map(|totals| totals.get(&row.token).copied().unwrap_or_default().unsigned_abs()),
        answer_count: row.answers.unsigned_abs(),
        token: row.token,
    };
    let neighbors = rows.into_iter().map(neighbor).collect();
    Ok(Json(TokenNeighborRanking { words: filter.words, neighbors }))
}

/// The numbers of the tokens in the answers of a scope, each with its answers.
fn counted(scope: Scope) -> SelectStatement {
    let mut query = numbers();
    let on = Expr::col(answer_token::Column::AnswerId.as_column_ref()).equals(answer::Column::Id.as_column_ref());
    query.inner_join(answer::Entity, on).cond_where(scope.condition());
    query
}

/// The same, of the answers that hold a base word.
fn beside(base: &[i64], scope: Scope, named: &AnswerScope) -> SelectStatement {
    let held = Alias::new("held");
    let mut holders = Query::select();
    holders
        .column((held.clone(), answer_token::Column::AnswerId))
        .from_as(answer_token::Entity, held.clone())
        .and_where(Expr::col((held.clone(), answer_token::Column::TokenId)).is_in(base.iter().copied()));
    let mut query = if *named == AnswerScope::default() {
        // A token's number is the organization's own: its answers are known by it, and need not be looked at.
        let mut query = numbers();
        query.and_where(answer_token::Column::AnswerId.in_subquery(holders));
        query
    } else {
        let same = Expr::col((held, answer_token::Column::AnswerId)).equals(answer::Column::Id.as_column_ref());
        let mut query = counted(scope);
        query.and_where(Expr::exists(holders.and_where(same).to_owned()));
        query
    };
    query.and_where(answer_token::Column::TokenId.is_not_in(base.iter().copied()));
    query
}

fn numbers() -> SelectStatement {
    Query::select()
        .expr_as(Expr::col(answer_token::Column::TokenId.as_column_ref()), "token_id")
        .expr_as(Expr::cust("COUNT(*)"), "answers")
        .from(answer_token::Entity)
        .group_by_col(answer_token::Column::TokenId.as_column_ref())
        .to_owned()
}

/// The head of what was counted, by its answers and its letters.
async fn ranked(app: &App, numbers: SelectStatement, limit: u64) -> Answered<Vec<Row>> {
    let on = Expr::col(token::Column::Id.as_column_ref()).equals((Alias::new("counted"), Alias::new("token_id")));
    let query = Query::select()
        .column(token::Column::Token.as_column_ref())
        .column((Alias::new("counted"), Alias::new("answers")))
        .from_subquery(numbers, Alias::new("counted"))
        .inner_join(token::Entity, on)
        .order_by((Alias::new("counted"), Alias::new("answers")), Order::Desc)
        .order_by(token::Column::Token.as_column_ref(), Order::Asc)
        .limit(limit)
        .to_owned();
    let found = app.database.query_all(&query).await?;
    Ok(found.iter().map(|row| Row::from_query_result(row, "")).collect::<Result<_, _>>()?)
}

/// How many answers of the scope hold each of `rows`.
async fn totals(app: &App, caller: &Caller, named: &AnswerScope, rows: &[Row]) -> Answered<HashMap<String, i64>> {
    let Some(slice) = slice_of(named) else {
        let ids = rows.iter().map(|row| tokens::id(&caller.organization_id, &row.token));
        let mut query = counted(Scope::new(caller, named)?);
        query.and_where(answer_token::Column::TokenId.is_in(ids));
        let rows = ranked(app, query, rows.len() as u64).await?;
        return Ok(rows.into_iter().map(|row| (row.token, row.answers)).collect());
    };
    let rows: Vec<(String, i64)> = tally::Entity::find()
        .select_only()
        .columns([tally::Column::Name, tally::Column::Answers])
        .filter(tally::Column::OrganizationId.eq(&caller.organization_id))
        .filter(tally::Column::Kind.eq(Kind::Token.as_str()))
        .filter(tally::Column::Hash.is_in(rows.iter().map(|row| hash(&row.token, ""))))
        .filter(tally::Column::Slice.eq(slice))
        .into_tuple()
        .all(&app.database)
        .await?;
    Ok(rows.into_iter().collect())
}
