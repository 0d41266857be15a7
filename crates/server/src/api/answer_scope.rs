//! The scope of answers: which of the caller's answers an operation looks at.

use std::ops::Range;

use answerdeck_api::{AnswerScope, ErrorCode};
use jiff::Timestamp;
use sea_orm::{ColumnTrait, Condition, DatabaseConnection, EntityTrait, QueryFilter, QuerySelect, Select};

use crate::clock::read_time;
use crate::database::entity::{answer, prompt, prompt_set, run};
use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};
use crate::random::{base62, first_number};
use crate::region;

/// The conditions of a scope.
pub(super) struct Scope {
    condition: Condition,
    /// The ids of its time, as [`number_of`](crate::random::number_of) gives them.
    ids: Range<u128>,
}

impl Scope {
    /// The caller's answers that `named` lets through.
    ///
    /// # Errors
    /// `MODEL_NOT_SUPPORTED` for a model that the document does not know; `COMMON_VALIDATION` for a region that is
    /// no country, a time that is not RFC 3339, or a `from` that is not before `to`.
    pub(super) fn new(caller: &Caller, named: &AnswerScope) -> ApiResult<Self> {
        let mut scope = Condition::all().add(answer::Column::OrganizationId.eq(caller.organization_id.as_str()));
        if let Some(run) = &named.run_id {
            scope = scope.add(answer::Column::RunId.eq(run.as_str()));
        }
        if let Some(set) = &named.prompt_set_id {
            scope = scope.add(answer::Column::PromptSetId.eq(set.as_str()));
        }
        if let Some(prompt) = &named.prompt_id {
            scope = scope.add(answer::Column::PromptId.eq(prompt.as_str()));
        }
        if let Some(model) = &named.model {
            if !model.is_known() {
                let details = vec![format!("model: {model} is not supported")];
                return Err(Problem::Refused { code: ErrorCode::ModelNotSupported, details });
            }
            scope = scope.add(answer::Column::Model.eq(model.as_str()));
        }
        if let Some(region) = &named.region {
            if !region::is_known(region) {
                return Err(Problem::validation("region: not an ISO 3166-1 alpha-2 code"));
            }
            scope = scope.add(answer::Column::Region.eq(region));
        }
        let (from, to) = (time("from", named.from.as_ref())?, time("to", named.to.as_ref())?);
        if let (Some(from), Some(to)) = (from, to)
            && from >= to
        {
            return Err(Problem::validation("from: not before to"));
        }
        // Ids begin with the time: as a range of ids, every index serves it.
        let ids = from.map_or(0, first_at)..to.map_or(u128::MAX, first_at);
        if from.is_some() {
            scope = scope.add(answer::Column::Id.gte(base62(ids.start)));
        }
        if to.is_some() {
            scope = scope.add(answer::Column::Id.lt(base62(ids.end)));
        }
        Ok(Self { condition: scope, ids })
    }

    /// The condition on the columns of answers.
    pub(super) fn condition(self) -> Condition {
        self.condition
    }

    /// The ids that answers of its time have.
    pub(super) fn ids(self) -> Range<u128> {
        self.ids
    }

    /// The answers of the scope.
    pub(super) fn select(self) -> Select<answer::Entity> {
        answer::Entity::find().filter(self.condition)
    }
}

fn time(name: &str, text: Option<&answerdeck_api::Timestamp>) -> ApiResult<Option<Timestamp>> {
    text.map(|text| read_time(text).ok_or_else(|| Problem::validation(format!("{name}: not an RFC 3339 time"))))
        .transpose()
}

/// The least id of the first whole millisecond that is not before `time`.
fn first_at(time: Timestamp) -> u128 {
    let begun = i64::from(time.subsec_nanosecond() % 1_000_000 > 0);
    first_number(u64::try_from(time.as_millisecond() + begun).unwrap_or_default())
}

/// Refuses a scope without answers that names what the organization never had. A set or a prompt that is gone is
/// known by the answers that stayed.
pub(super) async fn assert_known(database: &DatabaseConnection, caller: &Caller, named: &AnswerScope) -> ApiResult<()> {
    let ours = caller.organization_id.as_str();
    if let Some(id) = &named.run_id {
        let found = run::Entity::find_by_id(id.as_str()).filter(run::Column::OrganizationId.eq(ours));
        if found.one(database).await?.is_none() {
            return Err(Problem::refused(ErrorCode::TaskGenerationRunNotFound));
        }
    }
    if let Some(id) = &named.prompt_set_id {
        let found = prompt_set::Entity::find_by_id(id.as_str()).filter(prompt_set::Column::OrganizationId.eq(ours));
        let answers = answer::Column::PromptSetId.eq(id.as_str());
        if found.one(database).await?.is_none() && !has_answers(database, ours, answers).await? {
            return Err(Problem::refused(ErrorCode::PromptSetNotFound));
        }
    }
    if let Some(id) = &named.prompt_id {
        let found = prompt::Entity::find_by_id(id.as_str()).filter(prompt::Column::OrganizationId.eq(ours));
        let answers = answer::Column::PromptId.eq(id.as_str());
        if found.one(database).await?.is_none() && !has_answers(database, ours, answers).await? {
            return Err(Problem::refused(ErrorCode::PromptNotFound));
        }
    }
    Ok(())
}

async fn has_answers(
    database: &DatabaseConnection,
    organization_id: &str,
    which: sea_orm::sea_query::Expr,
) -> ApiResult<bool> {
    let found = answer::Entity::find()
        .select_only()
        .column(answer::Column::Id)
        .filter(answer::Column::OrganizationId.eq(organization_id))
        .filter(which)
        .limit(1)
        .into_tuple::<String>()
        .one(database)
        .await?;
    Ok(found.is_some())
}
