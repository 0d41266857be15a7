//! The scope of an operation: the subset of the organization's answers that it reads.

use std::ops::Range;

use answerdeck_api::{AnswerScope, ErrorCode, ModelRoute};
use answerdeck_database::entity::{answer, prompt, prompt_set, run};
use answerdeck_database::id::{base62, first_number};
use answerdeck_database::time::{read_time, wire_time};
use jiff::{SignedDuration, Timestamp};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Select};

use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};
use crate::region;
use crate::state::AppState;

/// A validated scope.
pub(crate) struct ScopeFilter {
    condition: Condition,
    /// The range of answer ids between `from` and `to`, as numbers of [`number_of`](answerdeck_database::id::number_of).
    ids: Range<u128>,
    /// Whether the database may read answers of the organization that are not in the scope, one after the other.
    may_scan: bool,
}

impl ScopeFilter {
    /// Validates `scope` and restricts it to the caller's organization.
    ///
    /// # Errors
    /// `MODEL_NOT_SUPPORTED` for an unknown model; `COMMON_VALIDATION` for an unknown route or region, a time that is
    /// not RFC 3339, or a `from` that is not before `to`.
    pub(crate) fn new(caller: &Caller, scope: &AnswerScope) -> ApiResult<Self> {
        let mut condition = Condition::all().add(answer::Column::OrganizationId.eq(caller.organization_id.as_str()));
        if let Some(run) = &scope.run_id {
            condition = condition.add(answer::Column::RunId.eq(run.as_str()));
        }
        if let Some(set) = &scope.prompt_set_id {
            condition = condition.add(answer::Column::PromptSetId.eq(set.as_str()));
        }
        if let Some(prompt) = &scope.prompt_id {
            condition = condition.add(answer::Column::PromptId.eq(prompt.as_str()));
        }
        if let Some(model) = &scope.model {
            if !model.is_known() {
                let details = vec![format!("model: {model} is not supported")];
                return Err(Problem::Refused { code: ErrorCode::ModelNotSupported, details });
            }
            condition = condition.add(answer::Column::Model.eq(model.as_str()));
        }
        if let Some(route) = &scope.route {
            condition = condition.add(of_route(route)?);
        }
        if let Some(region) = &scope.region {
            if !region::is_known(region) {
                return Err(Problem::unknown_region());
            }
            condition = condition.add(answer::Column::Region.eq(region));
        }
        if scope.finished == Some(true) && scope.run_id.is_none() {
            condition = condition.add(Expr::cust(
                "(answers.run_id IS NULL OR answers.run_id NOT IN (SELECT id FROM runs WHERE status = 'RUNNING'))",
            ));
        }
        let (from, to) = (time("from", scope.from.as_ref())?, time("to", scope.to.as_ref())?);
        if let (Some(from), Some(to)) = (from, to)
            && from >= to
        {
            return Err(Problem::validation("from: must be before to"));
        }
        // Ids start with their time, so a range of ids can use every index.
        let ids = from.map_or(0, first_id_at)..to.map_or(u128::MAX, first_id_at);
        if from.is_some() {
            condition = condition.add(answer::Column::Id.gte(base62(ids.start)));
        }
        if to.is_some() {
            condition = condition.add(answer::Column::Id.lt(base62(ids.end)));
        }
        // Each condition except the route has an index that yields its answers in order. With several conditions, the
        // database uses the index of one, and tests the others row by row. That is cheap for a run or a prompt, which have few
        // answers.
        let has_few = scope.run_id.is_some() || scope.prompt_id.is_some();
        let conditions = [scope.prompt_set_id.is_some(), scope.model.is_some(), scope.region.is_some()];
        let several = conditions.into_iter().filter(|is_given| *is_given).count() > 1;
        let may_scan = !has_few && (several || scope.route.is_some());
        Ok(Self { condition, ids, may_scan })
    }

    /// Returns the condition on the columns of `answers`.
    pub(crate) fn condition(self) -> Condition {
        self.condition
    }

    /// Returns the range of answer ids between `from` and `to`.
    pub(crate) fn ids(self) -> Range<u128> {
        self.ids
    }

    /// Whether a page of the scope may cost as much as reading all answers of the organization.
    pub(crate) fn may_scan(&self) -> bool {
        self.may_scan
    }

    /// Selects the answers of the scope.
    pub(crate) fn select(self) -> Select<answer::Entity> {
        answer::Entity::find().filter(self.condition)
    }
}

/// The condition on the columns of `answers` that they came by a route.
///
/// # Errors
/// `COMMON_VALIDATION` for an unknown route.
fn of_route(route: &ModelRoute) -> ApiResult<Condition> {
    if !route.is_known() {
        return Err(Problem::not_one_of("route", ModelRoute::ALL.iter().map(ModelRoute::as_str)));
    }
    let stored = Condition::any().add(answer::Column::Route.eq(route.as_str()));
    // An answer of an earlier version has no route, and came from a stand-in.
    let earlier =
        Condition::all().add(answer::Column::Route.is_null()).add(answer::Column::Status.eq(answer::Status::Success));
    Ok(if *route == ModelRoute::StandIn { stored.add(earlier) } else { stored })
}

fn time(name: &str, text: Option<&answerdeck_api::Timestamp>) -> ApiResult<Option<Timestamp>> {
    text.map(|text| read_time(text).ok_or_else(|| Problem::validation(format!("{name}: must be an RFC 3339 time"))))
        .transpose()
}

/// The period of a scope without `from`, where one is needed.
const DEFAULT_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Returns the scope with a period: the seven days before `to` if it has no `from`.
///
/// # Errors
/// `COMMON_VALIDATION` if a time is invalid.
pub(crate) fn with_period(app: &AppState, scope: AnswerScope) -> ApiResult<AnswerScope> {
    if scope.from.is_some() {
        return Ok(scope);
    }
    let to = time("to", scope.to.as_ref())?.unwrap_or_else(|| app.clock.now());
    let from = wire_time(to.saturating_sub(DEFAULT_PERIOD).unwrap_or(to).as_millisecond().max(0));
    Ok(AnswerScope { from: Some(from), ..scope })
}

/// Returns the scope of the period before, of the same length. It ends where `scope` begins. A scope without `to` ends now.
///
/// # Errors
/// `COMMON_VALIDATION` if the scope has no `from`, or a time is invalid.
pub(crate) fn scope_before(app: &AppState, scope: &AnswerScope) -> ApiResult<AnswerScope> {
    let from = time("from", scope.from.as_ref())?;
    let from = from.ok_or_else(|| Problem::validation("from: is required to compare with the period before"))?;
    let to = time("to", scope.to.as_ref())?.unwrap_or_else(|| app.clock.now());
    let length = to.as_millisecond().saturating_sub(from.as_millisecond()).max(0);
    let before = wire_time(from.as_millisecond().saturating_sub(length).max(0));
    Ok(AnswerScope { from: Some(before), to: scope.from.clone(), ..scope.clone() })
}

/// Returns the smallest id of the first whole millisecond at or after `time`.
fn first_id_at(time: Timestamp) -> u128 {
    let round_up = i64::from(time.subsec_nanosecond() % 1_000_000 > 0);
    first_number(u64::try_from(time.as_millisecond() + round_up).unwrap_or_default())
}

/// Checks that the run, the prompt set and the prompt of an empty scope belong to the organization. A deleted prompt set
/// or prompt is known by its remaining answers.
///
/// # Errors
/// `TASK_GENERATION_RUN_NOT_FOUND`, `PROMPT_SET_NOT_FOUND` or `PROMPT_NOT_FOUND` for an unknown id.
pub(crate) async fn check_ids(database: &impl ConnectionTrait, caller: &Caller, scope: &AnswerScope) -> ApiResult<()> {
    let organization_id = caller.organization_id.as_str();
    if let Some(id) = &scope.run_id {
        let row = run::Entity::find_by_id(id.as_str()).filter(run::Column::OrganizationId.eq(organization_id));
        if row.one(database).await?.is_none() {
            return Err(Problem::refused(ErrorCode::TaskGenerationRunNotFound));
        }
    }
    if let Some(id) = &scope.prompt_set_id {
        let row =
            prompt_set::Entity::find_by_id(id.as_str()).filter(prompt_set::Column::OrganizationId.eq(organization_id));
        let answers = answer::Column::PromptSetId.eq(id.as_str());
        if row.one(database).await?.is_none() && !has_answers(database, organization_id, answers).await? {
            return Err(Problem::refused(ErrorCode::PromptSetNotFound));
        }
    }
    if let Some(id) = &scope.prompt_id {
        let row = prompt::Entity::find_by_id(id.as_str()).filter(prompt::Column::OrganizationId.eq(organization_id));
        let answers = answer::Column::PromptId.eq(id.as_str());
        if row.one(database).await?.is_none() && !has_answers(database, organization_id, answers).await? {
            return Err(Problem::refused(ErrorCode::PromptNotFound));
        }
    }
    Ok(())
}

async fn has_answers(database: &impl ConnectionTrait, organization_id: &str, condition: Expr) -> ApiResult<bool> {
    let row = answer::Entity::find()
        .select_only()
        .column(answer::Column::Id)
        .filter(answer::Column::OrganizationId.eq(organization_id))
        .filter(condition)
        .limit(1)
        .into_tuple::<String>()
        .one(database)
        .await?;
    Ok(row.is_some())
}
