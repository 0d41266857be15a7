//! The next steps for a brand: what answers and keyword data show, and what the organization has decided about it.

use std::collections::HashMap;

use answerdeck_api::limits::{NEXT_STEP_DECISIONS_MAX, PAGE_SIZE_DEFAULT};
use answerdeck_api::metrics::{
    NextStep, NextStepDecision, NextStepFilter, NextStepInclude, NextStepKind, NextStepList, NextStepState,
    NextStepUpdate, UnaskedKeywordList, UnaskedKeywordsRequest,
};
use answerdeck_api::{BrandId, NextStepId};
use answerdeck_database::entity::next_step_decision;
use answerdeck_database::id::id_of;
use answerdeck_database::time::wire_time;
use answerdeck_database::{execute, parse_stored_id, query_row};
use answerdeck_statistics::FoundStep;
use axum::Json;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter};
use sha2::Digest;

use super::answer_scope::ScopedParams;
use crate::http::caller::{Caller, Read};
use crate::http::extract::{Body, PathId};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::keywords::unasked::{UnaskedKeyword, unasked_keywords, without_prompt};
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::texts_about_others::texts_about_others;

pub(super) async fn list(
    Read { app, caller }: Read,
    ScopedParams(filter): ScopedParams<NextStepFilter>,
) -> ApiResult<Json<NextStepList>> {
    Ok(Json(next_steps(&app, &caller, &filter).await?))
}

pub(super) async fn next_steps(app: &AppState, caller: &Caller, filter: &NextStepFilter) -> ApiResult<NextStepList> {
    let organization = caller.organization_id.as_str();
    let decisions = next_step_decision::Entity::find()
        .filter(next_step_decision::Column::OrganizationId.eq(organization))
        .all(&app.database)
        .await?;
    let hidden = decisions.iter().filter(|row| row.state != NextStepState::Open.as_str()).count();
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let brand_id = filter.brand_id.as_ref().map(BrandId::as_str);
    let texts_about_others = texts_about_others(app, &app.database, organization, brand_id).await?;
    let (statistics, now) = (app.statistics.as_ref(), app.clock.now());
    // Those that are hidden may be the largest.
    let found = statistics.find_next_steps(organization, now, filter, limit + hidden, &texts_about_others).await?;
    // The statistics have refused a request without one.
    let Some(brand) = &filter.brand_id else { return Ok(NextStepList::default()) };
    let keywords = unasked_keywords(app, organization).await?;
    let total_steps = found.total + keywords.len() as u64;
    let answer_steps = found.steps.into_iter().map(|step| step_of_answers(brand, step));
    let keyword_steps = keywords.into_iter().map(|keyword| step_of_keyword(brand, keyword));
    let mut steps: Vec<NextStep> = answer_steps.chain(keyword_steps).collect::<Result<_, _>>()?;
    add_decisions(&mut steps, decisions);
    steps.retain(|step| match step.state {
        NextStepState::Done => filter.include.contains(&NextStepInclude::Done),
        NextStepState::Dismissed => filter.include.contains(&NextStepInclude::Dismissed),
        NextStepState::Open | NextStepState::Unknown(_) => true,
    });
    steps.sort_by(|one, other| one.order().cmp(&other.order()));
    steps.truncate(limit);
    Ok(NextStepList {
        coverage: found.coverage,
        sample: found.sample,
        since: found.since,
        rivals: found.rivals,
        total_steps,
        steps,
    })
}

pub(super) async fn list_unasked_keywords(
    Read { app, caller }: Read,
    Body(request): Body<UnaskedKeywordsRequest>,
) -> ApiResult<Json<UnaskedKeywordList>> {
    let keywords = without_prompt(&app, caller.organization_id.as_str(), request.keywords).await?;
    Ok(Json(UnaskedKeywordList { keywords }))
}

/// Adds what the organization has decided.
fn add_decisions(steps: &mut [NextStep], decisions: Vec<next_step_decision::Model>) {
    let mut decisions: HashMap<String, _> = decisions.into_iter().map(|row| (row.id.clone(), row)).collect();
    for step in steps {
        if let Some(row) = decisions.remove(step.id.as_str()) {
            step.state = NextStepState::from(row.state.as_str());
            step.note = row.note;
            step.updated_at = Some(wire_time(row.updated_at));
        }
    }
}

fn step_of_answers(brand: &BrandId, found: FoundStep) -> Result<NextStep, DbErr> {
    let FoundStep { kind, subject, prompt_id, title, domain, size, evidence, before } = found;
    // The text of a prompt may change.
    let key = prompt_id.as_ref().map_or(subject.as_str(), |id| id.as_str());
    let id = step_id(&kind, key, brand)?;
    Ok(NextStep { prompt_id, title, domain, size, evidence: Some(evidence), before, ..new_step(id, kind, subject) })
}

fn step_of_keyword(brand: &BrandId, found: UnaskedKeyword) -> Result<NextStep, DbErr> {
    let UnaskedKeyword { keyword, volume, engine } = found;
    let kind = NextStepKind::UnaskedKeyword;
    let id = step_id(&kind, &keyword, brand)?;
    Ok(NextStep { search_volume: Some(volume), search_engine: Some(engine), ..new_step(id, kind, keyword) })
}

fn new_step(id: NextStepId, kind: NextStepKind, subject: String) -> NextStep {
    NextStep {
        id,
        kind,
        subject,
        prompt_id: None,
        title: None,
        domain: None,
        size: 0,
        evidence: None,
        before: None,
        search_volume: None,
        search_engine: None,
        state: NextStepState::Open,
        note: None,
        updated_at: None,
    }
}

/// The id of a step. It depends on nothing else, so a step has it in every scope and period.
fn step_id(kind: &NextStepKind, subject: &str, brand: &BrandId) -> Result<NextStepId, DbErr> {
    let hash = sha2::Sha256::digest(format!("{kind}\n{brand}\n{subject}"));
    let number = hash.first_chunk().map_or(0, |first| u128::from_be_bytes(*first));
    parse_stored_id(id_of(number))
}

/// An organization keeps the decisions that changed last. No step needs to exist: whether it does depends on a scope.
pub(super) async fn update(
    write: IdempotentWrite,
    (PathId(id), Body(update)): (PathId<NextStepId>, Body<NextStepUpdate>),
) -> WriteResult {
    let (organization, now) = (write.caller.organization_id.as_str(), write.app.clock.now().as_millisecond());
    let transaction = write.begin().await?;
    let sql = "INSERT INTO next_step_decisions (organization_id, id, state, note, updated_at) \
               VALUES ($1, $2, COALESCE($3, 'OPEN'), $4, $6) ON CONFLICT (organization_id, id) \
               DO UPDATE SET state = COALESCE($3, next_step_decisions.state), updated_at = $6, \
               note = CASE WHEN $5 THEN $4 ELSE next_step_decisions.note END RETURNING state, note";
    let state = update.state.map(|state| state.to_string());
    let (changes_note, note) = (update.note.is_some(), update.note.flatten().filter(|note| !note.is_empty()));
    let values = [organization.into(), id.as_str().into(), state.into(), note.into(), changes_note.into(), now.into()];
    let row = query_row::<(String, Option<String>)>(&*transaction, sql, values).await?;
    let (state, note) = row.ok_or_else(|| DbErr::RecordNotFound("the decision that was written".to_owned()))?;
    let sql = "DELETE FROM next_step_decisions WHERE organization_id = $1 AND id IN (SELECT id FROM next_step_decisions \
               WHERE organization_id = $1 ORDER BY updated_at DESC, id LIMIT 100 OFFSET $2)";
    let values = [organization.into(), NEXT_STEP_DECISIONS_MAX.cast_signed().into()];
    execute(&*transaction, sql, values).await?;
    let state = NextStepState::from(state.as_str());
    transaction.commit(&NextStepDecision { id, state, note, updated_at: wire_time(now) }).await
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_id_of_a_step_depends_on_its_kind_its_subject_and_its_brand() {
        let [one, other] = ["A".repeat(22), "B".repeat(22)].map(|id| id.parse::<BrandId>().unwrap());
        let ids = [
            (NextStepKind::SourceGap, "https://a.example/1", &one),
            (NextStepKind::LostPage, "https://a.example/1", &one),
            (NextStepKind::SourceGap, "https://a.example/2", &one),
            (NextStepKind::SourceGap, "https://a.example/1", &other),
        ];
        let ids = ids.map(|(kind, subject, brand)| step_id(&kind, subject, brand).unwrap());
        assert_eq!(HashSet::from(ids.clone()).len(), 4);
        // A change of it would forget what organizations have decided.
        assert_eq!(ids[0].as_str(), "62iA1EHQWc9aRTVVq5QFUg");
    }
}
