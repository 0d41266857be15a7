//! The scope of a query: which of the organization's answers it covers.

use std::ops::Range;

use answerdeck_api::{AnswerScope, ErrorCode, RunId};
use answerdeck_database::id::first_number;
use answerdeck_database::time::{read_time, wire_time};
use answerdeck_database::{query_row, region};
use jiff::civil::Date;
use jiff::fmt::temporal::Pieces;
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbErr};

use crate::error::{StatisticsError, StatisticsResult, all};

/// The period of a scope without `from`, where one is needed.
const DEFAULT_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Validates a scope, and returns the range of answer ids between `from` and `to`, as numbers of
/// [`number_of`](answerdeck_database::id::number_of).
///
/// # Errors
/// `MODEL_NOT_SUPPORTED` for an unknown model; `COMMON_VALIDATION` for an unknown route or region, a text that is no
/// time, or a `from` that is not before `to`.
pub fn valid_ids(scope: &AnswerScope) -> StatisticsResult<Range<u128>> {
    let model = scope.model.as_ref().and_then(|model| model.require_known("model").err());
    let route = scope.route.as_ref().and_then(|route| route.require_known("route").err());
    let is_elsewhere = scope.region.as_ref().is_some_and(|region| !region::is_known(region));
    let region = is_elsewhere.then(|| format!("region: {}", region::EXPECTED));
    let [from, to] = [("from", &scope.from), ("to", &scope.to)].map(|(name, text)| parse_time(name, text.as_ref()));
    let code = if model.is_some() { ErrorCode::ModelNotSupported } else { ErrorCode::CommonValidation };
    let faults = [model, route, region, from.as_ref().err().cloned(), to.as_ref().err().cloned()];
    let details: Vec<String> = faults.into_iter().flatten().collect();
    let (true, Ok(from), Ok(to)) = (details.is_empty(), from, to) else {
        return Err(StatisticsError::Refused { code, details });
    };
    if let (Some(from), Some(to)) = (from, to)
        && from >= to
    {
        return Err(StatisticsError::validation("from: must be before to, the first moment after the period"));
    }
    Ok(from.map_or(0, first_id_at)..to.map_or(u128::MAX, first_id_at))
}

/// Returns the scope with a period: the seven days before `to` if it has no `from`.
pub(crate) fn with_period(scope: AnswerScope, now: Timestamp) -> StatisticsResult<AnswerScope> {
    if scope.from.is_some() {
        return Ok(scope);
    }
    let to = time("to", scope.to.as_ref())?.unwrap_or(now);
    let from = wire_time(to.saturating_sub(DEFAULT_PERIOD).unwrap_or(to).as_millisecond().max(0));
    Ok(AnswerScope { from: Some(from), ..scope })
}

/// Returns the scope of the period before, of the same length. It ends where `scope` begins, which needs a `from`. A scope without `to`
/// ends now.
pub(crate) fn before(scope: &AnswerScope, now: Timestamp) -> StatisticsResult<AnswerScope> {
    let from = time("from", scope.from.as_ref())?;
    let from =
        from.ok_or_else(|| StatisticsError::validation("from: is required to compare with the period before"))?;
    let to = time("to", scope.to.as_ref())?.unwrap_or(now);
    // A scope that begins later than now has a period before it, too.
    let length = to.as_millisecond().saturating_sub(from.as_millisecond()).max(1);
    let before = wire_time(from.as_millisecond().saturating_sub(length).max(0));
    Ok(AnswerScope { from: Some(before), to: scope.from.clone(), ..scope.clone() })
}

/// Returns the first whole milliseconds at or after `from` and `to` of a scope. A period without `to` ends now.
pub(crate) fn times(scope: &AnswerScope, now: Timestamp) -> StatisticsResult<[Option<answerdeck_api::Timestamp>; 2]> {
    let end = scope.run_id.is_none().then_some(now);
    let times = [time("from", scope.from.as_ref())?, time("to", scope.to.as_ref())?.or(end)];
    Ok(times.map(|time| time.map(|time| wire_time(whole_millisecond(time)))))
}

/// Returns the smallest id of an answer since the `from` of a scope. 0 without one.
pub(crate) fn first_id(scope: &AnswerScope) -> StatisticsResult<u128> {
    Ok(time("from", scope.from.as_ref())?.map_or(0, first_id_at))
}

/// Checks that the run, the prompt set and the prompt of an empty scope belong to the organization. A deleted prompt set
/// or prompt is known by its remaining answers.
///
/// # Errors
/// `TASK_GENERATION_RUN_NOT_FOUND`, `PROMPT_SET_NOT_FOUND` or `PROMPT_NOT_FOUND` for an unknown id.
pub async fn check_ids(
    database: &impl ConnectionTrait,
    organization_id: &str,
    scope: &AnswerScope,
) -> StatisticsResult<()> {
    let mut checked = Vec::new();
    if let Some(id) = &scope.run_id {
        checked.push(check_run(database, organization_id, "runID", id).await);
    }
    if let Some(id) = &scope.prompt_set_id
        && !is_known(database, organization_id, "prompt_sets", "prompt_set_id", id.as_str()).await?
    {
        let detail = format!("promptSetID: there is no prompt set {id}");
        checked.push(Err(StatisticsError::refused(ErrorCode::PromptSetNotFound, detail)));
    }
    if let Some(id) = &scope.prompt_id
        && !is_known(database, organization_id, "prompts", "prompt_id", id.as_str()).await?
    {
        let detail = format!("promptID: there is no prompt {id}");
        checked.push(Err(StatisticsError::refused(ErrorCode::PromptNotFound, detail)));
    }
    all(checked).map(drop)
}

/// Checks that the run in a field belongs to the organization.
///
/// # Errors
/// `TASK_GENERATION_RUN_NOT_FOUND` for an unknown id.
pub(crate) async fn check_run(
    database: &impl ConnectionTrait,
    organization_id: &str,
    field: &str,
    id: &RunId,
) -> StatisticsResult<()> {
    let sql = "SELECT 1 FROM runs WHERE organization_id = $1 AND id = $2";
    if query_row::<i32>(database, sql, [organization_id.into(), id.as_str().into()]).await?.is_none() {
        let detail = format!("{field}: there is no run {id}");
        return Err(StatisticsError::refused(ErrorCode::TaskGenerationRunNotFound, detail));
    }
    Ok(())
}

/// Whether an id is in a table, or in a column of answers.
async fn is_known(
    database: &impl ConnectionTrait,
    organization_id: &str,
    table: &str,
    column: &str,
    id: &str,
) -> Result<bool, DbErr> {
    let sql = format!(
        "SELECT 1 FROM {table} WHERE organization_id = $1 AND id = $2 \
         UNION ALL SELECT 1 FROM answers WHERE organization_id = $1 AND {column} = $2 LIMIT 1"
    );
    Ok(query_row::<i32>(database, &sql, [organization_id.into(), id.into()]).await?.is_some())
}

fn time(name: &str, text: Option<&answerdeck_api::Timestamp>) -> StatisticsResult<Option<Timestamp>> {
    parse_time(name, text).map_err(StatisticsError::validation)
}

/// Reads a time. The error says what the field must be.
fn parse_time(name: &str, text: Option<&answerdeck_api::Timestamp>) -> Result<Option<Timestamp>, String> {
    let expected = |text: &answerdeck_api::Timestamp| {
        let text = text.as_str().trim();
        let has_no_offset = Pieces::parse(text).is_ok_and(|pieces| pieces.to_numeric_offset().is_none());
        // A number of seconds would be a date, too.
        let date = text.get(..10).filter(|date| date.contains('-')).map(str::parse::<Date>);
        let expectation = match date {
            Some(Err(error)) if error.is_range() => "there is no such date",
            _ if has_no_offset => "has no offset. Add Z, or one such as +09:00",
            _ => "must be a time such as 2026-11-20T00:00:00Z",
        };
        format!("{name}: {expectation}")
    };
    text.map(|text| read_time(text).ok_or_else(|| expected(text))).transpose()
}

/// Returns the smallest id of the first whole millisecond at or after `time`.
fn first_id_at(time: Timestamp) -> u128 {
    first_number(u64::try_from(whole_millisecond(time)).unwrap_or_default())
}

/// Returns the first whole millisecond at or after `time`.
fn whole_millisecond(time: Timestamp) -> i64 {
    time.as_millisecond() + i64::from(time.subsec_nanosecond() % 1_000_000 > 0)
}
