//! The scope of an operation: the subset of the organization's answers that it reads.

use answerdeck_api::AnswerScope;
use answerdeck_database::entity::answer;
use answerdeck_database::id::id_of;
use answerdeck_statistics::scope;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use garde::Validate;
use schemars::JsonSchema;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, Select};
use serde::de::DeserializeOwned;

use crate::http::caller::Caller;
use crate::http::extract::{check_bounds, parameters};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Validated query parameters with a scope.
pub(super) struct ScopedParams<T>(pub(super) T);

impl<T> FromRequestParts<AppState> for ScopedParams<T>
where
    T: DeserializeOwned + JsonSchema + Validate<Context = ()>,
    for<'a> AnswerScope: From<&'a T>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Problem> {
        let check = |filter: &T| {
            let scope = scope::valid_ids(&AnswerScope::from(filter)).map_err(Problem::from);
            Problem::both(check_bounds(filter), scope).map(drop)
        };
        parameters(parts, check).map(Self)
    }
}

/// A scope as a condition on the rows of answers.
pub(crate) struct ScopeFilter {
    /// On the columns of `answers`.
    pub(crate) condition: Condition,
    /// Whether a page of the scope may cost as much as reading all answers of the organization.
    pub(crate) may_scan: bool,
}

impl ScopeFilter {
    /// Restricts a scope to the caller's organization.
    pub(crate) fn new(caller: &Caller, scope: &AnswerScope) -> ApiResult<Self> {
        let ids = scope::valid_ids(scope)?;
        let is_of_finished_run = (scope.finished == Some(true) && scope.run_id.is_none())
            .then(|| Expr::cust("answers.run_id NOT IN (SELECT id FROM runs WHERE status = 'RUNNING')"));
        let condition = Condition::all()
            .add(answer::Column::OrganizationId.eq(caller.organization_id.as_str()))
            .add_option(scope.run_id.as_ref().map(|run| answer::Column::RunId.eq(run.as_str())))
            .add_option(scope.prompt_set_id.as_ref().map(|set| answer::Column::PromptSetId.eq(set.as_str())))
            .add_option(scope.prompt_id.as_ref().map(|prompt| answer::Column::PromptId.eq(prompt.as_str())))
            .add_option(scope.model.as_ref().map(|model| answer::Column::Model.eq(model.as_str())))
            .add_option(scope.route.as_ref().map(|route| answer::Column::Route.eq(route.as_str())))
            // A pending answer has no route yet.
            .add_option(scope.route.is_some().then(|| answer::Column::EndedAt.is_not_null()))
            .add_option(scope.region.as_ref().map(|region| answer::Column::Region.eq(region)))
            .add_option(is_of_finished_run)
            // Ids start with their time, so a range of ids can use every index.
            .add_option(scope.from.is_some().then(|| answer::Column::Id.gte(id_of(ids.start))))
            .add_option(scope.to.is_some().then(|| answer::Column::Id.lt(id_of(ids.end))));
        // Each condition except the route has an index that yields its answers in order. With several conditions, the
        // database uses the index of one, and tests the others row by row. That is cheap for a run or a prompt, which have few
        // answers.
        let has_few = scope.run_id.is_some() || scope.prompt_id.is_some();
        let conditions = [scope.prompt_set_id.is_some(), scope.model.is_some(), scope.region.is_some()];
        let several = conditions.into_iter().filter(|is_given| *is_given).count() > 1;
        let may_scan = !has_few && (several || scope.route.is_some());
        Ok(Self { condition, may_scan })
    }

    pub(crate) fn select(self) -> Select<answer::Entity> {
        answer::Entity::find().filter(self.condition)
    }
}
